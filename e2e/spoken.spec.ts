// A screen reader's text for a row: the name first, then the most important numbers with their
// headings.
import { expect, test, type Locator } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

test.beforeEach(async ({ page, baseURL }) => {
  await guardPage(page, new URL(baseURL ?? '').origin)
  await page.goto('./')
  await new Landing(page).sample.click()
  await expect(new ProfilePage(page).flat).toBeVisible()
})

interface Row {
  readonly spoken: string
  readonly name: string
  readonly cells: readonly string[]
}

/** Returns for every row its announced text, its name in the table, and its numbers. */
const rowsOf = (table: Locator): Promise<readonly Row[]> =>
  table.locator('[data-row]').evaluateAll((rows) =>
    rows.map((row) => {
      const header = row.querySelector('[role=rowheader]')
      const cells = [...row.querySelectorAll('[role=gridcell], [role=cell]')]
      return {
        spoken: row.getAttribute('aria-label') ?? '',
        name: header?.getAttribute('aria-label') ?? header?.textContent ?? '',
        cells: cells.map((cell) => cell.textContent ?? ''),
      }
    }),
  )

test('in the flat profile', async ({ page }) => {
  const profile = new ProfilePage(page)
  const rows = await rowsOf(profile.flat)
  expect(rows.length).toBeGreaterThan(10)
  for (const { spoken, name, cells } of rows) {
    const [percent, , self, total, calls] = cells
    const called = calls === '' ? '' : `, calls ${calls}`
    const inCycle = /^[^:]*, (cycle \d+): /.exec(spoken)?.[1]
    const whole = inCycle === undefined ? name : `${name}, ${inCycle}`
    expect(spoken).toBe(`${whole}: ${percent} time, self ${self}${called}, total ${total}`)
  }
})

test('in the call graph, with what a line is to its entry', async ({ page }) => {
  const profile = new ProfilePage(page)
  await profile.row('fold_constants').dblclick()
  const graph = page.getByRole('grid', { name: 'Call graph' })
  await expect(graph.getByRole('row', { name: /^\[\d+\] fold_constants: / })).toBeFocused()
  const rows = await rowsOf(graph)
  for (const { spoken, name, cells } of rows) {
    expect(spoken).toContain(name)
    for (const cell of cells.slice(2).filter((text) => text !== '')) expect(spoken).toContain(cell)
  }
  const ofEntry = (group: string) =>
    graph.getByRole('rowgroup', { name: `${group} of fold_constants` }).getByRole('row')
  for (const [group, word] of [
    ['Callers', 'caller'],
    ['Callees', 'callee'],
  ] as const) {
    const names = await ofEntry(group).evaluateAll((lines) =>
      lines.map((line) => line.getAttribute('aria-label')),
    )
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(name).toMatch(new RegExp(`^${word} `))
  }
  await page.keyboard.press('d')
  const tree = page.getByRole('treegrid')
  await expect(tree).toBeVisible()
  for (const { spoken, name } of await rowsOf(tree)) expect(spoken.startsWith(`${name}: `)).toBe(true)
})

test('in the search, what a step has led to', async ({ page }) => {
  const profile = new ProfilePage(page)
  await profile.search.fill('height')
  const status = page.getByRole('search').getByRole('status')
  await expect(status).toHaveText('2 matches')
  await page.keyboard.press('ArrowDown')
  await expect(status).toHaveText('lattice_height, 1 of 2')
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('height_at, 2 of 2')
  await page.keyboard.press('ArrowUp')
  await expect(status).toHaveText('lattice_height, 1 of 2')
  await expect(profile.search).not.toHaveAttribute('aria-describedby')
})

test('as a tree: the table, an entry and the graph', async ({ page }) => {
  const profile = new ProfilePage(page)
  await expect(profile.flat).toMatchAriaSnapshot(`
    - grid "Flat profile":
      - rowgroup:
        - row "Name Self % Total % Self Total Calls":
          - columnheader "Name":
            - button "Name"
          - columnheader "Self %":
            - button "Self %"
      - rowgroup:
        - 'row "sine: 7.4% time, self 0.36 s, calls 6,243,648, total 0.37 s"':
          - rowheader "sine":
            - link "sine"
          - gridcell "7.4%"
          - gridcell "7.8%"
          - gridcell "0.36 s"
          - gridcell "0.37 s"
          - gridcell "6,243,648"
  `)
  await profile.row('sine').click()
  await page.keyboard.press('Enter')
  await expect(profile.lines('Callers', 'sine').first()).toBeVisible()
  await expect(profile.graph).toMatchAriaSnapshot(`
    - grid "Call graph":
      - rowgroup:
        - row "[11] sine":
          - gridcell "[11] sine":
            - group "[11] sine":
              - table:
                - rowgroup "Callers of sine":
                  - 'row "caller evaluate cycle 2 [4]: self 0.36 s, callees 0.02 s, called 6,243,648/6,243,648"':
                    - rowheader "evaluate cycle 2 [4]":
                      - link "evaluate"
                      - button "Cut evaluate → sine"
                - rowgroup:
                  - 'row "[11] sine: 7.8% time, self 0.36 s, callees 0.02 s, called 6,243,648"':
                    - cell "Fold [11] sine":
                      - button "Fold [11] sine" [expanded]
                    - rowheader "sine"
                - rowgroup "Callees of sine":
                  - 'row "callee round_down [17]: self 0.02 s, callees 0.00 s, called 6,243,648/37,461,888"':
                    - rowheader "round_down [17]":
                      - button "Cut sine → round_down"
  `)
  await page.getByRole('tab', { name: 'Graph', exact: true }).click()
  await expect(page.getByRole('figure')).toMatchAriaSnapshot(`
    - figure "Call graph of the whole profile":
      - application "Graph":
        - group "cycle 1":
          - button "parse_factor"
        - button "main"
        - button "sine" [pressed]
      - button "Zoom in"
  `)
})
