// Twelve tasks of a person with a profile: the answer is on screen after so many clicks and keys, at most
// those of the best peer. docs/what-is-tested.md has the table.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { profileProgram } from '../workers/testing/run-program.ts'
import { searchedProgram } from '../workers/testing/search-queries.ts'
import { countActions, type Actions } from './count-actions.ts'
import { guardPage } from './page-guard.ts'
import { CyclesPage } from './pages/cycles.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { grid } from './pages/runs.ts'
import { ShareDialog } from './pages/share.ts'
import { openRanks, runRanks } from './ranks.ts'

// A record of each key would make typing in a large program slow.
test.use({ trace: 'off' })

let folder = ''
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-tasks-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

let problems: readonly string[] = []
let actions: Actions
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
  actions = await countActions(page)
})
test.afterEach(() => expect(problems).toEqual([]))

const summary = (page: Page): Locator => page.getByRole('region', { name: 'Summary' })

async function openSample(page: Page, button = 'Try a sample'): Promise<ProfilePage> {
  await page.goto('./')
  await page.getByRole('button', { name: button }).click()
  return opened(page)
}

async function openFiles(page: Page, ...paths: readonly string[]): Promise<ProfilePage> {
  await page.goto('./')
  await new Landing(page).choose(...paths)
  return opened(page)
}

/** Counts from here. */
async function opened(page: Page): Promise<ProfilePage> {
  const profile = new ProfilePage(page)
  await profile.settled()
  await actions.take()
  return profile
}

/** Two builds of a program: in the second one a call of `step` takes three times as long. */
async function twoBuilds(): Promise<readonly { readonly program: string; readonly profile: string }[]> {
  const busy = join(import.meta.dirname, '../workers/testing/programs/busy.h')
  const builds = [40, 120].map(async (units) => {
    const slow = units > 40 ? 'if (n < 0) SPEND(1);' : ''
    const text = `#include "${busy}"
      KEEP int turn(int n) { SPEND(60); return n + 1; }
      KEEP int step(int n) { ${slow} SPEND(${units}); return turn(n); }
      int main(void) { int sum = 0; for (int at = 0; at < 2000; at++) sum = step(sum); return sum == 0; }`
    const { executable, profiles } = await profileProgram(
      {
        name: '',
        compiler: 'gcc',
        sources: [{ file: 'steps.c', text }],
        flags: ['-O1'],
        runs: [[]],
        options: [],
      },
      join(folder, `build-${units}`),
    )
    return { program: executable, profile: profiles[0] ?? '' }
  })
  return Promise.all(builds)
}

test('1: the hottest function and who calls it, without a click; in C and in C++ @main', async ({ page }) => {
  await openSample(page)
  await expect(summary(page)).toContainText(
    /evaluate takes 56\.5% of the time .*most often called by call_function\./,
  )
  await openSample(page, 'Try C++')
  await expect(summary(page)).toContainText(
    /ledger::Evaluator::evaluate takes 11\.5% of the time .*most often called by \S+::visit\./,
  )
  expect(await actions.take()).toBe(0)
})

test('2: the share of total time under a function, without a click', async ({ page }) => {
  const profile = await openSample(page)
  const [row] = (await profile.flatRows()).filter(({ Name }) => Name === 'raise_land')
  expect(row?.['Total %']).toBe('89.1%')
  await expect(page.getByRole('complementary').getByRole('link', { name: 'main' }).first()).toBeVisible()
  expect(await actions.take()).toBe(0)
})

test('3: which cycle, and what breaks it, without a click; the proof by one key', async ({ page }) => {
  const profile = await openSample(page)
  await expect(summary(page)).toContainText(
    'Cycle 2 (2 functions) hides who pays for 93.4%; cutting evaluate → call_function shows it and leaves every member a caller.',
  )
  expect(await actions.take()).toBe(0)
  await page.keyboard.press('5')
  await expect(profile.tab('Cycles')).toHaveAttribute('aria-selected', 'true')
  await expect(new CyclesPage(page).suggestions).toContainText('Provably minimal')
  expect(await actions.take()).toBe(1)
})

test('4: the slow rank and the function that makes it slow, by one click @main', async ({ page }) => {
  const ranks = await runRanks(Array.from({ length: 16 }, (_, rank) => [rank === 11 ? '1500' : '40', '200']))
  try {
    await openRanks(page, ranks)
    await opened(page)
    const sentence = summary(page).getByRole('link', {
      name: /^The slowest run is gmon\.out\.11: .* in dig\.$/,
    })
    await sentence.click()
    await expect(grid(page).getByRole('rowheader').first()).toContainText('gmon.out.11')
    await expect(page.locator('#view')).toContainText('dig')
    expect(await actions.take()).toBe(1)
  } finally {
    ranks.forget()
  }
})

