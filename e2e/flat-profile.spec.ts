// The flat profile agrees with gprof, and can be sorted, searched and navigated.
import { expect, test } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { clipboardOf } from './pages/clipboard.ts'
import { Landing } from './pages/landing.ts'
import { type Column, printed, ProfilePage } from './pages/profile.ts'
import { gprofFlat, PROFILE, PROGRAM } from './sample.ts'
import { violations } from './violations.ts'

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
})
test.afterEach(() => expect(problems).toEqual([]))

test('rows, order and numbers equal gprof’s @main', async ({ page }) => {
  const theirs = await gprofFlat(PROFILE)
  expect(theirs.length).toBeGreaterThan(30)
  const profile = new ProfilePage(page)
  await profile.showGprofColumns()
  const ours = (await profile.flatRows()).map((cells) => [
    printed(cells['% time']),
    printed(cells['Cumulative']),
    printed(cells['Self']),
    cells['Calls']?.replaceAll(',', ''),
    printed(cells['Self/call']),
    printed(cells['Total/call']),
    cells['Name'],
  ])
  expect(ours).toEqual(theirs)
})

test('each time has a unit of its own, and the browser remembers the columns @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  await expect(profile.heading('Cumulative')).toHaveCount(0)
  await profile.showGprofColumns()
  const [evaluate] = await profile.flatRows()
  expect(evaluate).toEqual({
    Name: 'evaluate',
    '% time': '56.49',
    Cumulative: '2.71 s',
    Self: '2.71 s',
    Calls: '28,276,419',
    'Self/call': '95.90 ns',
    'Total/call': '156.06 ns',
  })
  const width = async (column: Column) => (await profile.heading(column).boundingBox())?.width ?? 0
  const before = await width('Calls')
  const box = await profile.heading('Calls').boundingBox()
  if (!box) throw new Error('nowhere')
  await page.mouse.move(box.x, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x - 60, box.y + 10, { steps: 3 })
  await page.mouse.up()
  expect(await width('Calls')).toBeCloseTo(before + 60, 0)
  await expect(page).not.toHaveURL(/sort=/)
  await page.goto('about:blank')
  await page.goto('./')
  await new Landing(page).sample.click()
  await expect(profile.heading('Cumulative')).toBeVisible()
  expect(await width('Calls')).toBeCloseTo(before + 60, 0)
  await page.mouse.dblclick((await profile.heading('Calls').boundingBox())?.x ?? 0, box.y + 10)
  expect(await width('Calls')).toBeCloseTo(before, 0)
})

const COLUMNS: readonly Column[] = [
  'Name',
  'Self %',
  'Total %',
  '% time',
  'Cumulative',
  'Self',
  'Total',
  'Calls',
  'Self/call',
  'Total/call',
]

for (const column of COLUMNS) {
  const main = column === 'Self' || column === 'Name' ? ' @main' : ''
  test(`sorts by ${column}, both ways${main}`, async ({ page }) => {
    const profile = new ProfilePage(page)
    await profile.rememberAllColumns()
    await new Landing(page).reload()
    await new Landing(page).drop(PROGRAM, PROFILE)
    const [first, second] = column === 'Name' ? ['ascending', 'descending'] : ['descending', 'ascending']
    for (const direction of [first, second]) {
      await profile.sortBy(column)
      await expect(profile.heading(column)).toHaveAttribute('aria-sort', direction)
      await expect(page).toHaveURL(new RegExp(`sort=\\w+-${direction}`))
      const cells = (await profile.flatRows()).map((row) => row[column] ?? '')
      const known = cells.filter((cell) => cell !== '')
      // Unknown values come last in either direction.
      expect(cells.slice(0, known.length)).toEqual(known)
      const sorted =
        column === 'Name'
          ? known.toSorted(new Intl.Collator('en', { numeric: true }).compare)
          : known.toSorted((a, b) => numberOf(a) - numberOf(b))
      if (direction === 'descending') sorted.reverse()
      expect(known.map(comparable)).toEqual(sorted.map(comparable))
    }
  })
}

