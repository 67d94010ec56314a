// A name on one line. Where there is too little room, what it returns is shortened first, and left out where not even its
// beginning has room; then its parameters, template arguments and outer scopes, then the class it belongs to, which keeps a fifth of
// what is not very little room, and last what it is called. Where there is more than very little room, a method that is const says so.
import { qualifiersOf, type NameParts } from '../../../workers/core/reports/names/name-parts.ts'
import { Marked } from './Marked.tsx'
import styles from './long-name.module.css'

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
