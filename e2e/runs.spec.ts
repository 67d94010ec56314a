// Several runs of one program: each by itself, and all of them again.
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { runGprof } from '../workers/testing/gprof/live-gprof.ts'
import { profileProgram } from '../workers/testing/run-program.ts'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { ShareDialog } from './pages/share.ts'
import { PROFILE as SAMPLE_PROFILE, PROGRAM as SAMPLE_PROGRAM } from './sample.ts'
import { dress, LOOKS, overflow, violations } from './violations.ts'

/** The second rank has most to do, the last one next to nothing. */
const RANKS = [
  ['300', '200'],
  ['1500', '0'],
  ['0', '400'],
  ['20', '20'],
]

let folder = ''
let program = ''
let ranks: readonly string[] = []

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-runs-'))
  const made = await profileProgram(
    { name: '', compiler: 'gcc', sources: ['weighted-runs.c'], flags: [], runs: RANKS, options: [] },
    folder,
  )
  program = made.executable
  ranks = made.profiles.map((profile, rank) => {
    const path = join(folder, `gmon.out.${rank}`)
    copyFileSync(profile, path)
    return path
  })
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
})
test.afterEach(() => expect(problems).toEqual([]))

async function open(page: Page, hash = '', profiles: readonly string[] = ranks): Promise<ProfilePage> {
  await page.goto(`./${hash}`)
  await new Landing(page).choose(program, ...profiles)
  return new ProfilePage(page)
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Runs' })
const strip = (page: Page) => page.getByRole('toolbar', { name: 'Time of each run' })
const runs = (page: Page) => page.getByRole('region', { name: 'Runs' })
const bar = (page: Page) => page.getByRole('region', { name: 'One run' })
const link = (page: Page, rank: number) => runs(page).getByRole('link', { name: `gmon.out.${rank}` })

async function selfTimes(profiles: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runGprof(['-b', '-p', program, ...profiles])
  return [...stdout.matchAll(/^ *[\d.]+ +[\d.]+ +([\d.]+) .*?(\S+)$/gm)].map(
    ([, self = '', name = '']) => `${name} ${self}`,
  )
}

async function shownTimes(profile: ProfilePage): Promise<readonly string[]> {
  return (await profile.flatRows()).map((cells) => `${cells.at(-1)} ${cells[2]}`)
}

test('the rows stay where they are when a run of them is opened alone, and when all are there again', async ({
  page,
}, info) => {
  const many = Array.from({ length: 60 }, (_, rank) => {
    const path = info.outputPath(`gmon.out.${rank}`)
    copyFileSync(ranks[rank % ranks.length] ?? '', path)
    return path
  })
  const profile = await open(page, '#v=1&view=runs', many)
  const rank = grid(page).getByRole('link', { name: 'gmon.out.25', exact: true })
  await grid(page).hover()
  await page.mouse.wheel(0, 450)
  await expect(rank).toBeInViewport({ ratio: 1 })
  const first = grid(page).getByRole('rowheader')
  const inSight = () =>
    first.evaluateAll(
      (headers) =>
        headers.find((header) => {
          const { x, y } = header.getBoundingClientRect()
          return header.contains(document.elementFromPoint(x + 12, y + 9))
        })?.textContent,
    )
  const before = await inSight()
  await rank.click()
  await expect(bar(page)).toContainText('gmon.out.25')
  await expect.poll(inSight).toBe(before)
  await page.goBack()
  await expect(bar(page)).toBeHidden()
  await expect.poll(inSight).toBe(before)
  await expect(profile.tab('Runs')).toHaveAttribute('aria-selected', 'true')
})

test('ranks that ran in folders of their own are told apart by these', async ({ page }, info) => {
  const job = info.outputPath('job')
  for (const [rank, path] of ranks.entries()) {
    mkdirSync(join(job, `rank${rank}`), { recursive: true })
    copyFileSync(path, join(job, `rank${rank}`, 'gmon.out'))
  }
  copyFileSync(program, join(job, 'weighted'))
  await page.goto('./')
  await new Landing(page).drop(job)
  const profile = new ProfilePage(page)
  await expect(profile.facts.last()).toHaveText('4 runs')
  await runs(page).getByRole('link', { name: 'rank1/gmon.out' }).click()
  await expect(bar(page)).toContainText('rank1/gmon.out')
  await expect.poll(() => shownTimes(profile)).toEqual(await selfTimes([ranks[1] ?? '']))
  await bar(page).getByRole('link', { name: 'All runs' }).click()
  await expect(profile.facts.last()).toHaveText('4 runs')
})

test('a run that was copied counts twice, and is told', async ({ page }, info) => {
  const copy = info.outputPath('gmon.out.copy')
  copyFileSync(SAMPLE_PROFILE, copy)
  await page.goto('./')
  await new Landing(page).choose(SAMPLE_PROGRAM, SAMPLE_PROFILE, copy)
  await expect(new ProfilePage(page).facts.last()).toHaveText('2 runs')
  // With lines as well there are seven views: all of their tabs have room on a phone.
  await page.setViewportSize({ width: 390, height: 780 })
  expect(await overflow(page)).toBe(0)
  const tabs = page.getByRole('tablist', { name: 'Views' })
  await expect(tabs.getByRole('tab')).toHaveCount(7)
  expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 780 })
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText('gmon.out.copy may be gmon.out again')
  await runs(page).getByRole('link', { name: 'gmon.out', exact: true }).click()
  await expect(bar(page)).toContainText('1 of 2 runs')
  await expect(notices.filter({ hasText: 'again' })).toHaveCount(0)
})

