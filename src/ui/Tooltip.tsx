// Explains the thing under the pointer, the finger or the focus. One per region: whatever inside carries
// `data-tip` is explained by what `content` answers for that key, so that thousands of cells cost nothing. A
// finger taps, or holds where a tap does something else.
import {
  type FocusEvent as ReactFocusEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { BreakableName } from './text.tsx'
import styles from './tooltip.module.css'

/** The event by which Tooltip.tsx has a tip explain what a finger is on. */
const EXPLAIN_EVENT = 'explain'

// A finger asks for an explanation: by a tap, or by staying a moment on what a tap has another meaning for. Whatever has one
// carries `data-tip`, and the tip of its region gives it.

const HOLD_MS = 450
/** A tap on one of these does what it is for. */
const ACTING = 'a, button, [data-row], [data-box]'

/** Returns how to stop. */
export function startTouchTooltips(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touched: Element | null = null
  /** The finger has stayed: what comes of lifting it is no tap. */
  let isHeld = false
  const ask = () => touched?.dispatchEvent(new Event(EXPLAIN_EVENT, { bubbles: true }))
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

// Explains the thing under the pointer, the finger or the focus. One per region: whatever inside carries `data-tip` is
// explained by what `content` answers for that key, so that thousands of cells cost nothing. The pointer may go on to the
// explanation, which stays; a finger taps, or stays a moment on what a tap has another meaning for. Escape closes it.

export interface TooltipContent {
  readonly title: string
  readonly formula: string
  readonly note: string
  /** The number without the scenario, if it differs. */
  readonly was?: string | undefined
}

interface Shown {
  readonly key: string
  readonly content: TooltipContent
  readonly anchor: DOMRect
}

const DELAY_MS = 250
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta'])

export function Tooltip({
  content,
  className,
  children,
}: {
  readonly content: (key: string) => TooltipContent | null
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const id = useId()
  const [shown, setShown] = useState<Shown | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What the pointer or the focus is on, whether it is explained yet or not. */
  const pointed = useRef<Element | null>(null)
  const described = useRef<HTMLElement | null>(null)
  const region = useRef<HTMLDivElement>(null)

  const hide = useCallback(() => {
    clearTimeout(timer.current)
    described.current?.removeAttribute('aria-describedby')
    described.current = null
    pointed.current = null
    setShown(null)
  }, [])

  const show = useCallback(
    (target: EventTarget, delay: number) => {
      const place =
        target instanceof Element ? target.closest<HTMLElement>('[data-tip], [role=tooltip]') : null
      const element = place?.role === 'tooltip' ? described.current : place
      if (element === pointed.current) return
      pointed.current = element
      clearTimeout(timer.current)
      const key = element?.dataset['tip']
      if (!element || key === undefined) {
        hide()
        return
      }
      timer.current = setTimeout(() => {
        const answer = content(key)
        if (!answer || !element.isConnected) {
          hide()
          return
        }
        described.current?.removeAttribute('aria-describedby')
        element.setAttribute('aria-describedby', id)
        described.current = element
        setShown({ key, content: answer, anchor: element.getBoundingClientRect() })
      }, delay)
    },
    [content, hide, id],
  )

  // What it explains may be gone or have moved since, or its element be another row's: rows are searched, sorted, folded.
  useLayoutEffect(() => {
    const element = described.current
    if (!shown || !element) return
    const { top, left } = element.getBoundingClientRect()
    const isThere = element.isConnected && element.getAttribute('data-tip') === shown.key
    if (!isThere || top !== shown.anchor.top || left !== shown.anchor.left) hide()
  })

  useEffect(() => {
    // A key goes elsewhere or changes what is shown, tabs below it included; where the focus goes it is explained after it.
    const onKey = (event: KeyboardEvent) => {
      if (MODIFIERS.has(event.key)) return
      // What lies below, a sheet of details, is closed by the next one.
      const isOver = described.current !== null && document.querySelector('dialog[open]') === null
      if (event.key === 'Escape' && isOver) event.preventDefault()
      hide()
    }
    // Who presses it looks at what comes of that: it is not explained again until the pointer has been elsewhere.
    const onPress = ({ pointerType }: globalThis.PointerEvent) => {
      const pressed = pointed.current
      hide()
      if (pointerType !== 'touch') pointed.current = pressed
    }
    // What a finger asks for, see Tooltip.tsx.
    const onAsk = ({ target }: Event) => target && show(target, 0)
    const element = region.current
    element?.addEventListener(EXPLAIN_EVENT, onAsk)
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('scroll', hide, true)
    window.addEventListener('pointerdown', onPress, true)
    return () => {
      element?.removeEventListener(EXPLAIN_EVENT, onAsk)
      window.removeEventListener('pointerdown', onPress, true)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('scroll', hide, true)
    }
  }, [hide, show])

  return (
    <div
      ref={region}
      className={className}
      onPointerMove={({ pointerType, target }: ReactPointerEvent) => {
        if (pointerType !== 'touch') show(target, shown ? 40 : DELAY_MS)
      }}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && hide()}
      onFocus={(event: ReactFocusEvent) => {
        if (event.target.matches('[data-tip]:focus-visible')) show(event.target, 0)
      }}
      onBlur={({ target }) => target === described.current && hide()}
    >
      {children}
      {shown &&
        createPortal(
          <Bubble id={id} shown={shown} onWheel={hide} />,
          document.querySelector('main') ?? document.body,
        )}
    </div>
  )
}

const WIDTH = 380
const GAP = 6

function Bubble({
  id,
  shown,
  onWheel,
}: {
  readonly id: string
  readonly shown: Shown
  /** What is below it is to be scrolled. */
  readonly onWheel: () => void
}) {
  const { content, anchor } = shown
  const width = Math.min(WIDTH, window.innerWidth - 16)
  const left = Math.max(8, Math.min(anchor.right - width, window.innerWidth - width - 8))
  const isBelow = anchor.bottom + 120 < window.innerHeight || anchor.top < 120
  const place = isBelow ? { top: anchor.bottom + GAP } : { bottom: window.innerHeight - anchor.top + GAP }
  return (
    <div
      id={id}
      role="tooltip"
      className={styles.bubble}
      style={{ left, maxWidth: width, ...place }}
      onWheel={onWheel}
    >
      <p className={styles.title}>
        <BreakableName name={content.title} />
      </p>
      {content.formula !== '' && <p className={styles.formula}>{content.formula}</p>}
      {content.note !== '' && <p className={styles.note}>{content.note}</p>}
      {content.was !== undefined && (
        <p className={styles.was}>
          As measured: <span data-was>{content.was}</span>
        </p>
      )}
    </div>
  )
}
