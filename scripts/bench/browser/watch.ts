/// <reference lib="dom" />
// Measures, inside a page, the time from a user's action to the frame with its result, as
// performance measures that traces contain.
import type { Page } from '@playwright/test'

/** What shows that a profile is open: an element, and text in it if the element exists before. */
export interface Sign {
  readonly selector: string
  readonly words?: string
}

/**
 * Measures `opened`, or another name: from the files, or another start, to the painted frame with
 * the sign.
 */
export async function watchOpening(
  page: Page,
  sign: Sign,
  name = 'opened',
  begins: readonly string[] = ['input', 'change', 'drop'],
): Promise<void> {
  await watch(page, { measure: name, kinds: begins, sign })
}

/**
 * Measures `name`: from the next key or click to the painted frame in which the text of the table's
 * rows has changed.
 */
export async function watchRows(page: Page, name: string): Promise<void> {
  await watch(page, { measure: name, kinds: [name.startsWith('found') ? 'input' : 'click'], sign: null })
}

interface Watched {
  readonly measure: string
  /** Events that start it, whichever comes first. */
  readonly kinds: readonly string[]
  /** Null to wait for a change of the rows' text. */
  readonly sign: Sign | null
}

async function watch(page: Page, watched: Watched): Promise<void> {
  await page.evaluate(({ measure, kinds, sign }) => {
    const rows = () =>
      [...document.querySelectorAll('[role=grid] [data-row]')].map((row) => row.textContent).join()
    let start = 0
    let before = ''
    const begin = () => {
      if (start > 0) return
      start = performance.now()
      if (!sign) before = rows()
    }
    const isThere = () => {
      if (!sign) return rows() !== before
      const { selector, words = '' } = sign
      return [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words))
    }
    const seen = new MutationObserver(() => {
      if (start === 0 || !isThere()) return
      seen.disconnect()
      // A message posted from the frame's callback arrives once the frame is painted.
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.addEventListener('message', () => performance.measure(measure, { start }))
        channel.port1.start()
        channel.port2.postMessage(null)
      })
    })
    for (const kind of kinds) addEventListener(kind, begin, { capture: true, once: true })
    // Rows are read at each change; their text is in no attribute.
    const attributes = sign !== null
    seen.observe(document.body, { subtree: true, childList: true, characterData: true, attributes })
  }, watched)
}

/** Returns the milliseconds of the measure, once it has ended. */
export async function measured(page: Page, name: string, timeout = 60_000): Promise<number> {
  await page.waitForFunction((wanted) => performance.getEntriesByName(wanted).length > 0, name, { timeout })
  return page.evaluate((wanted) => performance.getEntriesByName(wanted)[0]?.duration ?? Number.NaN, name)
}

/** The result of a scroll. */
export interface Scrolled {
  readonly frames: number
  /** Frames that came at least one display interval late. */
  readonly late: number
  /** Longest time between two frames, in milliseconds. */
  readonly longest: number
  /** The display's frame interval, in milliseconds: the median. */
  readonly beat: number
}

/**
 * Scrolls from the first row to the last in this many frames, each of which shows only new rows.
 * The measure is `scrolled` by default.
 */
export async function scrollThrough(page: Page, frames: number, name = 'scrolled'): Promise<Scrolled> {
  return page.evaluate(
    async ({ count, measure }) => {
      const grid = document.querySelector('[role=grid]')
      const scroller = grid?.parentElement
      if (!scroller) throw new Error('There is nothing to scroll')
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      scroller.scrollTop = 0
      await nextFrame()
      const start = performance.now()
      const length = scroller.scrollHeight - scroller.clientHeight
      const times = [await nextFrame()]
      for (let frame = 1; frame <= count; frame++) {
        scroller.scrollTop = (length * frame) / count
        times.push(await nextFrame())
      }
      performance.measure(measure, { start })
      const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
      const beat = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
      return {
        frames: count,
        late: gaps.filter((gap) => gap > 1.5 * beat).length,
        longest: Math.max(...gaps),
        beat,
      }
    },
    { count: frames, measure: name },
  )
}
