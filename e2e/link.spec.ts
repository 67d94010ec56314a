// A link carries the state of the screen, not the files: after opening it and dropping the files,
// another user sees the same.
import { expect, test } from '@playwright/test'
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
