// The cycles view: the removed arcs, suggested cuts, and a card for each cycle.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { cycleArcsInSteps, type CycleSummary, listCycles } from '../../../workers/core/reports/cycles.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import { setViewParams, useViewParams } from '../../state/url-sync.ts'
import { useSelected } from '../../state/selectors.ts'
import { useInSlices } from '../../state/worker/time-slicing.ts'
import { StaticArcsSwitch } from '../StaticArcsSwitch.tsx'
import type { ViewProps } from '../view.ts'
import { CycleCard } from './CycleCard.tsx'
import { cyclesParams, type CyclesParams, Suggestions, useSuggestion } from './Suggestions.tsx'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { arcText } from '../../../workers/core/reports/what-if/changes.ts'
import { asMeasured, restore, restoreAll } from '../../state/scenario.ts'
import { useStore } from '../../state/store.ts'
import { ArcTitle } from '../../ui/text.tsx'
import { explainNoArcs } from '../../../workers/core/reports/graph/drawing-text.ts'
import controls from '../../ui/controls.module.css'
import sheet from '../../ui/table/sheet.module.css'
import styles from './cycles.module.css'

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

// The removed arcs, each with a Restore button. The button that replaces a pressed one gets the
// focus, so that the focus is never lost.

/** The most recently removed arcs are shown first, and as many more on each request. */
const CUTS_AT_ONCE = 100

function CutArcs({ opened }: { readonly opened: ProfileView }) {
  const all = useStore((state) => state.shared.scenario.cutArcs)
  const [most, setMost] = useState(CUTS_AT_ONCE)
  const arcs = useMemo(() => all.slice(-most), [all, most])
  const left = all.length - arcs.length
  const { profile } = asMeasured(opened).analyzed
  const names = useMemo(() => arcs.map((arc) => arcText(profile, arc)), [arcs, profile])
  const section = useRef<HTMLElement>(null)
  const before = useRef(all)
  const isOwed = useRef(false)
  useEffect(() => {
    if (before.current !== all) isOwed.current = all.length > before.current.length
    before.current = all
    // The pressed button goes with its arc when the new numbers arrive.
    if (!isOwed.current || document.activeElement !== document.body) return
    isOwed.current = false
    section.current?.querySelector<HTMLElement>('li:last-child button')?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the arc goes with the numbers
  }, [all, opened])
  if (arcs.length === 0) return null
  return (
    <section ref={section} aria-labelledby="cut-arcs" className={styles.panel}>
      <div className={styles.panelHead}>
        <h2 id="cut-arcs" className={styles.title}>
          Cut
        </h2>
        <button type="button" className={controls.button} onClick={restoreAll}>
          Restore all
        </button>
      </div>
      <ul className={styles.arcs}>
        {arcs.map((arc, at) => (
          <li key={`${arc.parent}/${arc.child}`} className={styles.arc}>
            <ArcTitle title={names[at] ?? ''} />
            <button
              type="button"
              className={controls.button}
              aria-label={`Restore ${names[at]}`}
              onClick={() => restore([arc])}
            >
              Restore
            </button>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className={controls.quiet} onClick={() => setMost(most + CUTS_AT_ONCE)}>
          {formatCount(Math.min(CUTS_AT_ONCE, left))} more of {formatCount(left)}
        </button>
      )}
    </section>
  )
}

// Reports that there are no cycles to break, and why.

function NoCycles({ opened }: { readonly opened: ProfileView }) {
  const cyclesMeasured = opened.asMeasured?.analyzed.cycles.length ?? 0
  return (
    <div className={styles.empty}>
      {cyclesMeasured > 0 ? (
        <>
          <p className={styles.emptyTitle}>No cycle is left.</p>
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
            functions that call each other. Time cannot be told apart within one. A function that only calls
            itself is none.
          </p>
          {!opened.analyzed.profile.hasArcs && <p>{explainNoArcs(opened.analyzed)}</p>}
        </>
      )}
    </div>
  )
}
