// In place of the graph or above it: why nothing is drawn, the progress or failure of the layout. Loads
// separately, because most layouts are fast.
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { NodeLinkChoice } from '../../../workers/core/reports/graph/graph-choice.ts'
import { explainEmpty } from '../../../workers/core/reports/graph/drawing-text.ts'
import type { GraphParams } from './params.ts'
import type { LayoutStatus } from './use-layout.ts'
import buttons from '../../ui/controls.module.css'
import styles from './force-graph.module.css'

export function Empty({
  analyzed,
  choice,
  isAimless,
  onChange,
}: {
  readonly analyzed: AnalyzedProfile
  readonly choice: NodeLinkChoice
  /** The scope is "around the selection", and nothing is selected. */
  readonly isAimless: boolean
  readonly onChange: (change: Partial<GraphParams>) => void
}) {
  const hasMore = choice.threshold > 0 && (analyzed.printedTicks > 0 || analyzed.profile.hasArcs)
  return (
    <div className={styles.empty}>
      <p>
        {isAimless
          ? 'Select a function to draw what calls it and what it calls.'
          : explainEmpty(analyzed, choice)}
      </p>
      {(isAimless || hasMore) && (
        <button
          type="button"
          className={buttons.button}
          onClick={() => onChange(isAimless ? { scope: 'whole' } : { threshold: 0 })}
        >
          {isAimless ? 'Draw whole profile' : 'Draw the largest'}
        </button>
      )}
    </div>
  )
}

export function Status({
  status,
  onCancel,
  onRetry,
}: {
  readonly status: LayoutStatus
  readonly onCancel: () => void
  readonly onRetry: () => void
}) {
  switch (status.kind) {
    case 'idle':
      return null
    case 'slow':
      return (
        <div className={styles.working}>
          <div role="progressbar" aria-label="Laying out the graph" className={styles.progress} />
          <span>Laying out …</span>
          <button type="button" className={buttons.button} onClick={onCancel}>
            Cancel
          </button>
        </div>
      )
    case 'cancelled':
    case 'failed':
      return (
        <div className={styles.working} role={status.kind === 'failed' ? 'alert' : 'status'}>
          <span>
            {status.kind === 'failed' ? `The layout stopped: ${status.message}` : 'Layout cancelled.'}
          </span>
          <button type="button" className={buttons.button} onClick={onRetry}>
            Lay out again
          </button>
        </div>
      )
  }
}
