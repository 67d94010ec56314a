// The runs view: compared with gprof's times of each run, by keyboard, on a phone, and with missing
// files.
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { runGprof } from '../workers/testing/gprof/live-gprof.ts'
import { guardPage } from './page-guard.ts'
import { bar, grid, strip } from './pages/runs.ts'
import { openRanks, runRanks, type Ranks } from './ranks.ts'
import { dress, LOOKS, overflow, violations } from './violations.ts'

let ranks: Ranks
test.beforeAll(async () => {
  ranks = await runRanks()
})
test.afterAll(() => ranks.forget())

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
})
test.afterEach(() => expect(problems).toEqual([]))

async function cellsOf(page: Page): Promise<readonly (readonly string[])[]> {
  const rows = grid(page).locator('[data-row]')
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}

async function secondsOf(path: string): Promise<string> {
  const { stdout } = await runGprof(['-b', '-p', ranks.program, path])
  const sums = [...stdout.matchAll(/^ *[\d.]+ +([\d.]+) +[\d.]+ /gm)].map(([, sum]) => Number(sum))
  return Math.max(0, ...sums).toFixed(2)
}

test('the rows stay where they are when a run of them is opened alone, and when all are there again', async ({
  page,
}, info) => {
  const many = Array.from({ length: 60 }, (_, rank) => {
    const path = info.outputPath(`gmon.out.${rank}`)
    copyFileSync(ranks.profiles[rank % ranks.profiles.length] ?? '', path)
    return path
  })
  const profile = await openRanks(page, ranks, '#v=1&view=runs&runs.sort=number-ascending', many)
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

test('the view of all runs: from the header to the slow rank, its functions, it alone, and back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const profile = await openRanks(page, ranks)
  await profile.facts.last().getByRole('link', { name: '4 runs' }).click()
  await expect(profile.tab('Runs')).toHaveAttribute('aria-selected', 'true')
  // gprof's answer for each file, in file order.
  const theirs = await Promise.all(ranks.profiles.map(secondsOf))
  await expect(grid(page).getByRole('rowheader').first()).toContainText('gmon.out.1')
  await grid(page).getByRole('columnheader', { name: 'No.', exact: true }).getByRole('button').click()
  await expect.poll(async () => (await cellsOf(page)).map((cells) => cells[1])).toEqual(theirs)
  const shown = await cellsOf(page)
  expect(shown.map((cells) => cells.at(-1)?.replace('slow', ''))).toEqual(
    [0, 1, 2, 3].map((rank) => `gmon.out.${rank}`),
  )
  await expect(page.getByRole('region', { name: 'All runs' })).toContainText(/Run 1: \+\d+\.\d\d s in dig/)

  // The strip by keyboard: each bar names its run, and leads to its row.
  const bars = strip(page).getByRole('button')
  await expect(bars).toHaveCount(4)
  await bars.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(bars.nth(1)).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText(`gmon.out.1: ${theirs[1]} s`)
  await page.keyboard.press('Enter')
  await expect(grid(page).locator('[data-row="1"]')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    shown[1]?.join('\t').replace('slow', ''),
  )

  await grid(page).getByRole('columnheader', { name: '× mean', exact: true }).getByRole('button').click()
  await expect(page).toHaveURL(/runs\.sort=mean-descending/)
  await expect(grid(page).getByRole('rowheader').first()).toHaveText(/^gmon\.out\.1/)

  // A function found by the search, which keeps the view.
  await page.keyboard.press('/')
  await page.keyboard.type('dig')
  await expect(page.getByText('1 match')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(grid(page).getByRole('columnheader', { name: 'Self', exact: true })).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Self time of dig in each run' })).toBeVisible()
  await page.keyboard.press('Escape')
  const { stdout } = await runGprof(['-b', '-p', ranks.program, ranks.profiles[1] ?? ''])
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
  const profile = await openRanks(page, ranks, '#v=1&view=runs', ranks.profiles.slice(0, 1))
  await expect(profile.flat).toBeVisible()
  await expect(profile.tab('Runs')).toHaveCount(0)
  await page.keyboard.press('6')
  await expect(profile.flat).toBeVisible()
  await expect(profile.facts.last().getByRole('link')).toHaveCount(0)
})

test('all six tabs have room on a phone; on the smallest the one that is shown comes into sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 })
  const profile = await openRanks(page, ranks)
  // The widths at which the tabs only just fit.
  for (const tab of ['Flat profile', 'Runs', 'Diff'])
    await expect(profile.tab(tab)).toBeInViewport({ ratio: 0.99 })
  await page.setViewportSize({ width: 320, height: 568 })
  await page.keyboard.press('7')
  await expect(profile.tab('Diff')).toBeInViewport({ ratio: 0.99 })
})

test('where files are gone the view says so of a function, and shows what it knows', async ({ page }) => {
  const going = join(ranks.folder, 'gmon.out.going')
  copyFileSync(ranks.profiles[0] ?? '', going)
  await openRanks(page, ranks, '#v=1&view=runs', [...ranks.profiles.slice(1), going])
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
    await openRanks(page, ranks, '#v=1&view=runs')
    await expect(strip(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.goto(`${page.url()}&fn=dig`)
    await expect(page.getByRole('toolbar', { name: 'Self time of dig in each run' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
}
