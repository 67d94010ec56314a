// A name on one line. Where there is too little room its parameters are shortened first, then its scope.
import { Marked } from './Marked.tsx'
import styles from './long-name.module.css'

interface Range {
  readonly from: number
  readonly to: number
}

const NO_RANGES: readonly Range[] = []

export function LongName({
  scope,
  own,
  parameters,
  ranges = NO_RANGES,
}: {
  readonly scope: string
  readonly own: string
  readonly parameters: string
  /** To be marked, counted from the start of all parts together. */
  readonly ranges?: readonly Range[]
}) {
  if (scope === '' && parameters === '') return <Marked text={own} ranges={ranges} />
  const end = scope.length + own.length
  return (
    <span className={styles.name}>
      {scope !== '' && (
        <span className={styles.scope}>
          <Marked text={scope} ranges={within(ranges, 0, scope.length)} />
        </span>
      )}
      <span className={styles.own}>
        <Marked text={own} ranges={within(ranges, scope.length, end)} />
      </span>
      {parameters !== '' && (
        <span className={styles.parameters}>
          <Marked text={parameters} ranges={within(ranges, end, end + parameters.length)} />
        </span>
      )}
    </span>
  )
}

/** The parts of the ranges between two places, counted from the first. */
function within(ranges: readonly Range[], from: number, to: number): readonly Range[] {
  return ranges
    .filter((range) => range.from < to && range.to > from)
    .map((range) => ({ from: Math.max(range.from, from) - from, to: Math.min(range.to, to) - from }))
}
