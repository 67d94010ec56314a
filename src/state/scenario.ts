// Scenarios: changes the scenario in the link, has the worker analyze under it, and shows the
// numbers. Static calls are loaded when a scenario or the details first need them.
import type {
  Analysis,
  AnalysisChange,
  ProfileView,
  Progress,
  StageProgress,
} from '../../workers/api/contract.ts'
import {
  type ArcName,
  cutAlso,
  EMPTY_SCENARIO,
  isEmptyScenario,
  type NameList,
  restoreArcs,
  type Scenario,
  withFactor,
} from '../../workers/core/analysis/scenario/scenario.ts'
import { dispatch, historyAfter, NO_HISTORY, setUi, type State, type UiState, useStore } from './store.ts'
import { navigate, type ParamsCodec, readParams, setViewParams } from './url-sync.ts'
import { isSameScenario } from './url-state.ts'
import { applyChange, mapEntries } from '../../workers/core/reports/what-if/analysis-change.ts'
import { openedIn, reduceSession, type Session } from './session.ts'
import { abort, askWorker, begin, type Connection, IDLE, load } from './worker/requests.ts'
import { PROGRESS_DELAY_MS } from './worker/time-slicing.ts'

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

// Keeps the numbers in step with the link's scenario: requests an analysis, and replaces the
// numbers on screen. A newer request aborts the older one; unfolded entries and the selection stay.

/**
 * Requests an analysis whenever the numbers on screen are for another scenario than the link's.
 * Returns the subscriber.
 */
export function followScenario(): (state: State) => void {
  let { scenario } = useStore.getState().shared
  return (state) => {
    // That change calls this subscriber again.
    if (state.session.phase === 'ready' && dropUnsupportedStaticArcs(state.session.opened)) return
    const before = scenario
    scenario = state.shared.scenario
    if (!isSameScenario(before, scenario))
      setUi({ history: historyAfter(state.ui.history, before, scenario) })
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
  const slow = setTimeout(tellSlow, PROGRESS_DELAY_MS)
  const result = await askWorker('analyze', [scenario], { signal })
  clearTimeout(slow)
  if (signal.aborted) return
  const { session } = useStore.getState()
  if (session.phase === 'ready' && session.opened.files === files) {
    if (result.ok) show(session.opened, result.value)
    // The other request for the same code was cancelled.
    else if (result.problem.code === 'host/cancelled') return ask(session.opened, scenario)
    else dispatch({ type: 'failQuestion', problem: result.problem })
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

/** Repeats a pending request with another worker after the previous one ended. */
export function requestAnalysisAgain(): void {
  const { session, shared, ui } = useStore.getState()
  if (ui.analyzing && session.phase === 'ready') void ask(session.opened, shared.scenario)
}

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
  // The new analysis has new entry numbers.
  useStore.setState((state) => ({
    ...reduceSession(state, { type: 'update', opened }),
    ui: { ...state.ui, unfolded: unfolded && mapEntries(before, opened, unfolded) },
  }))
}

// Static calls: loaded once, when the details or the scenario first need them.

interface DetailsParams {
  readonly neverTaken: boolean
}

/** Codec of the details' parameters in the link. */
export const DETAILS_PARAMS: ParamsCodec<DetailsParams> = {
  view: 'details',
  parse: (raw) => ({ neverTaken: raw['possible'] === 'yes' }),
  format: ({ neverTaken }) => (neverTaken ? { possible: 'yes' } : {}),
}

/** Whether static calls can be found: there is a program, or the saved profile includes them. */
export function hasCode(session: Session): boolean {
  const opened = openedIn(session)
  if (!opened || opened.analyzed.profile.listed) return false
  return opened.saved?.hasPossible ?? opened.files.some(({ kind }) => kind === 'executable')
}

/**
 * Whether static calls were requested but are unavailable because no program's code can be read.
 */
export function areStaticCallsUnknown(asked: UiState['possibleCalls']): boolean {
  return asked.phase === 'failed' || (asked.phase === 'ready' && asked.value === null)
}

/** Shows or hides static calls in the details. */
export function togglePossibleCalls(): void {
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  setViewParams(DETAILS_PARAMS, { neverTaken: !neverTaken }, 'replace')
}

/**
 * Requests static calls once they are needed, for each profile separately. Runs before the
 * scenario's subscriber, which waits for the same code. Returns the subscriber.
 */
export function followPossibleCalls(): (state: State) => void {
  let files: ProfileView['files'] | null = null
  return (state) => {
    const opened = openedIn(state.session)
    if ((opened?.files ?? null) !== files) {
      files = opened?.files ?? null
      abort('possible-calls')
      if (state.ui.possibleCalls.phase !== 'idle') setUi({ possibleCalls: IDLE })
    }
    if (opened && isWanted(state) && useStore.getState().ui.possibleCalls.phase === 'idle')
      void load('possible-calls', 'possibleCalls', [], (possibleCalls) => setUi({ possibleCalls }))
  }
}

function isWanted({ shared }: State): boolean {
  return shared.scenario.staticArcs || readParams(shared, DETAILS_PARAMS).neverTaken
}

/** Cancels the search for static calls; the next request starts it again. */
export function stopPossibleCalls(): void {
  if (useStore.getState().ui.possibleCalls.phase !== 'loading') return
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  if (neverTaken) setViewParams(DETAILS_PARAMS, { neverTaken: false }, 'replace')
  abort('possible-calls')
  setUi({ possibleCalls: IDLE })
}
