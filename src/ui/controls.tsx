// Controls: icons, the button that shows one alone, the search field, explanations under the pointer,
// dialogs and popovers.
import {
  type ComponentProps,
  type FocusEvent as ReactFocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { BreakableName } from './text.tsx'
import styles from './controls.module.css'

// Controls: icons on a 16-unit square in the colour of the surrounding text, the icon button, and
// the search field.

function makeIcon(drawing: ReactNode) {
  return function Icon() {
    return (
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {drawing}
      </svg>
    )
  }
}

const SearchIcon = makeIcon(
  <>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.5 10.5 3 3" />
  </>,
)
/** Closes, clears or removes. */
export const CloseIcon = makeIcon(<path d="m4 4 8 8m0-8-8 8" />)
const UpIcon = makeIcon(<path d="m4 10 4-4 4 4" />)
const DownIcon = makeIcon(<path d="m4 6 4 4 4-4" />)
/** Unfolds, or leads to more. */
export const RightIcon = makeIcon(<path d="m6 4 4 4-4 4" />)
/** The light theme. */
export const SunIcon = makeIcon(
  <>
    <circle cx="8" cy="8" r="3" />
    <path d="M8 1.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m0-9.2-.7.7m-7.8 7.8-.7.7" />
  </>,
)
/** The dark theme. */
export const MoonIcon = makeIcon(<path d="M13.5 9.5A5.75 5.75 0 0 1 6.5 2.500a5.75 5.75 0 1 0 7 7Z" />)
/** The system's theme. */
export const SystemIcon = makeIcon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 2.250a5.75 5.75 0 0 1 0 11.500Z" fill="currentColor" stroke="none" />
  </>,
)
/** Share dialog. */
export const ShareIcon = makeIcon(
  <>
    <path d="M6.5 9.5 9.5 6.5" />
    <path d="m7.5 4.5 1-1a2.83 2.83 0 0 1 4 4l-1 1m-3 3-1 1a2.83 2.83 0 0 1-4-4l1-1" />
  </>,
)
/** Export menu. */
export const ExportIcon = makeIcon(<path d="M8 2v8m-3-3 3 3 3-3M2.75 13.250h10.5" />)
/** Columns of a table. */
export const ColumnsIcon = makeIcon(<path d="M2.250 3h11.5v10H2.250ZM6.250 3v10M10 3v10" />)
/** Help dialog. */
export const HelpIcon = makeIcon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M6.4 6.300a1.65 1.65 0 1 1 2.3 1.500c-.5.22-.7.5-.7 1M8 11v.01" />
  </>,
)
/** Notices. */
export const NoticeIcon = makeIcon(<path d="M8 2.5 14 13H2L8 2.500Zm0 4v3m0 1.750v.01" />)
/** Opens files. */
export const OpenIcon = makeIcon(<path d="M2 12.500v-9h4l1.5 2H14v7H2Z" />)
/** A file. */
export const FileIcon = makeIcon(<path d="M4 1.750h5l3 3v9.500H4V1.750Zm5 0v3h3" />)
/** Done, or a valid file. */
export const CheckIcon = makeIcon(<path d="m3.5 8.5 3 3 6-7" />)
/** Removes arcs. */
export const CutIcon = makeIcon(
  <>
    <circle cx="4" cy="4.25" r="1.75" />
    <circle cx="4" cy="11.75" r="1.75" />
    <path d="m5.500 5.200 8 5.300m-8 .300 8-5.300" />
  </>,
)
/** Undo. */
export const UndoIcon = makeIcon(<path d="M6 3.500 3 6.500l3 3M3.500 6.500h6a3.250 3.250 0 0 1 0 6.500H7" />)
/** Redo. */
export const RedoIcon = makeIcon(<path d="m10 3.500 3 3-3 3M12.500 6.500h-6a3.250 3.250 0 0 0 0 6.500H9" />)

/** Three bars, the longest first, the last one hatched: self time and propagated time. */
export function Logo({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <rect x="2" y="3" width="16" height="4" rx="1.2" fill="var(--bar-self)" />
      <rect x="2" y="8.5" width="10.5" height="4" rx="1.2" fill="var(--bar-children)" />
      <rect x="2" y="14" width="5.5" height="4" rx="1.2" fill="var(--bar-children)" opacity="0.55" />
    </svg>
  )
}

// A button that shows only an icon. Its label is its tooltip and its accessible name.

export function IconButton({
  label,
  className = styles.quiet,
  ...rest
}: Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & { readonly label: string }) {
  return <button type="button" className={className} aria-label={label} {...rest} />
}

// A search field with the number of matches, buttons for the next and previous match, and a clear
// button.

