// Nothing to take apart, and why.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { explainNoArcs } from '../../../workers/core/reports/node-link/drawing-text.ts'
import { formatCounted } from '../../../workers/core/reports/quantities.ts'
import styles from './cycles.module.css'

export function NoCycles({ opened }: { readonly opened: ProfileView }) {
  const asMeasured = opened.asMeasured?.analyzed.cycles.length ?? 0
  return (
    <div className={styles.empty}>
      {asMeasured > 0 ? (
        <>
          <p className={styles.emptyTitle}>No cycle is left.</p>
          <p>
            As measured there {asMeasured === 1 ? 'is' : 'are'} {formatCounted(asMeasured, 'cycle')}. Every
            view now shows the numbers as if the arcs above had not been counted.
          </p>
        </>
      ) : (
        <>
          <p className={styles.emptyTitle}>This profile has no cycles.</p>
          <p>
            A cycle is a group of functions that can all reach one another by calls, such as a parser’s
            functions that call each other. Time cannot be told apart within one. A function that only calls
            itself is none.
          </p>
          {!opened.analyzed.profile.hasArcs && <p>{explainNoArcs(opened.analyzed)}</p>}
        </>
      )}
    </div>
  )
}
