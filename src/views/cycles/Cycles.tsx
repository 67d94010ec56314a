// Cycles: what each costs, what holds it together, and which arcs to cut to take it apart.
import { useCallback, useMemo, useState } from 'react'
import { cycleArcsInSteps } from '../../../workers/core/reports/cycles/cycle-arcs.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { listCycles, type CycleSummary } from '../../../workers/core/reports/cycles/cycle-view.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import { setViewParams, useViewParams } from '../../state/view-params.ts'
import { useSelected } from '../../state/selectors.ts'
import { useInSlices } from '../../state/worker/patience.ts'
import controls from '../../ui/controls/controls.module.css'
import { StaticArcsSwitch } from '../StaticArcsSwitch.tsx'
import type { ViewProps } from '../view.ts'
import { CutArcs } from './CutArcs.tsx'
import { CycleCard } from './CycleCard.tsx'
import sheet from '../../ui/rows/sheet.module.css'
import styles from './cycles.module.css'
import { NoCycles } from './NoCycles.tsx'
import { cyclesParams, type CyclesParams } from './params.ts'
import { Suggestions } from './Suggestions.tsx'
import { useSuggestion } from './use-suggestion.ts'

/** With so few cycles all are open at first; with more only the heaviest. */
const FEW = 4
/** Rows of a long list that are drawn at once. */
const AT_ONCE = 50

export function Cycles({ opened }: ViewProps) {
  const { analyzed } = opened
  const params = useViewParams(cyclesParams)
  const selected = useSelected(opened)
  const { length } = analyzed.cycles
  const [drawn, setDrawn] = useState(AT_ONCE)
  const cycles = useMemo(() => listCycles(opened, drawn), [opened, drawn])
  const arcs = useInSlices(useCallback(() => cycleArcsInSteps(analyzed), [analyzed]))
  const { suggestion, isFirst, cancel, retry } = useSuggestion(analyzed, params.goal, params.members)
  const [turned, setTurned] = useState<ReadonlySet<FunctionIndex>>(new Set())
  const suggested = useMemo(
    () => new Set(suggestion.kind === 'done' ? suggestion.cuts.flatMap((one) => one.arcs) : []),
    [suggestion],
  )
  const chosenCycle = selected === null ? null : analyzed.cycles.cycleOf[selected]
  const isOpenAtFirst = (summary: CycleSummary, rank: number) =>
    length <= FEW || rank === 0 || summary.cycle === chosenCycle
  const turn = (first: FunctionIndex) => {
    const next = new Set(turned)
    if (!next.delete(first)) next.add(first)
    setTurned(next)
  }
  const change = (next: CyclesParams) => setViewParams(cyclesParams, next, 'replace')
  return (
    <div className={sheet.view}>
      <div className={`${sheet.tools} ${styles.tools}`}>
        {length > 0 && (
          <span className={styles.quiet}>
            {formatCounted(length, 'cycle')}
            {length > 1 && ', the most time first'}
          </span>
        )}
        <div className={styles.last}>
          <StaticArcsSwitch />
        </div>
      </div>
      <div className={styles.scroller}>
        <CutArcs opened={opened} />
        {length === 0 ? (
          <NoCycles opened={opened} />
        ) : (
          <>
            <Suggestions {...{ opened, suggestion, params, cancel, retry }} onChange={change} />
            {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- without bullets some browsers hear no list */}
            <ul role="list" aria-label="Cycles" className={styles.cycles} data-waiting={isFirst}>
              {cycles.map((summary, rank) => (
                <CycleCard
                  key={summary.first}
                  opened={opened}
                  summary={summary}
                  arcs={arcs}
                  suggested={suggested}
                  isOpen={isOpenAtFirst(summary, rank) !== turned.has(summary.first)}
                  onTurn={() => turn(summary.first)}
                />
              ))}
            </ul>
            {length > drawn && (
              <button type="button" className={controls.button} onClick={() => setDrawn(drawn + AT_ONCE)}>
                {formatCount(length - drawn)} more
              </button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
