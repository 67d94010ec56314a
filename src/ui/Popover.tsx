// A button with a small panel below it. A click outside, Tab past its end or Escape closes it; Escape
// returns the focus to the button.
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './controls.module.css'

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
