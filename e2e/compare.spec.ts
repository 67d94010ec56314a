// The diff view: real profiles beside gprof's own numbers, by drop and by button, in every theme
// and width.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { runGprof } from '../workers/testing/gprof/live-gprof.ts'
import { runCommand } from '../workers/testing/gprof/our-command.ts'
import { profileProgram } from '../workers/testing/run-program.ts'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { ShareDialog } from './pages/share.ts'
import { dress, LOOKS, overflow, violations } from './violations.ts'

let folder = ''
let program = ''
let before = ''
let after = ''

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-compare-'))
  const runs = [
    ['300', '1500'],
    ['1500', '0'],
  ]
  const made = await profileProgram(
    { name: '', compiler: 'gcc', sources: ['weighted-runs.c'], flags: [], runs, options: [] },
    folder,
  )
  program = made.executable
  ;[before = '', after = ''] = made.profiles
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
})
test.afterEach(() => expect(problems).toEqual([]))

const table = (page: Page) => page.getByRole('grid', { name: 'Diff' })

/** Opens the later profile, and the earlier one as its baseline. */
async function openBoth(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`)
  await new Landing(page).choose(program, after)
  await page.getByRole('tab', { name: 'Diff' }).click()
  await page.getByLabel('Choose files to compare with').setInputFiles(before)
  await expect(table(page)).toBeVisible()
}

test('details have all calls by parents in sight, beside names or below', async ({ page }, info) => {
  const name = 'std::vector<double, std::allocator<double> >::operator[](unsigned long) const'
  const listing = (calls: number): string =>
    [
      'Call graph\n\n\ngranularity: each sample hit covers 2 byte(s) for 1.00% of 1.00 seconds\n',
      'index % time    self  children    called     name',
      '                                                 <spontaneous>',
      '[1]    100.0    0.50    0.50                 Matrix::operator()(int, int) const [1]',
      `                0.50    0.00 ${calls}/${calls}     ${name} [2]`,
      '-----------------------------------------------',
      `                0.50    0.00 ${calls}/${calls}     Matrix::operator()(int, int) const [1]`,
      `[2]     50.0    0.50    0.00 ${calls}         ${name} [2]`,
      '-----------------------------------------------',
      '',
    ].join('\n')
  const [one, other] = [info.outputPath('one.txt'), info.outputPath('other.txt')]
  writeFileSync(one, listing(746_496_000))
  writeFileSync(other, listing(1_746_496_000))
  await page.goto('./#v=1&view=compare')
  await new Landing(page).choose(one)
  await page.getByLabel('Choose files to compare with').setInputFiles(other)
  await table(page).getByText('operator[]').first().click()
  const calls = page.getByRole('region', { name: 'Before and after' }).getByRole('listitem')
  await expect(calls.getByText('1,746,496,000 → 746,496,000')).toBeInViewport({ ratio: 1 })
})

/** Returns the self times that gprof prints, by function. */
async function selfTimes(profile: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await runGprof(['-b', '-p', program, profile])
  return new Map(
    [...stdout.matchAll(/^ *[\d.]+ +[\d.]+ +([\d.]+) .*?(\S+)$/gm)].map(([, self = '', name = '']) => [
      name,
      self,
    ]),
  )
}

/** Returns the texts of each row, by function. */
async function shown(page: Page): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await table(page)
    .locator('[data-row]')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
  return new Map(rows.map((cells) => [cells.at(-1) ?? '', cells]))
}

test('times before and after are those that gprof prints of each @main', async ({ page }) => {
  await openBoth(page)
  const [earlier, later] = [await selfTimes(before), await selfTimes(after)]
  const rows = await shown(page)
  expect(rows.size).toBeGreaterThan(1)
  for (const [name, cells] of rows) {
    expect(cells[1], name).toBe(earlier.get(name) ?? '0.00')
    expect(cells[2], name).toBe(later.get(name) ?? '0.00')
  }
  await expect(page.getByRole('region', { name: 'Both profiles' })).toContainText('on screen')
})

test('a profile dropped on another is compared when the person says so @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  await page.goto('./')
  await new Landing(page).choose(program, after)
  await expect(profile.flat).toBeVisible()
  await new Landing(page).drop(before)
  await page.getByRole('dialog').getByRole('button', { name: 'Diff with this profile' }).click()
  await expect(table(page)).toBeVisible()
  await expect(page).toHaveURL(/view=compare/)
  // The profile on screen is unchanged, and Back leads to it.
  await page.goBack()
  await expect(profile.flat).toBeVisible()
  await expect(profile.facts.last()).toHaveText('1 run')
})

test('keys move along the rows, open the entry and copy a row', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openBoth(page)
  await table(page).getByRole('columnheader', { name: 'Change' }).getByRole('button').focus()
  await page.keyboard.press('ArrowDown')
  await expect(table(page).locator('[data-row="0"]')).toBeFocused()
  await page.keyboard.press('Control+c')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\t')).toHaveLength(7)
  const name = copied.split('\t').at(-1) ?? ''
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('complementary', { name: `Details of ${name}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=call-graph/)
})

