// All runs as bars in the order of their files, which shows a slow rank at a glance. They have a single
// tab stop; arrow keys move along.
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { barName } from '../../../workers/core/reports/runs/explain-runs.ts'
import { barsOf } from '../../../workers/core/reports/runs/run-strip.ts'
import { type RunTable, runValue } from '../../../workers/core/reports/runs/run-table.ts'
import { useWidth } from '../../ui/media.ts'
import styles from './runs.module.css'

/** Pixels: narrower bars are hard to hit. */
const LEAST_WIDTH = 4

export function Strip({
  label,
  table,
  column,
  mean,
  active,
  picked,
  shown,
  slow,
  onPick,
}: {
  readonly label: string
  readonly table: RunTable
  readonly column: 'time' | 'self'
  /** Fraction of the longest one, 0–1. */
  readonly mean: number
  /** The run whose row has the focus, selected or not. */
  readonly active: number
  readonly picked: number | null
  /** The run that is shown alone, or −1. */
  readonly shown: number
  /** The run of the headline, or −1. */
  readonly slow: number
  readonly onPick: (run: number) => void
}) {
  const strip = useRef<HTMLDivElement>(null)
  const width = useWidth(strip)
  const bars = useMemo(() => {
    const of = column === 'time' ? 'time' : 'selfMean'
    const sizes = table.runs.map((_, run) => runValue(table, run, of))
    return barsOf(sizes, width / LEAST_WIDTH)
  }, [table, column, width])
  const [focused, setFocused] = useState(-1)
  const isIn = (run: number, at: number) => {
    const bar = bars[at]
    return bar !== undefined && run >= bar.from && run < bar.to
  }
  const stop = focused >= 0 && focused < bars.length ? focused : bars.findIndex((_, at) => isIn(active, at))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const steps: Record<string, number> = {
      ArrowLeft: stop - 1,
      ArrowRight: stop + 1,
      Home: 0,
      End: bars.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    strip.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <div
      ref={strip}
      role="toolbar"
      aria-label={label}
      aria-orientation="horizontal"
      className={styles.bars}
      data-tight={bars.length * 8 > width}
      style={{ '--mean': mean } as CSSProperties}
      onKeyDown={onKeyDown}
      onBlur={() => setFocused(-1)}
    >
      {bars.map((bar, at) => (
        <button
          key={bar.from}
          type="button"
          tabIndex={at === stop ? 0 : -1}
          className={styles.bar}
          aria-label={barName(table, bar, column)}
          aria-current={isIn(shown, at) || undefined}
          data-tip={`${column}:${bar.from}-${bar.to}-${bar.longest}`}
          data-picked={(picked !== null && isIn(picked, at)) || undefined}
          data-shown={isIn(shown, at) || undefined}
          data-slow={isIn(slow, at) || undefined}
          style={{ '--most': bar.most, '--least': bar.least } as CSSProperties}
          onFocus={() => setFocused(at)}
          onClick={() => onPick(bar.longest)}
        />
      ))}
    </div>
  )
}
