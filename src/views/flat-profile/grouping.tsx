// What the flat profile is grouped by: its parameter in the link, and the toolbar that chooses it.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { type Grouping, groupingsOf } from '../../../workers/core/reports/groups.ts'
import { type ParamsCodec, setViewParams } from '../../state/store.ts'
import table from '../../ui/table.module.css'
import { FoldSwitch } from '../view.tsx'
import styles from './flat-profile.module.css'

type Choice = Exclude<Grouping, 'source'>

/** What rows are grouped by; null for a row of each function. */
export interface GroupParams {
  readonly by: Choice | null
}

const LABELS: Readonly<Record<Choice, string>> = {
  file: 'Source file',
  namespace: 'Namespace',
  module: 'Module',
}

/** Codec of the parameter. Key: group=file|namespace|module */
export const groupParams: ParamsCodec<GroupParams> = {
  view: 'flat-profile',
  parse: ({ group = '' }) => ({ by: Object.hasOwn(LABELS, group) ? (group as Choice) : null }),
  format: ({ by }) => (by === null ? {} : { group: by }),
}

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
  const offered = useMemo(() => groupingsOf(profile, rows), [profile, rows])
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
