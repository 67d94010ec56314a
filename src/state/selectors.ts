// Values derived from the state, memoised by reference; what they compute is asked of workers/core/reports.
import { createContext, useContext, useMemo } from 'react'
import type { ProfileView, SearchResult } from '../../workers/api/contract.ts'
import { NONE } from '../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import {
  findFunction,
  flags,
  isExpression,
  isNameShared,
  marker,
  type MarkRange,
  rowsAmong,
} from '../../workers/core/reports/search-matches.ts'
import { isLongAt, rawName } from '../../workers/core/reports/names/names.ts'
import { valueOf } from './worker/requests.ts'
import { formatHash, type FunctionName, isSameScenario, type UrlState } from './url-state.ts'
import { useStore } from './store.ts'

export function memoiseLast<Asked extends readonly unknown[], Answer>(
  compute: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  let last: { readonly asked: Asked; readonly answer: Answer } | undefined
  return (...asked) => {
    if (!last?.asked.every((value, at) => value === asked[at])) last = { asked, answer: compute(...asked) }
    return last.answer
  }
}

// Readings of the state, memoised by reference; what they compute is asked of workers/core/reports.

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
export function entryPatch(shared: UrlState, opened: ProfileView, f: FunctionIndex): Partial<UrlState> {
  const { 'call-graph.as': _arrangement, ...params } = shared.params
  return { view: 'call-graph', selected: functionName(opened, f), params }
}

/** What leads to the lines of the selected function, or of the one that it is given with. */
export function functionLinesPatch({ params }: Pick<UrlState, 'params'>): Partial<UrlState> {
  const { 'source.lines': _shows, ...others } = params
  return { view: 'source', params: others }
}

/** The link to the present state with some of it changed. */
export function hashFor(shared: UrlState, patch: Partial<UrlState>): string {
  return formatHash({ ...shared, ...patch })
}

/** What a link to a function changes of the state. */
export type FunctionPatch = (shared: UrlState, opened: ProfileView, f: FunctionIndex) => Partial<UrlState>

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

// Rows of the flat profile, as its view shows them, a search steps through them and a table of them is saved.

/** Sorted, and only the matches while there is a valid search. Items are FunctionIndex. */
export const flatRowsOf = memoiseLast(
  (
    { analyzed, listing }: ProfileView,
    found: SearchResult | null,
    sorted: Uint32Array<ArrayBuffer> | null,
  ) => {
    const rows = sorted ?? listing.flat.printed
    return found?.ok ? rowsAmong(rows, found.matches, analyzed.profile.functions.length) : rows
  },
)

// What a search found, by function.

/**
 * By FunctionIndex, 1 for what was found; null without a search. It may find every function of a large profile, so this
 * is made once per search, and not as the pointer moves.
 */
export function useFound({ analyzed }: ProfileView): Uint8Array | null {
  const found = valueOf(useStore((state) => state.ui.found))
  const { length } = analyzed.profile.functions
  return useMemo(() => (found?.ok ? flags(found.matches, length) : null), [found, length])
}

// What of the time is certain, for whoever draws a bar of it.

export const CertainTicks = createContext<Float64Array | null>(null)

/** By function, see workers/core/reports/certain; null as long as it is not known. */
export function useCertain(): Float64Array | null {
  return useContext(CertainTicks)
}
