// Applies a scenario to a profile: removes the arcs it cuts, divides self times, decides which functions
// are shown or pass time on.
import { firstPlace } from '../base/binary-search.ts'
import { asArray, asColumn, asRows, NONE, type None, type Rows } from '../base/columns.ts'
import type {
  ArcIndex,
  ArcsByFunction,
  ArcTable,
  CallGraphProfile,
  FunctionIndex,
} from '../profile/call-graph-profile.ts'
import type { AnalyzedProfile } from './analyzed-profile.ts'
import { isStringAt } from '../base/string-table.ts'
import { allNamed, orderForLookUps } from '../profile/name-index.ts'
import type { ArcName, FasterFunction, Scenario } from './scenario/scenario.ts'
import type { PropagationFilter } from './propagate.ts'

/**
 * Returns the arcs with these names (ArcIndex of `profile`), ascending, each once. A name that several
 * functions share selects the arcs of all; a name without arcs selects none.
 *
 * @param arcs raw names, binary strings
 */
export function findArcs(
  profile: CallGraphProfile,
  arcs: readonly ArcName[],
  byName = orderForLookUps(profile.functions.names, 2 * arcs.length),
): Uint32Array<ArrayBuffer> {
  const { functions, arcsByParent } = profile
  const childOf = asArray(profile.arcs.child)
  const found = new Set<number>()
  // Every function of a program may have the same name.
  const known = new Map<string, ReadonlySet<FunctionIndex>>()
  const named = (name: string): ReadonlySet<FunctionIndex> => {
    const before = known.get(name)
    if (before) return before
    const functionsNow = new Set(allNamed(functions.names, name, byName))
    known.set(name, functionsNow)
    return functionsNow
  }
  for (const { parent, child } of arcs) {
    const children = named(child)
    if (children.size === 0) continue
    for (const f of named(parent)) {
      for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
        const arc = arcsByParent.items[at]
        if (children.has(childOf[arc] as FunctionIndex)) found.add(arc)
      }
    }
  }
  return Uint32Array.from(found).sort()
}

/**
 * Returns the number of each of `arcs` arcs after removing `cut` (ascending); NONE for removed
 * ones.
 */
function renumberWithout(cut: Uint32Array, arcs: number): Int32Array {
  const renumbered = new Int32Array(arcs)
  let cutBelow = 0
  for (let arc = 0; arc < arcs; arc++) {
    const isCut = cut[cutBelow] === arc
    renumbered[arc] = isCut ? NONE : arc - cutBelow
    if (isCut) cutBelow++
  }
  return renumbered
}

/**
 * Returns the profile without the arcs `cut` (ascending ArcIndex). Other arcs keep their order.
 * Unchanged tables are shared with the given profile.
 */
export function withoutArcs(profile: CallGraphProfile, cut: Uint32Array<ArrayBuffer>): CallGraphProfile {
  const renumbered = renumberWithout(cut, profile.arcs.length)
  const { functions, arcs, arcsByParent, arcsByChild } = profile
  const kept: ArcTable = {
    length: arcs.length - cut.length,
    parent: asColumn(without(asArray(arcs.parent), cut)),
    child: asColumn(without(asArray(arcs.child), cut)),
    count: without(asArray(arcs.count), cut),
  }
  const { calls, selfCalls } = recount(profile, cut)
  return {
    ...profile,
    arcs: kept,
    recordedArcs: profile.recordedArcs - countBelow(cut, profile.recordedArcs),
    arcsByParent: regroup(arcsByParent, endsOf(arcs.parent, cut), renumbered),
    arcsByChild: regroup(arcsByChild, endsOf(arcs.child, cut), renumbered),
    functions: { ...functions, calls, selfCalls },
  }
}

/**
 * Converts an arc of the profile without the arcs `cut` to one of the plain profile.
 *
 * @param cut ArcIndex of the plain profile, ascending
 */
export function plainArc(cut: Uint32Array, arc: ArcIndex): ArcIndex {
  // `cut[k] - k` remaining arcs are below the k-th cut arc.
  const below = firstPlace(cut.length, (k) => cut[k] - k <= arc)
  return (arc + below) as ArcIndex
}

/**
 * Returns the arc of the profile as measured; NONE for a static call, and for a new arc of a folded profile.
 *
 * @param arc ArcIndex of the analysed profile, which lacks the cut arcs
 */
export function measuredArc({ profile, cutArcs, folding }: AnalyzedProfile, arc: ArcIndex): ArcIndex | None {
  if (arc >= profile.recordedArcs) return NONE
  const there = plainArc(cutArcs, arc)
  return folding ? folding.measuredArcs[there] : there
}

function countBelow(cut: Uint32Array, row: number): number {
  let count = 0
  while (count < cut.length && cut[count] < row) count++
  return count
}

/** Returns a column of arcs without the rows `cut`. */
function without<T extends Int32Array | Uint32Array | Float64Array>(column: T, cut: Uint32Array): T {
  const kept = new (column.constructor as new (length: number) => T)(column.length - cut.length)
  let from = 0
  for (let at = 0; at <= cut.length; at++) {
    const to = at < cut.length ? cut[at] : column.length
    kept.set(column.subarray(from, to), from - at)
    from = to + 1
  }
  return kept
}

/** Returns the functions at one end of the cut arcs, ascending. */
function endsOf(column: ArcTable['parent'], cut: Uint32Array): Uint32Array {
  return cut.map((arc) => column[arc as ArcIndex]).sort()
}

