// The source view: lines of a function with their times and calls, and all lines with samples.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { runGprof } from '../workers/testing/gprof/live-gprof.ts'
import { profileProgram } from '../workers/testing/run-program.ts'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { ShareDialog } from './pages/share.ts'
import { PROFILE as SAMPLE_PROFILE, PROGRAM as SAMPLE_PROGRAM } from './sample.ts'
import { dress, LOOKS, overflow, violations } from './violations.ts'

const CODE = `#include "busy.h"
KEEP int step(int n) { SPEND(60); return n + 1; }
static inline int half(int n) {
  SPEND(100);
  return n / 2;
}
int main(int count, char **words) {
  (void)words; extern int tell(int) __asm__("__grid_mod_MOD_tell");
  int sum = count;
  for (int at = 0; at < 400; at++) {
    sum = step(sum);
    SPEND(120);
    sum += half(sum);
  }
  return tell(sum);
}
KEEP int tell(int sum) { return sum == 12345; }
`

let folder = ''
let program = ''
let profile = ''
let source = ''

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-source-'))
  const text = CODE.replace('busy.h', join(import.meta.dirname, '../workers/testing/programs/busy.h'))
  const made = await profileProgram(
    {
      name: '',
      compiler: 'gcc',
      sources: [{ file: 'lines.c', text }],
      flags: ['-g', '-O1'],
      runs: [[]],
      options: [],
    },
    folder,
  )
  program = made.executable
  ;[profile = ''] = made.profiles
  source = join(folder, 'lines.c')
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
})
test.afterEach(() => expect(problems).toEqual([]))

const hottest = (page: Page) => page.getByRole('grid', { name: 'Hottest lines' })
const sourceOf = (page: Page, name: string) => page.getByRole('grid', { name: `Source of ${name}` })
const tab = (page: Page) => page.getByRole('tab', { name: 'Source' })

async function open(page: Page, ...files: readonly string[]): Promise<ProfilePage> {
  await page.goto('./')
  await new Landing(page).choose(...files)
  await tab(page).click()
  return new ProfilePage(page)
}

/** Returns the cells of each row, without headings. */
const cellsOf = async (page: Page, name: string): Promise<readonly (readonly string[])[]> =>
  page
    .getByRole('grid', { name })
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('[role=rowheader], [role=gridcell]')].map((cell) => cell.textContent.trim()),
      ),
    )

test('the hottest lines are those of gprof -l, with their text @main', async ({ page }) => {
  await open(page, program, profile, source)
  await expect(hottest(page)).toBeVisible()
  await expect(hottest(page).getByText('SPEND(120);')).toBeVisible()
  const { stdout } = await runGprof(['-b', '-p', '-l', program, profile])
  const theirs = new Map<string, number>()
  for (const line of stdout.split('\n')) {
    const found = /^ *[\d.]+ +[\d.]+ +([\d.]+) .*\(([^()]+:\d+) @ [0-9a-f]+\)$/.exec(line)
    if (found?.[2]) theirs.set(found[2], (theirs.get(found[2]) ?? 0) + Number(found[1]))
  }
  const rows = await cellsOf(page, 'Hottest lines')
  expect(rows.length).toBeGreaterThan(2)
  for (const [, self, place = ''] of rows)
    expect(Math.abs(Number(self) - (theirs.get(place) ?? -1)), place).toBeLessThan(0.03)
})

test('a function’s source has the time of each line, what was inlined and the calls of each @main', async ({
  page,
}) => {
  await open(page, program, profile, source)
  await hottest(page).getByRole('link', { name: 'main' }).first().click()
  const grid = sourceOf(page, 'main')
  await expect(grid.getByText('sum = step(sum);')).toBeVisible()
  const rows = await cellsOf(page, 'Source of main')
  const call = rows.find(([line]) => line === '11')
  expect(call?.[4]).toMatch(/^step400 ×$/)
  expect(Number(call?.[2])).toBeGreaterThan(Number(call?.[1]))
  await expect(grid.getByRole('rowheader', { name: 'Inlined: half' })).toBeVisible()
  // Lines without code are shown for context, without numbers.
  expect(rows.find(([line]) => line === '8')?.slice(1, 3)).toEqual(['', ''])
  await grid.getByRole('link', { name: 'step' }).click()
  await expect(sourceOf(page, 'step')).toBeVisible()
  await page.goBack()
  await expect(sourceOf(page, 'main')).toBeVisible()
})

