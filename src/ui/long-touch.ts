// Long touches: a finger that rests on an element, and whose lifting is then no tap.

/** Milliseconds of a long touch, a little less than browsers take for their own menu. */
const HOLD_MS = 450
/** Pixels that a resting finger moves. */
const SLACK = 10

/** What follows from a touch. */
export interface TouchHandlers {
  /**
   * Called when a finger has rested on an element.
   *
   * @param at in CSS pixels of the window
   * @returns whether it acted: the click that follows is then suppressed
   */
  readonly onHold: (touched: Element, at: { readonly x: number; readonly y: number }) => boolean
  /**
   * Called when a finger is lifted sooner, or when `onHold` did not act.
   *
   * @param lifted the element below the finger by then
   */
  readonly onTap?: (touched: Element, lifted: EventTarget | null) => void
}

/** Long touches on the page. */
export interface LongTouches {
  /** Whether the finger rests, or was lifted just now, after a touch on which `onHold` acted. */
  readonly isHeld: () => boolean
  readonly stop: () => void
}

/** Follows the touches of the page. */
export function startLongTouches({ onHold, onTap }: TouchHandlers): LongTouches {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touched: Element | null = null
  let start = { x: 0, y: 0 }
  let isHeld = false
  const onDown = ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    clearTimeout(timer)
    isHeld = false
    const element = pointerType === 'touch' && target instanceof Element ? target : null
    touched = element
    if (!element) return
    start = { x, y }
    timer = setTimeout(() => {
      isHeld = onHold(element, start)
    }, HOLD_MS)
  }
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > SLACK) clearTimeout(timer)
  }
  const onUp = ({ target }: PointerEvent) => {
    clearTimeout(timer)
    if (touched && !isHeld) onTap?.(touched, target)
  }
  // The touch scrolls the page.
  const onCancel = () => {
    clearTimeout(timer)
    touched = null
  }
  const onClick = (event: MouseEvent) => {
    if (!isHeld) return
    isHeld = false
    event.stopPropagation()
    event.preventDefault()
  }
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  window.addEventListener('pointerdown', onDown, options)
  window.addEventListener('pointermove', onMove, options)
  window.addEventListener('pointerup', onUp, options)
  window.addEventListener('pointercancel', onCancel, options)
  window.addEventListener('click', onClick, options)
  return {
    isHeld: () => isHeld,
    stop: () => {
      clearTimeout(timer)
      end.abort()
    },
  }
}