test('a run of the list is opened alone, all runs again by one click, Back and Forward', async ({ page }) => {
  const profile = await open(page)
  await expect(profile.facts.last()).toHaveText('4 runs')
  await expect(runs(page).getByRole('link').first()).toHaveText('gmon.out.1')
  await expect(bar(page)).toBeHidden()
  const all = await selfTimes(ranks)
  expect(await shownTimes(profile)).toEqual(all)

  await link(page, 1).click()
  await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.1')
  await expect(profile.facts.last()).toHaveText('1 run')
  await expect(page).toHaveURL(/run=gmon\.out\.1/)
  await expect(page).toHaveTitle(/^gmon\.out\.1 of program/)
  expect(await shownTimes(profile)).toEqual(await selfTimes(ranks.slice(1, 2)))
  // The list is still that of all, and says which it is.
  await expect(runs(page).getByRole('listitem')).toHaveCount(4)
  await expect(link(page, 1)).toHaveAttribute('aria-current', 'true')
  // There, or if it took a while at its view.
  await expect(page.locator('a:focus, [role=tab]:focus')).toHaveCount(1)

  // On to another by the keyboard.
  await link(page, 2).focus()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.2')
  expect(await shownTimes(profile)).toEqual(await selfTimes(ranks.slice(2, 3)))

  await bar(page).getByRole('link', { name: 'All runs' }).click()
  await expect(profile.facts.last()).toHaveText('4 runs')
  await expect(bar(page)).toBeHidden()
  expect(await shownTimes(profile)).toEqual(all)

  await page.goBack()
  await expect(bar(page)).toContainText('gmon.out.2')
  await page.goBack()
  await expect(bar(page)).toContainText('gmon.out.1')
  await page.goBack()
  await expect(bar(page)).toBeHidden()
  await page.goForward()
  await expect(bar(page)).toContainText('gmon.out.1')
  await expect(profile.facts.last()).toHaveText('1 run')
})

test('its listing is gprof’s of that file, byte for byte', async ({ page }) => {
  const profile = await open(page)
  await link(page, 1).click()
  await expect(profile.facts.last()).toHaveText('1 run')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'gprof listing', exact: true }).click()
  const text = readFileSync(await (await download).path(), 'latin1')
  expect(text).toBe((await runGprof(['-b', program, ranks[1] ?? ''])).stdout)
})

test('view, function, order and what is cut stay', async ({ page }) => {
  const profile = await open(page, '#v=1&sort=name-ascending&cut=main/rest')
  await profile.names().getByText('dig', { exact: true }).click()
  await page.getByRole('button', { name: 'Close details' }).click()
  await link(page, 1).click()
  await expect(profile.facts.last()).toHaveText('1 run')
  await profile.settled()
  const names = (await profile.flatRows()).map((cells) => cells.at(-1) ?? '')
  expect(names).toEqual(names.toSorted())
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('main → rest')
  await expect(profile.heading('Name')).toHaveAttribute('aria-sort', 'ascending')

  await profile.tab('Call graph').click()
  await page.goto(`${page.url()}&fn=dig`)
  await expect(profile.details('dig')).toBeVisible()
  await bar(page).getByRole('link', { name: 'All runs' }).click()
  await expect(profile.facts.last()).toHaveText('4 runs')
  await expect(profile.details('dig')).toBeVisible()
  await expect(profile.tab('Call graph')).toHaveAttribute('aria-selected', 'true')
})

