// The entries of cycles on the page are those of gprof's manual, number by number, and a cycle is selected from
// everywhere that it is named.
import { readFileSync } from 'node:fs'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { CyclesPage } from './pages/cycles.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { asGprofWrites } from './sample.ts'
import { dress, LOOKS, overflow, violations } from './violations.ts'

const FOLDER = new URL('../workers/testing/manual-cycle/', import.meta.url)
const file = (name: string): string => new URL(name, FOLDER).pathname

/** Program and profile of each case, and what `gmonscope cycles --graph` prints for it. */
const CASES = [
  { title: 'the manual’s own', program: 'abc', profile: 'abc.gmon', golden: 'abc.txt' },
  { title: 'two cycles', program: 'two', profile: 'two.g1.gmon', golden: 'two.g1.txt' },
  { title: 'calls of itself, two callers', program: 'two', profile: 'two.g2.gmon', golden: 'two.g2.txt' },
] as const

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
})
test.afterEach(() => expect(problems).toEqual([]))

async function openCase(page: Page, { program, profile }: (typeof CASES)[number], hash: string) {
  await page.goto(`./${hash}`)
  await new Landing(page).drop(file(program), file(profile))
  await page.getByRole('tablist', { name: 'Views' }).waitFor()
  return new ProfilePage(page)
}

/** Returns the lines of each entry of a listing, as words, with cycles as the page writes them. */
function goldenEntries(name: string): readonly (readonly string[])[] {
  const [, ...lines] = readFileSync(new URL(name, FOLDER), 'utf8').split('\n')
  const entries: string[][] = [[]]
  for (const line of lines) {
    if (/^-+$/.test(line)) entries.push([])
    else if (line.trim() !== '') entries.at(-1)?.push(wordsOf(line))
  }
  return entries.filter((entry) => entry.length > 0)
}

/** Returns a line of a listing in the page's notation; only the primary line of the page ends with the name. */
function wordsOf(line: string): string {
  const words = line
    .trim()
    .replaceAll(/<(cycle \d+(?: as a whole)?)>/g, '$1')
    .replaceAll(/\s+/g, ' ')
  return words.startsWith('[') ? words.replace(/ \[\d+\]$/, '') : words
}

/** The percentage on a primary line, which has two digits in the listing and one on the page. */
const PERCENT = /(?<=^\[\d+\] )([\d.]+)%?/
const percentOf = (line: string): number => Number(PERCENT.exec(line)?.[1] ?? 0)
const withoutPercent = (line: string): string => line.replace(PERCENT, 'share')

/** Returns lines of the call graph, as words. */
async function pageLines(lines: Locator): Promise<readonly string[]> {
  const cells = await lines.evaluateAll((rows) =>
    rows.map((row) =>
      [...row.children].map((cell) => cell.getAttribute('aria-label') ?? cell.textContent ?? ''),
    ),
  )
  return cells.map((row) =>
    row
      .filter((text) => text !== '')
      .map(asGprofWrites)
      .join(' '),
  )
}

for (const one of CASES) {
  test(`every number of the entries is the golden one: ${one.title} @main`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1600 })
    const { graph } = await openCase(page, one, '#v=1&view=call-graph')
    const golden = goldenEntries(one.golden).flat()
    await page.getByRole('button', { name: 'Open all' }).click()
    const lines = graph.locator('[data-row]')
    await expect(lines).toHaveCount(golden.length)
    const onPage = await pageLines(lines)
    expect(onPage.map(withoutPercent)).toEqual(golden.map(withoutPercent))
    onPage.forEach((line, at) =>
      expect(Math.abs(percentOf(line) - percentOf(golden[at] ?? '')), line).toBeLessThanOrEqual(0.0501),
    )
  })
}

const [MANUAL, , SELF_CALLS] = CASES

test('as gprof prints it: members with all their calls, and no one else; the link carries it @main', async ({
  page,
}) => {
  const profile = await openCase(page, SELF_CALLS, '#v=1&view=call-graph')
  const name = 'cycle 1 as a whole'
  await expect(profile.lines('Callers', name)).toHaveCount(2)
  await page.getByRole('button', { name: 'As gprof prints' }).click()
  await expect(page).toHaveURL(/call-graph\.entries=gprof/)
  await expect(profile.lines('Callers', name)).toHaveCount(0)
  const members = profile.graph.getByRole('rowgroup', { name: `Members of ${name}`, exact: true })
  expect(await pageLines(members.getByRole('row'))).toEqual([
    '1.02 0.15 7 b cycle 1 [5]',
    '0.75 0.15 3+7 a cycle 1 [6]',
  ])
  await page.goBack()
  await expect(profile.lines('Callers', name)).toHaveCount(2)
})

