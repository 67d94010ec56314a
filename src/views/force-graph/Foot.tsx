// Below the picture: what its signs mean, and how much of the profile is drawn.
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { NodeLinkChoice } from '../../../workers/core/reports/node-link/choice.ts'
import { describeExtent, describeLeftOut } from '../../../workers/core/reports/node-link/drawing-text.ts'
import type { NodeLink } from '../../../workers/core/reports/node-link/node-link.ts'
import { isCrowded } from './drawing/emphasis.ts'
import styles from './force-graph.module.css'
import { Legend } from './Legend.tsx'

/** Up to this width in pixels the legend is folded at first. */
const NARROW = 700

export function Foot({
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
        isCrowded={isCrowded(nodeLink)}
        isOpen={width > NARROW}
      />
      <p className={styles.extent} role="status" aria-label="What is drawn">
        {[`${describeExtent(nodeLink)}.`, ...describeLeftOut(analyzed, nodeLink, choice)].join(' ')}
      </p>
    </div>
  )
}
