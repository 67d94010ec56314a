// Where a page shows runs: their list, their view, and the bar above one that is shown alone.
import type { Page } from '@playwright/test'

export const grid = (page: Page) => page.getByRole('grid', { name: 'Runs' })
export const strip = (page: Page) => page.getByRole('toolbar', { name: 'Time of each run' })
export const runs = (page: Page) => page.getByRole('region', { name: 'Runs' })
export const bar = (page: Page) => page.getByRole('region', { name: 'One run' })
