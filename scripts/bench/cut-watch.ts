/// <reference lib="dom" />
// Measures, inside the page, the time from the key that removes an arc to the frame with changed
// numbers, as `performance.measure('cut')`.
import type { Page } from '@playwright/test'

/** Starts the measurement in a page. */
export async function watchCuts(page: Page): Promise<void> {
  await page.evaluate(() => {
    let pressed = 0
    let shown = ''
    const changed = () =>
      [...document.querySelectorAll('[role=grid] [data-was]')].map((element) => element.textContent).join()
    const look = () => {
      const now = changed()
      if (pressed === 0 || now === shown || now === '') return
      shown = now
      const start = pressed
      pressed = 0
      // A message posted from the frame's callback arrives once the frame is painted.
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.addEventListener('message', () => performance.measure('cut', { start }))
        channel.port1.start()
        channel.port2.postMessage(null)
      })
    }
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'x') return
        // The current rows: some may have come into view since the last cut.
        shown = changed()
        pressed = performance.now()
      },
      true,
    )
    const kinds = { subtree: true, childList: true, attributes: true, characterData: true }
    new MutationObserver(look).observe(document.body, kinds)
  })
}

/** Returns the milliseconds of wall time from each key to its frame, in order. */
export async function cutTimes(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => performance.getEntriesByName('cut').map(({ duration }) => duration))
}
