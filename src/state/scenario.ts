// What a person changes of the profile. Each change is a step in the browser's history, so Back undoes it, too.
import type { Analysis, ProfileView } from '../../workers/api/contract.ts'
import {
  cutAlso,
  EMPTY_SCENARIO,
  restoreArcs,
  type ArcName,
  type NameList,
  type Scenario,
} from '../../workers/core/analysis/scenario/scenario.ts'
import { useStore } from './store.ts'
import { navigate } from './url/sync.ts'
import { isSameScenario } from './url/scenario-hash.ts'

const now = (): Scenario => useStore.getState().shared.scenario

export function changeScenario(scenario: Scenario): void {
  if (!isSameScenario(scenario, now())) navigate({ scenario }, 'push')
}

export function cut(arcs: readonly ArcName[]): void {
  changeScenario(cutAlso(now(), arcs))
}

export function restore(arcs: readonly ArcName[]): void {
  changeScenario(restoreArcs(now(), arcs))
}

export function restoreAll(): void {
  changeScenario({ ...now(), cutArcs: [] })
}

/** Puts a function's name on one of the scenario's lists, or takes it off. */
export function toggleName(list: NameList, name: string): void {
  const names = now()[list]
  const without = names.filter((other) => other !== name)
  changeScenario({ ...now(), [list]: without.length < names.length ? without : [...names, name] })
}

/** With the calls that stand in the program's code and were never taken, or without. */
export function toggleStaticArcs(): void {
  changeScenario({ ...now(), staticArcs: !now().staticArcs })
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
