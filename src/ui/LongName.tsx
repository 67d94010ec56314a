// A name on one line, of which parts shrink where there is too little room.
import { Fragment, memo } from 'react'
import { type NameParts, qualifiersOf } from '../../workers/core/names/name-parts.ts'
import styles from './text.module.css'

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
