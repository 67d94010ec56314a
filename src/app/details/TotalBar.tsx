// The function's part of all time: measured, and passed on by its children; what of it is certain.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { barOfTotal } from '../../../workers/core/reports/bounds.ts'
import { flatRow } from '../../../workers/core/reports/flat-rows.ts'
import { wholeOfTotal } from '../../../workers/core/reports/details/explain-sampling.ts'
import { useCertain } from '../../state/selectors.ts'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import styles from './details.module.css'

export function TotalBar({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const { selfFraction, totalFraction } = flatRow(opened.analyzed, opened.listing.flat, f)
  const whole = wholeOfTotal(opened.analyzed, f)
  const bar = barOfTotal(opened.analyzed, useCertain(), f, totalFraction, whole)
  return (
    <div className={styles.bar}>
      <TimeBar hasTrack self={selfFraction} {...bar} />
    </div>
  )
}
