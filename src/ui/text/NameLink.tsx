// A function's name as a link to it. What was searched for is marked; what has no room is shortened, and whole in the title.
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import type { MarkRange } from '../../../workers/core/reports/search/mark-ranges.ts'
import styles from './long-name.module.css'
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
  /** Not there where nothing is searched. */
  readonly mark?: (name: string) => readonly MarkRange[]
  readonly className?: string | undefined
  /** In a grid, whose arrows lead to it. */
  readonly tabIndex?: -1
  readonly 'data-tip'?: number
}) {
  return (
    <a {...others} href={href} className={`${styles.link} ${className}`} title={name} draggable={false}>
      <LongName {...nameParts(name)} {...(mark ? { ranges: mark(name) } : {})} />
    </a>
  )
}
