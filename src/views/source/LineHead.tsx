// The headings above a function's lines. Lines stand in the order of their file; nothing sorts them.
import type { ProfileView } from '../../../workers/api/contract.ts'
import sheet from '../../ui/rows/sheet.module.css'
import styles from './source.module.css'

export function LineHead({ opened }: { readonly opened: ProfileView }) {
  const { rate, abbreviation } = opened.analyzed.profile
  const unit = rate > 0 ? ` ${abbreviation}` : ''
  return (
    <div role="rowgroup" className={sheet.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div
          role="columnheader"
          aria-colindex={1}
          data-tip="line"
          className={`${sheet.heading} ${styles.line}`}
        >
          Line
        </div>
        <div role="columnheader" aria-colindex={2} data-tip="self" className={sheet.heading}>
          <span>
            Self<span className={sheet.unit}>{unit}</span>
          </span>
        </div>
        <div
          role="columnheader"
          aria-colindex={3}
          data-tip="total"
          className={`${sheet.heading} ${styles.total}`}
        >
          <span>
            Total<span className={sheet.unit}>{unit}</span>
          </span>
        </div>
        <div role="columnheader" aria-colindex={4} className={`${sheet.heading} ${styles.start}`}>
          Code
        </div>
        <div
          role="columnheader"
          aria-colindex={5}
          data-tip="calls"
          className={`${sheet.heading} ${styles.start} ${styles.calls}`}
        >
          Calls
        </div>
      </div>
    </div>
  )
}
