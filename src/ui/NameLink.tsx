// Names of functions or arcs as links.
import { nameParts } from '../../workers/core/names/name-parts.ts'
import type { MarkRange } from '../../workers/core/reports/search/match-marks.ts'
import styles from './text.module.css'
import { LongName } from './LongName.tsx'

export function NameLink({
  name,
  href,
  mark,
  className = '',
  ...others
}: {
  readonly name: string
  readonly href: string
  /** Undefined if there is no search. */
  readonly mark?: (name: string) => readonly MarkRange[]
  readonly className?: string | undefined
  /** -1 in a grid, where the arrow keys lead to it. */
  readonly tabIndex?: -1
  readonly 'data-tip'?: number
}) {
  return (
    <a {...others} href={href} className={`${styles.link} ${className}`} title={name} draggable={false}>
      <LongName {...nameParts(name)} {...(mark ? { ranges: mark(name) } : {})} />
    </a>
  )
}

export function ArcTitle({ title }: { readonly title: string }) {
  const [parent = '', child] = title.split(' → ')
  const end = (name: string) => (
    <span className={styles.end}>
      <LongName {...nameParts(name)} />
    </span>
  )
  return (
    <code className={styles.arc} title={title}>
      {end(parent)}
      {child !== undefined && (
        <>
          <span className={styles.to}> → </span>
          {end(child)}
        </>
      )}
    </code>
  )
}
