// Checks that the page shows and saves what gprof prints for a large profile. Part of every run,
// however long it takes.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { CaseFiles } from '../cases.ts'
import { withPage } from './chromium.ts'
import { scrollThrough } from './watch.ts'

const SCROLLED_FRAMES = 20

/**
 * Checks the page against gprof.
 *
 * @throws at the first difference, which the message names
 */
export async function checkPage(address: string, files: CaseFiles): Promise<void> {
  const listing = execFileSync('gprof', ['-b', files.executable, files.profile], {
    encoding: 'latin1',
    maxBuffer: 1 << 30,
  })
  const names = flatNames(listing)
  await withPage(address, async ({ page }) => {
    await page.getByRole('button', { name: 'Try a sample' }).waitFor()
    await page.getByLabel('Open profile files').setInputFiles([files.executable, files.profile])
    const grid = page.getByRole('grid', { name: 'Flat profile' })
    await grid.getByRole('row').nth(1).waitFor()

    expectSame(Number(await grid.getAttribute('aria-rowcount')) - 1, names.length, 'rows of the flat profile')
    expectSame(await grid.getByRole('rowheader').first().getAttribute('aria-label'), names[0], 'first row')
    await scrollThrough(page, SCROLLED_FRAMES)
    const last = grid.locator(`[data-row="${names.length - 1}"]`).getByRole('rowheader')
    expectSame(await last.getAttribute('aria-label'), names.at(-1), 'last row')

    const word = 'function_12'
    const found = names.filter((name) => name.includes(word)).length
    await page.getByRole('searchbox', { name: 'Search functions' }).fill(word)
    await page.waitForFunction(
      (rows) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === String(rows),
      found + 1,
      { timeout: 60_000 },
    )
    await page.getByRole('searchbox', { name: 'Search functions' }).fill('')

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'gprof listing', exact: true }).click()
    const saved = readFileSync(await (await download).path(), 'latin1')
    expectSame(saved === listing, true, 'the saved listing is gprof’s')
  })
}

function expectSame<T>(found: T, expected: T, what: string): void {
  if (found !== expected)
    throw new Error(`${what}: ${String(found)} on the page, ${String(expected)} by gprof`)
}

/**
 * Returns the names in gprof's flat profile, from its first row to the empty line after its last.
 */
function flatNames(listing: string): readonly string[] {
  const lines = listing.split('\n')
  const head = lines.findIndex((line) => line.trimStart().startsWith('time '))
  const end = lines.findIndex((line, at) => at > head && (line.trim() === '' || line.includes('\f')))
  // Numbers are in front of the name, and empty for a function that was not called.
  return lines.slice(head + 1, end).map((line) => line.slice(54))
}
