// The selection of a whole cycle: in the state, in links, as an action.
import type { ProfileView } from '../../workers/api/contract.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { entryPatch, functionName, resolveSelection } from './selectors.ts'
import { navigate } from './url/address.ts'
import { openedIn } from './session.ts'
import type { Selection, UrlState } from './url/url-state.ts'
import { setUi, useStore } from './store.ts'

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
  const selected = cycleSelection(opened, cycle)
  const patch = { ...entryPatch(shared, opened, firstMember(opened, cycle)), selected }
  if (isPrintedByGprof(opened.listing, cycle)) return patch
  const { 'call-graph.entries': _asGprof, ...params } = patch.params ?? {}
  return { ...patch, params }
}

/** Whether the call graph has an entry for the whole cycle: not if a scenario leaves out its members. */
export function hasCycleEntry({ analyzed, listing }: ProfileView, cycle: CycleIndex): boolean {
  const { positions, entryOfFunction } = listing.entries
  const { offsets, items } = analyzed.cycles.members
  const members = items.subarray(offsets[cycle], offsets[cycle + 1])
  return (
    isPrintedByGprof(listing, cycle) ||
    members.some((f) => (positions[entryOfFunction[f as FunctionIndex] ?? 0] ?? 0) > 0)
  )
}

/** gprof prints no entry for a cycle that nothing outside calls. */
function isPrintedByGprof({ entries }: ProfileView['listing'], cycle: CycleIndex): boolean {
  const entry = entries.entryOfCycle[cycle]
  return entry !== undefined && (entries.positions[entry] ?? 0) > 0
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
