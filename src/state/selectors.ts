// Readings of the state, memoised by reference; what they compute is asked of workers/core/reports.
import { useMemo } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import { NONE } from '../../workers/core/base/brand.ts'
import type { FunctionIndex } from '../../workers/core/profile/tables.ts'
import { findFunction, isNameShared } from '../../workers/core/reports/search/find-function.ts'
import { isExpression, marker, type MarkRange } from '../../workers/core/reports/search/mark-ranges.ts'
import { rawName } from '../../workers/core/reports/names/names.ts'
import { isLongAt } from '../../workers/core/reports/names/shown-name.ts'
import { valueOf } from './async-value.ts'
import { memoiseLast } from './memoise-last.ts'
import type { FunctionName, SharedState } from './shared.ts'
import { useStore } from './store.ts'
import { formatHash } from './url/hash.ts'
import { isSameScenario } from './url/scenario-hash.ts'

/** The selected function, or null if none is selected or this profile has none of that name. */
export const selectedOf = memoiseLast(
  (opened: ProfileView | null, name: FunctionName | null): FunctionIndex | null => {
    if (!opened || !name) return null
    const f = findFunction(opened.analyzed.profile.functions, name.name, name.address)
    return f === NONE ? null : f
  },
)

export function useSelected(opened: ProfileView): FunctionIndex | null {
  return useStore((state) => selectedOf(opened, state.shared.selected))
}

/** Whether the numbers on screen are still those of another scenario than the link's. */
export function useIsOutdated({ analyzed }: ProfileView): boolean {
  const scenario = useStore((state) => state.shared.scenario)
  return useMemo(() => !isSameScenario(scenario, analyzed.scenario), [scenario, analyzed.scenario])
}

/** Whether the flat profile's rows are still those of another order, search or scenario than the link's. */
export function useAreRowsOutdated(opened: ProfileView): boolean {
  const isAsked = useStore(({ ui }) => ui.found.phase === 'loading' || ui.sorted.phase === 'loading')
  return useIsOutdated(opened) || isAsked
}

/**
 * Marks in a name what was searched for, by a search that was understood. An expression can take for ever: the page looks for
 * it once the worker is through with it.
 */
export function useSearchMark(): (name: string) => readonly MarkRange[] {
  const query = useStore(({ ui: { found }, shared }) => {
    const isSearching = found.phase === 'loading'
    return valueOf(found)?.ok && !(isSearching && isExpression(shared.query)) ? shared.query : ''
  })
  return useMemo(() => marker(query), [query])
}

/** How a link names this function; one whose name no address bar has room for by where it stands alone. */
export function functionName(opened: ProfileView, f: FunctionIndex): FunctionName {
  const { functions } = opened.analyzed.profile
  if (isLongAt(functions.names, f)) return { name: '', address: functions.address[f] ?? null }
  return {
    name: rawName(functions, f),
    address: isNameShared(functions, f) ? (functions.address[f] ?? null) : null,
  }
}

/** What leads to a function's entry: the call graph, arranged as entries. */
export function entryPatch(shared: SharedState, opened: ProfileView, f: FunctionIndex): Partial<SharedState> {
  const { 'call-graph.as': _arrangement, ...params } = shared.params
  return { view: 'call-graph', selected: functionName(opened, f), params }
}

/** What leads to the lines of the selected function, or of the one that it is given with. */
export function functionLinesPatch({ params }: Pick<SharedState, 'params'>): Partial<SharedState> {
  const { 'source.lines': _shows, ...others } = params
  return { view: 'source', params: others }
}

/** The link to the present state with some of it changed. */
export function hashFor(shared: SharedState, patch: Partial<SharedState>): string {
  return formatHash({ ...shared, ...patch })
}

/** What a link to a function changes of the state. */
export type FunctionPatch = (
  shared: SharedState,
  opened: ProfileView,
  f: FunctionIndex,
) => Partial<SharedState>

const selectPatch: FunctionPatch = (_shared, opened, f) => ({ selected: functionName(opened, f) })

/** Links to functions, each made once for as long as the state is the same: a link may hold a whole profile. */
export function useHrefOf(opened: ProfileView, patch = selectPatch): (f: FunctionIndex) => string {
  const shared = useStore((state) => state.shared)
  return useMemo(() => keptLinks((f) => hashFor(shared, patch(shared, opened, f))), [shared, opened, patch])
}

function keptLinks(linkTo: (f: FunctionIndex) => string): (f: FunctionIndex) => string {
  const links = new Map<FunctionIndex, string>()
  return (f) => {
    const link = links.get(f) ?? linkTo(f)
    links.set(f, link)
    return link
  }
}
