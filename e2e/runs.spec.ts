// Several runs of one program: each alone, and all of them again.
import { appendFileSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { runGprof } from '../workers/testing/gprof/live-gprof.ts'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { printed, ProfilePage } from './pages/profile.ts'
import { bar, grid, runs, strip } from './pages/runs.ts'
import { ShareDialog } from './pages/share.ts'
import { openRanks, runRanks, type Ranks } from './ranks.ts'
import { PROFILE as SAMPLE_PROFILE, PROGRAM as SAMPLE_PROGRAM } from './sample.ts'
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

const link = (page: Page, rank: number) => runs(page).getByRole('link', { name: `gmon.out.${rank}` })

async function selfTimes(profiles: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runGprof(['-b', '-p', ranks.program, ...profiles])
  return [...stdout.matchAll(/^ *[\d.]+ +[\d.]+ +([\d.]+) .*?(\S+)$/gm)].map(
    ([, self = '', name = '']) => `${name} ${self}`,
  )
}

async function shownTimes(profile: ProfilePage): Promise<readonly string[]> {
  return (await profile.flatRows()).map((cells) => `${cells.Name} ${printed(cells.Self)}`)
}

test('ranks that ran in separate folders are labelled with these', async ({ page }, info) => {
  const job = info.outputPath('job')
  for (const [rank, path] of ranks.profiles.entries()) {
    mkdirSync(join(job, `rank${rank}`), { recursive: true })
    copyFileSync(path, join(job, `rank${rank}`, 'gmon.out'))
  }
  copyFileSync(ranks.program, join(job, 'weighted'))
  await page.goto('./')
  await new Landing(page).drop(job)
  const profile = new ProfilePage(page)
  await expect(profile.facts.last()).toHaveText('4 runs')
  await runs(page).getByRole('link', { name: 'rank1/gmon.out' }).click()
  await expect(bar(page)).toContainText('rank1/gmon.out')
  await expect.poll(() => shownTimes(profile)).toEqual(await selfTimes([ranks.profiles[1] ?? '']))
  await bar(page).getByRole('link', { name: 'All runs' }).click()
  await expect(profile.facts.last()).toHaveText('4 runs')
})

test('a copied run counts twice, and is reported', async ({ page }, info) => {
  const copy = info.outputPath('gmon.out.copy')
  copyFileSync(SAMPLE_PROFILE, copy)
  await page.goto('./')
  await new Landing(page).choose(SAMPLE_PROGRAM, SAMPLE_PROFILE, copy)
  await expect(new ProfilePage(page).facts.last()).toHaveText('2 runs')
  // With lines there are eight views, and all tabs fit on a phone.
  await page.setViewportSize({ width: 390, height: 780 })
  expect(await overflow(page)).toBe(0)
  const tabs = page.getByRole('tablist', { name: 'Views' })
  await expect(tabs.getByRole('tab')).toHaveCount(8)
  expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 780 })
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText('gmon.out.copy may be gmon.out again')
  await runs(page).getByRole('link', { name: 'gmon.out', exact: true }).click()
  await expect(bar(page)).toContainText('1 of 2 runs')
  await expect(notices.filter({ hasText: 'again' })).toHaveCount(0)
})

test('a run of the list is opened alone, all runs again by one click, Back and Forward', async ({ page }) => {
  const profile = await openRanks(page, ranks)
  await expect(profile.facts.last()).toHaveText('4 runs')
  await expect(runs(page).getByRole('link').first()).toHaveText('gmon.out.1')
  await expect(bar(page)).toBeHidden()
  const all = await selfTimes(ranks.profiles)
  expect(await shownTimes(profile)).toEqual(all)

  await link(page, 1).click()
  await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.1')
  await expect(profile.facts.last()).toHaveText('1 run')
  await expect(page).toHaveURL(/run=gmon\.out\.1/)
  await expect(page).toHaveTitle(/^gmon\.out\.1 of program/)
  expect(await shownTimes(profile)).toEqual(await selfTimes(ranks.profiles.slice(1, 2)))
  // The list still has all runs, and marks the current one.
  await expect(runs(page).getByRole('listitem')).toHaveCount(4)
  await expect(link(page, 1)).toHaveAttribute('aria-current', 'true')
  // On the run's link, or after a slow load on its view.
  await expect(page.locator('a:focus, [data-row]:focus')).toHaveCount(1)

  // Opens another run by keyboard.
  await link(page, 2).focus()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.2')
  expect(await shownTimes(profile)).toEqual(await selfTimes(ranks.profiles.slice(2, 3)))

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
  const profile = await openRanks(page, ranks)
  await link(page, 1).click()
  await expect(profile.facts.last()).toHaveText('1 run')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'gprof listing', exact: true }).click()
  const text = readFileSync(await (await download).path(), 'latin1')
  expect(text).toBe((await runGprof(['-b', ranks.program, ranks.profiles[1] ?? ''])).stdout)
})

