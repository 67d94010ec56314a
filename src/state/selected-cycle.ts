// The selection of a whole cycle: in the state, in links and as an action.
import type { ProfileView } from '../../workers/api/contract.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { functionName, navigate, openedIn, resolveSelection, type Selection, useStore } from './store.ts'

/** Returns the selected cycle, or null if none is selected. */
export function selectedCycleOf(opened: ProfileView | null, selection: Selection | null): CycleIndex | null {
  return resolveSelection(opened, selection).cycle
}

/** Returns the selected cycle of this profile, or null. */
export function useSelectedCycle(opened: ProfileView): CycleIndex | null {
  return useStore((state) => selectedCycleOf(opened, state.shared.selected))
}

/** Returns the selection of a cycle, named by its first member. */
export function cycleSelection(opened: ProfileView, cycle: CycleIndex): Selection {
  const { offsets, items } = opened.analyzed.cycles.members
  const first = (items[offsets[cycle] ?? 0] ?? 0) as FunctionIndex
  return { ...functionName(opened, first), isCycle: true }
}

/** Selects a cycle. `how`: `replace` while moving along a list, `push` for a jump. */
export function selectCycle(cycle: CycleIndex, how: 'push' | 'replace'): void {
  const opened = openedIn(useStore.getState().session)
  if (opened) navigate({ selected: cycleSelection(opened, cycle) }, how)
}