test('5: what is slower in the new build, by a key, a click and the file dialog', async ({ page }) => {
  const [before, after] = await twoBuilds()
  if (!before || !after) throw new Error('no builds')
  await openFiles(page, after.program, after.profile)
  await page.keyboard.press('7')
  const dialog = page.waitForEvent('filechooser')
  await page.getByText('Choose files to compare with').click()
  await (await dialog).setFiles([before.program, before.profile])
  const first = page.getByRole('grid', { name: 'Diff' }).locator('[data-row]').first()
  await expect(first).toContainText('step')
  await expect(first).toContainText('+')
  expect(await actions.take()).toBe(2)
})

test('6: the hottest line, without a click; its source by one', async ({ page }) => {
  const profile = await openSample(page)
  const sentence = summary(page).getByRole('link', { name: 'The hottest line is evaluate.c:84 with 21.7%' })
  await expect(sentence).toBeVisible()
  expect(await actions.take()).toBe(0)
  await sentence.click()
  await expect(profile.tab('Source')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('grid', { name: 'Hottest lines' })).toContainText('84')
  expect(await actions.take()).toBe(1)
})

test('7: the profile for a colleague, by two clicks', async ({ page, browser }) => {
  await openSample(page)
  const share = new ShareDialog(page)
  await share.open()
  const path = join(folder, 'islands.html')
  const bytes = await share.save('Save HTML file', path)
  expect(await actions.take()).toBe(2)
  // The colleague has nothing but the file.
  expect(bytes.length).toBeGreaterThan(100_000)
  const theirs = await browser.newPage()
  await theirs.goto(`file://${path}`)
  await expect(new ProfilePage(theirs).row('evaluate')).toBeVisible()
  await theirs.close()
})

test('8: a program that was rebuilt since is named as such, without a click', async ({ page }) => {
  const [before, after] = await twoBuilds()
  if (!before || !after) throw new Error('no builds')
  await page.goto('./')
  await new Landing(page).choose(before.program, after.profile)
  await expect(
    page.getByRole('heading', { name: 'This may not be the program that was measured' }),
  ).toBeVisible()
  await expect(page.getByText('Open the program as it was when it ran')).toBeVisible()
  expect(await actions.take()).toBe(0)
})

test('9: functions by parts of their names among 50,000, by typing them', async ({ page }) => {
  test.setTimeout(240_000)
  const { executable, profile: measured, queries } = await searchedProgram(50_000)
  const [program, gmon] = [join(folder, 'large'), join(folder, 'gmon.out')]
  writeFileSync(program, executable)
  writeFileSync(gmon, measured)
  const profile = await openFiles(page, program, gmon)
  const firstFive = (): Promise<readonly string[]> =>
    profile.flat.locator('[data-row]').evaluateAll((rows) =>
      rows
        .toSorted((a, b) => Number(a.getAttribute('data-row')) - Number(b.getAttribute('data-row')))
        .slice(0, 5)
        .map((row) => row.querySelector('[role=rowheader]')?.getAttribute('aria-label') ?? ''),
    )
  for (const [query, name] of queries) {
    await page.keyboard.press('/')
    await page.keyboard.type(query)
    await expect
      .poll(async () => (await firstFive()).some((one) => one.startsWith(name)), {
        message: `${query}: ${name}`,
        timeout: 60_000,
      })
      .toBe(true)
    expect(await actions.take()).toBe(1 + query.length)
    // With all names searched it is still among them.
    await expect(page.getByRole('search').getByRole('status')).toHaveText(/ match(?:es)?$/, {
      timeout: 60_000,
    })
    await profile.settled()
    expect(
      (await firstFive()).some((one) => one.startsWith(name)),
      query,
    ).toBe(true)
    await page.keyboard.press('Escape')
    await actions.take()
  }
})

test('10: the graph as a file for a paper, by a key and two clicks', async ({ page }) => {
  await openSample(page)
  await page.keyboard.press('4')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'SVG', exact: true }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('>find_archipelago</text>')
  expect(await actions.take()).toBe(3)
})

test('11: what self and total are, without a click', async ({ page }) => {
  const profile = await openSample(page)
  await profile.heading('Self').hover()
  await expect(page.getByRole('tooltip')).toContainText('Time in the function’s own code')
  await profile.heading('Total').hover()
  await expect(page.getByRole('tooltip')).toContainText(/calls/)
  expect(await actions.take()).toBe(0)
})

test('12: a what-if is undone by one key', async ({ page }) => {
  const profile = await openSample(page)
  await profile.row('evaluate').click()
  await profile.details('evaluate').getByRole('button', { name: 'Exclude' }).first().click()
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toHaveCount(1)
  await actions.take()
  await page.keyboard.press('Control+z')
  await expect(changes).toHaveCount(0)
  expect(await actions.take()).toBe(1)
})
