// The cycles view: the removed arcs, suggested cuts, a card for each cycle.
import { useCallback, useMemo, useState } from 'react'
import { collectCycleArcs } from '../../../workers/core/reports/inside-arcs.ts'
import { type CycleSummary, listCycles } from '../../../workers/core/reports/cycle-rows.ts'
import type { ArcIndex, FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCount, formatCounted } from '../../../workers/core/quantities.ts'
import { useSelected } from '../../state/selectors.ts'
import { setViewParams, useViewParams } from '../../state/url/view-params.ts'
import { useSelectedCycle } from '../../state/selected-cycle.ts'
import { useInSlices } from '../../state/worker/slices.ts'
import { StaticArcsSwitch } from '../ScenarioSwitches.tsx'
import type { ViewProps } from '../view.ts'
import { CutArcs } from './CutArcs.tsx'
import { cyclesParams, type CyclesParams } from './cycles-params.ts'
import { Suggestions } from './Suggestions.tsx'
import { useSuggestion } from './use-suggestion.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { explainNoArcs } from '../../../workers/core/reports/graph/drawing-text.ts'
import { Button } from '../../ui/Button.tsx'
import sheet from '../../ui/table.module.css'
import styles from './cycles.module.css'
import { CycleCard } from './CycleCard.tsx'

/** With at most this many cycles all are unfolded at first; with more only the heaviest. */
const FEW = 4
/** Rows of a long list drawn at once. */
const AT_ONCE = 50

export function Cycles({ opened }: ViewProps) {
  const { analyzed } = opened
  const params = useViewParams(cyclesParams)
  const selected = useSelected(opened)
  const { length } = analyzed.cycles
  const [drawn, setDrawn] = useState(AT_ONCE)
  const cycles = useMemo(() => listCycles(opened, drawn), [opened, drawn])
  const arcs = useInSlices(useCallback(() => collectCycleArcs(analyzed), [analyzed]))
  const { suggestion, isFirst, cancel, retry } = useSuggestion(analyzed, params.goal, params.members)
  const [turned, setTurned] = useState<ReadonlySet<FunctionIndex>>(new Set())
  const suggested = useMemo(
    () =>
      new Set(suggestion.kind === 'done' ? Array.from(suggestion.cuts.arcs, (arc) => arc as ArcIndex) : []),
    [suggestion],
  )
  const selectedCycle = useSelectedCycle(opened)
  const chosenCycle = selectedCycle ?? (selected === null ? null : analyzed.cycles.cycleOf[selected])
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
            {length > 1 && ' by time'}
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
                  isSelected={summary.cycle === selectedCycle}
                  isOpen={isOpenAtFirst(summary, rank) !== turned.has(summary.first)}
                  onTurn={() => turn(summary.first)}
                />
              ))}
            </ul>
            {length > drawn && (
              <Button onClick={() => setDrawn(drawn + AT_ONCE)}>{formatCount(length - drawn)} more</Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function NoCycles({ opened }: { readonly opened: ProfileView }) {
  const cyclesMeasured = opened.asMeasured?.analyzed.cycles.length ?? 0
  return (
    <div className={styles.empty}>
      {cyclesMeasured > 0 ? (
        <>
          <p className={styles.emptyTitle}>No cycles left.</p>
          <p>
            As measured there {cyclesMeasured === 1 ? 'is' : 'are'} {formatCounted(cyclesMeasured, 'cycle')}.
            Every view now shows the numbers as if the arcs above had not been counted.
          </p>
        </>
      ) : (
        <>
          <p className={styles.emptyTitle}>This profile has no cycles.</p>
          <p>
            A cycle is a group of functions that can all reach one another by calls, such as a parser’s
            functions that call each other. Its time cannot be divided among its members. A function that only
            calls itself is not a cycle.
          </p>
          {!opened.analyzed.profile.hasArcs && <p>{explainNoArcs(opened.analyzed)}</p>}
        </>
      )}
    </div>
  )
}
