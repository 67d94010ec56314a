// A link carries what is on screen, not the files: whoever opens it and drops them sees the same.
import { expect, test } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

test('a copied link opens the same state in a new tab', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await profile.sortBy('Calls')
  const all = await profile.names().count()
  await profile.search.fill('a')
  // Rows are kept by place: a click before the search has answered meets another function in the same element.
  await expect.poll(() => profile.names().count()).toBeLessThan(all)
  await profile.row('evaluate').click()
  await expect(profile.details('evaluate')).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
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

test('Back and Forward walk through views', async ({ page }) => {
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
