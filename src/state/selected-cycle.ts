// The selection of a whole cycle: in the state, in links and as an action.
import type { ProfileView } from '../../workers/api/contract.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import {
  entryPatch,
  functionName,
  navigate,
  openedIn,
  resolveSelection,
  type Selection,
  setUi,
  type UrlState,
  useStore,
} from './store.ts'

/** Returns the selected cycle, or null if none is selected. */
export function selectedCycleOf(opened: ProfileView | null, selection: Selection | null): CycleIndex | null {
  return resolveSelection(opened, selection).cycle
}

/** Returns the selected cycle of this profile, or null. */
export function useSelectedCycle(opened: ProfileView): CycleIndex | null {
  return useStore((state) => selectedCycleOf(opened, state.shared.selected))
}

/** Returns the cycle whose members a list highlights: the one under the pointer, else the selected one. */
export function useMarkedCycle(opened: ProfileView): CycleIndex | null {
  const selected = useSelectedCycle(opened)
  return useStore((state) => state.ui.hoveredCycle) ?? selected
}

/** Returns the member that names a cycle, whatever its number: the first. */
export function firstMember({ analyzed }: Pick<ProfileView, 'analyzed'>, cycle: CycleIndex): FunctionIndex {
  const { offsets, items } = analyzed.cycles.members
  return (items[offsets[cycle] ?? 0] ?? 0) as FunctionIndex
}

/** Returns the selection of a cycle, named by its first member. */
export function cycleSelection(opened: ProfileView, cycle: CycleIndex): Selection {
  return { ...functionName(opened, firstMember(opened, cycle)), isCycle: true }
}

/** Returns the change of state that leads to a cycle's own entry in the call graph. */
export function cycleEntryPatch(shared: UrlState, opened: ProfileView, cycle: CycleIndex): Partial<UrlState> {
  const patch = entryPatch(shared, opened, firstMember(opened, cycle))
  return { ...patch, selected: cycleSelection(opened, cycle) }
}

/** Whether the call graph prints an entry for the whole cycle: not for one that nothing outside calls. */
export function hasCycleEntry({ listing }: ProfileView, cycle: CycleIndex): boolean {
  const entry = listing.entries.entryOfCycle[cycle]
  return entry !== undefined && (listing.entries.positions[entry] ?? 0) > 0
}

/** Selects a cycle. `how`: `replace` while moving along a list, `push` for a jump. */
export function selectCycle(cycle: CycleIndex, how: 'push' | 'replace'): void {
  const opened = openedIn(useStore.getState().session)
  if (opened) navigate({ selected: cycleSelection(opened, cycle) }, how)
}

/** Selects a cycle and shows its own entry in the call graph. */
export function openCycleEntry(cycle: CycleIndex): void {
  const { session, shared } = useStore.getState()
  const opened = openedIn(session)
  if (opened) navigate(cycleEntryPatch(shared, opened, cycle), 'push')
}

/** Sets the cycle under the pointer, whose members all views highlight. */
export function hoverCycle(hoveredCycle: CycleIndex | null): void {
  if (useStore.getState().ui.hoveredCycle !== hoveredCycle) setUi({ hoveredCycle })
}
