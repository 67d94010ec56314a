// speedscope, as published in its package, with the same call graph in its Chromium.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { heldBy, timedAndWatched, type Held, type watchMemory } from '../memory.ts'
import { rendererOf, renderersOf, restOf, withPage } from './chromium.ts'
import { startTrace } from './trace.ts'
import { measured, watchOpening } from './watch.ts'

const PACKAGE = 'node_modules/speedscope'
/** The folder of speedscope's built page. */
export const SPEEDSCOPE_PAGE = join(PACKAGE, 'dist/release')

/** Returns its version; null if it is not installed. */
export function speedscopeVersion(): string | null {
  const path = join(PACKAGE, 'package.json')
  if (!existsSync(path)) return null
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}

/** The cost of opening a file in speedscope. */
export interface SpeedscopeCost {
  /** Milliseconds from the file to the painted view. */
  readonly opened: number
  /** Once it is idle, and its peak. */
  readonly memory: { readonly open: Held; readonly most: Held }
}

/** The choice of views appears once a profile is open. */
const VIEWS = { selector: 'body', words: 'Left Heavy' }

/** Opens a file in speedscope, and measures it. */
export function openSpeedscope(address: string, callgrind: string): Promise<SpeedscopeCost> {
  return timedAndWatched((watch) => openOnce(address, callgrind, watch))
}

async function openOnce(
  address: string,
  callgrind: string,
  watchHeld: typeof watchMemory,
): Promise<SpeedscopeCost> {
  return withPage(address, async ({ browser, page }) => {
    await page.getByText('Browse', { exact: true }).waitFor()
    const candidates = await renderersOf(browser)
    const watch = watchHeld(() => candidates)
    await watchOpening(page, VIEWS)
    await page.locator('input[type=file]').setInputFiles(callgrind)
    const opened = await measured(page, 'opened')
    const pid = await rendererOf(browser)
    await restOf(pid, 60)
    const memory = { open: heldBy(pid), most: watch.most(pid) }
    watch.end()
    return { opened, memory }
  })
}

/** Returns the processor time of the hardest task of its main thread during opening, in milliseconds. */
export async function hardestOfSpeedscope(
  address: string,
  callgrind: string,
  folder: string,
): Promise<number> {
  return withPage(address, async ({ browser, page }) => {
    await page.getByText('Browse', { exact: true }).waitFor()
    const stop = await startTrace(browser, page, join(folder, 'trace.json'))
    await watchOpening(page, VIEWS)
    await page.locator('input[type=file]').setInputFiles(callgrind)
    await measured(page, 'opened')
    const tracing = await stop()
    return tracing.hardestTask('opened')
  })
}
