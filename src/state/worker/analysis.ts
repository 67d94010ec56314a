// Keeps the numbers in step with the link's scenario: asks the worker, and puts the answer in the place of the numbers
// on screen. A newer question aborts the older one; what is opened and selected stays.
import type { AnalysisChange, ProfileView, Progress, Step } from '../../../workers/api/contract.ts'
import { isEmptyScenario, type Scenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { applyChange } from '../../../workers/core/reports/what-if/analysis-change.ts'
import { carryEntries } from '../../../workers/core/reports/what-if/carry-entries.ts'
import { undo } from '../scenario.ts'
import { follow, NO_HISTORY } from '../scenario-history.ts'
import { openedIn, reduceSession } from '../session.ts'
import { dispatch, setUi, useStore, type State } from '../store.ts'
import { isSameScenario } from '../url/scenario-hash.ts'
import { navigate } from '../url/sync.ts'
import { begin } from './load.ts'
import { PATIENCE_MS } from './patience.ts'
import { stopPossibleCalls } from './possible-calls.ts'
import { askWorker, type Connection } from './service.ts'

/** Asks for numbers whenever those on screen are of another scenario than the link's. */
export function followScenario(): (state: State) => void {
  let { scenario } = useStore.getState().shared
  return (state) => {
    // What that changes comes here by itself.
    if (state.session.phase === 'ready' && takeBackStaticArcs(state.session.opened)) return
    const before = scenario
    scenario = state.shared.scenario
    if (!isSameScenario(before, scenario)) setUi({ history: follow(state.ui.history, before, scenario) })
    const { session, ui } = state
    if (session.phase !== 'ready') {
      if (!openedIn(session) && ui.history !== NO_HISTORY) setUi({ history: NO_HISTORY })
      return
    }
    const { analyzing } = ui
    const { analyzed, files } = session.opened
    if (analyzing && isSameScenario(analyzing.scenario, scenario) && analyzing.files === files) return
    if (analyzing || !isSameScenario(analyzed.scenario, scenario)) void ask(session.opened, scenario)
  }
}

async function ask({ files }: ProfileView, scenario: Scenario): Promise<void> {
  const signal = begin('analysis')
  const tellSlow = () => {
    if (!signal.aborted) setUi({ analyzing: { scenario, files, isSlow: true } })
  }
  setUi({ analyzing: { scenario, files, isSlow: false } })
  const slow = setTimeout(tellSlow, PATIENCE_MS)
  const result = await askWorker('analyze', [scenario], { signal })
  clearTimeout(slow)
  if (signal.aborted) return
  const { session } = useStore.getState()
  if (session.phase === 'ready' && session.opened.files === files) {
    if (result.ok) show(session.opened, result.value)
    // Who reads the code for others has stopped.
    else if (result.problem.code === 'host/cancelled') return ask(session.opened, scenario)
    else dispatch({ type: 'failQuestion', problem: result.problem })
  }
  // Only now: whoever hears of a change in between must not ask again.
  setUi({ analyzing: null })
}

/**
 * A gprof listing has no code in which calls could stand, so a link's wish for them is not kept: working its rounded
 * numbers out again would only blur them. Whether there was such a wish.
 */
export function takeBackStaticArcs(opened: ProfileView): boolean {
  const { scenario } = useStore.getState().shared
  const kept = scenarioFor(opened, scenario)
  if (kept === scenario) return false
  navigate({ scenario: kept }, 'replace')
  return true
}

const scenarioFor = ({ analyzed }: ProfileView, scenario: Scenario): Scenario =>
  analyzed.profile.listed && scenario.staticArcs ? { ...scenario, staticArcs: false } : scenario

/** The worker that was asked is gone: another is asked, if there was a question. */
export function askAgain(): void {
  const { session, shared, ui } = useStore.getState()
  if (ui.analyzing && session.phase === 'ready') void ask(session.opened, shared.scenario)
}

/** Goes back to the scenario before, which the worker is asked for in place of the other: it sorts and writes by the last one. */
export function cancelAnalysis(): void {
  undo()
  stopPossibleCalls()
}

/** A profile just opened, as it is under the link's scenario, before anything of it is shown. */
export async function openedUnder(
  { request }: Connection,
  opened: ProfileView,
  wanted: Scenario,
  onProgress: (step: Step) => void,
): Promise<ProfileView> {
  const scenario = scenarioFor(opened, wanted)
  if (isEmptyScenario(scenario)) return opened
  if (scenario.staticArcs) {
    const tell = (bytes: Progress) => onProgress({ stage: 'code', file: '', ...bytes })
    await request('possibleCalls', [], { onProgress: tell })
  }
  const result = await request('analyze', [scenario])
  return result.ok ? changed(opened, result.value) : opened
}

function changed(opened: ProfileView, change: AnalysisChange): ProfileView {
  const { asMeasured: before, ...rest } = opened
  const { analyzed, listing } = before ?? opened
  const plain = { analyzed, listing }
  const now = applyChange(plain, change)
  return { ...rest, ...now, ...(now === plain ? {} : { asMeasured: plain }) }
}

function show(before: ProfileView, change: AnalysisChange): void {
  const opened = changed(before, change)
  const { unfolded } = useStore.getState().ui
  // Entries are numbered by the new numbers.
  useStore.setState((state) => ({
    ...reduceSession(state, { type: 'update', opened }),
    ui: { ...state.ui, unfolded: unfolded && carryEntries(before, opened, unfolded) },
  }))
}
