// Page object of an open profile: its views, search and details, queried by role and name.
import { expect, type Locator, type Page } from '@playwright/test'
import type { FlatRow } from '../sample.ts'

/** The headings of the flat profile. */
export type Column =
  | 'Name'
  | 'Self %'
  | 'Total %'
  | '% time'
  | 'Cumulative'
  | 'Self'
  | 'Total'
  | 'Calls'
  | 'Self/call'
  | 'Total/call'

/** A row of the flat profile: the cells by heading; undefined for a column that is not on screen. */
export type FlatCells = Readonly<Partial<Record<Column, string>>>

/** Returns a number of the flat profile as gprof prints it: without its unit, a time in seconds. */
export function printed(cell: string | undefined): string {
  const match = /^([\d.,]+)(?: ?(%|[pnµm]?s))?$/.exec(cell ?? '')
  if (!match) return ''
  const factor = { ps: 1e-12, ns: 1e-9, µs: 1e-6, ms: 1e-3 }[match[2] ?? ''] ?? 1
  return (Number(match[1]?.replaceAll(',', '')) * factor).toFixed(2)
}

/** An open profile. */
export class ProfilePage {
  readonly page: Page
  readonly flat: Locator
  readonly graph: Locator
  readonly search: Locator
  readonly facts: Locator

  constructor(page: Page) {
    this.page = page
    this.flat = page.getByRole('grid', { name: 'Flat profile' })
    this.graph = page.getByRole('grid', { name: 'Call graph' })
    this.search = page.getByRole('searchbox', { name: 'Search functions' })
    this.facts = page.getByRole('list', { name: 'The profile' }).getByRole('listitem')
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name })
  }

  details(name: string): Locator {
    return this.page.getByRole('complementary', { name: `Details of ${name}`, exact: true })
  }

  /** Shows the columns that gprof prints. */
  async showGprofColumns(): Promise<void> {
    await this.page.getByRole('button', { name: 'Columns' }).click()
    await this.page.getByRole('button', { name: 'gprof columns' }).click()
    await this.page.keyboard.press('Escape')
  }

  /** Lets the page remember that all columns are to be shown; before it is opened. */
  async rememberAllColumns(): Promise<void> {
    const shown = [
      'selfPercent',
      'totalPercent',
      'percent',
      'cumulative',
      'self',
      'total',
      'calls',
      'selfPerCall',
      'totalPerCall',
    ]
    await this.page.addInitScript(
      (choice) => localStorage.setItem('gmonscope.flat-columns', choice),
      JSON.stringify({ shown, widths: {} }),
    )
  }

  heading(column: Column): Locator {
    return this.flat.getByRole('columnheader', { name: column, exact: true })
  }

  async sortBy(column: Column): Promise<void> {
    await this.heading(column).getByRole('button').click()
  }

  names(): Locator {
    return this.flat.getByRole('rowheader')
  }

  row(name: string): Locator {
    return this.flat.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name, exact: true }) })
  }

  /** Waits until the flat profile's rows match the current order, search and scenario. */
  async settled(): Promise<void> {
    await this.flat.and(this.page.locator('[aria-busy=false]')).waitFor()
  }

  /**
   * Returns the cells on screen of every row of the flat profile, scrolled from top to bottom; for profiles
   * of some hundred rows.
   */
  async flatRows(): Promise<readonly FlatCells[]> {
    await this.settled()
    const rows: FlatCells[] = []
    const count = Number(await this.flat.getAttribute('aria-rowcount')) - 1
    const rowAt = (row: number) => this.flat.locator(`[data-row="${row}"]`)
    await this.flat.evaluate((grid) => grid.parentElement?.scrollTo(0, 0))
    while (rows.length < count) {
      // Rows appear shortly after scrolling.
      await rowAt(rows.length).waitFor({ state: 'attached' })
      const seen = new Map(await this.flat.evaluate(readRows))
      for (let cells = seen.get(rows.length); cells; cells = seen.get(rows.length)) rows.push(cells)
      await rowAt(rows.length - 1).scrollIntoViewIfNeeded()
    }
    await this.flat.evaluate((grid) => grid.parentElement?.scrollTo(0, 0))
    return rows
  }

  entry(title: string): Locator {
    return this.graph.getByRole('group', { name: title, exact: true })
  }

  lines(kind: 'Callers' | 'Callees', name: string): Locator {
    return this.graph.getByRole('rowgroup', { name: `${kind} of ${name}`, exact: true }).getByRole('row')
  }
}

function readRows(grid: Element): [number, FlatCells][] {
  const headings = [...grid.querySelectorAll('[role=columnheader]')].map((heading) =>
    heading.getAttribute('aria-label'),
  )
  return [...grid.querySelectorAll('[role=row][data-row]')].map((row) => [
    Number(row.getAttribute('data-row')),
    Object.fromEntries(
      [...row.children].map((cell, at) => [
        headings[at],
        cell.getAttribute('aria-label') ?? cell.textContent ?? '',
      ]),
    ) as FlatCells,
  ])
}

/** Expects a primary line of the page to be gprof's, but for its percentage: gprof's 100% is another total than the page's. */
export function expectPrintedLine(shown: string, gprofs: string): void {
  const [own, theirs] = [splitPercent(shown), splitPercent(gprofs)]
  expect(own.rest).toBe(theirs.rest)
  expect(Math.abs(own.percent - theirs.percent), shown).toBeLessThan(0.11)
}

function splitPercent(line: string): { readonly rest: string; readonly percent: number } {
  const [index = '', percent = '', ...rest] = line.replace('<', '').split(' ')
  return { rest: [index, ...rest].join(' '), percent: Number.parseFloat(percent) }
}

/** Expects the first row of the flat profile to have the numbers of gprof's row. */
export async function expectFirstRow(page: ProfilePage, [row]: readonly FlatRow[]): Promise<void> {
  const shown = page.flat.getByRole('row').nth(1)
  await expect(shown).toContainText(`${Number(row?.[0]).toFixed(1)}%`)
  await expect(shown).toContainText(`${row?.[2]} s`)
}
