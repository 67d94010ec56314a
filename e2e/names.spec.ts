// Every promised role and accessible name, in one walk through the page. A rename fails here.
import { writeFileSync } from 'node:fs'
import { expect, test, type Locator } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

const COLUMNS = ['Name', 'Self %', 'Total %', 'Self', 'Total', 'Calls'] as const

test('before a profile is open', async ({ page }, info) => {
  await page.goto('./')
  await expect(page.getByLabel('Open profile files', { exact: true })).toHaveAttribute('type', 'file')
  await expect(page.getByRole('button', { name: 'Try a sample', exact: true })).toBeVisible()
  const notes = info.outputPath('notes.txt')
  writeFileSync(notes, 'remember the milk\n')
  await new Landing(page).choose(notes)
  await expect(page.getByRole('alert')).toContainText('notes.txt')
})

test('views, tables, details, what is saved', async ({ page }) => {
  await page.goto('./')
  const profile = new ProfilePage(page)
  await new Landing(page).sample.click()

  const tabs = page.getByRole('tablist', { name: 'Views', exact: true }).getByRole('tab')
  const words = ['Flat profile', 'Call graph', 'Flame', 'Graph', 'Cycles', 'Diff', 'Source']
  await expect(tabs).toHaveCount(words.length)
  for (const [at, name] of words.entries())
    await expect(tabs.nth(at)).toHaveAccessibleName(new RegExp(`^${name}`))

  await expect(profile.flat).toHaveAttribute('aria-rowcount', /^\d+$/)
  for (const column of COLUMNS) await expect(profile.heading(column)).toHaveAttribute('aria-sort', /^\w+$/)
  await expect(profile.heading('Self')).toHaveAttribute('aria-sort', 'descending')
  await expect(profile.row('evaluate').getByRole('rowheader')).toHaveAccessibleName('evaluate')
  await expect(page.getByRole('searchbox', { name: 'Search functions', exact: true })).toBeVisible()
  await profile.row('evaluate').click()
  await expect(profile.details('evaluate')).toBeVisible()

  await page.keyboard.press('2')
  await expect(profile.graph).toBeVisible()
  const entry = profile.graph.getByRole('group', { name: /^\[\d+\] evaluate$/ })
  await expect(entry).toBeAttached()
  for (const kind of ['Callers', 'Callees'] as const)
    await expect(entry.getByRole('rowgroup', { name: `${kind} of evaluate`, exact: true })).toBeAttached()

  await page.keyboard.press('4')
  const whole = page.getByRole('figure', { name: 'Call graph of the whole profile', exact: true })
  await expect(whole.getByRole('button', { name: 'evaluate', exact: true })).toBeVisible()
  await expect(whole.getByRole('group', { name: 'cycle 1', exact: true })).toBeAttached()
  await page.getByRole('button', { name: 'Around selection', exact: true }).click()
  await expect(page.getByRole('figure', { name: 'Call graph of evaluate', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await allVisible(
    ['SVG', 'PNG', 'DOT', 'CSV', 'gprof listing', 'JSON'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    ),
  )
  await page.keyboard.press('Escape')

  await page.keyboard.press('5')
  const cycles = page.getByRole('list', { name: 'Cycles', exact: true })
  await expect(cycles.getByRole('listitem', { name: 'cycle 1', exact: true })).toBeVisible()
  const cut = page.getByRole('button', { name: /^Cut \S+ → \S+$/ }).first()
  const arc = (await cut.getAttribute('aria-label'))?.replace('Cut ', '') ?? ''
  await cut.click()
  await allVisible([
    page.getByRole('button', { name: `Restore ${arc}`, exact: true }),
    page.getByRole('button', { name: 'Restore all', exact: true }),
    page.getByRole('region', { name: 'What if', exact: true }),
  ])

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await allVisible(
    ['Copy view link', 'Save HTML file'].map((name) => page.getByRole('button', { name, exact: true })),
  )
})

async function allVisible(locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await expect(locator.first()).toBeVisible()
}
