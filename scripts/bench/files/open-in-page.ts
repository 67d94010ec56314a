// The same in the built page.
import { processorOf, rendererOf, renderersOf, withPage } from '../browser/chromium.ts'
import { measured, watchOpening } from '../browser/watch.ts'
import { watchMemory, type Held } from '../memory.ts'

export interface PageCost {
  /** Seconds from the files to painted rows that answer, and those of the processor that the page's process took for it. */
  readonly opened: number
  readonly cpu: number
  /** The most that the page's process held. */
  readonly memory: Held
}

/** Of a large profile rows are there a little before all of it is in order, and the page answers. */
const ROWS = { selector: '[role=grid] [data-row]:not([inert] *)' }

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
