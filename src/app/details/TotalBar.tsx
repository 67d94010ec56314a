// The function's part of all time: measured, and passed on by its children.
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { flatRow } from '../../../workers/core/reports/flat-profile/flat-rows.ts'
import { TimeBar } from '../../ui/rows/TimeBar.tsx'
import styles from './details.module.css'

export function TotalBar({ opened, f }: { readonly opened: OpenedProfile; readonly f: FunctionIndex }) {
  const { selfFraction, totalFraction } = flatRow(opened.analyzed, opened.listing.flat, f)
  return (
    <div className={styles.bar}>
      <TimeBar hasTrack self={selfFraction} total={totalFraction} />
    </div>
  )
}
