// The cost of opening, scrolling, sorting and searching in this tool's page.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { CaseFiles } from '../cases.ts'
import { heldBy, NOTHING, timedAndWatched, type Held, type watchMemory } from '../memory.ts'
import { processorOf, rendererOf, renderersOf, restOf, withPage } from './chromium.ts'
import { startTrace } from './trace.ts'
import { STEPS, useWorkbench, type Step } from './workbench.ts'
import { measured, scrollThrough, watchOpening, watchRows, type Scrolled } from './watch.ts'

/** The flat profile's first rows. */
const ROWS = { selector: '[role=grid] [data-row]' }

/** The cost of opening a profile. */
export interface Opening {
  /** Milliseconds from the files to the painted rows. */
  readonly opened: number
  /** The page's process: before the files were opened, once names are ready, and its peak. */
  readonly memory: { readonly empty: Held; readonly open: Held; readonly most: Held }
  /**
   * Processor seconds of the page's process from the rows until all names can be searched, that is,
   * are demangled.
   */
  readonly naming: number
  /** Processor seconds from then until it is idle: names are sorted by the language's collation. */
  readonly ordering: number
}

async function ready(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try a sample' }).waitFor()
  // When idle, the page loads the code that shows a profile; a user takes longer than that.
  await page.waitForTimeout(2500)
}

async function handOver(page: Page, files: CaseFiles): Promise<void> {
  await page.getByLabel('Open profile files').setInputFiles([files.executable, files.profile])
}

/** Opens files in the page, and measures it. */
export function openOurs(address: string, files: CaseFiles): Promise<Opening> {
  return timedAndWatched((watch) => openOnce(address, files, watch))
}

async function openOnce(address: string, files: CaseFiles, watchHeld: typeof watchMemory): Promise<Opening> {
  return withPage(address, async ({ browser, page }) => {
    await ready(page)
    // Before a profile is open, it is unknown which renderer is ours.
    const candidates = await renderersOf(browser)
    const empties = new Map(candidates.map((id) => [id, heldBy(id)]))
    const watch = watchHeld(() => candidates)
    await watchOpening(page, ROWS)
    await handOver(page, files)
    const opened = await measured(page, 'opened')
    const pid = await rendererOf(browser)
    const before = processorOf(pid)
    await page.getByRole('searchbox', { name: 'Search functions' }).fill('77')
    await page
      .getByRole('status')
      .filter({ hasText: / matches$/ })
      .first()
      .waitFor({ timeout: 60_000 })
    const named = processorOf(pid)
    const { cpu } = await restOf(pid, 60)
    const memory = { empty: empties.get(pid) ?? NOTHING, open: heldBy(pid), most: watch.most(pid) }
    watch.end()
    return { opened, memory, naming: named - before, ordering: cpu - named }
  })
}

/** The cost of using an open profile. */
export interface Use {
  /** Milliseconds: processor time of the hardest task of the main thread, from a trace. */
  readonly longest: {
    readonly opening: number
    readonly scrolling: number
    readonly sorting: number
    readonly searching: number
    readonly saving: number
  }
  /** The same for each step of the workbench. */
  readonly workbench: ReadonlyMap<Step, number>
  readonly scrolled: Scrolled
  /** Milliseconds from the click to rows in another order, by column. */
  readonly sorted: ReadonlyMap<string, number>
  /**
   * Milliseconds from a typed word to the rows it matches: right after opening, and once all names
   * are ready.
   */
  readonly found: { readonly atOnce: number; readonly later: number }
}

const COLUMNS = ['Calls', 'Total', 'Name'] as const
const SCROLLED_FRAMES = 180
/**
 * A document that the page writes, the largest that the worker writes as text, and one in binary.
 */
const DOCUMENTS = ['CSV', 'JSON', 'gprof listing'] as const

/** Opens the files again under a trace, and uses the profile. */
export async function handleOurs(address: string, files: CaseFiles, folder: string): Promise<Use> {
  return withPage(address, async ({ browser, page }) => {
    await ready(page)
    const stop = await startTrace(browser, page, join(folder, 'trace.json'))
    await watchOpening(page, ROWS)
    await handOver(page, files)
    await measured(page, 'opened')
    const search = page.getByRole('searchbox', { name: 'Search functions' })
    await watchRows(page, 'found-at-once')
    await search.fill('77')
    const atOnce = await measured(page, 'found-at-once')
    await restOf(await rendererOf(browser), 60)
    await watchRows(page, 'found-later')
    await search.fill('33')
    const later = await measured(page, 'found-later')
    await search.fill('')
    await page.waitForTimeout(300)
    const scrolled = await scrollThrough(page, SCROLLED_FRAMES)
    const sorted = new Map<string, number>()
    for (const column of COLUMNS) {
      await watchRows(page, `sorted-${column}`)
      await page.getByRole('columnheader', { name: column, exact: true }).getByRole('button').click()
      sorted.set(column, await measured(page, `sorted-${column}`))
    }
    await useWorkbench(page)
    for (const document of DOCUMENTS) await saveAs(page, document)
    const tracing = await stop()
    const longestOf = (names: readonly string[]): number =>
      Math.max(...names.map((name) => tracing.hardestTask(name)))
    return {
      longest: {
        opening: longestOf(['opened']),
        scrolling: longestOf(['scrolled']),
        sorting: longestOf(COLUMNS.map((column) => `sorted-${column}`)),
        searching: longestOf(['found-at-once', 'found-later']),
        saving: longestOf(DOCUMENTS.map((document) => `saved-${document}`)),
      },
      workbench: new Map(STEPS.map((step) => [step, longestOf([step])])),
      scrolled,
      sorted,
      found: { atOnce, later },
    }
  })
}

/**
 * Measures `saved-` and the document's name: from opening the menu to the file handed to the
 * browser.
 */
async function saveAs(page: Page, document: string): Promise<void> {
  const start = await page.evaluate(() => performance.now())
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: document, exact: true }).first().click()
  await (await download).delete()
  await page.evaluate(([name, from]) => performance.measure(name, { start: from }), [
    `saved-${document}`,
    start,
  ] as const)
  await page.keyboard.press('Escape')
}
