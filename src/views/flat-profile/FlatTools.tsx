// The toolbar of the flat profile, which chooses what it is grouped by.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { groupsOf } from '../../state/names-and-groups.ts'
import { groupingsOf } from '../../../workers/core/reports/group-rows.ts'
import { setViewParams } from '../../state/url/view-params.ts'
import table from '../../ui/table.module.css'
import { FoldSwitch } from '../ScenarioSwitches.tsx'
import styles from './flat-profile.module.css'
import { type Choice, LABELS, groupParams } from './group-params.ts'

/** The toolbar: a list of groupings, and the switch that folds the standard library; none without either. */
export function FlatTools({
  opened,
  rows,
  by,
}: {
  readonly opened: ProfileView
  /** Items are FunctionIndex. */
  readonly rows: Uint32Array
  readonly by: Choice | null
}) {
  const { profile } = opened.analyzed
  const offered = useMemo(() => groupingsOf(groupsOf(profile), rows), [profile, rows])
  const choices = (Object.keys(LABELS) as Choice[]).filter((one) => one === by || offered.includes(one))
  return (
    <div className={`${table.tools} ${styles.tools}`}>
      {choices.length > 0 && (
        <label className={styles.grouping}>
          Group by
          <select
            value={by ?? ''}
            onChange={({ target }) =>
              setViewParams(groupParams, groupParams.parse({ group: target.value }), 'push')
            }
          >
            <option value="">Function</option>
            {choices.map((one) => (
              <option key={one} value={one}>
                {LABELS[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      <FoldSwitch opened={opened} />
    </div>
  )
}
