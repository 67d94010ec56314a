// The page as a whole: its width, whether it is printed or painted, its keys, where the focus goes when what
// had it is gone, and parts of it whose code is fetched when they are needed.
import {
  type ComponentType,
  createElement,
  lazy,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'

// The display: the width of an element or the window, the window's height, whether the page is
// printed, and whether it has been painted.

/** Returns the element's width in pixels, and redraws when it changes; 0 before layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setWidth(current.clientWidth)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

// Media queries are known before layout, so nothing is drawn twice.

/** A phone in portrait. */
const NARROW = '(max-width: 480px)'
/**
 * Little room for a name beside its numbers. From 701 pixels on, the details take 280 of them,
 * except on paper.
 */
const LITTLE_ROOM = '(max-width: 540px), screen and (min-width: 700.02px) and (max-width: 820px)'

/** Little room for the numbers of a table, beside the details or without them. */
const NARROW_TABLE = '(max-width: 660px), screen and (min-width: 700.02px) and (max-width: 1000px)'

/** The details cover the view instead of being beside it. */
const SHEETS = '(max-width: 700px)'

/** Room for a picture beside the list. */
const ROOMY = 'screen and (min-width: 1200px) and (min-height: 560px)'

/** Whether the details are a sheet over the view. */
export function hasSheets(): boolean {
  return window.matchMedia(SHEETS).matches
}

/** Whether the window is as narrow as a phone in portrait. Redraws on a change. */
export function useNarrowWindow(): boolean {
  return useSyncExternalStore(followNarrow, () => window.matchMedia(NARROW).matches)
}

/** Whether names have too little room beside their numbers. Redraws on a change. */
export function useLittleRoom(): boolean {
  return useSyncExternalStore(followLittleRoom, () => window.matchMedia(LITTLE_ROOM).matches)
}

/** Whether a table leaves out numbers that others say. Redraws on a change. */
export function useNarrowTable(): boolean {
  return useSyncExternalStore(followNarrowTable, () => window.matchMedia(NARROW_TABLE).matches)
}

/** Whether there is room for a picture beside the list. Redraws on a change. */
export function useRoomyWindow(): boolean {
  return useSyncExternalStore(followRoomy, () => window.matchMedia(ROOMY).matches)
}

const followRoomy = (onChange: () => void) => followMedia(ROOMY, onChange)
const followNarrow = (onChange: () => void) => followMedia(NARROW, onChange)
const followNarrowTable = (onChange: () => void) => followMedia(NARROW_TABLE, onChange)
const followLittleRoom = (onChange: () => void) => followMedia(LITTLE_ROOM, onChange)

function followMedia(query: string, onChange: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

// Printing: paper does not scroll, so a list must draw all rows that are to be seen.

/** Set from `beforeprint` on, which fires before the browser lays out the page for paper. */
let isAnnounced = false

/** Whether the page is being printed. Redraws on a change. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(followPrinting, isPrinting)
}

function isPrinting(): boolean {
  return isAnnounced || window.matchMedia('print').matches
}

function followPrinting(onChange: () => void): () => void {
  const begin = () => {
    isAnnounced = true
    onChange()
  }
  const end = () => {
    isAnnounced = false
    onChange()
  }
  const media = window.matchMedia('print')
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  media.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    media.removeEventListener('change', onChange)
  }
}

// Painting: less important parts are drawn right after the first paint.

/** Whether the page has been painted since the calling component was mounted. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A frame's callback runs before the paint, a timer set in it runs after.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}

// Keyboard shortcuts of the page, independent of the focused element.

/**
 * Handles keys, except while a dialog is open or if the key has been handled already.
 * @param press returns true if it handled the key; pass the same function while its behaviour is
 * the same
 */
export function usePageKeys(press: (event: KeyboardEvent) => boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      if (press(event)) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [press])
}

/** Whether the key is neither typed into a field nor a shortcut of the browser. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !isTyping(event) && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** Whether the key is typed into a text field or a selection list. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=range], [type=checkbox], [type=file]), textarea, select')
  )
}

// Restores a lost focus. If the focused element is removed, the focus moves to the next item of the
// same list, to the view's tab stop, or to the screen, so that the keys still work.

/** Milliseconds after which no other code has taken the focus. */
const NOBODY_MS = 100

const isNobodys = (): boolean => document.activeElement === document.body

/** Moves the focus to a useful element whenever the focused one is removed. */
export function useLostFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let list: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocus = ({ target }: FocusEvent) => {
      last = target as Element
      list = last.closest('ul')
    }
    const isLost = () => isNobodys() && last?.isConnected === false
    const find = () => {
      timer = undefined
      // An embedded page must not take the focus from the page around it.
      if (!isLost() || !document.hasFocus()) return
      if (list?.isConnected) list.querySelector('button')?.focus()
      focusView()
      focusScreen()
    }
    const observer = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(find, NOBODY_MS)
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [])
}