test('the name above a function’s lines is whole where it has room, in letters that are all as wide', async ({
  page,
}) => {
  const opened = await open(page, program, profile, source)
  await opened.tab('Flat profile').click()
  await opened.row('grid_mod::tell').click()
  await tab(page).click()
  await expect(sourceOf(page, 'grid_mod::tell')).toBeVisible()
  const parts = page.locator('strong').filter({ hasText: 'tell' }).locator('span')
  expect(await parts.evaluateAll((all) => all.map((part) => part.scrollWidth - part.clientWidth))).toEqual(
    (await parts.all()).map(() => 0),
  )
})

test('on a phone, also zoomed in, line numbers of any length keep a margin to the edge and their neighbours', async ({
  page,
}) => {
  const far = join(folder, 'far')
  mkdirSync(far)
  const text = CODE.replace('busy.h', join(import.meta.dirname, '../workers/testing/programs/busy.h'))
  const made = await profileProgram(
    {
      name: '',
      compiler: 'gcc',
      sources: [{ file: 'lines.c', text: text.replace('int main', '#line 250001\nint main') }],
      flags: ['-g', '-O1'],
      runs: [[]],
      options: [],
    },
    far,
  )
  for (const files of [
    [program, profile, source],
    [made.executable, ...made.profiles],
  ]) {
    await page.setViewportSize({ width: 390, height: 800 })
    await open(page, ...files)
    await hottest(page).getByRole('link', { name: 'main' }).first().click()
    const grid = sourceOf(page, 'main')
    await grid.getByRole('rowheader').first().waitFor()
    for (const width of [390, 195, 640]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      const texts = await grid.evaluate((element) => {
        const range = document.createRange()
        const boxOf = (cell: Element) => {
          range.selectNodeContents(cell)
          return range.getBoundingClientRect()
        }
        const edge = element.getBoundingClientRect().left
        return [...element.querySelectorAll('[aria-colindex="1"]')].map((cell) => ({
          left: boxOf(cell).left - edge,
          beyond: boxOf(cell).right - cell.getBoundingClientRect().right,
        }))
      })
      expect(texts.length).toBeGreaterThan(3)
      for (const { left, beyond } of texts) {
        expect(left).toBeGreaterThanOrEqual(11.5)
        expect(beyond).toBeLessThan(-7.5)
      }
    }
  }
})

test('its numbers explain themselves, and a row is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, program, profile, source)
  await hottest(page).getByRole('link', { name: 'main' }).first().click()
  const row = sourceOf(page, 'main').locator('[data-row]', { hasText: 'SPEND(120);' })
  await row.locator('[data-tip^=self]').hover()
  await expect(page.getByRole('tooltip')).toContainText('÷ 100 per second')
  const calling = sourceOf(page, 'main').locator('[data-row]', { hasText: 'sum = step(sum);' })
  await calling.locator('[data-tip^=total]').hover()
  await expect(page.getByRole('tooltip')).toContainText('handed on by what it calls')
  await calling.locator('[data-tip^=calls]').hover()
  await expect(page.getByRole('tooltip')).toContainText('400 calls')
  await calling.locator('[role=rowheader]').click()
  await calling.focus()
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Row copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('sum = step(sum);\tstep 400')
})

