// What the page saves is what gprof prints, and what the command line writes.
import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { runGprof } from '../workers/testing/live-gprof.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
})

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'latin1') }
}

test('the gprof listing is gprof’s, byte for byte', async ({ page }) => {
  const { name, text } = await saved(page, 'gprof listing')
  expect(name).toBe('islands-gprof.txt')
  expect(text).toBe((await runGprof(['-b', PROGRAM, PROFILE])).stdout)
})

test('the JSON holds the functions, arcs and cycles of the documented form', async ({ page }) => {
  const { name, text } = await saved(page, 'JSON')
  expect(name).toBe('islands.json')
  const document: unknown = JSON.parse(text)
  expect(document).toMatchObject({ format: 'gmonscope-profile', version: 1, name: 'islands', rate: 100 })
  expect(document).toHaveProperty('functions.length', 57)
  expect(document).toHaveProperty('arcs.length', 68)
  expect(document).toHaveProperty('cycles.length', 2)
})
