// The node for all functions that are not drawn: "291 more, self 41.0%", which opens their list.
import { restLabel } from '../../../workers/core/reports/graph/left-out.ts'
import styles from './drawing.module.css'
import type { Positions } from './positions.ts'
import { restBox } from './rest-box.ts'
import { FIGURES_SIZE, FONT_SIZE, type Scene } from './scene.ts'

/** How the node for the rest is drawn, and what a click does. */
export interface RestProps {
  /** Whether its list is open. */
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function RestNode({
  scene,
  positions,
  scale,
  isOpen,
  onToggle,
}: RestProps & { readonly scene: Scene; readonly positions: Positions; readonly scale: number }) {
  const box = restBox(scene, positions, scale)
  const label = restLabel(scene.nodeLink.leftOut, scene.nodeLink.focus)
  if (!box || !label) return null
  const [count, share] = label
  const middle = (box.left + box.right) / 2
  return (
    <g
      role="button"
      aria-label={`${count}, ${share}: list them`}
      aria-expanded={isOpen}
      tabIndex={0}
      className={styles.rest}
      data-keep
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        onToggle()
      }}
    >
      <rect
        x={box.left}
        y={box.top}
        width={box.right - box.left}
        height={box.bottom - box.top}
        rx={(box.bottom - box.top) / 2}
      />
      <text>
        <tspan x={middle} y={box.top + 15 * scale} fontSize={FONT_SIZE * scale}>
          {count}
        </tspan>{' '}
        <tspan
          className={styles.restShare}
          x={middle}
          y={box.top + 29 * scale}
          fontSize={FIGURES_SIZE * scale}
        >
          {share}
        </tspan>
      </text>
    </g>
  )
}
