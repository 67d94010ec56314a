// What is left out beside a drawn function, as a small counted badge; one click draws it.
import styles from './drawing.module.css'
import type { OpenStub } from '../params.ts'
import { BADGE_FONT, badgeOf } from './badge.ts'

export function Stub({
  side,
  count,
  of,
  x,
  y,
  scale,
  isReachable,
  isFaint,
  isQuiet,
  onOpen,
}: {
  readonly side: OpenStub['side']
  readonly count: number
  /** The function's full name. */
  readonly of: string
  readonly x: number
  readonly y: number
  readonly scale: number
  /** Whether Tab comes here. */
  readonly isReachable: boolean
  readonly isFaint: boolean
  /** Among many: a number without its frame. */
  readonly isQuiet: boolean
  readonly onOpen: () => void
}) {
  const { counted, text, width } = badgeOf(side, count)
  return (
    <g
      role="button"
      aria-label={`Draw ${counted} of ${of}`}
      tabIndex={isReachable ? 0 : -1}
      className={styles.stub}
      data-keep
      data-side={side}
      data-faint={isFaint || undefined}
      data-quiet={isQuiet || undefined}
      transform={`translate(${x.toFixed(1)},${y.toFixed(1)}) scale(${scale})`}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        onOpen()
      }}
    >
      <title>{`${counted} of ${of} left out; click to draw`}</title>
      <rect x={-width} y={-7} width={width} height={14} rx={7} />
      <text x={-width / 2} y={0} dy="0.34em" fontSize={BADGE_FONT}>
        {text}
      </text>
    </g>
  )
}
