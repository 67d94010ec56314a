// Controls: icons on a 16-unit square in the colour of the surrounding text, the icon button, and
// the search field.
import type { ComponentProps, KeyboardEvent, ReactNode, Ref } from 'react'
import controls from './controls.module.css'
import styles from './search-box.module.css'

function icon(drawing: ReactNode) {
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

const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.5 10.5 3 3" />
  </>,
)
/** Closes, clears or removes. */
export const CloseIcon = icon(<path d="m4 4 8 8m0-8-8 8" />)
const UpIcon = icon(<path d="m4 10 4-4 4 4" />)
const DownIcon = icon(<path d="m4 6 4 4 4-4" />)
/** Unfolds, or leads to more. */
export const RightIcon = icon(<path d="m6 4 4 4-4 4" />)
/** The light theme. */
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="3" />
    <path d="M8 1.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m0-9.2-.7.7m-7.8 7.8-.7.7" />
  </>,
)
/** The dark theme. */
export const MoonIcon = icon(<path d="M13.5 9.5A5.75 5.75 0 0 1 6.5 2.500a5.75 5.75 0 1 0 7 7Z" />)
/** The system's theme. */
export const SystemIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 2.250a5.75 5.75 0 0 1 0 11.500Z" fill="currentColor" stroke="none" />
  </>,
)
/** Share dialog. */
export const ShareIcon = icon(
  <>
    <path d="M6.5 9.5 9.5 6.5" />
    <path d="m7.5 4.5 1-1a2.83 2.83 0 0 1 4 4l-1 1m-3 3-1 1a2.83 2.83 0 0 1-4-4l1-1" />
  </>,
)
/** Export menu. */
export const ExportIcon = icon(<path d="M8 2v8m-3-3 3 3 3-3M2.75 13.250h10.5" />)
/** Help dialog. */
export const HelpIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M6.4 6.300a1.65 1.65 0 1 1 2.3 1.500c-.5.22-.7.5-.7 1M8 11v.01" />
  </>,
)
/** Notices. */
export const NoticeIcon = icon(<path d="M8 2.5 14 13H2L8 2.500Zm0 4v3m0 1.750v.01" />)
/** Opens files. */
export const OpenIcon = icon(<path d="M2 12.500v-9h4l1.5 2H14v7H2Z" />)
/** A file. */
export const FileIcon = icon(<path d="M4 1.750h5l3 3v9.500H4V1.750Zm5 0v3h3" />)
/** Done, or a valid file. */
export const CheckIcon = icon(<path d="m3.5 8.5 3 3 6-7" />)
/** Removes arcs. */
export const CutIcon = icon(
  <>
    <circle cx="4" cy="4.25" r="1.75" />
    <circle cx="4" cy="11.75" r="1.75" />
    <path d="m5.500 5.200 8 5.300m-8 .300 8-5.300" />
  </>,
)
/** Undo. */
export const UndoIcon = icon(<path d="M6 3.500 3 6.500l3 3M3.500 6.500h6a3.250 3.250 0 0 1 0 6.500H7" />)
/** Redo. */
export const RedoIcon = icon(<path d="m10 3.500 3 3-3 3M12.500 6.500h-6a3.250 3.250 0 0 0 0 6.500H9" />)

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
  className = controls.quiet,
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
