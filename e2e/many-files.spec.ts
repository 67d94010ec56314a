// Hundreds of runs of one program, as a parallel job writes them: in one drop, as a folder, with
// and without the program.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

const RUNS = 500
const MOST_IN_FOLDER = 10_000

let folder = ''
let paths: readonly string[] = []
let program = ''

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-many-'))
  // A folder lists its files in no particular order.
  program = join(folder, 'islands')
  copyFileSync(PROGRAM, program)
  paths = Array.from({ length: RUNS }, (_, run) => join(folder, `gmon.out.${run}`))
  for (const path of paths) copyFileSync(PROFILE, path)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Records the values of the progress bar. */
async function watchProgress(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const values: number[] = []
    Object.assign(globalThis, { values })
    const look = () => {
      const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')
      if (value && values.at(-1) !== Number(value)) values.push(Number(value))
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { values: number[] }).values)
}

/** Presses Cancel as soon as it appears, which a locator might miss. */
async function cancelAtOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const cancel = [...document.querySelectorAll('button')].find((b) => b.textContent === 'Cancel')
      if (!cancel) return
      observer.disconnect()
      Object.assign(globalThis, { cancelled: true })
      cancel.click()
    }).observe(document.body, { subtree: true, childList: true })
  })
}

/** Checks the sum of all runs and its overview; long lists appear on request. */
async function expectAllRuns(page: Page): Promise<void> {
  const { flat, facts } = new ProfilePage(page)
  await expect(flat).toBeVisible()
  await expect(facts.filter({ hasText: `${RUNS} runs` })).toBeVisible()
  expect((await page.locator('h1').getAttribute('title'))?.split('\n')).toHaveLength(13)
  const overview = page.getByRole('region', { name: 'Runs' })
  await expect(overview.locator('li')).toHaveCount(4)
  // Equal times, so the numbers in the names decide.
  await expect(overview.getByRole('listitem').nth(2)).toContainText('gmon.out.2')
  await overview.getByRole('link', { name: `All ${RUNS} in the view Runs` }).click()
  const runs = page.getByRole('grid', { name: 'Runs' })
  await expect(runs).toHaveAttribute('aria-rowcount', `${RUNS + 1}`)
  await expect(runs.getByRole('rowheader').nth(2)).toHaveText('gmon.out.2')
  const bars = page.getByRole('toolbar', { name: 'Time of each run' }).getByRole('button')
  expect(await bars.count()).toBeLessThan(RUNS)
  await runs.getByRole('row').nth(1).focus()
  await page.keyboard.press('End')
  await expect(runs.getByRole('rowheader').last()).toHaveText(`gmon.out.${RUNS - 1}`)
  await expect(page.locator('[data-row]:focus')).toBeInViewport()
}

test('as a folder', async ({ page }) => {
  await page.goto('./')
  const landing = new Landing(page)
  await landing.started()
  const readSteps = await watchProgress(page)
  await landing.drop(folder)
  await expectAllRuns(page)
  const steps = await readSteps()
  expect(steps).not.toEqual([])
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
})

test('in one drop, once it was cancelled', async ({ page }) => {
  await page.goto('./')
  const landing = new Landing(page)
  await landing.started()
  await cancelAtOnce(page)
  await landing.drop(program, ...paths)
  await page.waitForFunction(() => 'cancelled' in globalThis)
  await expect(landing.sample).toBeVisible()
  await landing.drop(program, ...paths)
  await expectAllRuns(page)
})

test('without the program, which comes later', async ({ page }) => {
  await page.goto('./')
  const landing = new Landing(page)
  await landing.drop(...paths)
  await expect(page.getByRole('heading', { name: 'The program is still missing' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Files offered' }).locator('li')).toHaveCount(6)
  await page.getByText(`${RUNS - 6} more`).click()
  await expect(landing.offered).toHaveCount(RUNS)
  await landing.drop(program)
  await expectAllRuns(page)
})

test('some truncated, one of them empty: reported first, by name', async ({ page }, info) => {
  const bytes = readFileSync(PROFILE)
  const cut = Array.from({ length: 30 }, (_, run) => info.outputPath(`gmon.out.${run}`))
  for (const [run, path] of cut.entries()) writeFileSync(path, bytes.subarray(0, run === 25 ? 5 : -4))
  await page.goto('./')
  const landing = new Landing(page)
  await landing.drop(...cut)
  await expect(landing.offered.first()).toContainText('gmon.out.25')
  await landing.offered.first().getByRole('button').click()
  await expect(landing.offered.first()).toContainText('gmon.out.0')
  await landing.drop(program)
  await expect(new ProfilePage(page).flat).toBeVisible()
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByRole('button', { name: /more$/i }).click()
  // Once, with all their names.
  const notice = notices.getByRole('listitem').filter({ hasText: 'cut short' })
  await expect(notice).toHaveCount(1)
  await expect(notice).toContainText('the same of 28 more files')
  await notice.getByText('All 29 files').click()
  for (const path of cut.filter((_, run) => run !== 25))
    await expect(notice.locator('details')).toContainText(basename(path))
})

test('more than belong together', async ({ page }, info) => {
  const home = info.outputPath('home')
  mkdirSync(join(home, 'some'), { recursive: true })
  for (let at = 0; at <= MOST_IN_FOLDER; at++) writeFileSync(join(home, 'some', `${at}`), '')
  await page.goto('./')
  const landing = new Landing(page)
  await landing.drop(home)
  await expect(landing.alert).toContainText('some is a folder with more than 10,000 files')
})
