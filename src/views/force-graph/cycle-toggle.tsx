// The small button that opens a closed cycle of the drawing, or closes an open one.
import styles from './drawing.module.css'

const RADIUS = 7
/** Half the length of the strokes. */
const STROKE = 3.5
/** Radius of what takes the pointer. */
const REACH = 12

export function CycleToggle({
  name,
  isOpen,
  x,
  y,
  scale,
  isReachable,
  onToggle,
}: {
  /** "cycle 3 of 32 functions". */
  readonly name: string
  readonly isOpen: boolean
  readonly x: number
  readonly y: number
  readonly scale: number
  /** Whether it is a tab stop. */
  readonly isReachable: boolean
  readonly onToggle: () => void
}) {
  const does = `${isOpen ? 'Close' : 'Open'} ${name}`
  return (
    <g
      role="button"
      tabIndex={isReachable ? 0 : -1}
      className={styles.toggle}
      data-keep
      transform={`translate(${x.toFixed(1)},${y.toFixed(1)}) scale(${scale})`}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        onToggle()
      }}
    >
      {/* Its name, too: beside a label it would be said twice. */}
      <title>{does}</title>
      <circle className={styles.touch} r={REACH} />
      <circle className={styles.toggleDisc} r={RADIUS} />
      <path
        className={styles.toggleSign}
        d={`M${-STROKE},0H${STROKE}${isOpen ? '' : `M0,${-STROKE}V${STROKE}`}`}
      />
    </g>
  )
}
