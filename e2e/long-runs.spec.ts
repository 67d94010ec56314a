// Days of processor time, as the sum of many long runs: every time fits its column.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

const RUNS = 200
/**
 * Offset of the sampling rate in the sample's histogram: after the file header, a tag and three
 * numbers.
 */
const RATE_AT = 20 + 1 + 8 + 8 + 4

/** Returns numbers of the view that are not aligned with their column's first one. */
async function strays(page: Page, view: string): Promise<readonly string[]> {
  return page.getByRole('grid', { name: view }).evaluate((grid) => {
    const ends = new Map<number, number>()
    const found: string[] = []
    for (const row of grid.querySelectorAll('[data-row], [data-kind=primary]')) {
      for (const [column, cell] of [...row.querySelectorAll('[role=gridcell], [role=cell]')].entries()) {
        const text = cell.textContent.trim()
        // Counts such as "12+3" and "1/2" are aligned at the sign.
        if (!/^[\d.]+(?:%| s| h \d+ min)?$/.test(text) || cell.getClientRects().length === 0) continue
        const range = document.createRange()
        range.selectNodeContents(cell)
        const { right } = range.getBoundingClientRect()
        const end = ends.get(column) ?? right
        ends.set(column, end)
        if (Math.abs(right - end) > 1 || right > cell.getBoundingClientRect().right)
          found.push(`${column}: ${text}`)
      }
    }
    if (ends.size < 2) found.push('no columns')
    return found
  })
}

for (const width of [1280, 760, 390]) {
  test(`times of days stay in their columns, ${width} pixels wide`, async ({ page }, testInfo) => {
    const profile = readFileSync(PROFILE)
    profile.writeUInt32LE(1, RATE_AT)
    const paths = Array.from({ length: RUNS }, (_, run) => testInfo.outputPath(`gmon.${run}`))
    for (const path of paths) writeFileSync(path, profile)
    await page.setViewportSize({ width, height: 844 })
    await page.goto('./')
    await new Landing(page).choose(PROGRAM, ...paths)
    await expect(new ProfilePage(page).facts.first()).toContainText('26 h 40 min')
    await expect(page.getByRole('grid', { name: 'Flat profile' })).toContainText('15 h 4 min')
    expect(await strays(page, 'Flat profile')).toEqual([])
    await page.getByRole('tab', { name: 'Call graph' }).click()
    await expect(page.getByRole('grid', { name: 'Call graph' })).toContainText('[1]')
    expect(await strays(page, 'Call graph')).toEqual([])
  })
}
