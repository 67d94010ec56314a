// The diff view's parameters in the link, and the controls for measure, unit and filter.
import {
  type BeforeAfter,
  type Measure,
  MEASURES,
  type Unit,
} from '../../../workers/core/reports/diff/measures.ts'
import { CHANGE_COLUMNS, type ChangeOrder } from '../../../workers/core/reports/diff/diff-rows.ts'
import { type ParamsCodec, setViewParams } from '../../state/url-sync.ts'
import type { Changed } from '../../../workers/core/reports/diff/significance.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import { stopComparing, swapSides } from '../../state/opening/baseline.ts'
import controls from '../../ui/controls.module.css'
import choice from '../../ui/switch.module.css'
import sheet from '../../ui/table/sheet.module.css'
import styles from './diff.module.css'

/** The diff view's parameters in the link. */
export interface DiffParams {
  readonly measure: Measure
  readonly unit: Unit
  /** Null for the default: the largest change first. */
  readonly order: ChangeOrder | null
  /** Hides changes that may be chance. */
  readonly isChangedOnly: boolean
}

/** Codec of the parameters. Keys: by=total|calls, unit=share, sort=[-]<column>, only=changed */
export const diffParams: ParamsCodec<DiffParams> = {
  view: 'compare',
  parse: (raw) => ({
    measure: MEASURES.find((measure) => measure === raw['by']) ?? 'self',
    unit: raw['unit'] === 'share' ? 'share' : 'time',
    order: parseOrder(raw['sort'] ?? ''),
    isChangedOnly: raw['only'] === 'changed',
  }),
  format: ({ measure, unit, order, isChangedOnly }) => ({
    ...(measure === 'self' ? {} : { by: measure }),
    ...(unit === 'time' ? {} : { unit }),
    ...(order === null ? {} : { sort: `${order.direction === 'descending' ? '-' : ''}${order.column}` }),
    ...(isChangedOnly ? { only: 'changed' } : {}),
  }),
}

function parseOrder(text: string): ChangeOrder | null {
  const [, minus, name] = /^(-?)(\w+)$/.exec(text) ?? []
  const column = CHANGE_COLUMNS.find((one) => one === name)
  return column === undefined ? null : { column, direction: minus === '-' ? 'descending' : 'ascending' }
}

// The controls: measure, unit, and whether to show changes that may be chance.

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
    <div className={`${sheet.tools} ${styles.tools}`}>
      <div role="group" aria-label="What is compared" className={choice.switch}>
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
          Close diff
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
