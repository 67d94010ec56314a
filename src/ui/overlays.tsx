// Layers above the page: a modal dialog, and a popover, which is a button with a small panel below
// it.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CloseIcon, IconButton } from './controls.tsx'
import styles from './dialog.module.css'
import controls from './controls.module.css'

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
            <h2 id={id} className={styles.title}>
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
