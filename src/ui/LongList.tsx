// A list that draws its first items at once, the others on request, some in each frame. A thousand would
// take longer than one frame.
import { type ComponentType, memo, type ReactNode, useEffect, useState } from 'react'
import { formatCount } from '../../workers/core/quantities.ts'
import styles from './text.module.css'

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
