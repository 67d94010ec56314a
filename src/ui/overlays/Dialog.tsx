// The browser's own modal dialog, opened and closed by a flag. What carries `data-first` has the focus first.
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { CloseIcon } from '../controls/icons.tsx'
import styles from './dialog.module.css'

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
