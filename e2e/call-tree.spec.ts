// The trees of callees and callers: keyboard, link, agreement with gprof, lower bounds and
// estimates; the flame view of the same; no axe violation.
import { expect, test, type Locator, type Page } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { gprofGraph, PROFILE, PROGRAM } from './sample.ts'
import { dress, LOOKS, overflow, violations } from './violations.ts'
const CALLEES = '#v=1&view=call-graph&call-graph.as=callees'

async function open(page: Page, hash: string): Promise<ProfilePage> {
  await page.goto(`./${hash}`)
  await new Landing(page).drop(PROGRAM, PROFILE)
  return new ProfilePage(page)
}

const tree = (page: Page, name: string): Locator => page.getByRole('treegrid', { name, exact: true })

function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
}

async function cells(of: Locator): Promise<readonly string[]> {
  return of.evaluate((element) =>
    [...element.children].map((cell) => cell.getAttribute('aria-label') ?? cell.textContent?.trim() ?? ''),
  )
}

test('the first level of callees has gprof’s times and calls', async ({ page }) => {
  const theirs = (await gprofGraph(PROFILE)).find(({ name }) => name === 'find_archipelago')
  await open(page, `${CALLEES}&call-graph.root=find_archipelago`)
  await expect(tree(page, 'Callees of find_archipelago')).toBeVisible()
  const children = page.locator('[role=row][aria-level="2"]')
  await expect(children).toHaveCount(theirs?.children.length ?? -1)
  for (const [at, line] of (theirs?.children ?? []).entries()) {
    const [self = '', inherited = '', called = '', name = ''] = line.split(' ')
    const [, total, own, calls, shown] = await cells(children.nth(at))
    expect([own, calls?.replaceAll(',', ''), shown?.split(' ')[0]]).toEqual([
      self,
      called.split('/')[0],
      name,
    ])
    expect(Math.abs(Number(total) - Number(self) - Number(inherited))).toBeLessThan(0.011)
  }
})

test('keys open, fold and walk; what is chosen is chosen everywhere; the link keeps the tree', async ({
  page,
  baseURL,
}) => {
  const { problems } = await guardPage(page, new URL(baseURL ?? '').origin)
  const profile = await open(page, '#v=1&view=call-graph')
  await profile.graph.waitFor()
  await page.keyboard.press('d')
  await expect(tree(page, 'Callees of program')).toBeVisible()
  await expect(page).toHaveURL(/call-graph\.as=callees/)
  await expect(row(page, 'program')).toBeFocused()
  await row(page, 'noise').focus()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'noise')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tooltip')).toContainText('on this path')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await expect(profile.details('lattice_height')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(profile.details('noise')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'noise')).toHaveAttribute('aria-expanded', 'false')
  await expect(row(page, 'evaluate recursion')).toBeVisible()
  await page.keyboard.press('u')
  await expect(tree(page, 'Callers of noise')).toBeVisible()
  await new Landing(page).reload()
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(tree(page, 'Callers of noise')).toBeVisible()
  await page.goBack()
  await expect(tree(page, 'Callees of program')).toBeVisible()
  await row(page, 'noise').getByRole('link').click()
  await expect(profile.lines('Callees', 'noise').first()).toBeVisible()
  expect(problems).toEqual([])
})

test('the flame view zooms by click and keys, and back; the same link is the same picture', async ({
  page,
}) => {
  const profile = await open(page, '#v=1&view=flame')
  const flame = page.getByRole('tree', { name: 'Flame view of program' })
  const box = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}:`) }).first()
  await expect(flame).toBeVisible()
  const picture = () =>
    flame
      .locator('svg')
      .first()
      .evaluate((svg) => [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d')).join())
  const before = await picture()
  await box('write_variation').click()
  await expect(page.getByRole('tree', { name: 'Flame view of write_variation' })).toBeVisible()
  await expect(profile.details('write_variation')).toBeVisible()
  await page.getByRole('navigation', { name: 'Path' }).getByRole('button', { name: 'program' }).click()
  await expect(flame).toBeVisible()
  await page.getByRole('button', { name: 'Close details' }).click()
  expect(await picture()).toBe(before)
  await box('find_archipelago').focus()
  await page.keyboard.press('ArrowDown')
  await expect(box('raise_land')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tree', { name: 'Flame view of raise_land' })).toBeVisible()
  await page.goBack()
  await expect(flame).toBeVisible()
  await box('sine').hover()
  await expect(page.getByRole('tooltip')).toContainText('calls')
  await profile.search.fill('evaluate')
  await expect(page.getByRole('status', { name: 'What is drawn' })).toContainText('marked')
  await expect(page.getByText('widths assume that all calls')).toBeVisible()
})

for (const [words, look] of LOOKS) {
  test(`axe finds nothing, ${words}`, async ({ page }) => {
    await dress(page, look)
    await open(page, CALLEES)
    await row(page, 'evaluate recursion').waitFor()
    expect(await violations(page), 'callees').toEqual([])
    await page.keyboard.press('i')
    await page.getByRole('treeitem').first().waitFor()
    await page.getByRole('searchbox', { name: 'Search functions' }).fill('no')
    await page.getByRole('status', { name: 'What is drawn' }).getByText('marked').waitFor()
    expect(await violations(page), 'flame').toEqual([])
    await page
      .getByRole('treeitem', { name: /^raise_land/ })
      .first()
      .click()
    await page.getByRole('navigation', { name: 'Path' }).waitFor()
    expect(await violations(page), 'zoomed').toEqual([])
    expect(await overflow(page), 'pixels beyond the window').toBeLessThanOrEqual(0)
  })
}