test('the table that is saved is the command line’s', async ({ page }) => {
  await openBoth(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Diff as CSV' }).click()
  const path = await (await download).path()
  const { out } = await runCommand(['diff', '--csv', '-b', before, program, after])
  expect(readFileSync(path, 'utf8')).toBe(out.toString())
})

test('the Markdown that is saved is the command line’s', async ({ page }) => {
  await openBoth(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Diff as Markdown' }).click()
  const path = await (await download).path()
  const { out } = await runCommand(['diff', '--markdown', '-b', before, program, after])
  expect(readFileSync(path, 'utf8')).toBe(out.toString())
})

test('one HTML file holds both, and shows the same rows from a disk', async ({ page, browser }) => {
  await openBoth(page)
  await page.getByRole('button', { name: 'Share of all' }).click()
  await page.getByRole('button', { name: 'Total time' }).click()
  await table(page).getByRole('columnheader', { name: 'After' }).getByRole('button').click()
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
  const rows = [...(await shown(page))]
  const share = new ShareDialog(page)
  await share.open()
  const both = share.dialog.getByRole('checkbox', { name: /Include the profile (?:before|after)/ })
  await expect(both).toBeChecked()
  const path = join(folder, 'both.html')
  const size = (await share.save('Save HTML file', path)).length
  const saved = await browser.newPage()
  await saved.goto(pathToFileURL(path).href)
  await expect(table(saved)).toHaveAttribute('aria-busy', 'false')
  expect([...(await shown(saved))]).toEqual(rows)
  await expect(saved.getByRole('button', { name: 'Total time' })).toHaveAttribute('aria-pressed', 'true')

  // Replaced names agree in both profiles.
  await share.dialog.getByRole('radio', { name: /Replaced/ }).check()
  await share.save('Save HTML file', path)
  await saved.goto('about:blank')
  await saved.goto(pathToFileURL(path).href)
  await expect(table(saved)).toHaveAttribute('aria-busy', 'false')
  const replaced = [...(await shown(saved))]
  const numbers = (all: typeof rows) => all.map(([, cells]) => cells.slice(0, -1).join(' ')).toSorted()
  expect(numbers(replaced)).toEqual(numbers(rows))
  expect(replaced.every(([name]) => /^f\d+$/.test(name))).toBe(true)

  // The baseline is not shared.
  await share.dialog.getByRole('radio', { name: 'As they are' }).check()
  await both.uncheck()
  expect((await share.save('Save HTML file', path)).length).toBeLessThan(size)
  await saved.goto('about:blank')
  await saved.goto(pathToFileURL(path).href)
  await expect(saved.getByLabel('Choose files to compare with')).toBeAttached()
  await saved.close()
})

test('the command line writes both; damage to the second leaves the first', async ({ browser }) => {
  // The new page is guarded, and loads only what is served.
  const page = await browser.newPage()
  const path = join(folder, 'written.html')
  const { status, err } = await runCommand(['html', '-b', before, '-o', path, program, after])
  expect({ status, err: err.toString() }).toEqual({ status: 0, err: '' })
  await page.goto(pathToFileURL(path).href)
  await expect(table(page)).toBeVisible()
  const earlier = await selfTimes(before)
  for (const [name, cells] of await shown(page)) expect(cells[1]).toBe(earlier.get(name) ?? '0.00')

  const whole = readFileSync(path, 'utf8')
  const at = whole.indexOf('"beside":{"isEarlier":true')
  const told = 'The profile to compare with in this file'
  const damages = [
    ['"bytes":"', '"bytes":"*', told],
    [/"bytes":"[^"]{40}/, '"bytes":"AAAA', 'prog'],
    ['"isEarlier":true', '"isEarlier":7', told],
  ] as const
  for (const [from, to, words] of damages) {
    writeFileSync(path, whole.slice(0, at) + whole.slice(at).replace(from, to))
    await page.goto('about:blank')
    await page.goto(pathToFileURL(path).href)
    await expect(page.getByRole('alert')).toContainText(words)
    const profile = new ProfilePage(page)
    await profile.tab('Flat profile').click()
    await expect(profile.flat).toBeVisible()
  }
  await page.close()
})

test('files that cannot be compared say why, and another choice mends it', async ({ page }) => {
  await page.goto('./')
  await new Landing(page).choose(program, after)
  await page.getByRole('tab', { name: 'Diff' }).click()
  await page.getByLabel('Choose files to compare with').setInputFiles(program)
  await expect(page.getByRole('alert')).toContainText(/profile/i)
  await page.getByLabel('Choose files to compare with').setInputFiles(before)
  await expect(table(page)).toBeVisible()
})

test('where names have no heading Tab still leads to the others', async ({ page }) => {
  await openBoth(page)
  await table(page).getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort/)
  await page.setViewportSize({ width: 320, height: 640 })
  const stop = table(page).getByRole('columnheader').locator('[tabindex="0"]')
  await expect(stop).toHaveCount(1)
  await expect(stop).toBeVisible()
  expect(await overflow(page)).toBe(0)
})