test('lines leave with the profile, and have their text where the source files are', async ({ page }) => {
  await open(page, program, profile, source)
  await expect(hottest(page).getByText('SPEND(120);')).toBeVisible()
  const before = await cellsOf(page, 'Hottest lines')
  const share = new ShareDialog(page)
  await share.open()
  await expect(share.preview).toContainText(/ · \d+ lines · /)
  const saved = join(folder, 'lines.gmonscope')
  await share.save('Save profile', saved)
  await page.getByRole('dialog').getByText('Times of lines').click()
  await expect(share.preview).not.toContainText(/\d lines? ·/)
  const bare = join(folder, 'bare.gmonscope')
  await share.save('Save profile', bare)
  await open(page, saved)
  await expect(hottest(page)).toBeVisible()
  const after = await cellsOf(page, 'Hottest lines')
  expect(after.map((cells) => cells.slice(0, 4))).toEqual(before.map((cells) => cells.slice(0, 4)))
  await hottest(page).getByRole('link', { name: 'main' }).first().click()
  await expect(page.getByText('The saved profile holds only lines with samples or calls.')).toBeVisible()
  await expect(sourceOf(page, 'main').getByRole('link', { name: 'step' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read calls again' })).toHaveCount(0)
  await page.getByLabel('Choose source files').setInputFiles(source)
  await expect(sourceOf(page, 'main').getByText('sum = step(sum);')).toBeVisible()
  await page.goto('./')
  await new Landing(page).choose(bare)
  await expect(page.getByRole('tab', { name: 'Flat profile' })).toBeVisible()
  await expect(tab(page)).toHaveCount(0)
})

test('without the source files there are lines, and dropping them brings the text', async ({ page }) => {
  await open(page, program, profile)
  await hottest(page).getByRole('link', { name: 'main' }).first().click()
  await expect(page.getByText('Drop lines.c on the page to see the text of the lines.')).toBeVisible()
  await expect(sourceOf(page, 'main').getByRole('rowheader', { name: '11', exact: true })).toBeVisible()
  await page.getByLabel('Choose source files').setInputFiles(source)
  await expect(sourceOf(page, 'main').getByText('sum = step(sum);')).toBeVisible()
  await expect(page.getByText('Without lines.c')).toBeHidden()
})

test('a source file dropped on an open profile is taken without a question', async ({ page }) => {
  await page.goto('./')
  await new Landing(page).choose(program, profile)
  const shown = new ProfilePage(page)
  await shown.flatRows()
  await page.getByLabel('Open profile files').setInputFiles(source)
  await expect(hottest(page).getByText('SPEND(120);')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a source file that has changed, or is another one, is reported', async ({ page }) => {
  const later = join(folder, 'later')
  mkdirSync(later, { recursive: true })
  writeFileSync(join(later, 'lines.c'), readFileSync(source, 'utf8').split('\n').slice(0, 9).join('\n'))
  await open(page, program, profile, join(later, 'lines.c'))
  await hottest(page).getByRole('link', { name: 'main' }).first().click()
  await expect(
    page.getByText('lines.c has only 9 lines: the program was built from another version.'),
  ).toBeVisible()
})

test('a function without lines says why, and programs without any have no such view', async ({ page }) => {
  const stripped = join(folder, 'plain', 'program')
  mkdirSync(dirname(stripped), { recursive: true })
  copyFileSync(program, stripped)
  const { spawnSync } = await import('node:child_process')
  spawnSync('strip', ['-g', stripped])
  await page.goto('./')
  await new Landing(page).choose(stripped, profile)
  await new ProfilePage(page).flatRows()
  await expect(tab(page)).toBeHidden()
})

test('the sample has its source', async ({ page }) => {
  await page.goto('./')
  await page.getByRole('button', { name: 'Try a sample' }).click()
  await new ProfilePage(page).flatRows()
  await page.keyboard.press('8')
  await expect(hottest(page).getByText(/for \(; count < MOST_ARGUMENTS/)).toBeVisible()
})

for (const [words, look] of LOOKS) {
  test(`nothing is inaccessible: ${words}`, async ({ page }) => {
    await dress(page, look)
    await open(page, SAMPLE_PROGRAM, SAMPLE_PROFILE, join(dirname(SAMPLE_PROGRAM), 'evaluate.c'))
    await expect(hottest(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await hottest(page).getByRole('link', { name: 'evaluate' }).first().click()
    await expect(sourceOf(page, 'evaluate')).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  })
}

test('keys move along lines, and Enter goes to what a line calls', async ({ page }) => {
  await open(page, program, profile, source)
  // With so few samples it is random which line has the most.
  const long = hottest(page).locator('[data-row]', { hasText: 'SPEND(120);' })
  await long.locator('[role=rowheader]').click()
  await long.focus()
  await page.keyboard.press('Enter')
  const grid = sourceOf(page, 'main')
  const calling = grid.locator('[data-row]', { hasText: 'sum = step(sum);' })
  await calling.locator('[role=rowheader]').click()
  await calling.focus()
  await page.keyboard.press('ArrowDown')
  await expect(grid.locator('[data-row]', { hasText: 'SPEND(120);' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(sourceOf(page, 'step')).toBeVisible()
})
