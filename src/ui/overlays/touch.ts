// A finger asks for an explanation: by a tap, or by staying a moment on what a tap has another meaning for. Whatever has one
// carries `data-tip`, and the tip of its region gives it.
import { ASKED } from './asked.ts'

const HOLD_MS = 450
/** A tap on one of these does what it is for. */
const ACTING = 'a, button, [data-row], [data-box]'

/** Returns how to stop. */
export function startTouch(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touched: Element | null = null
  /** The finger has stayed: what comes of lifting it is no tap. */
  let isHeld = false
  const ask = () => touched?.dispatchEvent(new Event(ASKED, { bubbles: true }))
  const onDown = ({ target, pointerType }: PointerEvent) => {
    isHeld = false
    const isFinger = pointerType === 'touch' && target instanceof Element
    touched = isFinger ? target.closest('[data-tip]') : null
    clearTimeout(timer)
    if (!touched) return
    timer = setTimeout(() => {
      isHeld = true
      ask()
    }, HOLD_MS)
  }
  const onUp = ({ target }: PointerEvent) => {
    clearTimeout(timer)
    const isOther = target instanceof Element && target.closest(ACTING)
    if (!isHeld && !isOther) ask()
  }
  // The page is scrolled.
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
  const listeners = [
    ['pointerdown', onDown],
    ['pointerup', onUp],
    ['pointercancel', onCancel],
    ['click', onClick],
  ] as const
  for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true)
  return () => {
    clearTimeout(timer)
    for (const [name, listener] of listeners)
      window.removeEventListener(name, listener as EventListener, true)
  }
}
