// Counts what a person does: clicks and keys, as the page receives them.
import type { Page } from '@playwright/test'

/** The counted clicks and keys. */
export interface Actions {
  /** Returns the clicks and keys since the last call, or since the page was opened. */
  take(): Promise<number>
}

/** Starts counting; call it before the page is opened. Moves of the pointer and modifier keys alone are free. */
export async function countActions(page: Page): Promise<Actions> {
  await page.addInitScript(() => {
    let count = 0
    const add = ({ isTrusted }: Event) => {
      if (isTrusted) count++
    }
    addEventListener('pointerdown', add, true)
    addEventListener(
      'keydown',
      (event) => {
        if (!/^(?:Control|Shift|Alt|Meta)$/.test(event.key)) add(event)
      },
      true,
    )
    const takeActions = () => {
      const taken = count
      count = 0
      return taken
    }
    Object.assign(globalThis, { takeActions })
  })
  return {
    take: () => page.evaluate(() => (globalThis as unknown as { takeActions: () => number }).takeActions()),
  }
}
