// The slider *Break at*: begins, moves, ends. While it moves, every view shows the numbers of its place.
import type { ProfileView } from '../../workers/api/contract.ts'
import { CutsClient } from '../../workers/api/task-clients.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import { cutAlso, type Scenario } from '../../workers/core/analysis/scenario/scenario.ts'
import { columnsOfCycles } from '../../workers/core/reports/inside-arcs.ts'
import { DEFAULT_LIMIT } from '../../workers/core/reports/suggested-cuts.ts'
import { type BreakStop, breakStops } from '../../workers/core/reports/break-stops.ts'
import type { BreakAt, BreakStops } from './break-at.ts'
import { load } from './worker/request.ts'
import { workers } from './worker/connection.ts'
import { failed, loading, ready } from './worker/async-value.ts'
import { inSlices } from './worker/slices.ts'
import { historyAfter } from './ui-state.ts'
import { isSameScenario } from './url/scenario-hash.ts'
import { navigate } from './url/address.ts'
import { setUi, useStore } from './store.ts'

/** Functions without callers, and callers of the cycle, that are compared. */
const MOST_PAYERS = 6

/** Shows the slider for a cycle of the scenario on screen, and looks for its sets of cuts. */
export function startBreakAt(opened: ProfileView, cycle: CycleIndex): void {
  const signal = workers.begin('break-at')
  const { analyzed, files } = opened
  const breakAt: BreakAt = {
    files,
    base: analyzed.scenario,
    name: `cycle ${cycle + 1}`,
    found: loading(null),
    move: null,
    isMoving: false,
  }
  setUi({ breakAt })
  const tell = (found: BreakAt['found']): void => {
    const now = useStore.getState().ui.breakAt
    if (now?.files === files && now.base === breakAt.base && now.name === breakAt.name)
      setUi({ breakAt: { ...now, found } })
  }
  const finder = new CutsClient()
  const stop = inSlices(columnsOfCycles(analyzed, 2, cycle), (columns) => {
    const onProgress = (done: number, total: number): void => tell(loading({ done, total }))
    void finder.candidates(columns, DEFAULT_LIMIT, onProgress).then((answer) => {
      if (answer.kind === 'ended') return
      if (answer.kind === 'failed') return tell(failed({ code: 'host/worker-lost', message: answer.message }))
      const stops = breakStops(analyzed, cycle, answer.cuts)
      tell(ready({ stops, payers: [] }))
      void comparePayers(breakAt.base, cycle, stops, (payers) => tell(ready({ stops, payers })))
    })
  })
  signal.addEventListener('abort', () => {
    stop()
    finder.cancel()
  })
}

async function comparePayers(
  base: Scenario,
  cycle: CycleIndex,
  stops: readonly BreakStop[],
  tell: (payers: BreakStops['payers']) => void,
): Promise<void> {
  const sets = stops.map(({ arcs }) => ({ cycle, cut: arcs }))
  await load('break-at', 'cutPayers', [base, sets, MOST_PAYERS], (payers) => {
    if (payers.phase === 'ready') tell(payers.value)
  })
}

/** Returns the scenario at a place of the slider: 0 is without cuts, 1 the first set. */
function scenarioAt({ base, found }: BreakAt, place: number): Scenario {
  const stop = found.phase === 'ready' ? found.value.stops[place - 1] : undefined
  return stop ? cutAlso(base, stop.arcs) : base
}

/** Returns the place of the slider for a scenario; −1 if it is none of its places. */
export function placeOf(breakAt: BreakAt, scenario: Scenario): number {
  const { found, base } = breakAt
  if (isSameScenario(base, scenario)) return 0
  const stops = found.phase === 'ready' ? found.value.stops : []
  return stops.findIndex((_, at) => isSameScenario(scenarioAt(breakAt, at + 1), scenario)) + 1 || -1
}

/** Moves the slider. All moves until `endMove` are one step of the history. */
export function moveBreakAt(place: number): void {
  const { ui, shared } = useStore.getState()
  const { breakAt, history } = ui
  if (!breakAt) return
  const scenario = scenarioAt(breakAt, place)
  if (isSameScenario(scenario, shared.scenario)) return
  const move = breakAt.move ?? { from: shared.scenario, history }
  setUi({ breakAt: { ...breakAt, isMoving: true } })
  navigate({ scenario }, breakAt.move ? 'replace' : 'push')
  setUi({
    breakAt: { ...breakAt, move },
    // Back where it began, there is nothing to undo.
    history: isSameScenario(move.from, scenario)
      ? move.history
      : historyAfter(move.history, move.from, scenario),
  })
}

/** Ends a move: Undo takes all of it back. */
export function endMove(): void {
  const { breakAt } = useStore.getState().ui
  if (breakAt?.move) setUi({ breakAt: { ...breakAt, move: null } })
}

/** Removes the slider; the cuts stay. */
export function closeBreakAt(): void {
  endMove()
  workers.abort('break-at')
  setUi({ breakAt: null })
}