test('a cycle is selected from a tag, and its details say who pays @main', async ({ page }) => {
  const profile = await openCase(page, SELF_CALLS, '#v=1')
  await profile.row('a').getByRole('link', { name: 'cycle 1' }).click()
  await expect(page).toHaveURL(/[#&]cycle=[ab]$/)
  const details = profile.details('cycle 1')
  const textOf = (title: string) => details.getByRole('region', { name: title }).getByRole('listitem')
  await expect(textOf('Who pays')).toHaveText([/^d\s*4\/5.*≈1\.66 s66\.0%$/, /^main\s*1\/5.*≈0\.41 s16\.5%$/])
  await expect(textOf('Members')).toHaveText([/^b\s*3 ×.*1\.17 s46\.6%$/, /^a\s*9 ×.*0\.90 s35\.9%$/])
  await expect(textOf('Other functions it calls')).toHaveText([/^c\s*6\/10.*≈0\.30 s12\.0%$/])
  await expect(details.getByRole('definition')).toHaveText([
    '1.77\u00a0s · 70.5%',
    '0.30\u00a0s · 12.0%',
    '2.07\u00a0s · 82.5%',
    '1.77 to 2.51\u00a0s',
    '5',
    '12, 7 direct recursion',
  ])
  await page.keyboard.press('=')
  await expect(details.locator('math').first()).toHaveAttribute('aria-label', 'S_k = Σ_i S_i')
  await expect(details.getByText('1.77 s = 1.02 s + 0.75 s')).toBeVisible()
  await details.getByRole('link', { name: 'Entry [3]' }).click()
  await expect(profile.entry('[3] cycle 1 as a whole').locator('[data-kind=primary]')).toBeFocused()
  const passed = profile
    .lines('Callers', 'cycle 1 as a whole')
    .filter({ has: page.getByRole('link', { name: 'd', exact: true }) })
  await passed.locator('[data-tip^=self]').hover()
  const tip = page.getByRole('tooltip')
  await expect(tip).toContainText('1.416 s = 1.77 s × 4 of 5 calls')
  await expect(tip.locator('math')).toHaveAttribute('aria-label', /^S_k × C\(h→k\) ÷ C\(k\)$/)
})

test('keys, search and palette lead to a cycle, and back to a member @main', async ({ page }) => {
  const profile = await openCase(page, MANUAL, '#v=1&fn=b')
  await profile.row('b').focus()
  await page.keyboard.press('y')
  await expect(profile.details('cycle 1')).toBeVisible()
  await page.keyboard.press('p')
  await expect(profile.details('main')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('cycle 1')
  await expect(page.locator('#search-status')).toHaveText('3 matches')
  await expect(profile.names()).toHaveText(['b', 'a'].map((name) => new RegExp(`^${name}`)))
  await page.keyboard.press('Enter')
  await expect(profile.details('cycle 1')).toBeVisible()
  await expect(page.locator('#search-status')).toHaveText('cycle 1, 1 of 3')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Function, view or action' }).waitFor()
  await page.keyboard.type('callers and mem')
  await page.keyboard.press('Enter')
  await expect(profile.entry('[3] cycle 1 as a whole').locator('[data-kind=primary]')).toBeFocused()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'cycle 1' })
  await menu.getByRole('menuitem', { name: 'Break up…' }).click()
  await expect(page).toHaveURL(/view=cycles&cycle=/)
  await expect(new CyclesPage(page).cycle('cycle 1')).toHaveAttribute('data-selected', 'true')
})

for (const [words, look] of LOOKS) {
  test(`no violations with a cycle selected, ${words}`, async ({ page }) => {
    await dress(page, look)
    const profile = await openCase(page, SELF_CALLS, '#v=1&view=call-graph&cycle=a')
    await profile.details('cycle 1').getByText('Who pays').waitFor()
    await page.keyboard.press('=')
    expect(await violations(page), 'entry').toEqual([])
    expect(await overflow(page), 'pixels beyond the window').toBeLessThanOrEqual(0)
    await profile.tab('Flat').click()
    await profile.flat.waitFor()
    expect(await violations(page), 'list').toEqual([])
  })
}
