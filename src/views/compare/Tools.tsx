// What is compared, in which unit, and whether what may be chance is shown.
import {
  MEASURES,
  type BeforeAfter,
  type Measure,
  type Unit,
} from '../../../workers/core/reports/change/measures.ts'
import type { Changed } from '../../../workers/core/reports/change/chance.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import { stopComparing, swapSides } from '../../state/opening/baseline.ts'
import { setViewParams } from '../../state/view-params.ts'
import controls from '../../ui/controls/controls.module.css'
import choice from '../../ui/controls/switch.module.css'
import sheet from '../../ui/rows/sheet.module.css'
import { compareParams, type CompareParams } from './params.ts'
import styles from './compare.module.css'

const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  self: 'Self time',
  total: 'Total time',
  calls: 'Calls',
}
const UNITS = ['time', 'share'] as const satisfies readonly Unit[]

export function Tools({
  params,
  compared,
  changed,
}: {
  readonly params: CompareParams
  readonly compared: BeforeAfter
  readonly changed: Changed | null
}) {
  const set = (patch: Partial<CompareParams>) => setViewParams(compareParams, { ...params, ...patch }, 'push')
  const seconds = compared.after.profile.abbreviation === 's' ? 'Seconds' : 'Times'
  return (
    <div className={`${sheet.tools} ${styles.tools}`}>
      <div role="group" aria-label="What is compared" className={choice.switch}>
        {MEASURES.map((measure) => (
          <button
            key={measure}
            type="button"
            aria-pressed={measure === params.measure}
            // An order by a column that is not there any more is none.
            onClick={() => set({ measure, order: null })}
          >
            {MEASURE_WORDS[measure]}
          </button>
        ))}
      </div>
      {params.measure !== 'calls' && (
        <div role="group" aria-label="Unit" className={choice.switch}>
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
        {params.measure === 'calls' ? 'Changed only' : 'More than chance only'}
        <span role="status" className={styles.count} title={changed ? verdict(changed, params.measure) : ''}>
          {changed && `${formatCount(changed.count)} of ${formatCount(changed.compared)}`}
        </span>
      </label>
      <div className={styles.buttons}>
        <button
          type="button"
          className={controls.quiet}
          title="What was taken for the earlier profile is the later one"
          onClick={swapSides}
        >
          Swap
        </button>
        <button type="button" className={controls.quiet} onClick={stopComparing}>
          Stop comparing
        </button>
      </div>
    </div>
  )
}

function verdict({ count, compared }: Changed, measure: Measure): string {
  const of =
    count === 0
      ? `None of ${formatCount(compared)}`
      : `${formatCount(count)} of ${formatCounted(compared, 'function')}`
  return `${of} changed${measure === 'calls' ? '' : ' by more than chance'}`
}
