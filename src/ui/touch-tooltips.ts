// Touches that request a tooltip: a long one on any element that has one, a tap where taps do nothing else.
import { startLongTouches } from './long-touch.ts'

/** The event with which a touch requests a tooltip. */
export const EXPLAIN_EVENT = 'explain'

/** Elements whose tap has an action of its own. */
const ACTING = 'a, button, [data-row], [data-box]'

const explain = (touched: Element): boolean => {
  const element = touched.closest('[data-tip]')
  element?.dispatchEvent(new Event(EXPLAIN_EVENT, { bubbles: true }))
  return element !== null
}

/** Translates touches into tooltip requests. Returns a function that stops it. */
export function startTouchTooltips(): () => void {
  return startLongTouches({
    // A long touch of an element with a menu opens that.
    onHold: (touched) => touched.closest('[data-tip]')?.matches('[data-menu]') !== true && explain(touched),
    onTap: (touched, lifted) => {
      if (!(lifted instanceof Element && lifted.closest(ACTING))) explain(touched)
    },
  }).stop
}