test('where a page has no clipboard, as unencrypted ones have none, that is said', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await openBoth(page)
  await table(page).locator('[data-row="0"]').click()
  await page.keyboard.press('Control+c')
  await expect(page.getByText('The browser did not allow copying')).toBeVisible()
})

test('what is beside stays where another one cannot take its place', async ({ page }) => {
  await openBoth(page)
  const rows = await shown(page)
  const notes = join(folder, 'notes.txt')
  writeFileSync(notes, 'no profile\n')
  await new Landing(page).drop(notes)
  await page.getByRole('dialog').getByRole('button', { name: 'Diff with this profile' }).click()
  await expect(page.getByRole('alert')).toContainText(/profile/i)
  await page.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Enter')
  await expect(table(page)).toBeVisible()
  expect(await shown(page)).toEqual(rows)
  // The keys continue from the rows.
  await expect(table(page).locator('[data-row]:focus')).toHaveCount(1)
})

test('a reload shows the baseline again, and one that was closed stays closed', async ({ page }) => {
  await openBoth(page)
  const rows = await table(page).getByRole('row').allTextContents()
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('gmonscope')
          opening.addEventListener('success', () => {
            const count = opening.result.transaction('bytes').objectStore('bytes').count()
            count.addEventListener('success', () => resolve(count.result))
          })
        }),
    )
  await expect.poll(kept, { timeout: 30_000 }).toBe(3)
  await page.reload()
  await expect(table(page)).toBeVisible()
  expect(await table(page).getByRole('row').allTextContents()).toEqual(rows)
  await page.getByRole('button', { name: 'Close diff' }).click()
  await expect.poll(kept, { timeout: 30_000 }).toBe(2)
  await page.reload()
  await expect(page.getByLabel('Choose files to compare with')).toBeAttached()
  await expect(table(page)).toHaveCount(0)
})

for (const [words, look] of LOOKS) {
  test(`nothing is wrong with it for anybody, ${words}`, async ({ page }) => {
    await dress(page, look)
    await page.goto('./#view=compare')
    await new Landing(page).choose(program, after)
    await expect(page.getByLabel('Choose files to compare with')).toBeAttached()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Choose files to compare with').setInputFiles(before)
    await expect(table(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  })
}