/** Selector of the elements in a view that can hold the tab stop. */
export const STOPS = '#view :is([data-row], [data-node], [data-box])'

/** Returns the view's tab stop: the selection, or in the graph the node that had the focus last. */
export function findStop(): HTMLElement | SVGElement | null {
  return (
    document.querySelector<SVGElement>('#view [data-node][aria-pressed="true"]') ??
    document.querySelector<HTMLElement | SVGElement>(`${STOPS}[tabindex="0"]`)
  )
}

/**
 * Focuses the view's tab stop, or the view's tab if it has none. Does nothing if another element
 * has the focus.
 */
export function focusView(): void {
  if (!isNobodys()) return
  const tab = () => document.querySelector<HTMLElement>('[role=tab][tabindex="0"]')
  ;(findStop() ?? tab())?.focus({ preventScroll: true })
}

/**
 * Focuses the main element of a screen without views, so that Tab starts there and screen readers
 * announce it. Does nothing if another element has the focus.
 */
export function focusScreen(): void {
  // An embedded page must not take the focus from the page around it.
  if (!isNobodys() || !document.hasFocus()) return
  document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true })
}

// A part of the page whose code loads on demand or ahead of use. React suspends on every lazy
// component, even if its code is loaded, and then delays the screen by up to 300 ms; a loaded part
// here is drawn without that wait. React also caches a failed load. Browsers fetch a failed module
// again on request, except older ones (Chromium 150), where only a reload helps; the error text
// says so.

/** A component whose code loads on demand. */
export interface LazyPart<Props extends object> {
  readonly Component: ComponentType<Props>
  /** Loads the code ahead of its first use. */
  readonly preload: () => Promise<unknown>
}

interface Loaded<Props extends object> {
  readonly default: ComponentType<Props>
}

/**
 * Raised to retry the failed parts: each is fetched again when it is drawn after that, and not
 * before, which could loop.
 */
let attempt = 0

/** Returns a component that loads its code with `fetchPart` when it is first drawn. */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: Loaded<Props> | null = null
  const load = async (): Promise<Loaded<Props>> => (loaded ??= { default: await fetchPart() })
  const begin = () => lazy(() => (loaded ? atOnce(loaded) : load()))
  let Part = begin()
  let attempted = attempt
  const Component = (props: Props) => {
    if (attempted !== attempt && !loaded) Part = begin()
    attempted = attempt
    return createElement<Props>(Part, props)
  }
  return { Component, preload: load }
}

/** Lets failed parts load again when they are next drawn. */
export function retryFailedParts(): void {
  attempt++
}

/** Loads code ahead of use. Ignores errors: the part reports them when it is drawn. */
export function fetchAhead({ preload }: { readonly preload: () => Promise<unknown> }): void {
  preload().catch(() => {})
}

/** Returns a thenable that resolves synchronously, unlike a promise. React needs only `then`. */
function atOnce<T>(value: T): Promise<T> {
  const thenable: Pick<Promise<T>, 'then'> = {
    // eslint-disable-next-line unicorn/no-thenable -- that is what it is
    then: (onValue) => {
      onValue?.(value)
      return new Promise(() => {})
    },
  }
  return thenable as Promise<T>
}
