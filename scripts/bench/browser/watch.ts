/// <reference lib="dom" />
// In a page: from what a person does to the frame that shows its result, as performance measures that traces carry.
import type { Page } from '@playwright/test'

/** What shows that a profile is open: an element, and words in it where the element is there before. */
export interface Sign {
  readonly selector: string
  readonly words?: string
}

/** Measures `opened`, or what it is to be called: from the files handed over, or what else begins it, to the painted frame with the sign. */
export async function watchOpening(
  page: Page,
  sign: Sign,
  name = 'opened',
  begins: readonly string[] = ['input', 'change', 'drop'],
): Promise<void> {
  await watch(page, { measure: name, kinds: begins, sign })
}

/** Measures `name`: from the next key or click to the painted frame in which the table's rows read otherwise. */
export async function watchRows(page: Page, name: string): Promise<void> {
  await watch(page, { measure: name, kinds: [name.startsWith('found') ? 'input' : 'click'], sign: null })
}

interface Watched {
  readonly measure: string
  /** Events that begin it, whichever comes first. */
  readonly kinds: readonly string[]
  /** Null for other words in the table's rows. */
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
    // Rows are read at each change, and their words are no attributes.
    const attributes = sign !== null
    seen.observe(document.body, { subtree: true, childList: true, characterData: true, attributes })
  }, watched)
}

/** Milliseconds of the measure, once it is there. */
export async function measured(page: Page, name: string, timeout = 60_000): Promise<number> {
  await page.waitForFunction((wanted) => performance.getEntriesByName(wanted).length > 0, name, { timeout })
  return page.evaluate((wanted) => performance.getEntriesByName(wanted)[0]?.duration ?? Number.NaN, name)
}

export interface Scrolled {
  readonly frames: number
  /** Frames that came a display's beat late, or later. */
  readonly late: number
  /** Longest time between two frames, milliseconds. */
  readonly longest: number
  /** The display's beat: the median. */
  readonly beat: number
}

/** From the first row to the last within so many frames, each of them with rows never shown before; measure `scrolled` unless told. */
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
