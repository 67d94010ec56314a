// The summary above the flat profile: what it says of the sample, and where its sentences lead.
import { expect, test } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

test('each sentence of the summary leads to the view that proves it @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  await page.goto('./')
  await new Landing(page).sample.click()
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText('evaluate takes 56.5% of the time')
  await expect(summary).toContainText(/The hottest line is \w+\.c:\d+ with/)
  await expect(summary).toContainText(/cutting .* shows it/)
  await summary.getByRole('link', { name: /hides who pays/ }).click()
  await expect(profile.tab('Cycles')).toHaveAttribute('aria-selected', 'true')
  await expect(summary).toBeHidden()
})
