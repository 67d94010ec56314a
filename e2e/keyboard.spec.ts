// Keyboard only: the main job, menu, palette and splitters; a jump to the largest caller or callee moves
// the focus along, in every view that shows the function.
import { expect, test, type Locator, type Page } from '@playwright/test'
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

/** Presses Tab until an element has the focus: it is among the next forty places. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  const hasFocus = () => element.evaluate((one) => one === document.activeElement)
  for (let places = 0; places < 40 && !(await hasFocus()); places++) await page.keyboard.press('Tab')
  await expect(element).toBeFocused()
}

test('the main job by keys alone: open, read rows, an entry, search, cut, undo @main', async ({
  context,
}) => {
  // A new tab, in which no profile is open.
  const page = await context.newPage()
  await page.goto('./')
  const profile = new ProfilePage(page)
  await new Landing(page).started()
  await tabTo(page, new Landing(page).sample)
  await page.keyboard.press('Enter')
  await expect(profile.row('evaluate')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(profile.row('sine')).toBeFocused()
  await page.keyboard.press('Enter')
  const primary = profile.entry('[11] sine').locator('[data-kind=primary]')
  await expect(primary).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('x')
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(changes).toHaveCount(0)
  await page.keyboard.press('1')
  await page.keyboard.press('/')
  await page.keyboard.type('noise')
  await page.keyboard.press('Enter')
  await expect(profile.details('noise')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator(':focus:not(body)')).toHaveCount(1)
})

test('a menu, the palette and the splitters do their work by keys alone', async ({ page }) => {
  const profile = new ProfilePage(page)
  await expect(profile.row('evaluate')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Show details' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Callers and callees' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(profile.tab('Call graph')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Function, view or action' })).toBeFocused()
  await page.keyboard.type('cycles')
  await page.keyboard.press('Enter')
  await expect(profile.tab('Cycles')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('1')
  for (const name of ['Width of the details', 'Height of the details']) {
    const line = page.getByRole('separator', { name })
    await tabTo(page, line)
    const size = async () => Number(await line.getAttribute('aria-valuenow'))
    const usual = await size()
    await page.keyboard.press('Home')
    expect(await size()).toBe(15)
    await page.keyboard.press(name.startsWith('Width') ? 'ArrowLeft' : 'ArrowUp')
    expect(await size()).toBe(17)
    await page.keyboard.press('Enter')
    expect(await size()).toBe(usual)
  }
})

test('with forced colours the focus and the selection have outlines', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const profile = new ProfilePage(page)
  await page.keyboard.press('ArrowDown')
  const outlined = (element: Locator) => expect(element).toHaveCSS('outline-style', 'solid')
  await outlined(profile.row('lattice_height'))
  await page.keyboard.press('5')
  await outlined(profile.tab('Cycles'))
  await page.keyboard.press('1')
  await tabTo(page, page.getByRole('separator', { name: 'Width of the details' }))
  await outlined(page.getByRole('separator', { name: 'Width of the details' }))
  await page.keyboard.press('Control+k')
  await outlined(page.getByRole('listbox').getByRole('option', { selected: true }))
})

test('with reduced motion nothing is animated', async ({ page }) => {
  for (const key of ['3', '4', '5', '1']) {
    await page.keyboard.press(key)
    await expect(page.locator('main').getByRole('button').first()).toBeVisible()
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().duration !== 0.01),
    )
    expect(moving, key).toEqual([])
  }
})