export function SearchBox({
  label,
  value,
  status,
  spokenFirst,
  error,
  canStep,
  inputRef,
  onChange,
  onStep,
  onClose,
}: {
  readonly label: string
  readonly value: string
  /** "3 of 12"; "" without a search. */
  readonly status: string
  /**
   * Announced to screen readers before the status: the match that a step led to, if the view does
   * not announce it; "" for nothing.
   */
  readonly spokenFirst: string
  /** Why the search is invalid, or null. */
  readonly error: string | null
  readonly canStep: boolean
  readonly inputRef: Ref<HTMLInputElement>
  readonly onChange: (value: string) => void
  readonly onStep: (direction: 1 | -1) => void
  readonly onClose: () => void
}) {
  const onKeyDown = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'ArrowDown') onStep(1)
    else if (event.key === 'ArrowUp') onStep(-1)
    else if (event.key === 'Escape') {
      onClose()
      event.currentTarget.blur()
    } else return
    event.preventDefault()
  }
  return (
    <search className={styles.box} data-bad={error !== null}>
      <SearchIcon />
      <input
        ref={inputRef}
        type="search"
        className={styles.input}
        aria-label={label}
        aria-invalid={error !== null}
        // The error is announced at once, so it is not part of the description.
        aria-describedby={error === null ? undefined : 'search-status'}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' && (
        <kbd className={`${styles.key} ${styles.hint}`} aria-hidden="true">
          /
        </kbd>
      )}
      <span
        id="search-status"
        className={error === null ? styles.status : styles.error}
        role="status"
        title={error ?? undefined}
      >
        {spokenFirst !== '' && <span className={styles.hidden}>{spokenFirst} </span>}
        {error ?? status}
      </span>
      {value !== '' && (
        <>
          <IconButton
            className={styles.step}
            label="Previous match"
            disabled={!canStep}
            onClick={() => onStep(-1)}
          >
            <UpIcon />
          </IconButton>
          <IconButton
            className={styles.step}
            label="Next match"
            disabled={!canStep}
            onClick={() => onStep(1)}
          >
            <DownIcon />
          </IconButton>
          <IconButton className={styles.step} label="Close search" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </>
      )}
    </search>
  )
}

// Tooltips for the element under the pointer, the finger or the focus. One per region: `content`
// returns the tooltip for the `data-tip` key of any element inside, so that thousands of cells need
// no listeners of their own. On touch a tap opens it, or a long press where a tap has another
// action.

/** The event with which a touch requests a tooltip. */
const EXPLAIN_EVENT = 'explain'

// Touch: requests a tooltip by a tap, or by a long press on elements whose tap has another action.
// Such elements carry `data-tip`, and the tooltip of their region answers.

const HOLD_MS = 450
/** Elements whose tap has an action of its own. */
const ACTING = 'a, button, [data-row], [data-box]'

/** Translates touches into tooltip requests. Returns a function that stops it. */
export function startTouchTooltips(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touched: Element | null = null
  /** True after a long press: lifting the finger is then no tap. */
  let isHeld = false
  const ask = () => touched?.dispatchEvent(new Event(EXPLAIN_EVENT, { bubbles: true }))
  const onDown = ({ target, pointerType }: PointerEvent) => {
    isHeld = false
    const isFinger = pointerType === 'touch' && target instanceof Element
    touched = isFinger ? target.closest('[data-tip]') : null
    clearTimeout(timer)
    // A long press on an element with a menu opens that.
    if (!touched || touched.matches('[data-menu]')) return
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

// The tooltip. The pointer may move onto it without closing it, and Escape closes it.

/** The content of a tooltip. */
export interface TooltipContent {
  readonly title: string
  readonly formula: string
  /** The formula in symbols. */
  readonly symbols?: ReactNode
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
      {content.symbols !== undefined && <div className={styles.formula}>{content.symbols}</div>}
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

// Layers above the page: a modal dialog, and a popover, which is a button with a small panel below
// it.

export function Dialog({
  title,
  isOpen,
  isWide = false,
  onClose,
  children,
}: {
  readonly title: string
  readonly isOpen: boolean
  /** For long lines of text. */
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen) {
      dialog.current?.showModal()
      dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    } else dialog.current?.close()
  }, [isOpen])
  // The event comes a moment late, also when the page itself closed the dialog and has reopened it
  // by then.
  const onClosed = () => {
    if (isOpen && !dialog.current?.open) onClose()
  }
  return (
    <dialog ref={dialog} className={styles.dialog} data-wide={isWide} aria-labelledby={id} onClose={onClosed}>
      {isOpen && (
        <>
          <div className={styles.head}>
            <h2 id={id} className={styles.dialogTitle}>
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          <div className={styles.body}>{children}</div>
        </>
      )}
    </dialog>
  )
}

// A button with a small panel below it. A click outside, Tab past its end or Escape closes it;
// Escape returns the focus to the button.

export function Popover({
  label,
  icon,
  isOpen,
  onToggle,
  children,
}: {
  readonly label: string
  readonly icon: ReactNode
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}) {
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    let isLeft = false
    const leaveFor = (target: EventTarget | null) => {
      // A click moves the focus as well.
      if (isLeft || !(target instanceof Node) || root.current?.contains(target)) return
      isLeft = true
      onToggle()
    }
    const onPointer = ({ target }: PointerEvent) => leaveFor(target)
    // Without a new target when the focused button was removed.
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (target instanceof Node && root.current?.contains(target)) leaveFor(relatedTarget)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      button.current?.focus()
      onToggle()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('focusout', onFocusOut)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('focusout', onFocusOut)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [isOpen, onToggle])
  return (
    <div className={styles.root} ref={root}>
      <button
        ref={button}
        type="button"
        className={styles.quiet}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {icon}
        <span className={styles.label}>{label}</span>
      </button>
      {isOpen && (
        <div className={styles.popover} role="group" aria-label={label}>
          {children}
        </div>
      )}
    </div>
  )
}
