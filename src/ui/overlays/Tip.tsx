// Explains the thing under the pointer or the focus. One per region: whatever inside carries `data-tip` is explained
// by what `content` answers for that key, so that thousands of cells cost nothing.
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { BreakableName } from '../text/BreakableName.tsx'
import styles from './tip.module.css'

export interface TipContent {
  readonly title: string
  readonly formula: string
  readonly note: string
  /** The number without the scenario, if it differs. */
  readonly was?: string | undefined
}

interface Shown {
  readonly key: string
  readonly content: TipContent
  readonly anchor: DOMRect
}

const DELAY_MS = 250
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta'])

export function Tip({
  content,
  className,
  children,
}: {
  readonly content: (key: string) => TipContent | null
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const id = useId()
  const [shown, setShown] = useState<Shown | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What the pointer or the focus is on, whether it is explained yet or not. */
  const pointed = useRef<Element | null>(null)
  const described = useRef<Element | null>(null)

  const hide = useCallback(() => {
    clearTimeout(timer.current)
    described.current?.removeAttribute('aria-describedby')
    described.current = null
    pointed.current = null
    setShown(null)
  }, [])

  const show = useCallback(
    (target: EventTarget, delay: number) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
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
    const onKey = ({ key }: KeyboardEvent) => {
      if (!MODIFIERS.has(key)) hide()
    }
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('scroll', hide, true)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('scroll', hide, true)
      clearTimeout(timer.current)
    }
  }, [hide])

  return (
    <div
      className={className}
      onPointerMove={(event: PointerEvent) =>
        event.pointerType !== 'touch' && show(event.target, shown ? 40 : DELAY_MS)
      }
      onPointerLeave={hide}
      // Who presses it looks at what comes of that: it is not explained again until the pointer has been elsewhere.
      onPointerDown={() => {
        const pressed = pointed.current
        hide()
        pointed.current = pressed
      }}
      onFocus={(event: FocusEvent) => {
        if (event.target.matches('[data-tip]:focus-visible')) show(event.target, 0)
      }}
      onBlur={hide}
    >
      {children}
      {shown &&
        createPortal(<Bubble id={id} shown={shown} />, document.querySelector('main') ?? document.body)}
    </div>
  )
}

const WIDTH = 380
const GAP = 6

function Bubble({ id, shown }: { readonly id: string; readonly shown: Shown }) {
  const { content, anchor } = shown
  const width = Math.min(WIDTH, window.innerWidth - 16)
  const left = Math.max(8, Math.min(anchor.right - width, window.innerWidth - width - 8))
  const isBelow = anchor.bottom + 120 < window.innerHeight || anchor.top < 120
  const place = isBelow ? { top: anchor.bottom + GAP } : { bottom: window.innerHeight - anchor.top + GAP }
  return (
    <div id={id} role="tooltip" className={styles.bubble} style={{ left, maxWidth: width, ...place }}>
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