test('a link names the run, and says so if it is not there', async ({ page }) => {
  await page.goto('./#v=1&run=gmon.out.3')
  await expect(page.getByText('of the run gmon.out.3 alone')).toBeVisible()
  await new Landing(page).choose(program, ...ranks)
  const profile = new ProfilePage(page)
  await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.3')

  await page.goto('about:blank')
  await open(page, '#v=1&run=gmon.out.7')
  await expect(bar(page)).toContainText('the run gmon.out.7 alone, which is not among these files')
  await expect(profile.facts.last()).toHaveText('4 runs')
  await bar(page).getByRole('link', { name: 'Go on without it' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(page).not.toHaveURL(/run=/)
})

test('a file that has changed since says so, and the sum is there to go back to', async ({ page }) => {
  const changing = join(folder, 'gmon.out.changing')
  copyFileSync(ranks[0] ?? '', changing)
  const profile = await open(page, '', [...ranks.slice(1), changing])
  await expect(profile.facts.last()).toHaveText('4 runs')
  appendFileSync(changing, 'more')
  await runs(page).getByRole('link', { name: 'gmon.out.changing' }).click()
  await expect(page.getByRole('alert').first()).toContainText('gmon.out.changing could not be read')
  await page.getByRole('button', { name: 'Back to program' }).click()
  await expect(profile.facts.last()).toHaveText('4 runs')
  await expect(bar(page)).toBeHidden()
  await expect(page).not.toHaveURL(/run=/)
})

test('a function in each run: gprof’s self times of each file, and a way to it alone', async ({ page }) => {
  const profile = await open(page, '#v=1&fn=dig')
  const section = profile.details('dig').getByRole('region', { name: 'In each run' })
  await section.getByRole('button', { name: 'In each run' }).press('Enter')
  const lines = section.getByRole('listitem')
  await expect(lines).toHaveCount(4)
  const theirs: (readonly [string, string, string])[] = []
  for (const [rank, path] of ranks.entries()) {
    const { stdout } = await runGprof(['-b', '-p', program, path])
    const [, self = '0.00', calls = ''] = /^ *[\d.]+ +[\d.]+ +([\d.]+) +(\d+)? .*dig$/m.exec(stdout) ?? []
    theirs.push([`gmon.out.${rank}`, calls, self])
  }
  for (const [name, calls, self] of theirs) {
    const line = lines.filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(line).toContainText(`${self} s`)
    if (calls !== '') await expect(line).toContainText(`${Number(calls).toLocaleString('en')} ×`)
  }
  await expect(lines.first()).toContainText('gmon.out.1')
  await expect(section).toContainText(/to .* each, half of them .* times the mean/)
  await expect(lines.last()).toBeInViewport()

  await section.getByRole('link', { name: 'gmon.out.1' }).click()
  await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.1')
  await expect(profile.details('dig')).toBeVisible()
  // It is still about the same files.
  await expect(lines).toHaveCount(4)
  await expect(section.getByRole('link', { name: 'gmon.out.1' })).toHaveAttribute('aria-current', 'true')
  await section.getByRole('button', { name: 'In each run' }).click()
  await expect(lines).toHaveCount(0)
  // And asked for again, of all files, while one alone is open.
  await section.getByRole('button', { name: 'In each run' }).click()
  await expect(lines).toHaveCount(4)
})

async function cellsOf(page: Page): Promise<readonly (readonly string[])[]> {
  const rows = grid(page).locator('[data-row]')
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}

async function secondsOf(path: string): Promise<string> {
  const { stdout } = await runGprof(['-b', '-p', program, path])
  const sums = [...stdout.matchAll(/^ *[\d.]+ +([\d.]+) +[\d.]+ /gm)].map(([, sum]) => Number(sum))
  return Math.max(0, ...sums).toFixed(2)
}

test('the view of all runs: from the header to the slow rank, its functions, it alone, and back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const profile = await open(page)
  await profile.facts.last().getByRole('link', { name: '4 runs' }).click()
  await expect(profile.tab('Runs')).toHaveAttribute('aria-selected', 'true')
  // What gprof says of each file, in the order of the files.
  const theirs = await Promise.all(ranks.map(secondsOf))
  await expect.poll(async () => (await cellsOf(page)).map((cells) => cells[1])).toEqual(theirs)
  const shown = await cellsOf(page)
  expect(shown.map((cells) => cells.at(-1))).toEqual([0, 1, 2, 3].map((rank) => `gmon.out.${rank}`))
  await expect(page.getByRole('region', { name: 'All runs' })).toContainText('more than chance alone does')

  // The strip, by the keyboard: each bar says whose it is, and leads to its row.
  const bars = strip(page).getByRole('button')
  await expect(bars).toHaveCount(4)
  await bars.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(bars.nth(1)).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText(`gmon.out.1: ${theirs[1]} s`)
  await page.keyboard.press('Enter')
  await expect(grid(page).locator('[data-row="1"]')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown[1]?.join('\t'))

  await grid(page).getByRole('columnheader', { name: '× mean', exact: true }).getByRole('button').click()
  await expect(page).toHaveURL(/runs\.sort=mean-descending/)
  await expect(grid(page).getByRole('rowheader').first()).toHaveText('gmon.out.1')

  // A function: found by the search, which keeps the view.
  await page.keyboard.press('/')
  await page.keyboard.type('dig')
  await expect(page.getByText('1 match')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(grid(page).getByRole('columnheader', { name: 'Self', exact: true })).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Self time of dig in each run' })).toBeVisible()
  await page.keyboard.press('Escape')
  const { stdout } = await runGprof(['-b', '-p', program, ranks[1] ?? ''])
  const [, self, calls] = /^ *[\d.]+ +[\d.]+ +([\d.]+) +(\d+) .*dig$/m.exec(stdout) ?? []
  const [slowest = []] = await cellsOf(page)
  expect([slowest[4], slowest[6]?.replaceAll(',', '')]).toEqual([self, calls])

  await grid(page).locator('[data-row="0"]').focus()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.1')
  await expect(grid(page).locator('[data-row="0"]')).toHaveAttribute('aria-current', 'true')
  await expect(grid(page).getByRole('rowheader')).toHaveCount(4)
  await bar(page).getByRole('link', { name: 'All runs' }).click()
  await expect(profile.facts.last()).toHaveText('4 runs')
  await expect(bar(page)).toBeHidden()
})

test('of one run there is no such view: a link to it shows the flat profile', async ({ page }) => {
  const profile = await open(page, '#v=1&view=runs', ranks.slice(0, 1))
  await expect(profile.flat).toBeVisible()
  await expect(profile.tab('Runs')).toHaveCount(0)
  await page.keyboard.press('5')
  await expect(profile.flat).toBeVisible()
  await expect(profile.facts.last().getByRole('link')).toHaveCount(0)
})

test('all six tabs have room on a phone; on the smallest the one that is shown comes into sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 })
  const profile = await open(page)
  // Where they share the room to the last part of a pixel.
  for (const tab of ['Flat profile', 'Runs', 'Compare'])
    await expect(profile.tab(tab)).toBeInViewport({ ratio: 0.99 })
  await page.setViewportSize({ width: 320, height: 568 })
  await page.keyboard.press('6')
  await expect(profile.tab('Compare')).toBeInViewport({ ratio: 0.99 })
})

test('where files are gone the view says so of a function, and shows what it knows', async ({ page }) => {
  const going = join(folder, 'gmon.out.going')
  copyFileSync(ranks[0] ?? '', going)
  await open(page, '#v=1&view=runs', [...ranks.slice(1), going])
  await expect(grid(page).getByRole('rowheader')).toHaveCount(4)
  rmSync(going)
  await page.goto(`${page.url()}&fn=dig`)
  const part = page.getByRole('region', { name: 'The function in each run' })
  await expect(part).toContainText(/could not be read/)
  await expect(grid(page).getByRole('rowheader')).toHaveCount(4)
})

for (const [words, look] of LOOKS) {
  test(`the view of all runs without violations: ${words}`, async ({ page }) => {
    await dress(page, look)
    await open(page, '#v=1&view=runs')
    await expect(strip(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.goto(`${page.url()}&fn=dig`)
    await expect(page.getByRole('toolbar', { name: 'Self time of dig in each run' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test(`one run alone and a function in each, without violations: ${words}`, async ({ page }) => {
    await dress(page, look)
    const profile = await open(page, '#v=1&fn=dig&run=gmon.out.1')
    await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.1')
    const section = profile.details('dig').getByRole('region', { name: 'In each run' })
    await section.getByRole('button', { name: 'In each run' }).click()
    await expect(section.getByRole('listitem')).toHaveCount(4)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.goto(page.url().replace('gmon.out.1', 'gmon.out.nowhere-to-be-seen'))
    await expect(bar(page)).toContainText('is not among these files')
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
}

test('a saved profile of all runs lists them without a way to open one', async ({ page }) => {
  await open(page)
  const share = new ShareDialog(page)
  await share.open()
  const saved = join(folder, 'saved.gmonscope')
  await share.save('Save profile', saved)
  await page.goto('about:blank')
  await page.goto('./')
  await new Landing(page).choose(saved)
  await expect(runs(page)).toContainText('gmon.out.1')
  await expect(runs(page).getByRole('listitem').getByRole('link')).toHaveCount(0)
  await page.keyboard.press('5')
  await expect(grid(page).getByRole('rowheader')).toHaveCount(4)
  await expect(grid(page).getByRole('link')).toHaveCount(0)
  await expect(strip(page).getByRole('button')).toHaveCount(4)
})
