// Icons on a 16-unit square in the colour of the surrounding text.
import type { ComponentProps, ReactNode } from 'react'
import styles from './controls.module.css'

function makeIcon(drawing: ReactNode) {
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

export const SearchIcon = makeIcon(
  <>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.5 10.5 3 3" />
  </>,
)
/** Closes, clears or removes. */
export const CloseIcon = makeIcon(<path d="m4 4 8 8m0-8-8 8" />)
export const UpIcon = makeIcon(<path d="m4 10 4-4 4 4" />)
export const DownIcon = makeIcon(<path d="m4 6 4 4 4-4" />)
/** Unfolds, or leads to more. */
export const RightIcon = makeIcon(<path d="m6 4 4 4-4 4" />)
/** The light theme. */
export const SunIcon = makeIcon(
  <>
    <circle cx="8" cy="8" r="3" />
    <path d="M8 1.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m0-9.2-.7.7m-7.8 7.8-.7.7" />
  </>,
)
/** The dark theme. */
export const MoonIcon = makeIcon(<path d="M13.5 9.5A5.75 5.75 0 0 1 6.5 2.500a5.75 5.75 0 1 0 7 7Z" />)
/** The system's theme. */
export const SystemIcon = makeIcon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 2.250a5.75 5.75 0 0 1 0 11.500Z" fill="currentColor" stroke="none" />
  </>,
)
/** Share dialog. */
export const ShareIcon = makeIcon(
  <>
    <path d="M6.5 9.5 9.5 6.5" />
    <path d="m7.5 4.5 1-1a2.83 2.83 0 0 1 4 4l-1 1m-3 3-1 1a2.83 2.83 0 0 1-4-4l1-1" />
  </>,
)
/** Export menu. */
export const ExportIcon = makeIcon(<path d="M8 2v8m-3-3 3 3 3-3M2.75 13.250h10.5" />)
/** Columns of a table. */
export const ColumnsIcon = makeIcon(<path d="M2.250 3h11.5v10H2.250ZM6.250 3v10M10 3v10" />)
/** Help dialog. */
export const HelpIcon = makeIcon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M6.4 6.300a1.65 1.65 0 1 1 2.3 1.500c-.5.22-.7.5-.7 1M8 11v.01" />
  </>,
)
/** Notices. */
export const NoticeIcon = makeIcon(<path d="M8 2.5 14 13H2L8 2.500Zm0 4v3m0 1.750v.01" />)
/** Opens files. */
export const OpenIcon = makeIcon(<path d="M2 12.500v-9h4l1.5 2H14v7H2Z" />)
/** A file. */
export const FileIcon = makeIcon(<path d="M4 1.750h5l3 3v9.500H4V1.750Zm5 0v3h3" />)
/** Done, or a valid file. */
export const CheckIcon = makeIcon(<path d="m3.5 8.5 3 3 6-7" />)
/** Removes arcs. */
export const CutIcon = makeIcon(
  <>
    <circle cx="4" cy="4.25" r="1.75" />
    <circle cx="4" cy="11.75" r="1.75" />
    <path d="m5.500 5.200 8 5.300m-8 .300 8-5.300" />
  </>,
)
/** Undo. */
export const UndoIcon = makeIcon(<path d="M6 3.500 3 6.500l3 3M3.500 6.500h6a3.250 3.250 0 0 1 0 6.500H7" />)
/** Redo. */
export const RedoIcon = makeIcon(<path d="m10 3.500 3 3-3 3M12.500 6.500h-6a3.250 3.250 0 0 0 0 6.500H9" />)

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

export function IconButton({
  label,
  className = styles.quiet,
  ...rest
}: Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & { readonly label: string }) {
  return <button type="button" className={className} aria-label={label} {...rest} />
}
