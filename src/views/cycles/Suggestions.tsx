// The panel of suggested cuts: what they aim at, the cuts of each cycle.
import { type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CutsByCycle, ProfileView } from '../../../workers/api/contract.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { arcName } from '../../../workers/core/names/arc-names.ts'
import { formatCount, formatCounted } from '../../../workers/core/quantities.ts'
import {
  countCycleCuts,
  describeCuts,
  describeProof,
  listCycleCuts,
} from '../../../workers/core/reports/suggested-cuts.ts'
import { cut } from '../../state/questions/scenario.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { CycleCutsRow } from './CycleCutsRow.tsx'
import { ARCS_AT_FIRST } from './rows-at-once.ts'
import type { CyclesParams } from './cycles-params.ts'
import { PayersText } from './PayersText.tsx'
import { type CutSet, useCutPayers } from './use-cut-payers.ts'
import type { Suggestion } from './use-suggestion.ts'
import styles from './cycles.module.css'

/** Cycles drawn at first, and added by a click: each is analysed by itself. */
const CYCLES_AT_FIRST = 3
const CYCLES_AT_ONCE = 10

/** Props of the panel with suggested cuts. */
export interface SuggestionsProps {
  readonly opened: ProfileView
  readonly suggestion: Suggestion
  readonly params: CyclesParams
  readonly onChange: (params: CyclesParams) => void
  readonly cancel: () => void
  readonly retry: () => void
}

export function Suggestions(props: SuggestionsProps) {
  const { params, onChange } = props
  const goal = (to: CyclesParams['goal'], text: string, title: string) => (
    <button
      type="button"
      aria-pressed={params.goal === to}
      title={title}
      onClick={() => onChange({ ...params, goal: to })}
    >
      {text}
    </button>
  )
  return (
    <section aria-labelledby="suggested-cuts" className={styles.panel}>
      <div className={styles.panelHead}>
        <h2 id="suggested-cuts" className={styles.title}>
          Suggested cuts
        </h2>
        <div className={styles.wishes}>
          <div className={controls.switch} role="group" aria-label="Goal">
            {goal('way-down', 'Keep the way down', 'The fewest calls after which every member has a caller')}
            {goal('calls', 'Fewest calls', 'Members may lose all their callers')}
            {goal('arcs', 'Fewest arcs', 'Members may lose all their callers')}
          </div>
          <label className={styles.control}>
            cycles ≥
            <input
              type="number"
              min={2}
              aria-label="Members of the smallest cycle to break"
              value={params.members}
              onChange={(event) => {
                const members = event.target.valueAsNumber
                if (Number.isInteger(members) && members >= 2) onChange({ ...params, members })
              }}
            />
            members
          </label>
        </div>
      </div>
      <SteadyAnswer {...props} />
    </section>
  )
}

/**
 * Keeps the height of the previous answer during a search. When that is slow, reserves room for the
 * longest answer, so that nothing below moves when it arrives.
 */
function SteadyAnswer(props: SuggestionsProps) {
  const { suggestion } = props
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  const [cycles, setCycles] = useState(0)
  const [arcs, setArcs] = useState(0)
  if (suggestion.kind === 'slow' && suggestion.total > cycles) setCycles(suggestion.total)
  if (suggestion.kind === 'slow' && suggestion.most > arcs) setArcs(suggestion.most)
  const rows = Math.min(cycles, CYCLES_AT_FIRST)
  const room = {
    '--before': `${isAwaited(suggestion) ? height : 0}px`,
    '--rows': rows,
    '--arcs': Math.min(arcs, rows * ARCS_AT_FIRST),
  } as CSSProperties
  useLayoutEffect(() => {
    if (!isAwaited(suggestion)) setHeight(box.current?.offsetHeight ?? 0)
  }, [suggestion])
  return (
    <div ref={box} className={styles.answer} data-roomy={cycles > 0} style={room}>
      <Answer {...props} />
    </div>
  )
}

const isAwaited = ({ kind }: Suggestion): boolean => kind === 'waiting' || kind === 'slow'

function Answer({ opened, suggestion, params, cancel, retry }: SuggestionsProps) {
  switch (suggestion.kind) {
    case 'waiting':
      return <p className={styles.quiet}>Looking for cuts …</p>
    case 'slow':
      return (
        <div className={styles.progressRow}>
          <progress
            aria-label="Looking for cuts"
            className={styles.progress}
            {...(suggestion.total > 1 ? { value: suggestion.done, max: suggestion.total } : {})}
          />
          <span className={styles.quiet}>
            Looking for cuts: {formatCount(suggestion.done)} of {formatCounted(suggestion.total, 'cycle')}
          </span>
          <Button onClick={cancel}>Cancel</Button>
        </div>
      )
    case 'ended':
    case 'failed':
      return (
        <div className={styles.progressRow} role={suggestion.kind === 'failed' ? 'alert' : 'status'}>
          <span>
            {suggestion.kind === 'failed' ? `The search stopped: ${suggestion.message}` : 'Cancelled.'}
          </span>
          <Button onClick={retry}>Search again</Button>
        </div>
      )
    case 'done':
      break
  }
  return suggestion.cuts.arcs.length === 0 ? (
    <p className={styles.quiet}>No cycle has {formatCount(params.members)} members or more.</p>
  ) : (
    <Cuts opened={opened} cuts={suggestion.cuts} />
  )
}

/** The sum of all cycles, and the cycles by time. */
function Cuts({ opened, cuts }: { readonly opened: ProfileView; readonly cuts: CutsByCycle }) {
  const { analyzed } = opened
  const [most, setMost] = useState(CYCLES_AT_FIRST)
  const rows = useMemo(() => listCycleCuts(analyzed, cuts, most), [analyzed, cuts, most])
  const all = countCycleCuts(cuts)
  const sets = useMemo(() => {
    const whole: CutSet = { cycle: null, arcs: Array.from(cuts.arcs, (arc) => arc as ArcIndex) }
    return all > 1 ? [...rows, whole] : rows
  }, [rows, cuts, all])
  const payers = useCutPayers(analyzed, sets)
  const whole = payers?.[rows.length]
  return (
    <>
      <p className={styles.quiet}>
        <strong>{describeCuts(analyzed, cuts.arcs)}.</strong> {describeProof(cuts)}
      </p>
      {all > 1 && (
        <div className={styles.take}>
          <Button onClick={() => cut(Array.from(cuts.arcs, (arc) => arcName(analyzed, arc as ArcIndex)))}>
            Break all {formatCounted(all, 'cycle')}
          </Button>
          {whole ? (
            <PayersText analyzed={analyzed} payers={whole} />
          ) : (
            <p className={styles.payersText}>Comparing who pays …</p>
          )}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- without bullets some browsers hear no list */}
      <ul role="list" aria-label="Cuts by cycle" className={styles.cuts}>
        {rows.map((row, at) => (
          <CycleCutsRow key={row.cycle} opened={opened} cuts={row} payers={payers?.[at] ?? null} />
        ))}
      </ul>
      {all > rows.length && (
        <Button look="quiet" onClick={() => setMost(most + CYCLES_AT_ONCE)}>
          and {formatCounted(all - rows.length, 'more cycle')}
        </Button>
      )}
    </>
  )
}
