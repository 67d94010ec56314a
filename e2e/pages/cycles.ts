// Page object of the cycles view and the scenario bar, queried by role and name.
import type { Locator, Page } from '@playwright/test'

/** The cycles view and the scenario bar. */
export class CyclesPage {
  readonly page: Page
  readonly items: Locator
  readonly suggestions: Locator
  readonly cutThese: Locator
  readonly restoreAll: Locator
  /** The slider over sets of cuts. */
  readonly slider: Locator
  /** The changes that the bar at the top lists. */
  readonly changes: Locator

  constructor(page: Page) {
    this.page = page
    this.items = page
      .getByRole('list', { name: 'Cycles', exact: true })
      .getByRole('listitem', { name: /^cycle \d+$/ })
    this.suggestions = page.getByRole('region', { name: 'Suggested cuts' })
    this.cutThese = page.getByRole('button', { name: /^Break (?:all \d+ cycles|cycle \d+)$/ }).first()
    this.slider = page.getByRole('slider', { name: 'Break at' })
    this.restoreAll = page.getByRole('button', { name: 'Restore all' })
    this.changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  }

  cycle(name: string): Locator {
    return this.page.getByRole('listitem', { name, exact: true })
  }

  /** The button that shows the slider for a cycle. */
  breakAt(name: string): Locator {
    return this.page.getByRole('button', { name: `Break at… in ${name}`, exact: true })
  }

  cut(arc: string): Locator {
    return this.page.getByRole('button', { name: `Cut ${arc}`, exact: true })
  }

  restore(arc: string): Locator {
    return this.page.getByRole('button', { name: `Restore ${arc}`, exact: true })
  }
}
