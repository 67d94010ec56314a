// Opens or closes cycles in the graph: the parameter of the link, by members' names.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { CycleState } from '../../../workers/core/reports/graph/graph-choice.ts'
import { cycleDrawings } from '../../../workers/core/reports/graph/open-cycles.ts'
import { findFunction } from '../../state/names-and-groups.ts'
import { firstMember } from '../../state/selected-cycle.ts'
import { functionName } from '../../state/selectors.ts'
import { readParams, setViewParams } from '../../state/url/view-params.ts'
import { useStore } from '../../state/store.ts'
import { type CycleSwitch, graphParams, type GraphParams } from './params.ts'

/** Returns the cycles that the link opens or closes in this profile. */
export function cycleStates(
  { analyzed }: Pick<ProfileView, 'analyzed'>,
  switches: readonly CycleSwitch[],
): CycleState[] {
  return switches.flatMap(({ name, isOpen }) => {
    const member = findFunction(analyzed.profile.functions, name.name, name.address)
    return member === NONE ? [] : [{ member, isOpen }]
  })
}

/** Returns the parameters with a cycle opened or closed. */
export function withCycle(
  opened: ProfileView,
  params: GraphParams,
  cycle: CycleIndex,
  isOpen: boolean,
): GraphParams {
  const { profile, cycles } = opened.analyzed
  const others = params.cycles.filter(({ name }) => {
    const member = findFunction(profile.functions, name.name, name.address)
    return member === NONE || cycles.cycleOf[member] !== cycle
  })
  return {
    ...params,
    cycles: [...others, { name: functionName(opened, firstMember(opened, cycle)), isOpen }],
  }
}

/** Whether the graph of the whole profile draws a cycle by its members. */
export function isCycleOpen(opened: ProfileView, params: GraphParams, cycle: CycleIndex): boolean {
  const choice = { cycles: cycleStates(opened, params.cycles), focus: null, expanded: [] }
  return cycleDrawings(opened.analyzed, choice)(cycle) !== 'closed'
}

/** Opens or closes a cycle of the graph. */
export function setCycleOpen(opened: ProfileView, cycle: CycleIndex, isOpen: boolean): void {
  setViewParams(graphParams, withCycle(opened, graphParamsNow(), cycle, isOpen), 'push')
}

/** Returns the parameters of the graph in the link. */
export const graphParamsNow = (): GraphParams => readParams(useStore.getState().shared, graphParams)
