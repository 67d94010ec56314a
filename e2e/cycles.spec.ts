// Breaking cycles: found, removed, undone, shared; every view follows, and gprof with the copied
// options agrees.
import { expect, test, type Page } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { clipboardOf } from './pages/clipboard.ts'
import { CyclesPage } from './pages/cycles.ts'
import { Landing } from './pages/landing.ts'
import { expectPrintedLine, printed, ProfilePage } from './pages/profile.ts'
import { ShareDialog } from './pages/share.ts'
import { asGprofWrites, gprofFlatWith, gprofGraphWith, PROFILE, PROGRAM } from './sample.ts'
import { dress, LOOKS, overflow, violations } from './violations.ts'

const CUT = /cut=parse_factor\/parse_expression,evaluate\/call_function/

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
})
test.afterEach(() => expect(problems).toEqual([]))

async function openSample(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`)
  await new Landing(page).drop(PROGRAM, PROFILE)
  await page.getByRole('tablist', { name: 'Views' }).waitFor()
}

test('the cycles, what is in them, and a cut that takes them apart @main', async ({ page }) => {
  await openSample(page)
  const cycles = new CyclesPage(page)
  const profile = new ProfilePage(page)
  await profile.tab('Cycles').click()
  await expect(cycles.items).toHaveCount(2)
  const parser = cycles.cycle('cycle 1')
  for (const name of ['parse_expression', 'parse_term', 'parse_factor']) {
    await expect(parser.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expect(parser).toContainText(/300,005\s*calls from outside/)
  await expect(parser).toContainText('loop parse_term → parse_factor → parse_expression → parse_term')
  await expect(parser.getByRole('table', { name: 'Matrix of cycle 1' }).getByRole('button')).toHaveCount(3)
  await expect(cycles.suggestions).toContainText('2 arcs with 26,894,624 calls')
  await expect(cycles.suggestions).toContainText('Provably minimal')

  await cycles.cutThese.click()
  await expect(page).toHaveURL(CUT)
  await expect(page.getByText('No cycles left.')).toBeVisible()
  await expect(cycles.changes).toHaveCount(2)
  await expect(profile.facts.filter({ hasText: 'cycle' })).toHaveText('0 cycles')

  await profile.tab('Call graph').click()
  await expect(profile.graph).toBeVisible()
  await expect(profile.graph).not.toContainText('as a whole')
  await profile.tab('Flat profile').click()
  const total = profile.row('call_function').locator('[data-tip^="total:"]')
  await expect(total.and(page.locator('[data-was]'))).toHaveText('4.45 s')
  await total.hover()
  await expect(page.getByRole('tooltip')).toContainText('As measured: 0.07 s')
  await profile.row('call_function').click()
  await expect(profile.details('call_function').locator('[data-was]').first()).toBeVisible()
  await page.keyboard.press('4')
  const figure = page.getByRole('figure')
  await figure.locator('[data-node]').first().waitFor()
  await expect(figure.getByRole('group', { name: /^cycle/ })).toHaveCount(0)

  // The button, Back and the keys have the same effect.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).not.toHaveURL(/cut=/)
  await expect(figure.getByRole('group', { name: /^cycle/ })).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL(CUT)
  await expect(figure.getByRole('group', { name: /^cycle/ })).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(page).not.toHaveURL(/cut=/)
  await page.keyboard.press('Control+Shift+Z')
  await expect(page).toHaveURL(CUT)
})

test('numbers after a cut equal gprof’s with the copied options @main', async ({ page, context }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSample(page, '#v=1&view=cycles')
  const cycles = new CyclesPage(page)
  await cycles.cutThese.click()
  await page.getByRole('button', { name: 'Copy gprof options' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const options = (await clipboardOf(page)).split(' ')
  expect(options).toEqual(['-k', 'parse_factor/parse_expression', '-k', 'evaluate/call_function'])

  await page.keyboard.press('1')
  const theirs = await gprofFlatWith(options, PROFILE)
  await new ProfilePage(page).showGprofColumns()
  const shown = (await new ProfilePage(page).flatRows()).map((cells) => [
    printed(cells['% time']),
    printed(cells.Cumulative),
    printed(cells.Self),
    cells.Calls?.replaceAll(',', ''),
    printed(cells['Self/call']),
    printed(cells['Total/call']),
  ])
  expect(shown).toEqual(theirs.map((cells) => cells.slice(0, 6)))
  await page.keyboard.press('2')
  const profile = new ProfilePage(page)
  // After the cut there are no cycles, which are all that gprof prints differently.
  const entries = await gprofGraphWith(options, PROFILE)
  await expect(profile.graph).toHaveAttribute('aria-rowcount', String(entries.length + 1))
  for (const { title, primary } of entries.slice(0, 12)) {
    const own = profile.entry(title).getByRole('row').and(page.locator('[data-kind=primary]'))
    const cells = await own.evaluate((row) =>
      [...row.children].map((cell) => cell.getAttribute('aria-label') ?? cell.textContent ?? ''),
    )
    const words = cells.filter((cell) => cell !== '').map(asGprofWrites)
    expectPrintedLine(`${words.join(' ')} ${title.split(' ')[0]}`, primary)
  }
})

test('a slider walks over sets of cuts, every view follows, and one undo takes it back', async ({ page }) => {
  await openSample(page, '#v=1&view=cycles')
  const cycles = new CyclesPage(page)
  await cycles.breakAt('cycle 1').click()
  await cycles.slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/cut=/)
  await expect(cycles.slider).toHaveAttribute('aria-valuetext', /arcs? with .* calls?, 0 new roots, main /)
  await page.keyboard.press('End')
  await expect(cycles.items).toHaveCount(1)
  expect(await violations(page), 'slider').toEqual([])
  expect(await overflow(page), 'pixels beyond the window').toBeLessThanOrEqual(0)
  await new ProfilePage(page).tab('Flame').click()
  await cycles.slider.focus()
  await page.keyboard.press('Home')
  await expect(page).not.toHaveURL(/cut=/)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/cut=/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(cycles.slider).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).not.toHaveURL(/cut=/)
})

test('a shared link opens the same scenario once the files are there', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSample(page, '#v=1&view=cycles')
  const cycles = new CyclesPage(page)
  await cycles.cut('call_function → evaluate').click()
  await expect(cycles.restore('call_function → evaluate')).toBeFocused()
  await expect(cycles.items).toHaveCount(1)
  const share = new ShareDialog(page)
  await share.open()
  const link = await share.copy('Copy view link')

  const tab = await context.newPage()
  await tab.goto(link)
  await expect(tab.getByText(/This link shows/)).toContainText('with changes to the profile')
  await new Landing(tab).drop(PROFILE, PROGRAM)
  const there = new CyclesPage(tab)
  await expect(there.items).toHaveCount(1)
  await expect(there.changes).toHaveText([/call_function → evaluate/])
  await there.restore('call_function → evaluate').click()
  await expect(there.items).toHaveCount(2)
  await tab.goBack()
  await expect(there.items).toHaveCount(1)
  await there.restoreAll.click()
  await expect(there.items).toHaveCount(2)
})

test('arcs are cut from a line of the call graph, and time left out from the details', async ({ page }) => {
  await openSample(page, '#v=1&view=call-graph&fn=evaluate')
  const profile = new ProfilePage(page)
  // The linked entry takes the focus once it is shown.
  await expect(profile.graph.locator('[data-kind=primary]:focus')).toContainText('evaluate')
  const line = profile.lines('Callees', 'evaluate').filter({ hasText: 'noise' })
  await line.focus()
  await page.keyboard.press('x')
  await expect(page).toHaveURL(/cut=evaluate\/noise/)
  await expect(profile.lines('Callees', 'evaluate').filter({ hasText: 'noise' })).toHaveCount(0)
  // The next line takes its place, and the focus.
  await expect(profile.lines('Callees', 'evaluate').and(page.locator(':focus'))).toHaveCount(1)

  const details = profile.details('evaluate')
  await details.getByRole('button', { name: 'Ignore its time (-N)' }).click()
  await expect(page).toHaveURL(/untimed=evaluate/)
  await expect(details.getByRole('button', { name: 'Ignore its time (-N)' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const cycles = new CyclesPage(page)
  await expect(cycles.changes).toHaveText([/cut evaluate → noise/, /without the time of evaluate/])
  await page.getByRole('button', { name: 'Remove: cut evaluate → noise' }).click()
  await expect(cycles.changes).toHaveText([/without the time of evaluate/])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).not.toHaveURL(/cut=|untimed=/)
  await expect(profile.lines('Callees', 'evaluate').filter({ hasText: 'noise' })).toHaveCount(1)
})

test('a faster function changes every time, and going back takes it back @main', async ({ page }) => {
  await openSample(page, '#v=1&fn=evaluate')
  const details = new ProfilePage(page).details('evaluate')
  const total = page.getByRole('banner').getByText('4.80 s')
  await expect(total).toBeVisible()
  const faster = details.getByRole('group', { name: 'Faster' })
  await faster.getByRole('button', { name: '2×' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/faster=evaluate\*2/)
  await expect(new CyclesPage(page).changes).toHaveText([/evaluate 2× faster, saves 1\.36 s \(28\.2%\)/])
  await expect(page.getByRole('banner').getByText('3.44 s')).toBeVisible()
  await expect(details.getByText(/2× faster saves 1\.36\ss \(28\.2%\)/)).toBeVisible()
  await faster.getByRole('button', { name: 'No time' }).click()
  await expect(page.getByRole('banner').getByText('2.09 s')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page).not.toHaveURL(/faster=/)
  await expect(total).toBeVisible()
})

test('keyboard only: to the cycles, cut, look, undo', async ({ page }) => {
  await openSample(page)
  const cycles = new CyclesPage(page)
  const tabTo = async (reached: () => Promise<boolean>) => {
    for (let step = 0; step < 60 && !(await reached()); step++) await page.keyboard.press('Tab')
    expect(await reached()).toBe(true)
  }
  const hasFocus = (name: string) => async () =>
    (await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')) === name
  await page.keyboard.press('5')
  await expect(cycles.items).toHaveCount(2)
  await tabTo(hasFocus('Cut evaluate → call_function'))
  await page.keyboard.press('Enter')
  await expect(cycles.items).toHaveCount(1)
  await expect(cycles.restore('evaluate → call_function')).toBeFocused()
  await page.keyboard.press('1')
  await expect(new ProfilePage(page).row('call_function').locator('[data-was]').first()).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-was]')).toHaveCount(0)
  await page.keyboard.press('5')
  await expect(cycles.items).toHaveCount(2)
})

for (const [words, look] of LOOKS) {
  test(`no violations, ${words}`, async ({ page }) => {
    await dress(page, look)
    await openSample(page, '#v=1&view=cycles')
    const cycles = new CyclesPage(page)
    await cycles.cutThese.waitFor()
    expect(await violations(page), 'cycles').toEqual([])
    await page.getByRole('button', { name: 'parse_term → parse_factor: 4,140,069 calls' }).click()
    await cycles.cut('evaluate → call_function').click()
    await expect(cycles.items).toHaveCount(1)
    expect(await violations(page), 'one cut').toEqual([])
    expect(await overflow(page), 'pixels beyond the window').toBeLessThanOrEqual(0)
    await cycles.cutThese.click()
    await expect(page.getByText('No cycles left.')).toBeVisible()
    await new ProfilePage(page).tab('Call graph').click()
    await new ProfilePage(page).graph.waitFor()
    expect(await violations(page), 'call graph of a scenario').toEqual([])
  })
}
