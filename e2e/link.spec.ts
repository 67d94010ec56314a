// A link carries the state of the screen, not the files: after opening it and dropping the files,
// another user sees the same.
import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { buildLargeCase } from '../workers/testing/large-case.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { ShareDialog } from './pages/share.ts'
import { PROFILE, PROGRAM } from './sample.ts'

test('a copied link opens the same state in a new tab @main', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await profile.sortBy('Calls')
  await profile.search.fill('a')
  // Rows are keyed by position: a click before the search has answered would hit another function.
  await profile.settled()
  await profile.row('evaluate').click()
  await expect(profile.details('evaluate')).toBeVisible()
  const share = new ShareDialog(page)
  await share.open()
  const link = await share.copy('Copy view link')
  const names = await profile.names().allTextContents()

  const tab = await context.newPage()
  await tab.goto(link)
  await expect(tab.getByText(/This link shows/)).toContainText('evaluate')
  await new Landing(tab).drop(PROFILE, PROGRAM)
  const there = new ProfilePage(tab)
  await expect(there.heading('Calls')).toHaveAttribute('aria-sort', 'descending')
  await expect(there.search).toHaveValue('a')
  await expect(there.names()).toHaveText(names)
  await expect(there.row('evaluate')).toHaveAttribute('aria-selected', 'true')
  await expect(there.details('evaluate')).toBeVisible()
})

test('Back and Forward walk through views @main', async ({ page }) => {
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  await profile.tab('Call graph').click()
  await expect(profile.graph).toBeVisible()
  await page.goBack()
  await expect(profile.flat).toBeVisible()
  await page.goForward()
  await expect(profile.graph).toBeVisible()
})

test('a link of 2 MB takes less than 200 MB', async ({ page }, info) => {
  test.setTimeout(300_000)
  const made = buildLargeCase({ functions: 100_000, arcs: 300_000, cycles: 'some', names: 'c', seed: 8 })
  const files = ['large', 'gmon.out'].map((name) => info.outputPath(name))
  writeFileSync(files[0] ?? '', made.executable)
  writeFileSync(files[1] ?? '', made.profile)
  await page.goto('./')
  await new Landing(page).choose(...files)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible({ timeout: 60_000 })
  const share = new ShareDialog(page)
  await share.open()
  const saved = await share.save('Save profile', info.outputPath('large.gmonscope'))
  const hash = `#v=1&profile=data:${Buffer.from(saved).toString('base64url')}`
  expect(hash.length).toBeGreaterThan(1_900_000)

  await page.goto('about:blank')
  await page.goto('./')
  await page.evaluate((link) => (location.hash = link), hash)
  await expect(profile.flat).toBeVisible({ timeout: 60_000 })
  await profile.settled()
  // Each step changes the links on screen.
  await profile.flat.getByRole('row').nth(2).click()
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowDown')
  await expect(profile.flat.getByRole('row', { selected: true })).toHaveCount(1)
  const written = await page
    .locator('a')
    .evaluateAll((links) => links.reduce((sum, link) => sum + (link.getAttribute('href') ?? '').length, 0))
  expect(written).toBeLessThan(100_000)
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  expect(usedSize).toBeLessThan(200_000_000)
  // A link that is followed brings the profile along.
  await page.getByRole('tab', { name: 'Call graph' }).click()
  await expect(profile.graph).toBeVisible()
  expect(new URL(page.url()).hash.length).toBeGreaterThan(1_900_000)
})
