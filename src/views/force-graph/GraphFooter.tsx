// Below the graph: the legend, and how much of the profile is drawn.
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { NodeLinkChoice } from '../../../workers/core/reports/graph/selection.ts'
import {
  describeExtent,
  describeLeftOut,
  formatThreshold,
  HEAT_STEPS,
} from '../../../workers/core/reports/graph/drawing-text.ts'
import type { NodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { isCrowded } from './drawing/emphasis.ts'
import styles from './force-graph.module.css'
import drawing from './drawing/drawing.module.css'

/** Up to this width in pixels the legend is folded at first. */
const NARROW = 700

export function GraphFooter({
  analyzed,
  nodeLink,
  choice,
  width,
}: {
  readonly analyzed: AnalyzedProfile
  readonly nodeLink: NodeLink
  readonly choice: NodeLinkChoice
  readonly width: number
}) {
  return (
    <div className={styles.foot}>
      <Legend
        measure={nodeLink.measure}
        hasCycles={nodeLink.cycles.length > 0}
        hasStaticArcs={nodeLink.arcs.some(({ isStatic }) => isStatic)}
        variesStrength={isCrowded(nodeLink)}
        isOpen={width > NARROW}
      />
      <p className={styles.extent} role="status" aria-label="What is drawn">
        {[`${describeExtent(nodeLink)}.`, ...describeLeftOut(analyzed, nodeLink, choice)].join(' ')}
      </p>
    </div>
  )
}

// The scales: the meaning of areas, colours, widths and strokes.

export function Legend({
  measure,
  hasCycles,
  hasStaticArcs,
  variesStrength,
  isOpen,
}: {
  readonly isOpen: boolean
  readonly hasStaticArcs: boolean
  /** Whether light arcs are faded, which the legend must say. */
  readonly variesStrength: boolean
  readonly measure: 'time' | 'calls'
  readonly hasCycles: boolean
}) {
  const isTime = measure === 'time'
  return (
    <details className={styles.legendFold} open={isOpen} aria-label="Legend">
      <summary>Legend</summary>
      <ul className={styles.legend}>
        <li>
          <svg width="30" height="18" aria-hidden="true">
            <circle className={drawing.total} cx="10" cy="9" r="8" />
            {isTime && <circle className={drawing.self} cx="10" cy="9" r="4" data-heat="4" />}
          </svg>
          {isTime ? 'area: total time, inside it self time' : 'area: calls'}
        </li>
        {isTime && (
          <li className={styles.heatKey}>
            self
            <span className={styles.heats}>
              {HEAT_STEPS.map((step, index) => (
                <span key={step} className={styles.heat} data-heat={index}>
                  &lt; {formatThreshold(step)}
                </span>
              ))}
              <span className={styles.heat} data-heat={HEAT_STEPS.length}>
                more
              </span>
            </span>
          </li>
        )}
        <li>
          <svg width="30" height="12" aria-hidden="true">
            <path className={styles.legendLine} d="M1,6H24" strokeWidth="4" />
            <path className={styles.legendHead} d="M21,1L29,6L21,11Z" />
          </svg>
          {variesStrength ? 'width and strength' : 'width'}: {isTime ? 'time passed' : 'calls'}
        </li>
        {isTime && (
          <li>
            <svg width="30" height="12" aria-hidden="true" data-hot="true" className={styles.legendHot}>
              <path className={styles.legendLine} d="M1,6H24" strokeWidth="4" />
              <path className={styles.legendHead} d="M21,1L29,6L21,11Z" />
            </svg>
            hot path
          </li>
        )}
        {hasCycles && (
          <li>
            <svg width="30" height="12" aria-hidden="true">
              <path className={styles.legendDash} d="M1,6H29" />
            </svg>
            call inside a cycle: passes no time
          </li>
        )}
        {hasStaticArcs && (
          <li>
            <svg width="30" height="12" aria-hidden="true">
              <path className={styles.legendDots} d="M1,6H24" />
              <path className={styles.legendHead} d="M21,1L29,6L21,11Z" />
            </svg>
            possible call, never taken
          </li>
        )}
      </ul>
    </details>
  )
}
