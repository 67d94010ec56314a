// Tooltips can be read at leisure: the pointer may move onto one, touch can open one, Escape closes
// it.
import { expect, test, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

async function openSample(page: Page): Promise<ProfilePage> {
  await page.goto('./')
  await new Landing(page).sample.click()
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  return profile
}

test('the pointer may go on to an explanation, which stays until the pointer leaves it or Escape is pressed', async ({
  page,
}) => {
  const profile = await openSample(page)
  const tip = page.getByRole('tooltip')
  const cell = profile.row('sine').locator('[data-tip^="self:"]')
  await cell.hover()
  await expect(tip).toContainText('Time in the function’s own code')
  const from = await cell.boundingBox()
  const to = await tip.boundingBox()
  if (!from || !to) throw new Error('nowhere')
  const x = from.x + from.width - 5
  for (let y = from.y + from.height / 2; y < to.y + to.height / 2; y += 3) await page.mouse.move(x, y)
  await page.waitForTimeout(400)
  await expect(tip).toContainText('Time in the function’s own code')
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
  await cell.hover()
  await expect(tip).toBeVisible()
  await page.mouse.move(5, 5)
  await expect(tip).toHaveCount(0)
})

test.describe('by a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  /** Presses and holds a finger. */
  async function hold(page: Page, x: number, y: number, milliseconds: number): Promise<void> {
    const session = await page.context().newCDPSession(page)
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await page.waitForTimeout(milliseconds)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  test('a number is explained where a finger stays on it, and a tap on its row selects as ever', async ({
    page,
  }) => {
    const profile = await openSample(page)
    const tip = page.getByRole('tooltip')
    const cell = profile.row('sine').locator('[data-tip^="self:"]')
    const box = await cell.boundingBox()
    if (!box) throw new Error('nowhere')
    await hold(page, box.x + box.width / 2, box.y + box.height / 2, 700)
    await expect(tip).toContainText('Time in the function’s own code')
    await expect(profile.details('sine')).toHaveCount(0)
    await page.touchscreen.tap(80, 21)
    await expect(tip).toHaveCount(0)
    await cell.tap()
    await expect(profile.details('sine')).toBeVisible()
    await expect(tip).toHaveCount(0)
  })

  test('a tap explains what nothing else comes of', async ({ page }) => {
    const profile = await openSample(page)
    await profile.row('sine').tap()
    await profile.details('sine').getByRole('definition').first().tap()
    const tip = page.getByRole('tooltip')
    await expect(tip).toContainText('Time in the function’s own code')
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
  })
})
