// Names, numbers and long lists as text: names shortened to fit a line, broken over several, marked, or
// linked; numbers kept beside their units.
import { type ComponentType, Fragment, memo, type ReactNode, useEffect, useState } from 'react'
import { type NameParts, nameParts, qualifiersOf } from '../../workers/core/reports/names/names.ts'
import type { MarkRange } from '../../workers/core/reports/search.ts'
import { formatCount } from '../../workers/core/reports/quantities.ts'
import styles from './text.module.css'

// Names and numbers as text: names shortened to fit a line, wrapped, highlighted or linked; numbers
// kept together with their units.

interface MarkedRange {
  readonly from: number
  readonly to: number
}

/** Text with highlighted ranges. */
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

// A name on one line. If there is too little room, parts shrink in this order: the return type,
// which is dropped if not even its beginning fits; parameters, template arguments and outer scopes;
// the class, which keeps a fifth of the width; last the function's own name. Unless there is very
// little room, the qualifiers of a method, such as `const`, stay.

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
  /** Ranges to highlight, counted from the start of all parts together. */
  readonly ranges?: readonly Range[]
}) {
  const parts = placed(given)
  const name = parts.map(({ text }) => text).join('')
  if (name === given.own) return <Marked text={name} ranges={ranges} />
  const marked = (text: string, from: number) => (
    <Marked text={text} ranges={within(ranges, from, from + text.length)} />
  )
  const wanted = name.length > SURELY_FITS ? partsToShow(parts, ranges) : null
  const spans = parts.map(({ part, text, from }) => {
    const hit = wanted?.has(part) ? around(text, within(ranges, from, from + text.length)) : null
    const content = hit ? <Marked text={hit.text} ranges={hit.ranges} /> : marked(text, from)
    const style = hit
      ? { minWidth: `min(${hit.width}ch, 40%)` }
      : part === 'scope'
        ? { minWidth: `min(round(22%, 1ch), 100% - 24ch, ${text.length}ch)` }
        : undefined
    return (
      <span key={part} className={styles[part]} style={style}>
        {part === 'scope' || part === 'outer' ? <span>{content}</span> : content}
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

/** Characters of a name that is hardly ever shortened. */
const SURELY_FITS = 60
/** Characters in front of a match that stay with it. */
const BEFORE = 3
/** Characters of a part that are seen if it has a match. */
const SEEN = 24

/** Parts that shrink, those that say most about a function first. */
const SHRINKING = ['scope', 'parameters', 'types', 'outer', 'result'] as const

/**
 * Returns the parts whose match must stay in sight: of each matched text one, unless the own name,
 * which shrinks last, has it.
 */
function partsToShow(parts: ReturnType<typeof placed>, ranges: readonly Range[]): ReadonlySet<string> {
  const matched = (part: string): readonly string[] => {
    const found = parts.find((one) => one.part === part)
    if (!found) return []
    const { text, from } = found
    return within(ranges, from, from + text.length).map((range) =>
      text.slice(range.from, range.to).toLowerCase(),
    )
  }
  const seen = new Set(ranges.length === 0 ? [] : matched('own'))
  const wanted = new Set<string>()
  for (const part of ranges.length === 0 ? [] : SHRINKING) {
    const texts = matched(part)
    if (texts.some((text) => !seen.has(text))) wanted.add(part)
    for (const text of texts) seen.add(text)
  }
  return wanted
}

/**
 * Returns a part that begins shortly before its first match, which is then in sight however short
 * the part is drawn, and the characters up to the match's end; null without a match.
 */
function around(text: string, ranges: readonly Range[]) {
  const [first] = ranges
  if (!first) return null
  const cut = first.from > SEEN - BEFORE ? first.from - BEFORE : 0
  const offset = cut === 0 ? 0 : cut - 1
  const moved = ranges.map(({ from, to }) => ({ from: from - offset, to: to - offset }))
  return {
    text: cut === 0 ? text : `…${text.slice(cut)}`,
    ranges: moved,
    width: Math.min(SEEN, (moved[0]?.to ?? 0) + 1),
  }
}

/** Returns the parts that are not empty, each with its offset. */
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

/** Returns the ranges between two offsets, relative to the first. */
function within(ranges: readonly Range[], from: number, to: number): readonly Range[] {
  return ranges
    .filter((range) => range.from < to && range.to > from)
    .map((range) => ({ from: Math.max(range.from, from) - from, to: Math.min(range.to, to) - from }))
}

/**
 * Splits a path into directories and file name, as parts for `LongName`: the directories shrink
 * first.
 */
export function pathParts(path: string): { readonly scope: string; readonly own: string } {
  const cut = Math.max(0, path.lastIndexOf('/'))
  return { scope: path.slice(0, cut), own: path.slice(cut) }
}

// A function's name as a link. Search matches are highlighted; a shortened name is given in full in
// the title.

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

// "parent → child", or one function. If there is too little room, each end keeps the part that
// distinguishes it.

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

// A long name over several lines, wrapped between its parts and not inside a word.

/** After `::`, `<`, `(` and a comma. */
const NAME_BREAKS = /(?<=::|[<(,])(?=[^\s:<(,])/
/**
 * Inside a word that may not fit on a line: after an underscore, and before a capital of camel
 * case.
 */
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

// Keeps numbers on the same line as their units and as what they count.

/**
 * Returns text in which a number and its unit, or a number and what it counts, stay on one line.
 */
export const keepUnits = (text: string): string => text.replaceAll(/(\d) (?=[mµnp]?s(?!\w))/g, '$1\u00a0')

/**
 * Returns text such as "148 samples · 1,648 arcs" that wraps only between the counts, with no dot
 * at the start of a line.
 */
export const keepCounts = (text: string): string =>
  text.replaceAll(' ·', '\u00a0·').replaceAll(/(\d) (?=[a-z]+\b)/gi, '$1\u00a0')

// A list that draws its first items at once, and the others on request, some in each frame: a
// thousand would take longer than one frame.

const PORTION = 40

interface Lines<T> {
  readonly items: readonly T[]
  readonly Line: ComponentType<{ readonly item: T }>
  readonly className?: string | undefined
  /** The list's accessible name. */
  readonly label?: string | undefined
}

/** Rows `from` to `to`, exclusive. */
interface Stretch {
  readonly from: number
  readonly to: number
}

export function LongList<T>({
  shown,
  ...lines
}: Lines<T> & {
  /** Number of items drawn at once. */
  readonly shown: number
}) {
  const { length } = lines.items
  return (
    <>
      <List {...lines} from={0} to={Math.min(shown, length)} />
      {length > shown && <Folded {...lines} from={shown} to={length} />}
    </>
  )
}

function Folded<T>({ from, to, ...lines }: Lines<T> & Stretch) {
  // None are drawn until it has been unfolded once.
  const [drawn, setDrawn] = useState(from)
  useEffect(() => {
    if (drawn === from || drawn >= to) return
    const frame = requestAnimationFrame(() => setDrawn(drawn + PORTION))
    return () => cancelAnimationFrame(frame)
  }, [drawn, from, to])
  return (
    <details
      className={styles.folded}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && drawn === from) setDrawn(from + PORTION)
      }}
    >
      <summary>{formatCount(to - from)} more</summary>
      <List {...lines} from={from} to={Math.min(drawn, to)} />
    </details>
  )
}

function List<T>({ items, Line, className, label, from, to }: Lines<T> & Stretch) {
  const starts: number[] = []
  for (let start = from; start < to; start += PORTION) starts.push(start)
  return (
    <ul className={className} aria-label={label}>
      {starts.map((start) => (
        <Portion key={start} items={items} Line={Line} from={start} to={Math.min(start + PORTION, to)} />
      ))}
    </ul>
  )
}

/** Memoised, so that portions already drawn are skipped. */
const Portion = memo(function Portion<T>({ items, Line, from, to }: Lines<T> & Stretch) {
  return items.slice(from, to).map((item, at) => <Line key={from + at} item={item} />)
}) as <T>(props: Lines<T> & Stretch) => ReactNode
