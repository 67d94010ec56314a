// The same measurement in the built page.
import { processorOf, rendererOf, renderersOf, withPage } from '../browser/chromium.ts'
import { measured, watchOpening } from '../browser/watch.ts'
import { watchMemory, type Held } from '../memory.ts'

/** The cost of opening files in the page. */
export interface PageCost {
  /**
   * Seconds from the files to painted rows that respond, and processor seconds of the page's
   * process.
   */
  readonly opened: number
  readonly cpu: number
  /** The peak of the page's process. */
  readonly memory: Held
}

/** With a large profile the first rows appear before all of it is sorted, and the page responds. */
const ROWS = { selector: '[role=grid] [data-row]:not([inert] *)' }

/** Opens files in the page, and measures it. */
export async function openInPage(address: string, files: readonly string[]): Promise<PageCost> {
  return withPage(address, async ({ browser, page }) => {
    await page.getByRole('button', { name: 'Try a sample' }).waitFor()
    await page.waitForTimeout(2500)
    const before = processorOf(await rendererOf(browser))
    const candidates = await renderersOf(browser)
    const watch = watchMemory(() => candidates)
    await watchOpening(page, ROWS)
    await page.getByLabel('Open profile files').setInputFiles([...files], { timeout: 120_000 })
    const opened = await measured(page, 'opened', 300_000)
    const pid = await rendererOf(browser)
    const memory = watch.most(pid)
    watch.end()
    return { opened: opened / 1000, cpu: processorOf(pid) - before, memory }
  })
}
