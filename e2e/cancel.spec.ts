// Long work of the worker can be cancelled, and the open profile still works afterwards.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { buildLargeCase } from '../workers/testing/large-case.ts'
import { runGprof, runTool } from '../workers/testing/gprof/live-gprof.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { ShareDialog } from './pages/share.ts'

let folder = ''
let files: readonly [string, string] = ['', '']

test.setTimeout(180_000)

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-cancel-'))
  const made = buildLargeCase({ functions: 100_000, arcs: 400_000, cycles: 'some', names: 'c', seed: 8 })
  files = [join(folder, 'large'), join(folder, 'gmon.out')]
  writeFileSync(files[0], made.executable)
  writeFileSync(files[1], made.profile)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function openLarge(page: Page): Promise<void> {
  await page.goto('./')
  await new Landing(page).choose(...files)
  await expect(new ProfilePage(page).flat).toBeVisible({ timeout: 60_000 })
}

/** Checks that the worker answers: a click on a heading reorders the rows. */
async function expectAlive(page: Page): Promise<void> {
  const { flat } = new ProfilePage(page)
  await flat.getByRole('button', { name: 'Name' }).click()
  await expect(flat.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', /ascending/)
  await expect(flat.getByRole('row').nth(1)).toContainText('function_1', { timeout: 60_000 })
}

test('an empty folder does not cancel the opening of files, and is reported', async ({ page }) => {
  const empty = join(folder, 'nothing')
  mkdirSync(empty)
  await page.goto('./')
  const landing = new Landing(page)
  await landing.choose(...files)
  await landing.drop(empty)
  await expect(landing.alert).toContainText('nothing is a folder with no files to open')
  await expect(new ProfilePage(page).flat).toBeVisible({ timeout: 60_000 })
  await expectAlive(page)
  await landing.alert.getByRole('button', { name: 'Close' }).click()
  await expect(landing.alert).toBeHidden()
})

test('the writing of a document', async ({ page }) => {
  await openLarge(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'speedscope', exact: true }).click()
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()
  await expect(cancel).toBeHidden()
  await page.keyboard.press('Escape')
  await expectAlive(page)
})

test('the writing of a document, once the program was built and ran again', async ({ page }) => {
  const again = mkdtempSync(join(tmpdir(), 'gmonscope-again-'))
  const [program, profile] = [join(again, 'large'), join(again, 'gmon.out')]
  copyFileSync(files[0], program)
  copyFileSync(files[1], profile)
  await page.goto('./')
  await new Landing(page).choose(program, profile)
  await expect(new ProfilePage(page).flat).toBeVisible({ timeout: 60_000 })
  for (const file of [program, profile]) utimesSync(file, new Date(), new Date(Date.now() + 10_000))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'speedscope', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()
  // What only the files contain is reported as unavailable; the rest still works.
  await page.getByRole('button', { name: 'gmon.sum', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /large could not be read/ })).toBeVisible({
    timeout: 60_000,
  })
  await page.keyboard.press('Escape')
  await expectAlive(page)
  const { search, flat } = new ProfilePage(page)
  await search.fill('function_7777')
  await expect(flat.getByRole('row').nth(1)).toContainText('function_7777', { timeout: 60_000 })
  rmSync(again, { recursive: true, force: true })
})

test('fitting the profile into a link', async ({ page }) => {
  await openLarge(page)
  const { dialog, ...share } = new ShareDialog(page)
  await share.page.getByRole('button', { name: 'Share' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).first().click()
  await expect(dialog).toContainText('Cancelled')
  await page.keyboard.press('Escape')
  await expectAlive(page)
})

test('the comparison with a listing', async ({ page }) => {
  const listing = join(folder, 'listing.txt')
  // With a list of symbols: otherwise gprof takes half a minute for so many functions.
  const symbols = join(folder, 'symbols.txt')
  writeFileSync(symbols, (await runTool('nm', [files[0]])).stdout, 'latin1')
  writeFileSync(listing, (await runGprof(['-b', '-S', symbols, ...files])).stdout, 'latin1')
  await openLarge(page)
  await new Landing(page).drop(listing)
  await page.getByRole('button', { name: 'Verify listing' }).click({ timeout: 60_000 })
  const dialog = page.getByRole('dialog', { name: 'listing.txt verified against this profile' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expectAlive(page)
})
