// The function's part of all time: measured, and passed on by its children; what of it is certain.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { barOfTotal } from '../../../workers/core/reports/certain/certain-parts.ts'
import { flatRow } from '../../../workers/core/reports/flat-profile/flat-rows.ts'
import { wholeOfTotal } from '../../../workers/core/reports/whole-time.ts'
import { useCertain } from '../../state/certain.ts'
import { TimeBar } from '../../ui/rows/TimeBar.tsx'
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
