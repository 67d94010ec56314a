// The workbench: the picture beside the list, splitters, the menu of a function, and the palette.
import { expect, test } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { LOOKS, dress, violations } from './violations.ts'

test.beforeEach(async ({ page, baseURL }) => {
  await guardPage(page, new URL(baseURL ?? '').origin)
})

test('list, picture and details are one; splitters set their sizes, which last @main', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('./')
  await new Landing(page).sample.click()
  const profile = new ProfilePage(page)
  const picture = page.getByRole('region', { name: 'Picture' })
  await profile.row('sine').click()
  await picture.getByRole('group', { name: 'Picture' }).getByRole('button', { name: 'Graph' }).click()
  const node = (name: string) => picture.getByRole('button', { name, exact: true })
  await expect(node('sine')).toHaveAttribute('aria-pressed', 'true')
  await node('evaluate').click()
  await expect(profile.row('evaluate')).toHaveAttribute('aria-selected', 'true')
  await expect(profile.details('evaluate').getByRole('heading', { name: /^Callers/ })).toBeInViewport()
  const view = async () => (await page.locator('#view').boundingBox()) ?? { width: 0, height: 0 }
  expect((await view()).height).toBeGreaterThanOrEqual(560)

  const line = page.getByRole('separator', { name: 'Width of the details' })
  const before = (await view()).width
  await line.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const after = (await view()).width
  expect(after).toBeLessThan(before - 40)
  await new Landing(page).reload()
  await new Landing(page).sample.click()
  await profile.row('noise').waitFor()
  expect((await view()).width).toBe(after)
  await line.dblclick()
  await expect.poll(async () => (await view()).width).toBe(before)
  const box = (await line.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(box.x, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x - 60, box.y + 100)
  await page.mouse.up()
  await expect.poll(async () => Math.abs((await view()).width - before + 60)).toBeLessThan(3)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(picture).toHaveCount(0)
})

for (const [words, look] of LOOKS) {
  test(`menu and palette by keys alone, without violations, ${words} @main`, async ({ page }) => {
    await dress(page, look)
    await page.goto('./')
    await new Landing(page).sample.click()
    const profile = new ProfilePage(page)
    await profile.row('sine').click()
    await profile.row('sine').focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu', { name: 'sine' })).toBeVisible()
    expect(await violations(page), 'menu').toEqual([])
    await page.keyboard.press('Escape')
    await expect(profile.row('sine')).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Function, view or action' })).toBeFocused()
    await page.keyboard.type('noise')
    await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText('noise')
    expect(await violations(page), 'palette').toEqual([])
    await page.keyboard.press('Enter')
    await expect(profile.details('noise')).toBeVisible()
    await profile.row('noise').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Graph around it' }).click()
    await expect(page.getByRole('button', { name: 'Around selection' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
}
