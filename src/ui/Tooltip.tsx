// Tooltips for the element under the pointer, the finger or the focus. One per region.
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
import type { Equation } from '../../workers/core/reports/equation.ts'
import { BreakableName } from './BreakableName.tsx'
import { Symbols } from './Symbols.tsx'
import styles from './controls.module.css'
import { EXPLAIN_EVENT } from './touch-tooltips.ts'

/** The content of a tooltip. */
export interface TooltipContent {
  readonly title: string
  readonly formula: string
  /** The formula in symbols. */
  readonly equations?: readonly Equation[]
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
  /** The element under the pointer or the focus, whether or not its tooltip is shown yet. */
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

  // The element may be gone, moved, or reused for another row after a search, a sort or a fold.
  useLayoutEffect(() => {
    const element = described.current
    if (!shown || !element) return
    const { top, left } = element.getBoundingClientRect()
    const isThere = element.isConnected && element.getAttribute('data-tip') === shown.key
    if (!isThere || top !== shown.anchor.top || left !== shown.anchor.left) hide()
  })

  useEffect(() => {
    // A key may move the focus or change the view, including the tabs below. The tooltip then
    // follows the focus.
    const onKey = (event: KeyboardEvent) => {
      if (MODIFIERS.has(event.key)) return
      // The next Escape closes what is below, for example the details sheet.
      const isOver = described.current !== null && document.querySelector('dialog[open]') === null
      if (event.key === 'Escape' && isOver) event.preventDefault()
      hide()
    }
    // After a press the user looks at its result, so the tooltip stays closed until the pointer has
    // left.
    const onPress = ({ pointerType }: globalThis.PointerEvent) => {
      const pressed = pointed.current
      hide()
      if (pointerType !== 'touch') pointed.current = pressed
    }
    // Touch requests, see EXPLAIN_EVENT.
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
  /** Passes wheel events on to what is below the tooltip. */
  readonly onWheel: () => void
}) {
  const { content, anchor } = shown
  const width = Math.min(WIDTH, window.innerWidth - 16)
  // Begins or ends where its element does, on the side with more room.
  const isLeft = anchor.left + anchor.right < window.innerWidth
  const start = isLeft ? anchor.left : window.innerWidth - anchor.right
  const aside = Math.max(8, Math.min(start, window.innerWidth - width - 8))
  const isBelow = anchor.bottom + 120 < window.innerHeight || anchor.top < 120
  const place = isBelow ? { top: anchor.bottom + GAP } : { bottom: window.innerHeight - anchor.top + GAP }
  return (
    <div
      id={id}
      role="tooltip"
      className={styles.bubble}
      style={{ [isLeft ? 'left' : 'right']: aside, maxWidth: width, ...place }}
      onWheel={onWheel}
    >
      <p className={styles.title}>
        <BreakableName name={content.title} />
      </p>
      {content.equations !== undefined && (
        <div className={styles.formula}>
          <Symbols equations={content.equations} />
        </div>
      )}
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
