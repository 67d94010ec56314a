// Why the figure is empty, and what would fill it: code of its own, as it seldom is.
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { NodeLinkChoice } from '../../../workers/core/reports/node-link/choice.ts'
import { explainEmpty } from '../../../workers/core/reports/node-link/drawing-text.ts'
import buttons from '../../ui/controls/controls.module.css'
import styles from './force-graph.module.css'
import type { GraphParams } from './params.ts'

export function Empty({
  analyzed,
  choice,
  isAimless,
  onChange,
}: {
  readonly analyzed: AnalyzedProfile
  readonly choice: NodeLinkChoice
  /** Around a function, and none is selected. */
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
          {isAimless ? 'Draw the whole profile' : 'Draw the largest whatever they reach'}
        </button>
      )}
    </div>
  )
}
