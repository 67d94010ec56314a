// Names and numbers as text: names shortened to fit a line, broken over several, marked, or linked; numbers
// kept beside their units.
import { Fragment, memo } from 'react'
import { type NameParts, nameParts, qualifiersOf } from '../../workers/core/reports/names/name-parts.ts'
import type { MarkRange } from '../../workers/core/reports/search-matches.ts'
import styles from './long-name.module.css'

interface MarkedRange {
  readonly from: number
  readonly to: number
}

export const Marked = memo(function Marked({
  text,
  ranges,
}: {
  readonly text: string
  readonly ranges: readonly MarkedRange[]
}) {
  if (ranges.length === 0) return <>{text}</>
  return (
    <>
      {ranges.map((range, at) => (
        <Fragment key={range.from}>
          {text.slice(at === 0 ? 0 : ranges[at - 1]?.to, range.from)}
          <mark>{text.slice(range.from, range.to)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.to)}
    </>
  )
})

// A name on one line. Where there is too little room, what it returns is shortened first, and left out where not even its
// beginning has room; then its parameters, template arguments and outer scopes, then the class it belongs to, which keeps a fifth of
// what is not very little room, and last what it is called. Where there is more than very little room, a method that is const says so.

interface Range {
  readonly from: number
  readonly to: number
}

const NO_RANGES: readonly Range[] = []
const PARTS = ['result', 'outer', 'scope', 'own', 'types', 'parameters', 'qualifiers'] as const

export function LongName({
  ranges = NO_RANGES,
  ...given
}: Partial<NameParts> & {
  /** To be marked, counted from the start of all parts together. */
  readonly ranges?: readonly Range[]
}) {
  const parts = placed(given)
  const name = parts.map(({ text }) => text).join('')
  if (name === given.own) return <Marked text={name} ranges={ranges} />
  const marked = (text: string, from: number) => (
    <Marked text={text} ranges={within(ranges, from, from + text.length)} />
  )
  const spans = parts.map(({ part, text, from }) => {
    const content = marked(text, from)
    const style =
      part === 'scope' ? { minWidth: `min(round(22%, 1ch), 100% - 24ch, ${text.length}ch)` } : undefined
    return (
      <span key={part} className={styles[part]} style={style}>
        {style || part === 'outer' ? <span>{content}</span> : content}
      </span>
    )
  })
  if (!given.result) return <span className={styles.name}>{spans}</span>
  return (
    <span className={styles.whole}>
      {spans[0]}
      <span className={styles.name}>{spans.slice(1)}</span>
    </span>
  )
}

/** The parts there are, and where each begins. */
function placed(given: Partial<NameParts>) {
  const all = given.parameters ?? ''
  const qualifiers = qualifiersOf(all)
  const parts = { ...given, parameters: all.slice(0, all.length - qualifiers.length), qualifiers }
  let end = 0
  return PARTS.map((part) => {
    const text = parts[part] ?? ''
    end += text.length
    return { part, text, from: end - text.length }
  }).filter(({ text }) => text !== '')
}

/** The parts of the ranges between two places, counted from the first. */
function within(ranges: readonly Range[], from: number, to: number): readonly Range[] {
  return ranges
    .filter((range) => range.from < to && range.to > from)
    .map((range) => ({ from: Math.max(range.from, from) - from, to: Math.min(range.to, to) - from }))
}

// A path for `LongName`: where there is too little room, its directories give way.

export function pathParts(path: string): { readonly scope: string; readonly own: string } {
  const cut = Math.max(0, path.lastIndexOf('/'))
  return { scope: path.slice(0, cut), own: path.slice(cut) }
}

// A function's name as a link to it. What was searched for is marked; what has no room is shortened, and whole in the title.

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

// "parent → child", or one function, of which each end keeps what tells it apart where there is too little room.

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

// A long name over several lines, broken where its parts meet rather than in the midst of a word.

/** Behind `::`, `<`, `(` and a comma. */
const NAME_BREAKS = /(?<=::|[<(,])(?=[^\s:<(,])/
/** Of a word that may not have room on a line of its own: behind an underscore, and before a hump. */
const WORD_BREAKS = /(?<=[^\W_]_)(?=[^\W_])|(?<=[a-z\d])(?=[A-Z][a-z])/
const LONG = 20

export function BreakableName({ name }: { readonly name: string }) {
  const parts = name
    .split(NAME_BREAKS)
    .flatMap((part) => (part.length > LONG ? part.split(WORD_BREAKS) : part))
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one name, which have no other identity
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

// A number and its unit stay on one line, however little room there is, and so do a number and what it counts.

export const keepUnits = (text: string): string =>
  text.replaceAll(/(\d) (?=(?:%|[mµnp]?s)(?!\w))/g, '$1\u00a0')

/** "148 samples · 1,648 arcs": of a list no line begins with the dot. */
export const keepCounts = (text: string): string =>
  text.replaceAll(' ·', '\u00a0·').replaceAll(/(\d) (?=[a-z]+\b)/gi, '$1\u00a0')