/** NaN for a name. */
function numberOf(text: string): number {
  const match = /^(<?)([\d.,]+)(?: ?(%|[pnµm]?s))?$/.exec(text)
  const factor = { ps: 1e-12, ns: 1e-9, µs: 1e-6, ms: 1e-3 }[match?.[3] ?? ''] ?? 1
  return match ? (Number(match[2]?.replaceAll(',', '')) * factor) / (match[1] === '<' ? 2 : 1) : Number.NaN
}
const comparable = (text: string) => (Number.isNaN(numberOf(text)) ? text.toLowerCase() : numberOf(text))

test('the search filters, marks, counts and steps @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  await page.keyboard.press('/')
  await expect(profile.search).toBeFocused()
  await profile.search.fill('PARSE _')
  await expect(page.getByText(/^[2-9] matches$/)).toBeVisible()
  await profile.settled()
  const count = await profile.names().count()
  for (const name of await profile.names().allTextContents()) expect(name).toContain('parse_')
  await expect(profile.flat.locator('mark').first()).toHaveText('parse_')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`2 of ${count}`)).toBeVisible()
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByText(`1 of ${count}`)).toBeVisible()
  await profile.search.fill('/^parse_(term|factor)$/')
  await expect(profile.names()).toHaveCount(2)
  await profile.search.fill('/(/')
  await expect(profile.search).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(() => profile.names().count()).toBeGreaterThan(20)
  await page.keyboard.press('Escape')
  await expect(profile.search).toHaveValue('')
})

test('a number explains itself under the pointer and under the focus', async ({ page }) => {
  const profile = new ProfilePage(page)
  const cell = profile.row('evaluate').locator('[data-tip^="self:"]')
  await cell.hover()
  await expect(page.getByRole('tooltip')).toContainText('samples ÷ 100 per second')
  await page.mouse.move(5, 5)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await profile.row('evaluate').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tooltip')).toContainText('Share of all recorded samples')
})

test('an explanation goes with the row it explains', async ({ page }) => {
  const profile = new ProfilePage(page)
  await profile.row('sine').getByRole('gridcell').nth(2).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  const before = await page.getByRole('tooltip').textContent()
  await page.keyboard.press('/')
  await page.keyboard.type('raise')
  await expect(profile.names()).toHaveCount(3)
  // Another row is under the pointer now: it has its own tooltip, or none.
  await expect(page.getByRole('tooltip').filter({ hasText: before ?? '' })).toHaveCount(0)
  await page.keyboard.type(' no such function')
  await expect(profile.names()).toHaveCount(0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('an explanation of the header leaves the tabs alone once a key changes the view', async ({ page }) => {
  await page.getByText('1 run', { exact: true }).focus()
  await page.keyboard.press('Shift')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  const tip = page.getByRole('tooltip')
  await expect(tip).toContainText('summed')
  await page.keyboard.press('Shift')
  await expect(tip).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByRole('tab', { name: 'Call graph' })).toHaveAttribute('aria-selected', 'true')
  await expect(tip).toHaveCount(0)
})

test('the keyboard alone is enough @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  await profile.row('evaluate').focus()
  await page.keyboard.press('End')
  await expect(profile.flat.getByRole('row').last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(profile.details('evaluate')).toBeVisible()
  await page.keyboard.press('c')
  await expect(profile.details('noise')).toBeVisible()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(profile.details('evaluate')).toBeVisible()
  await profile.row('evaluate').focus()
  await page.keyboard.press('Enter')
  await expect(profile.lines('Callees', 'evaluate').first()).toBeVisible()
  await page.keyboard.press('1')
  await expect(profile.flat).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  // A sentence of a number's tooltip that no heading has.
  await expect(page.getByRole('term').filter({ hasText: '2.5 samples' })).toBeAttached()
})

test('a row is copied as a spreadsheet takes it, a table saved as CSV @main', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const profile = new ProfilePage(page)
  await profile.row('sine').click()
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboardOf(page)).toMatch(/^(?:[^\t]*\t){9}sine$/)
  await expect(page.getByRole('status').filter({ hasText: 'Row copied' })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('islands-flat.csv')
})

test('functions are grouped by source file, with sums, and unfold', async ({ page }) => {
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('Source file')
  const groups = page.getByRole('treegrid', { name: 'Flat profile by group' })
  const first = groups.getByRole('row', { expanded: false }).first()
  await expect(first).toContainText('functions')
  await first.click()
  await expect(groups.locator('[role=row][aria-level="2"]').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(groups.locator('[aria-level="2"]').first()).toBeFocused()
  expect(await violations(page)).toEqual([])
})
