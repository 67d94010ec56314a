// Entries, callers and callees equal gprof's; names lead to entries, and Back returns.
import { expect, test, type Locator } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { expectPrintedLine, ProfilePage } from './pages/profile.ts'
import { asGprofWrites, gprofGraph, PROFILE, PROGRAM } from './sample.ts'

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await profile.tab('Call graph').click()
  await expect(profile.graph).toBeVisible()
})
test.afterEach(() => expect(problems).toEqual([]))

/**
 * Returns a line's cells in gprof's notation: the name's label includes the cycle and the number.
 */
async function wordsOf(lines: Locator): Promise<readonly string[]> {
  const cells = await lines.evaluateAll((rows) =>
    rows.map((row) =>
      [...row.children].map((cell) => cell.getAttribute('aria-label') ?? cell.textContent?.trim() ?? ''),
    ),
  )
  return cells.map((row) =>
    row
      .filter((text) => text !== '')
      .map(asGprofWrites)
      .join(' '),
  )
}

test('the first entry is unfolded, with the focus where Left folds it', async ({ page }) => {
  const profile = new ProfilePage(page)
  await expect(profile.lines('Callers', 'main')).toHaveText(['<spontaneous>'])
  await expect(profile.lines('Callees', 'main')).toHaveCount(6)
  await expect(profile.lines('Callees', 'find_archipelago')).toHaveCount(0)
  await expect(profile.entry('[1] main').locator('[data-kind=primary]')).toHaveAttribute('tabindex', '0')
})

test('every entry has gprof’s title, numbers, parents and children @main', async ({ page }) => {
  test.slow()
  const profile = new ProfilePage(page)
  await page.getByRole('button', { name: 'As gprof prints' }).click()
  await expect(page).toHaveURL(/call-graph\.entries=gprof/)
  await page.getByRole('button', { name: 'Close all' }).click()
  const theirs = await gprofGraph(PROFILE)
  expect(theirs.length).toBeGreaterThan(30)
  await expect(profile.graph).toHaveAttribute('aria-rowcount', String(theirs.length + 1))
  // One at a time, so that each is on screen completely.
  for (const { title, name, parents, primary, children } of theirs) {
    const entry = profile.entry(title)
    await profile.graph.getByRole('button', { name: `Open ${title}`, exact: true }).click()
    const own = entry.getByRole('row').and(page.locator('[data-kind=primary]'))
    const [index = ''] = title.split(' ')
    const [line = ''] = await wordsOf(own)
    expectPrintedLine(`${line} ${index}`, primary)
    if (!/^cycle \d+ as a whole$/.test(name)) {
      expect(await wordsOf(profile.lines('Callers', name))).toEqual(parents)
      expect(await wordsOf(profile.lines('Callees', name))).toEqual(children)
    } else {
      const members = profile.graph.getByRole('rowgroup', { name: `Members of ${name}`, exact: true })
      expect(await wordsOf(members.getByRole('row'))).toEqual(children)
    }
    await profile.graph.getByRole('button', { name: `Fold ${title}`, exact: true }).click()
  }
})

test('a child’s name leads to its entry, which is opened and focused; Back leads back @main', async ({
  page,
}) => {
  const profile = new ProfilePage(page)
  await profile.entry('[2] find_archipelago').getByRole('link', { name: 'find_archipelago' }).click()
  await expect(page).toHaveURL(/view=call-graph&fn=find_archipelago/)
  await profile.lines('Callees', 'find_archipelago').getByRole('link', { name: 'raise_land' }).click()
  await expect(page).toHaveURL(/fn=raise_land/)
  await expect(profile.lines('Callers', 'raise_land')).toContainText(['find_archipelago'])
  await expect(profile.entry('[6] raise_land').locator('[data-kind=primary]')).toBeFocused()
  await expect(profile.details('raise_land')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/fn=find_archipelago/)
  await expect(profile.entry('[2] find_archipelago').locator('[data-kind=primary]')).toBeFocused()
})

test('keys open, fold and walk @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  await profile.entry('[1] main').locator('[data-kind=primary]').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(profile.lines('Callers', 'main')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(profile.lines('Callers', 'main')).toHaveText(['<spontaneous>'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/fn=find_archipelago/)
  await page.keyboard.press('ArrowLeft')
  await expect(profile.lines('Callees', 'find_archipelago')).toHaveCount(0)
})

test('an unfolded entry ends with a line, before the next one’s parents', async ({ page }) => {
  const profile = new ProfilePage(page)
  await page.getByRole('button', { name: 'Open all' }).click()
  const children = profile.graph.getByRole('rowgroup', { name: /^Callees of / }).first()
  const rows = children.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await expect(rows.first()).toHaveCSS('border-bottom-color', 'rgba(0, 0, 0, 0)')
  await expect(rows.last()).not.toHaveCSS('border-bottom-color', 'rgba(0, 0, 0, 0)')
})

test('the number of a view takes the focus along from another view’s tab', async ({ page }) => {
  const profile = new ProfilePage(page)
  await profile.tab('Call graph').focus()
  await page.keyboard.press('5')
  await expect(profile.tab('Cycles')).toBeFocused()
})
