// A search field with its count, steps to the next and previous match, and a way out.
import { type KeyboardEvent, type Ref } from 'react'
import { IconButton } from './IconButton.tsx'
import { CloseIcon, DownIcon, SearchIcon, UpIcon } from './icons.tsx'
import controls from './controls.module.css'
import styles from './search-box.module.css'

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
  /** What a step led to, for whom the view does not show it; "" for nothing. */
  readonly spokenFirst: string
  /** Why the search is not valid, or null. */
  readonly error: string | null
  readonly canStep: boolean
  readonly inputRef: Ref<HTMLInputElement>
  readonly onChange: (value: string) => void
  readonly onStep: (direction: 1 | -1) => void
  readonly onClose: () => void
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
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
        // What is said at once, beside, need not be said again when it changes.
        aria-describedby={error === null ? undefined : 'search-status'}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' && (
        <kbd className={`${controls.key} ${styles.hint}`} aria-hidden="true">
          /
        </kbd>
      )}
      <span
        id="search-status"
        className={error === null ? styles.status : styles.error}
        role="status"
        title={error ?? undefined}
      >
        {spokenFirst !== '' && <span className={controls.hidden}>{spokenFirst} </span>}
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
