// A menu of actions at the pointer or beside the focused element, with the keys of an ARIA menu.
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { CheckIcon } from './icons.tsx'
import controls from './controls.module.css'
import styles from './context-menu.module.css'

/** An action of a menu. */
export interface MenuItem {
  readonly label: string
  /** The key that does the same without the menu. */
  readonly hint?: string | undefined
  /** Undefined for an action that is not switched on and off. */
  readonly isOn?: boolean
  readonly run: () => void
}

/** Where a menu opens, and what gets the focus when it is closed without a choice. */
export interface MenuPlace {
  /** In CSS pixels of the window. */
  readonly x: number
  readonly y: number
  readonly from: Element | null
}

/** Pixels between a menu and the edge of the window. */
const MARGIN = 6
/** Letters typed within this time are one search. */
const TYPING_MS = 600

export function ContextMenu({
  label,
  groups,
  place,
  onClose,
}: {
  /** What the actions are for: its heading and its accessible name. */
  readonly label: string
  /** Separated by lines. */
  readonly groups: readonly (readonly MenuItem[])[]
  readonly place: MenuPlace
  readonly onClose: () => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const { x, y, from } = place
  useLayoutEffect(() => {
    const { current } = menu
    if (!current) return
    const { width, height } = current.getBoundingClientRect()
    const left = Math.max(MARGIN, Math.min(x, window.innerWidth - width - MARGIN))
    // Above the place if there is no room below it.
    const top = y + height + MARGIN <= window.innerHeight ? y : y - height
    current.style.left = `${left}px`
    current.style.top = `${Math.max(MARGIN, top)}px`
    itemsIn(current)[0]?.focus({ preventScroll: true })
  }, [x, y])
  useEffect(() => {
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && menu.current?.contains(target) === true
    const onOutside = ({ target }: Event) => {
      if (!isInside(target)) onClose()
    }
    const listeners = ['pointerdown', 'wheel', 'focusin'] as const
    for (const name of listeners) window.addEventListener(name, onOutside, { capture: true, passive: true })
    window.addEventListener('resize', onClose)
    window.addEventListener('blur', onClose)
    return () => {
      for (const name of listeners) window.removeEventListener(name, onOutside, { capture: true })
      window.removeEventListener('resize', onClose)
      window.removeEventListener('blur', onClose)
    }
  }, [onClose])
  const leave = () => {
    // Before the menu is removed, so that the focus is never lost.
    if (from instanceof HTMLElement || from instanceof SVGElement) from.focus({ preventScroll: true })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { current } = menu
    // The page's own keys are for what is below the menu.
    event.stopPropagation()
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return
    const items = itemsIn(current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' || event.key === 'Tab') leave()
    else if (event.key === 'Enter' || event.key === ' ') items[at]?.click()
    else {
      const next = nextItem(items, at, event.key, typed.current, event.timeStamp)
      if (next === undefined) return
      items[next]?.focus({ preventScroll: true })
    }
    event.preventDefault()
  }
  return createPortal(
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles.menu}
      style={{ left: x, top: y }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      {groups.map((items) => (
        <div key={items[0]?.label} role="group" className={styles.group}>
          {items.map(({ label: text, hint, isOn, run }) => (
            <button
              key={text}
              type="button"
              role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
              aria-checked={isOn}
              aria-keyshortcuts={hint}
              tabIndex={-1}
              className={styles.item}
              onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
              onClick={() => {
                leave()
                run()
              }}
            >
              <span className={styles.check}>{isOn === true && <CheckIcon />}</span>
              {text}
              {hint !== undefined && (
                <kbd className={controls.key} aria-hidden="true">
                  {hint}
                </kbd>
              )}
            </button>
          ))}
        </div>
      ))}
    </div>,
    document.querySelector('main') ?? document.body,
  )
}

const itemsIn = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]'),
]

/**
 * Returns the item that a key leads to: arrows go round, Home and End go to the ends, letters go to
 * the next item that starts with them. Undefined for any other key.
 */
function nextItem(
  items: readonly HTMLElement[],
  at: number,
  key: string,
  typed: { text: string; at: number },
  now: number,
): number | undefined {
  const { length } = items
  if (key === 'ArrowDown') return (at + 1) % length
  if (key === 'ArrowUp') return (at - 1 + length) % length
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  if (key.length !== 1) return undefined
  const letter = key.toLowerCase()
  const before = now - typed.at < TYPING_MS ? typed.text : ''
  // The same letter again goes on to the next item that starts with it.
  typed.text = before === letter ? letter : before + letter
  typed.at = now
  const first = typed.text.length === 1 ? at + 1 : at
  const order = items.map((_, step) => (first + step) % length)
  return order.find((index) => textOf(items[index]).startsWith(typed.text)) ?? at
}

const textOf = (item: HTMLElement | undefined): string => (item?.textContent ?? '').trim().toLowerCase()
