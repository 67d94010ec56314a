// What stands above the entries: how the call graph is arranged, how many entries there are, and all of them opened or folded.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { formatCounted } from '../../../workers/core/reports/quantities.ts'
import { foldAll, unfoldAll } from '../../state/actions.ts'
import controls from '../../ui/controls/controls.module.css'
import sheet from '../../ui/rows/sheet.module.css'
import { StaticArcsSwitch } from '../StaticArcsSwitch.tsx'
import { ArrangementSwitch } from './ArrangementSwitch.tsx'
import styles from './call-graph.module.css'

/** With more of them open, going through all at each fold would keep the next drawing waiting. */
const MOST_UNFOLDED = 5000

export function EntryTools({ opened }: { readonly opened: ProfileView }) {
  const { printed } = opened.listing.entries
  return (
    <div className={`${sheet.tools} ${styles.tools}`}>
      <ArrangementSwitch opened={opened} />
      <StaticArcsSwitch />
      <span className={styles.count}>
        {formatCounted(printed.length, 'entry', 'entries')}
        {opened.analyzed.profile.hasArcs ? ', in gprof’s order' : '; who calls whom is not known'}
      </span>
      <div className={styles.folds}>
        {printed.length <= MOST_UNFOLDED && (
          <button type="button" className={controls.quiet} onClick={() => unfoldAll(printed)}>
            Open all
          </button>
        )}
        <button type="button" className={controls.quiet} onClick={foldAll}>
          Fold all
        </button>
      </div>
    </div>
  )
}
