// A worker that computes without end, or that has ended: the page says so, and goes on with another one.
import { expect, test, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

/** Keeps the worker that holds the profile busy for ever. */
function hang(page: Page): void {
  for (const worker of page.workers()) {
    // It never answers; ending the worker settles the promise.
    worker
      .evaluate(() => {
        for (;;);
      })
      .catch(() => {})
  }
}

/** Ends the worker that holds the profile, without a word to the page. */
async function kill(page: Page): Promise<void> {
  await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.close())))
}

for (const [what, silence] of [
  ['computes without end', hang],
  ['has ended', kill],
] as const)
  test(`a worker that ${what} is replaced`, async ({ page }) => {
    await page.goto('./')
    await new Landing(page).drop(PROGRAM, PROFILE)
    const profile = new ProfilePage(page)
    await expect(profile.row('noise')).toBeVisible()
    await profile.settled()
    await silence(page)
    await profile.sortBy('Name')
    const bar = page.getByRole('status').filter({ hasText: 'No answer for 10 seconds' })
    await expect(bar).toBeVisible({ timeout: 30_000 })
    await bar.getByRole('button', { name: 'Stop it' }).click()
    await expect(bar).toBeHidden()
    await profile.settled()
    expect(await profile.names().allTextContents()).toEqual(
      (await profile.names().allTextContents()).toSorted(),
    )
  })

test('an expression that never ends is stopped, and the field says so', async ({ page }) => {
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await expect(profile.row('noise')).toBeVisible()
  await profile.settled()
  // With one group less, names of this length take a fast machine less than 10 seconds.
  await profile.search.fill(String.raw`/^(((((\w+)+)+)+)+)+;/`)
  await expect(page.getByText('Stopped after 10 s: this expression takes too long')).toBeVisible({
    timeout: 30_000,
  })
  await profile.search.fill('noise')
  await expect(profile.row('noise')).toBeVisible()
  await expect(profile.names()).toHaveCount(1)
})
