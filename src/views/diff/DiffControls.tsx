// The controls of the diff view: measure, unit, filter.
import { setViewParams } from '../../state/url/view-params.ts'
import { formatCount, formatCounted } from '../../../workers/core/quantities.ts'
import { stopComparing, swapSides } from '../../state/opening/baseline.ts'
import {
  type BeforeAfter,
  type Measure,
  MEASURES,
  type Unit,
} from '../../../workers/core/reports/diff/measures.ts'
import type { Changed } from '../../../workers/core/reports/diff/significance.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import table from '../../ui/table.module.css'
import styles from './diff.module.css'
import { type DiffParams, diffParams } from './diff-params.ts'

const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  self: 'Self time',
  total: 'Total time',
  calls: 'Calls',
}
const UNITS = ['time', 'share'] as const satisfies readonly Unit[]

export function DiffControls({
  params,
  compared,
  changed,
}: {
  readonly params: DiffParams
  readonly compared: BeforeAfter
  readonly changed: Changed | null
}) {
  const set = (patch: Partial<DiffParams>) => setViewParams(diffParams, { ...params, ...patch }, 'push')
  const seconds = compared.after.profile.abbreviation === 's' ? 'Seconds' : 'Times'
  return (
    <div className={`${table.tools} ${styles.tools}`}>
      <div role="group" aria-label="What is compared" className={controls.switch}>
        {MEASURES.map((measure) => (
          <button
            key={measure}
            type="button"
            aria-pressed={measure === params.measure}
            // An order by a column that the new measure lacks is dropped.
            onClick={() => set({ measure, order: null })}
          >
            {MEASURE_WORDS[measure]}
          </button>
        ))}
      </div>
      {params.measure !== 'calls' && (
        <div role="group" aria-label="Unit" className={controls.switch}>
          {UNITS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === params.unit}
              onClick={() => set({ unit: one })}
            >
              {one === 'time' ? seconds : 'Share of all'}
            </button>
          ))}
        </div>
      )}
      <label className={styles.only}>
        <input
          type="checkbox"
          checked={params.isChangedOnly}
          onChange={({ target }) => set({ isChangedOnly: target.checked })}
        />
        {params.measure === 'calls' ? 'Changed only' : 'Significant only'}
        <span role="status" className={styles.count} title={changed ? verdict(changed, params.measure) : ''}>
          {changed && `${formatCount(changed.count)} of ${formatCount(changed.compared)}`}
        </span>
      </label>
      <div className={styles.buttons}>
        <Button look="quiet" title="Swaps before and after" onClick={swapSides}>
          Swap
        </Button>
        <Button look="quiet" onClick={stopComparing}>
          Close diff
        </Button>
      </div>
    </div>
  )
}

function verdict({ count, compared }: Changed, measure: Measure): string {
  const of =
    count === 0
      ? `None of ${formatCount(compared)}`
      : `${formatCount(count)} of ${formatCounted(compared, 'function')}`
  return `${of} changed${measure === 'calls' ? '' : ' significantly'}`
}
