// Values derived from the state, memoised by reference. The computations are in workers/core/reports.
import { useMemo } from 'react'
import type { ProfileView, SearchResult } from '../../workers/api/contract.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { valueOf } from './worker/async-value.ts'
import { NONE } from '../../workers/core/base/columns.ts'
import { findFunction, isNameShared } from './names-and-groups.ts'
import { flags, rowsAmong, rowsByRank } from '../../workers/core/reports/search/filter-rows.ts'
import { isExpression, marker, type MarkRange } from '../../workers/core/reports/search/match-marks.ts'
import { isLongAt, rawName } from '../../workers/core/names/names.ts'
import type { Selection, FunctionName, UrlState } from './url/url-state.ts'
import { useStore } from './store.ts'
import { isSameScenario } from './url/scenario-hash.ts'
import { MOST_IN_HREF, SAME_PROFILE } from './url/address.ts'
import { formatHash } from './url/link-hash.ts'

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

/**
 * Returns steps like `compute`, whose last result is kept as long as the first argument exists, and returned
 * if the other arguments are identical.
 */
export function memoiseSteps<First extends object, Rest extends readonly unknown[], Result>(
  compute: (first: First, ...rest: Rest) => Generator<void, Result>,
): (first: First, ...rest: Rest) => Generator<void, Result> {
  const results = new WeakMap<First, { readonly rest: Rest; readonly result: Result }>()
  return function* (first, ...rest) {
    const last = results.get(first)
    if (last?.rest.every((value, at) => value === rest[at])) return last.result
    const result = yield* compute(first, ...rest)
    results.set(first, { rest, result })
    return result
  }
}

/** The function or cycle that a selection names in a profile; both are null if it names neither. */
export interface Selected {
  readonly f: FunctionIndex | null
  readonly cycle: CycleIndex | null
}

const NOTHING_SELECTED: Selected = { f: null, cycle: null }

/** Returns what a selection names in a profile. */
export const resolveSelection = memoiseLast(
  (opened: ProfileView | null, selection: Selection | null): Selected => {
    if (!opened || !selection) return NOTHING_SELECTED
    const { profile, cycles } = opened.analyzed
    const f = findFunction(profile.functions, selection.name, selection.address)
    if (f === NONE) return NOTHING_SELECTED
    const cycle = selection.isCycle ? (cycles.cycleOf[f] ?? NONE) : NONE
    return cycle === NONE ? { f, cycle: null } : { f: null, cycle }
  },
)

/**
 * Returns the selected function, or null if none or a cycle is selected or this profile lacks that name.
 * The function that names a cycle is selected where it is in none, such as after a cut.
 */
export function selectedOf(opened: ProfileView | null, selection: Selection | null): FunctionIndex | null {
  return resolveSelection(opened, selection).f
}

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

/**
 * Returns the link to the current state with this change, for an `href` on screen: a long profile is put into
 * it when it is used, see `completeLink`.
 */
export function hashFor(shared: UrlState, patch: Partial<UrlState>): string {
  const next = { ...shared, ...patch }
  const isLong = next.profile === shared.profile && next.profile.length > MOST_IN_HREF
  return formatHash(isLong ? { ...next, profile: SAME_PROFILE } : next)
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
    const { length } = analyzed.profile.functions
    if (!found?.ok) return rows
    // An order that the user chose is kept; without one the best matches come first.
    return sorted ? rowsAmong(rows, found.matches, length) : rowsByRank(rows, found, length)
  },
)

/**
 * Returns 1 by FunctionIndex for each match; null without a search. A search may match every
 * function of a large profile, so this is computed once per search.
 */
export function useFound({ analyzed }: ProfileView): Uint8Array | null {
  const found = valueOf(useStore((state) => state.ui.found))
  const { length } = analyzed.profile.functions
  return useMemo(() => (found?.ok ? flags(found.matches, length) : null), [found, length])
}
