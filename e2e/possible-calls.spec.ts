// Static calls: in the sample's code, but not taken by its run.
import { expect, test } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

test('what a function could also call and be called by, and no number changes', async ({ page }) => {
  await page.goto('./#v=1&fn=parse_factor')
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  const details = profile.details('parse_factor')
  await expect(details).toBeVisible()
  const total = await profile.row('parse_factor').textContent()
  await details.getByRole('button', { name: 'Static calls' }).click()
  const calls = details.getByRole('list', { name: 'Could also call' }).getByRole('link')
  await expect(calls).toHaveText(['parse_factor', 'new_node', 'fail'])
  expect(await profile.row('parse_factor').textContent()).toBe(total)
  await calls.filter({ hasText: 'fail' }).click()
  const callers = profile
    .details('fail')
    .getByRole('list', { name: 'Could also be called by' })
    .getByRole('link')
  await expect(callers).toHaveText(['expect', 'read_name', 'resolve', 'parse_factor', 'define_function'])
  await new Landing(page).reload()
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(callers).toHaveCount(5)
})
