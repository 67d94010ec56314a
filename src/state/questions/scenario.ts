// Scenarios: changes the scenario in the link, then has the worker analyse under it.
import type {
  Analysis,
  AnalysisChange,
  ProfileView,
  Progress,
  StageProgress,
} from '../../../workers/api/contract.ts'
import { type Connection, workers } from '../worker/connection.ts'
import { PROGRESS_DELAY_MS } from '../worker/slices.ts'
import { dispatch, setUi, type State, useStore } from '../store.ts'
import { historyAfter, NO_HISTORY } from '../ui-state.ts'
import { isSameScenario } from '../url/scenario-hash.ts'
import { navigate } from '../url/address.ts'
import { openedIn, reduceSession } from '../session.ts'
import {
  type ArcName,
  cutAlso,
  EMPTY_SCENARIO,
  isEmptyScenario,
  type NameList,
  restoreArcs,
  type Scenario,
  withFactor,
} from '../../../workers/core/analysis/scenario/scenario.ts'
import { applyChange } from '../../../workers/core/reports/analysis-change.ts'
import { mapEntries } from '../../../workers/core/reports/map-entries.ts'
import { stopPossibleCalls } from './static-calls.ts'

const currentScenario = (): Scenario => useStore.getState().shared.scenario

/** Sets the scenario in the link, unless it is the current one. */
export function changeScenario(scenario: Scenario): void {
  if (!isSameScenario(scenario, currentScenario())) navigate({ scenario }, 'push')
}

/** Removes arcs from the analysis. */
export function cut(arcs: readonly ArcName[]): void {
  changeScenario(cutAlso(currentScenario(), arcs))
}

/** Restores removed arcs. */
export function restore(arcs: readonly ArcName[]): void {
  changeScenario(restoreArcs(currentScenario(), arcs))
}

/** Restores all removed arcs. */
export function restoreAll(): void {
  changeScenario({ ...currentScenario(), cutArcs: [] })
}

/** Adds a function's name to one of the scenario's lists, or removes it. */
export function toggleName(list: NameList, name: string): void {
  const names = currentScenario()[list]
  const without = names.filter((other) => other !== name)
  changeScenario({ ...currentScenario(), [list]: without.length < names.length ? without : [...names, name] })
}

/** Divides the self time of a function by a factor; 1 takes the factor back. */
export function setFactor(name: string, factor: number): void {
  changeScenario(withFactor(currentScenario(), name, factor))
}

/** Includes static calls in the analysis, or excludes them. */
export function toggleStaticArcs(): void {
  changeScenario({ ...currentScenario(), staticArcs: !currentScenario().staticArcs })
}

/** Folds the C++ standard library into its callers, or unfolds it. */
export function toggleFoldStd(): void {
  changeScenario({ ...currentScenario(), foldStd: !currentScenario().foldStd })
}

/** Clears the scenario. */
export function clearScenario(): void {
  changeScenario(EMPTY_SCENARIO)
}

/** Returns to the previous scenario in the history, if there is one. */
export function undo(): void {
  const before = useStore.getState().ui.history.past.at(-1)
  if (before) navigate({ scenario: before }, 'push')
}

/** Goes to the next scenario in the history, if there is one. */
export function redo(): void {
  const next = useStore.getState().ui.history.future.at(-1)
  if (next) navigate({ scenario: next }, 'push')
}

/**
 * Returns the analysis without a scenario: the profile's own, or the one kept beside the numbers
 * under a scenario.
 */
export function asMeasured(opened: ProfileView): Analysis {
  return opened.asMeasured ?? opened
}

/**
 * Requests an analysis whenever the numbers on screen are for another scenario than the link's.
 * Returns the subscriber.
 */
export function followScenario(): (state: State) => void {
  let { scenario } = useStore.getState().shared
  let { restarts } = useStore.getState().ui
  return (state) => {
    // That change calls this subscriber again.
    if (state.session.phase === 'ready' && dropUnsupportedStaticArcs(state.session.opened)) return
    const before = scenario
    scenario = state.shared.scenario
    const { breakAt } = state.ui
    if (!isSameScenario(before, scenario) && breakAt?.isMoving !== true) {
      const history = historyAfter(state.ui.history, before, scenario)
      setUi({ history, breakAt: breakAt && { ...breakAt, move: null } })
    }
    const { session, ui } = state
    if (session.phase !== 'ready') {
      if (!openedIn(session) && ui.history !== NO_HISTORY) setUi({ history: NO_HISTORY })
      return
    }
    const { analyzing } = ui
    const { analyzed, files } = session.opened
    const isRestarted = ui.restarts !== restarts
    restarts = ui.restarts
    if (
      !isRestarted &&
      analyzing &&
      isSameScenario(analyzing.scenario, scenario) &&
      analyzing.files === files
    )
      return
    if (analyzing || !isSameScenario(analyzed.scenario, scenario)) void ask(session.opened, scenario)
  }
}

async function ask({ files }: ProfileView, scenario: Scenario): Promise<void> {
  const signal = workers.begin('analysis')
  const tellSlow = () => {
    if (!signal.aborted) setUi({ analyzing: { scenario, files, isSlow: true } })
  }
  setUi({ analyzing: { scenario, files, isSlow: false } })
  const slow = setTimeout(tellSlow, PROGRESS_DELAY_MS)
  const result = await workers.ask('analyze', [scenario], { signal })
  clearTimeout(slow)
  if (signal.aborted) return
  const { session } = useStore.getState()
  if (session.phase === 'ready' && session.opened.files === files) {
    if (result.ok) show(session.opened, result.value)
    // The other request for the same code was cancelled.
    else if (result.problem.code === 'host/cancelled') return ask(session.opened, scenario)
    else dispatch({ type: 'fail', problem: result.problem, files: [], retry: { what: 'worker' } })
  }
  // Last: a subscriber that sees the change in between must not ask again.
  setUi({ analyzing: null })
}

/**
 * Drops static arcs from the link's scenario if the profile is a gprof listing. A listing has no
 * code, and recomputing its rounded numbers would only blur them. Returns whether there was
 * something to drop.
 */
export function dropUnsupportedStaticArcs(opened: ProfileView): boolean {
  const { scenario } = useStore.getState().shared
  const kept = scenarioFor(opened, scenario)
  if (kept === scenario) return false
  navigate({ scenario: kept }, 'replace')
  return true
}

const scenarioFor = ({ analyzed }: ProfileView, scenario: Scenario): Scenario =>
  analyzed.profile.listed && scenario.staticArcs ? { ...scenario, staticArcs: false } : scenario

/**
 * Returns to the previous scenario, and requests it from the worker, because the worker sorts and
 * writes by the last scenario.
 */
export function cancelAnalysis(): void {
  undo()
  stopPossibleCalls()
}

/**
 * Returns a profile that was just opened, analyzed under the link's scenario, before it is shown.
 */
export async function withScenario(
  { request }: Connection,
  opened: ProfileView,
  wanted: Scenario,
  onProgress: (step: StageProgress) => void,
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
  // The new analysis has new numbers of entries and cycles.
  useStore.setState((state) => ({
    ...reduceSession(state, { type: 'update', opened }),
    ui: { ...state.ui, hoveredCycle: null, unfolded: unfolded && mapEntries(before, opened, unfolded) },
  }))
}
