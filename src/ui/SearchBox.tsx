// A search field with the number of matches, buttons for the next or previous match, a clear button.
import type { KeyboardEvent as ReactKeyboardEvent, Ref } from 'react'
import styles from './controls.module.css'
import { SearchIcon, IconButton, UpIcon, DownIcon, CloseIcon } from './icons.tsx'

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
