// Values derived from the state, memoised by reference. The computations are in
// workers/core/reports.
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

/**
 * Returns a function that caches its last answer, and returns it if all arguments are identical.
 */
export function memoiseLast<Asked extends readonly unknown[], Answer>(
  compute: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  let last: { readonly asked: Asked; readonly answer: Answer } | undefined
  return (...asked) => {
    if (!last?.asked.every((value, at) => value === asked[at])) last = { asked, answer: compute(...asked) }
    return last.answer
  }
}

/** Returns the selected function, or null if none is selected or this profile lacks that name. */
export const selectedOf = memoiseLast(
  (opened: ProfileView | null, name: FunctionName | null): FunctionIndex | null => {
    if (!opened || !name) return null
    const f = findFunction(opened.analyzed.profile.functions, name.name, name.address)
    return f === NONE ? null : f
  },
)

/** Returns the selected function of this profile, or null. */
export function useSelected(opened: ProfileView): FunctionIndex | null {
  return useStore((state) => selectedOf(opened, state.shared.selected))
}

/** Whether the numbers on screen are for another scenario than the link's. */
export function useIsOutdated({ analyzed }: ProfileView): boolean {
  const scenario = useStore((state) => state.shared.scenario)
  return useMemo(() => !isSameScenario(scenario, analyzed.scenario), [scenario, analyzed.scenario])
}

/** Whether the flat profile's rows are for another order, search or scenario than the link's. */
export function useAreRowsOutdated(opened: ProfileView): boolean {
  const isAsked = useStore(({ ui }) => ui.found.phase === 'loading' || ui.sorted.phase === 'loading')
  return useIsOutdated(opened) || isAsked
}

/**
 * Returns a function that finds the search's matches in a name. A regular expression may never end,
 * so the page runs it only after the worker has finished it.
 */
export function useSearchMark(): (name: string) => readonly MarkRange[] {
  const query = useStore(({ ui: { found }, shared }) => {
    const isSearching = found.phase === 'loading'
    return valueOf(found)?.ok && !(isSearching && isExpression(shared.query)) ? shared.query : ''
  })
  return useMemo(() => marker(query), [query])
}

/**
 * Returns the function's name for a link. A name too long for an address bar is replaced by its
 * address, if that is unique.
 */
export function functionName(opened: ProfileView, f: FunctionIndex): FunctionName {
  const { functions } = opened.analyzed.profile
  if (isLongAt(functions.names, f)) return { name: '', address: functions.address[f] ?? null }
  return {
    name: rawName(functions, f),
    address: isNameShared(functions, f) ? (functions.address[f] ?? null) : null,
  }
}

/** Returns the change of state that leads to a function's entry in the call graph. */
export function entryPatch(shared: UrlState, opened: ProfileView, f: FunctionIndex): Partial<UrlState> {
  const { 'call-graph.as': _arrangement, ...params } = shared.params
  return { view: 'call-graph', selected: functionName(opened, f), params }
}

/**
 * Returns the change of state that leads to the lines of the selected function, or of the function
 * selected with it.
 */
export function functionLinesPatch({ params }: Pick<UrlState, 'params'>): Partial<UrlState> {
  const { 'source.lines': _shows, ...others } = params
  return { view: 'source', params: others }
}

/** Returns the link to the current state with this change. */
export function hashFor(shared: UrlState, patch: Partial<UrlState>): string {
  return formatHash({ ...shared, ...patch })
}

/** Returns what a link to a function changes in the state. */
export type FunctionPatch = (shared: UrlState, opened: ProfileView, f: FunctionIndex) => Partial<UrlState>

const selectPatch: FunctionPatch = (_shared, opened, f) => ({ selected: functionName(opened, f) })

/**
 * Returns a function that makes links to functions. Each is made once per state: a link may hold a
 * whole profile.
 */
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

// Rows of the flat profile: shown by its view, stepped through by a search, and saved as a table.

/**
 * Returns the sorted rows; only the matches while there is a valid search. Items are FunctionIndex.
 */
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

// Search matches by function.

/**
 * Returns 1 by FunctionIndex for each match; null without a search. A search may match every
 * function of a large profile, so this is computed once per search.
 */
export function useFound({ analyzed }: ProfileView): Uint8Array | null {
  const found = valueOf(useStore((state) => state.ui.found))
  const { length } = analyzed.profile.functions
  return useMemo(() => (found?.ok ? flags(found.matches, length) : null), [found, length])
}

// Lower bounds of total times, for all bars.

/** Provides the lower bounds of total times, in ticks by function; null until they are known. */
export const CertainTicks = createContext<Float64Array | null>(null)

/**
 * Returns the lower bounds of total times in ticks, by function, see workers/core/reports/certain;
 * null until they are known.
 */
export function useCertain(): Float64Array | null {
  return useContext(CertainTicks)
}