/** @param groups functions that lose an item, ascending, once per item */
function regroup(
  { length, offsets, items }: ArcsByFunction,
  groups: Uint32Array,
  renumbered: Int32Array,
): ArcsByFunction {
  const keptOffsets = offsets.slice()
  let from = 0
  for (let lost = 0; lost <= groups.length; lost++) {
    const to = lost < groups.length ? groups[lost] : length
    if (lost > 0)
      for (let group = from; group < to; group++) keptOffsets[group + 1] = offsets[group + 1] - lost
    from = to
  }
  return { length, offsets: keptOffsets, items: renumberItems(items, renumbered, groups.length) }
}

/** Renumbers arcs, without the cut ones. */
function renumberItems(items: Uint32Array, renumbered: Int32Array, cut: number): Rows<ArcIndex> {
  const kept = new Uint32Array(items.length - cut)
  let count = 0
  for (let at = 0; at < items.length; at++) {
    const arc = renumbered[items[at]]
    if (arc !== NONE) kept[count++] = arc
  }
  return asRows(kept)
}

/**
 * Sums the counts again where callers change, in the order of the first sum: large counts may not
 * add up exactly.
 */
function recount(
  { functions, arcs, arcsByChild }: CallGraphProfile,
  cut: Uint32Array,
): Pick<CallGraphProfile['functions'], 'calls' | 'selfCalls'> {
  const calls = asArray(functions.calls).slice()
  const selfCalls = asArray(functions.selfCalls).slice()
  const isCut = new Set(cut)
  const changed = new Set<FunctionIndex>()
  for (const arc of cut) changed.add(arcs.child[arc as ArcIndex])
  for (const f of changed) {
    calls[f] = 0
    selfCalls[f] = 0
    for (let at = arcsByChild.offsets[f + 1] - 1; at >= arcsByChild.offsets[f]; at--) {
      const arc = arcsByChild.items[at]
      if (isCut.has(arc)) continue
      const into = arcs.parent[arc] === f ? selfCalls : calls
      into[f] += arcs.count[arc]
    }
  }
  return { calls, selfCalls }
}

/**
 * Returns the profile with the self times of these functions divided by their factors, and the sum
 * of samples without the saved ones. Recorded samples stay. Unchanged tables are shared.
 */
export function withFasterFunctions(
  profile: CallGraphProfile,
  faster: readonly FasterFunction[],
): CallGraphProfile {
  const { functions, totals } = profile
  const before = asArray(functions.selfTicks)
  let self: Float64Array<ArrayBuffer> | null = null
  let saved = 0
  for (const { name, factor } of faster) {
    for (const f of allNamed(functions.names, name)) {
      // A file may name it twice.
      if (before[f] === 0 || (self && self[f] !== before[f])) continue
      self ??= Float64Array.from(before)
      self[f] = before[f] / factor
      saved += before[f] - self[f]
    }
  }
  if (!self) return profile
  return {
    ...profile,
    functions: { ...functions, selfTicks: asColumn(self) },
    // The functions may add up to more than all samples: gprof rounds the edges of bins.
    totals: { ...totals, ticks: Math.max(0, totals.ticks - saved) },
  }
}

/**
 * Returns the factor by which the scenario divides the self time of a function: 1 if it does not name the
 * function, Infinity if it removes all its time.
 */
export function factorOfFunction({ profile, scenario }: AnalyzedProfile, f: FunctionIndex): number {
  const { names } = profile.functions
  return scenario.faster.find(({ name }) => isStringAt(names, f, name))?.factor ?? 1
}

/**
 * Returns gprof's default filter: the profiler's own functions are not shown and pass no time. Columns are
 * shared with the profile.
 */
export function defaultFilter(profile: CallGraphProfile): PropagationFilter {
  const leftOut = asArray(profile.functions.isLeftOut)
  const excluded = leftOut.indexOf(1) < 0 ? null : leftOut
  return { graphOnly: null, graphWithout: excluded, timeOnly: null, timeWithout: excluded }
}

/**
 * Returns `base` narrowed by the scenario; `base` itself for a scenario without lists of functions. A list
 * whose names match no function changes nothing, because gprof ignores empty filter tables.
 */
export function narrowFilter(
  base: PropagationFilter,
  profile: CallGraphProfile,
  { leftOut, timeLeftOut, only, timeOnly }: Scenario,
): PropagationFilter {
  if (leftOut.length + timeLeftOut.length + only.length + timeOnly.length === 0) return base
  return {
    graphOnly: mark(base.graphOnly, profile, only),
    graphWithout: mark(base.graphWithout, profile, leftOut),
    timeOnly: mark(base.timeOnly, profile, [...only, ...timeOnly]),
    timeWithout: mark(base.timeWithout, profile, [...leftOut, ...timeLeftOut]),
  }
}

function mark(
  base: Uint8Array | null,
  { functions }: CallGraphProfile,
  names: readonly string[],
): Uint8Array | null {
  let marked = base
  for (const name of names) {
    for (const f of allNamed(functions.names, name)) {
      // No look-up finds a symbol that ends before it begins, so gprof's filters miss it too.
      if (functions.last[f] < functions.address[f]) continue
      if (marked === base) marked = base === null ? new Uint8Array(functions.length) : base.slice()
      if (marked) marked[f] = 1
    }
  }
  return marked
}
