// Scenarios: changes the scenario in the link, has the worker analyze under it, and shows the numbers.
// Static calls are read when a scenario or the details first need them.
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
} from '../../workers/core/analysis/scenario/scenario.ts'
import { dispatch, historyAfter, NO_HISTORY, setUi, type State, type UiState, useStore } from './store.ts'
import { navigate, type ParamsCodec, readParams, setViewParams } from './url-sync.ts'
import { isSameScenario } from './url-state.ts'
import { applyChange, mapEntries } from '../../workers/core/reports/what-if/analysis-change.ts'
import { openedIn, reduceSession, type Session } from './session.ts'
import { abort, askWorker, begin, type Connection, IDLE, load } from './worker/requests.ts'
import { PROGRESS_DELAY_MS } from './worker/time-slicing.ts'

const currentScenario = (): Scenario => useStore.getState().shared.scenario

export function changeScenario(scenario: Scenario): void {
  if (!isSameScenario(scenario, currentScenario())) navigate({ scenario }, 'push')
}

export function cut(arcs: readonly ArcName[]): void {
  changeScenario(cutAlso(currentScenario(), arcs))
}

export function restore(arcs: readonly ArcName[]): void {
  changeScenario(restoreArcs(currentScenario(), arcs))
}

export function restoreAll(): void {
  changeScenario({ ...currentScenario(), cutArcs: [] })
}

/** Puts a function's name on one of the scenario's lists, or takes it off. */
export function toggleName(list: NameList, name: string): void {
  const names = currentScenario()[list]
  const without = names.filter((other) => other !== name)
  changeScenario({ ...currentScenario(), [list]: without.length < names.length ? without : [...names, name] })
}

/** With the calls that stand in the program's code and were never taken, or without. */
export function toggleStaticArcs(): void {
  changeScenario({ ...currentScenario(), staticArcs: !currentScenario().staticArcs })
}

export function clearScenario(): void {
  changeScenario(EMPTY_SCENARIO)
}

export function undo(): void {
  const before = useStore.getState().ui.history.past.at(-1)
  if (before) navigate({ scenario: before }, 'push')
}

export function redo(): void {
  const next = useStore.getState().ui.history.future.at(-1)
  if (next) navigate({ scenario: next }, 'push')
}

/** The profile without a scenario: itself, or what is kept beside the numbers under one. */
export function asMeasured(opened: ProfileView): Analysis {
  return opened.asMeasured ?? opened
}

// Keeps the numbers in step with the link's scenario: asks the worker, and puts the answer in the place of the numbers
// on screen. A newer question aborts the older one; what is opened and selected stays.

/** Asks for numbers whenever those on screen are of another scenario than the link's. */
export function followScenario(): (state: State) => void {
  let { scenario } = useStore.getState().shared
  return (state) => {
    // What that changes comes here by itself.
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
export function dropUnsupportedStaticArcs(opened: ProfileView): boolean {
  const { scenario } = useStore.getState().shared
  const kept = scenarioFor(opened, scenario)
  if (kept === scenario) return false
  navigate({ scenario: kept }, 'replace')
  return true
}

const scenarioFor = ({ analyzed }: ProfileView, scenario: Scenario): Scenario =>
  analyzed.profile.listed && scenario.staticArcs ? { ...scenario, staticArcs: false } : scenario

/** The worker that was asked is gone: another is asked, if there was a question. */
export function requestAnalysisAgain(): void {
  const { session, shared, ui } = useStore.getState()
  if (ui.analyzing && session.phase === 'ready') void ask(session.opened, shared.scenario)
}

/** Goes back to the scenario before, which the worker is asked for in place of the other: it sorts and writes by the last one. */
export function cancelAnalysis(): void {
  undo()
  stopPossibleCalls()
}

/** A profile just opened, as it is under the link's scenario, before anything of it is shown. */
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
  // Entries are numbered by the new numbers.
  useStore.setState((state) => ({
    ...reduceSession(state, { type: 'update', opened }),
    ui: { ...state.ui, unfolded: unfolded && mapEntries(before, opened, unfolded) },
  }))
}

// Calls that stand in the program and were never taken: asked for once, when the person first wants to see them, be it in
// the details or as arcs of the scenario.

interface DetailsParams {
  readonly neverTaken: boolean
}

export const DETAILS_PARAMS: ParamsCodec<DetailsParams> = {
  view: 'details',
  parse: (raw) => ({ neverTaken: raw['possible'] === 'yes' }),
  format: ({ neverTaken }) => (neverTaken ? { possible: 'yes' } : {}),
}

/** Whether there is a program to look for them in, or a saved profile was saved with them. */
export function hasCode(session: Session): boolean {
  const opened = openedIn(session)
  if (!opened || opened.analyzed.profile.listed) return false
  return opened.saved?.hasPossible ?? opened.files.some(({ kind }) => kind === 'executable')
}

/** They were asked for, and cannot be known: there is no program whose code can be read. */
export function areStaticCallsUnknown(asked: UiState['possibleCalls']): boolean {
  return asked.phase === 'failed' || (asked.phase === 'ready' && asked.value === null)
}

export function togglePossibleCalls(): void {
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  setViewParams(DETAILS_PARAMS, { neverTaken: !neverTaken }, 'replace')
}

/** Asks for them as soon as they are wanted, of each profile anew. Comes before the scenario's numbers, which wait for the same. */
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

/** Ends the search; the next one who asks starts it anew. */
export function stopPossibleCalls(): void {
  if (useStore.getState().ui.possibleCalls.phase !== 'loading') return
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  if (neverTaken) setViewParams(DETAILS_PARAMS, { neverTaken: false }, 'replace')
  abort('possible-calls')
  setUi({ possibleCalls: IDLE })
}
