// An open profile: its views, search and details, found by role and name.
import type { Locator, Page } from '@playwright/test'

export type Column =
  '% time' | 'Cumulative' | 'Self' | 'Calls' | 'Self/call' | 'Total/call' | 'Total' | 'Name'

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

  /** Every row of the flat profile as its cells' texts, scrolled through from top to bottom; for profiles of some hundred rows. */
  async flatRows(): Promise<readonly (readonly string[])[]> {
    const rows = new Map<number, readonly string[]>()
    const count = Number(await this.flat.getAttribute('aria-rowcount'))
    await this.flat.getByRole('row').nth(1).focus()
    await this.page.keyboard.press('Home')
    while (rows.size < count - 1) {
      const before = rows.size
      for (const [index, cells] of await this.flat.evaluate(readRows)) rows.set(index, cells)
      if (rows.size < count - 1) await this.page.keyboard.press('PageDown')
      if (rows.size === before) await this.page.waitForTimeout(50)
    }
    await this.page.keyboard.press('Home')
    return [...rows].toSorted(([a], [b]) => a - b).map(([, cells]) => cells)
  }

  entry(title: string): Locator {
    return this.graph.getByRole('group', { name: title, exact: true })
  }

  lines(kind: 'Parents' | 'Children', name: string): Locator {
    return this.graph.getByRole('rowgroup', { name: `${kind} of ${name}`, exact: true }).getByRole('row')
  }
}

function readRows(grid: Element): [number, string[]][] {
  return [...grid.querySelectorAll('[role=row][data-row]')].map((row) => [
    Number(row.getAttribute('aria-rowindex')),
    [...row.children].map((cell) => cell.getAttribute('aria-label') ?? cell.textContent ?? ''),
  ])
}
