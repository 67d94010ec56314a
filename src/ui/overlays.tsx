// What lies above the page: a modal dialog, and a popover, which is a button with a small panel under it.
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
  /** For lines of text that are long. */
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
  // The browser tells of it a moment later, also where the page closed it, and opened it again by then.
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

// A button with a small panel under it. A click elsewhere closes it, so does Tab beyond it; Escape as well, and the focus goes
// back to the button.

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
