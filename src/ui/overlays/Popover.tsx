// A button with a small panel under it. A click elsewhere closes it, so does Tab beyond it; Escape as well, and the focus goes
// back to the button.
import { useEffect, useRef, type ReactNode } from 'react'
import controls from '../controls/controls.module.css'
import styles from './popover.module.css'

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
      // A click takes the focus as well.
      if (isLeft || !(target instanceof Node) || root.current?.contains(target)) return
      isLeft = true
      onToggle()
    }
    const onPointer = ({ target }: PointerEvent) => leaveFor(target)
    // To nobody it goes from a button that is gone.
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
        className={controls.quiet}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {icon}
        <span className={styles.label}>{label}</span>
      </button>
      {isOpen && (
        <div className={styles.panel} role="group" aria-label={label}>
          {children}
        </div>
      )}
    </div>
  )
}
