// Which cycles of the flame view are open, so that their members are boxes.
import { NONE } from '../../workers/core/base/columns.ts'
import type { AnalyzedProfile, CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { OPEN_SIZE, sizeOfCycle } from '../../workers/core/reports/cycle-size.ts'
import { findFunction } from '../state/names-and-groups.ts'
import type { ProfileView } from '../../workers/api/contract.ts'
import type { FunctionName } from '../state/url/url-state.ts'
import { functionName } from '../state/selectors.ts'
import type { PathStep } from './flame-path.ts'

/** Cycles that a person opened or closed, each by one of its members. */
export interface CycleStates {
  readonly open: readonly FunctionName[]
  readonly closed: readonly FunctionName[]
}

/**
 * Returns the cycles that are one node: large ones, unless they were opened or the path leads to a member, and
 * those that were closed.
 */
export function closedCycles(
  analyzed: AnalyzedProfile,
  { open, closed }: CycleStates,
  path: readonly PathStep[],
): ReadonlySet<CycleIndex> {
  const { cycles, profile } = analyzed
  const result = new Set<CycleIndex>()
  const cycleOf = ({ name, address }: FunctionName): CycleIndex | typeof NONE => {
    const f = findFunction(profile.functions, name, address)
    return f === NONE ? NONE : (cycles.cycleOf[f] ?? NONE)
  }
  for (let row = 0; row < cycles.length; row++) {
    const cycle = row as CycleIndex
    if (sizeOfCycle(analyzed, cycle) > OPEN_SIZE) result.add(cycle)
  }
  const openOnly = (cycle: CycleIndex | typeof NONE) => cycle !== NONE && result.delete(cycle)
  for (const member of open) openOnly(cycleOf(member))
  for (const [at, step] of path.entries()) {
    const before = path[at - 1]
    if (step.kind !== 'function' || !before || before.kind === 'part') continue
    const cycle = cycleOf(step.name)
    if (before.kind === 'heaviest' || cycle === cycleOf(before.name)) openOnly(cycle)
  }
  for (const member of closed) {
    const cycle = cycleOf(member)
    if (cycle !== NONE) result.add(cycle)
  }
  return result
}

/** Returns the states with one cycle opened or closed, named by its first member. */
export function withCycle(
  opened: ProfileView,
  { open, closed }: CycleStates,
  cycle: CycleIndex,
  isOpen: boolean,
): CycleStates {
  const { analyzed } = opened
  const { offsets, items } = analyzed.cycles.members
  const isOther = ({ name, address }: FunctionName): boolean => {
    const f = findFunction(analyzed.profile.functions, name, address)
    return f === NONE || analyzed.cycles.cycleOf[f] !== cycle
  }
  const member = functionName(opened, (items[offsets[cycle] ?? 0] ?? 0) as FunctionIndex)
  const isSmall = sizeOfCycle(analyzed, cycle) <= OPEN_SIZE
  return {
    open: [...open.filter(isOther), ...(isOpen && !isSmall ? [member] : [])],
    closed: [...closed.filter(isOther), ...(isOpen || !isSmall ? [] : [member])],
  }
}
