// Keyboard only: a jump to the largest caller or callee moves the focus along, in every view that
// shows the function.
import { expect, test } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

test.beforeEach(async ({ page, baseURL }) => {
  await guardPage(page, new URL(baseURL ?? '').origin)
  await page.goto('./')
  await new Landing(page).sample.click()
  await expect(new ProfilePage(page).flat).toBeVisible()
})

test('the focus goes along in the flat profile, and arrows go on from there @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  await profile.row('fold_constants').click()
  await page.keyboard.press('p')
  await expect(profile.details('define_function')).toBeVisible()
  await expect(profile.row('define_function')).toBeFocused()
  await expect(profile.row('define_function')).toBeInViewport()
  await page.keyboard.press('c')
  await expect(profile.row('fold_constants')).toBeFocused()
  // On a tab the focus stays, because it was not in the table.
  await profile.tab('Flat profile').focus()
  await page.keyboard.press('p')
  await expect(profile.details('define_function')).toBeVisible()
  await expect(profile.tab('Flat profile')).toBeFocused()
})

test('the focus goes along in the graph', async ({ page }) => {
  await page.goto('./#v=1&view=force-graph&fn=fold_constants')
  await new Landing(page).reload()
  await new Landing(page).sample.click()
  const node = (name: string) =>
    page
      .getByRole('figure')
      .locator('[data-node]')
      .and(page.getByRole('button', { name, exact: true }))
  await node('fold_constants').focus()
  await page.keyboard.press('p')
  await expect(node('define_function')).toBeFocused()
})

test('the focus goes along in the source, once the lines of the other function are read', async ({
  page,
}) => {
  const profile = new ProfilePage(page)
  await profile.row('fold_constants').click()
  await profile.tab('Source').click()
  const rows = (name: string) => page.getByRole('grid', { name: `Source of ${name}` }).locator('[data-row]')
  await rows('fold_constants').nth(1).focus()
  await page.keyboard.press('p')
  const focused = page.locator('[data-row]:focus')
  await expect(rows('define_function').first()).toBeVisible()
  await expect(rows('define_function').and(focused)).toHaveCount(1)
  await page.keyboard.press('c')
  await expect(rows('fold_constants').and(focused)).toHaveCount(1)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(rows('define_function').and(focused)).toHaveCount(1)
})