test('view, function, order and what is cut stay', async ({ page }) => {
  const profile = await openRanks(page, ranks, '#v=1&sort=name-ascending&cut=main/rest')
  await profile.names().getByText('dig', { exact: true }).click()
  await page.getByRole('button', { name: 'Close details' }).click()
  await link(page, 1).click()
  await expect(profile.facts.last()).toHaveText('1 run')
  await profile.settled()
  const names = (await profile.flatRows()).map((cells) => cells.Name ?? '')
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
  await new Landing(page).choose(ranks.program, ...ranks.profiles)
  const profile = new ProfilePage(page)
  await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.3')

  await page.goto('about:blank')
  await openRanks(page, ranks, '#v=1&run=gmon.out.7')
  await expect(bar(page)).toContainText('the run gmon.out.7 alone, which is not among these files')
  await expect(profile.facts.last()).toHaveText('4 runs')
  await bar(page).getByRole('link', { name: 'Continue without it' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(page).not.toHaveURL(/run=/)
})

test('a file that has changed since says so, and the sum is there to go back to', async ({ page }) => {
  const changing = join(ranks.folder, 'gmon.out.changing')
  copyFileSync(ranks.profiles[0] ?? '', changing)
  const profile = await openRanks(page, ranks, '', [...ranks.profiles.slice(1), changing])
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
  const profile = await openRanks(page, ranks, '#v=1&fn=dig')
  const section = profile.details('dig').getByRole('region', { name: 'In each run' })
  await section.getByRole('button', { name: 'In each run' }).press('Enter')
  const lines = section.getByRole('listitem')
  await expect(lines).toHaveCount(4)
  const theirs: (readonly [string, string, string])[] = []
  for (const [rank, path] of ranks.profiles.entries()) {
    const { stdout } = await runGprof(['-b', '-p', ranks.program, path])
    const [, self = '0.00', calls = ''] = /^ *[\d.]+ +[\d.]+ +([\d.]+) +(\d+)? .*dig$/m.exec(stdout) ?? []
    theirs.push([`gmon.out.${rank}`, calls, self])
  }
  for (const [name, calls, self] of theirs) {
    const line = lines.filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(line).toContainText(self === '0.00' ? /0$/ : `${self} s`)
    if (calls !== '') await expect(line).toContainText(`${Number(calls).toLocaleString('en')} ×`)
  }
  await expect(lines.first()).toContainText('gmon.out.1')
  await expect(section).toContainText(/to .* per run, median .* times the mean/)
  await expect(lines.last()).toBeInViewport()

  await section.getByRole('link', { name: 'gmon.out.1' }).click()
  await expect(bar(page)).toContainText('1 of 4 runs: gmon.out.1')
  await expect(profile.details('dig')).toBeVisible()
  // It is still about the same files.
  await expect(lines).toHaveCount(4)
  await expect(section.getByRole('link', { name: 'gmon.out.1' })).toHaveAttribute('aria-current', 'true')
  await section.getByRole('button', { name: 'In each run' }).click()
  await expect(lines).toHaveCount(0)
  // Requested again for all files, while one run is open alone.
  await section.getByRole('button', { name: 'In each run' }).click()
  await expect(lines).toHaveCount(4)
})

for (const [words, look] of LOOKS) {
  test(`one run alone and a function in each, without violations: ${words}`, async ({ page }) => {
    await dress(page, look)
    const profile = await openRanks(page, ranks, '#v=1&fn=dig&run=gmon.out.1')
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
  await openRanks(page, ranks)
  const share = new ShareDialog(page)
  await share.open()
  const saved = join(ranks.folder, 'saved.gmonscope')
  await share.save('Save profile', saved)
  await page.goto('about:blank')
  await page.goto('./')
  await new Landing(page).choose(saved)
  await expect(runs(page)).toContainText('gmon.out.1')
  await expect(runs(page).getByRole('listitem').getByRole('link')).toHaveCount(0)
  await page.keyboard.press('6')
  await expect(grid(page).getByRole('rowheader')).toHaveCount(4)
  await expect(grid(page).getByRole('link')).toHaveCount(0)
  await expect(strip(page).getByRole('button')).toHaveCount(4)
})
