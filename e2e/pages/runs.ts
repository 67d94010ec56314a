// The places that show runs: their list, their view, and the bar of a single run.
import type { Page } from '@playwright/test'

/** The table of runs. */
export const grid = (page: Page) => page.getByRole('grid', { name: 'Runs' })
/** The bars of all runs. */
export const strip = (page: Page) => page.getByRole('toolbar', { name: 'Time of each run' })
/** The list of runs in the details. */
export const runs = (page: Page) => page.getByRole('region', { name: 'Runs' })
/** The bar of a run that is shown alone. */
export const bar = (page: Page) => page.getByRole('region', { name: 'One run' })
