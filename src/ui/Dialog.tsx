// A modal dialog.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './controls.module.css'
import { IconButton, CloseIcon } from './icons.tsx'

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
