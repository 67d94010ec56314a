// Folds the functions of the C++ standard library into their callers, in gprof’s shares.
import { asArray, asColumn, NONE } from '../../base/columns.ts'
import { groupAt } from '../../base/csr.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import { arcTables, countCalls } from '../../profile/build-profile.ts'
import type {
  ArcIndex,
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
} from '../../profile/call-graph-profile.ts'
import { withoutPrefix } from '../../symbols/demangle/demangle.ts'
import type { Folding } from '../applied-scenario.ts'
import { findComponentsAmong } from '../cycles.ts'

/** A folded profile, and what folding did. */
export interface Folded {
  readonly profile: CallGraphProfile
  readonly folding: Folding
}

/** What is between `_Z` and the first name of a mangled name: thunks, enclosing functions, qualifiers. */
const STD_MANGLED = /^__?Z(?:T[hv]n?\d+_(?:n?\d+_)?)?Z*(?:N[rVK]*[RO]?(?:\d+__[a-z]|S[tabsiod])|S[tabsiod])/

/**
 * Whether a function belongs to the C++ standard library: its outermost namespace is `std`, or begins with
 * two underscores as those of its implementations do (`__gnu_cxx`, `__gnu_debug`).
 *
 * @param name raw name without the program's prefix. Source: Itanium C++ ABI, 5.1 "Name mangling".
 */
export function isOfStandardLibrary(name: string): boolean {
  if (name.startsWith('_Z') || name.startsWith('__Z')) return STD_MANGLED.test(name)
  return name.includes('::') && /^(?:std|__[a-z]\w*)::/.test(withoutReturnType(name))
}

/** Whether a function belongs to the C++ standard library; see `isOfStandardLibrary`. */
export const isStandardFunction = (functions: FunctionTable, f: FunctionIndex): boolean =>
  isOfStandardLibrary(
    withoutPrefix(stringAt(functions.names, f as number as StringIndex), functions.namePrefix),
  )

/** Removes the return type that readable names of templates begin with. */
function withoutReturnType(name: string): string {
  let depth = 0
  let from = 0
  for (let at = 0; at < name.length; at++) {
    const letter = name.charAt(at)
    if (depth === 0 && (name.startsWith('operator', at) || (letter === '(' && at > from))) break
    if (letter === '<' || letter === '(') depth++
    else if (letter === '>' || letter === ')') depth--
    else if (depth === 0 && ' *&'.includes(letter)) from = at + 1
  }
  return name.slice(from)
}

/** Returns a mark for each function, 1 for those of the C++ standard library. */
export function findStandardLibrary({ functions }: Pick<CallGraphProfile, 'functions'>): Uint8Array {
  const isStandard = new Uint8Array(functions.length)
  for (let f = 0; f < functions.length; f++)
    isStandard[f] = Number(isStandardFunction(functions, f as FunctionIndex))
  return isStandard
}

/** Share of the time of some folded functions that each caller outside gets, 0–1, by FunctionIndex. */
type Shares = ReadonlyMap<number, number>

/** Functions that fold as one: one function, or several that call one another. */
interface Part {
  readonly members: Uint32Array
  readonly shares: Shares
}

/**
 * Folds functions into their callers. Each gives its self time, and the calls that it makes, to the callers
 * outside the set in the shares of their calls; functions of the set that call one another fold as one.
 * Functions stay that have no counted callers outside, that are in a cycle only because of arcs without a
 * count, or whose callers and callees would make too many new arcs (`MOST_NEW`).
 *
 * Sums of time and of calls stay. Counts of arcs are fractions where a callee had several callers: they are
 * estimates, as the times are. Total times outside the set stay, but for functions in a cycle with the set.
 *
 * @param profile not changed; tables without folded functions are shared
 * @param isChosen by FunctionIndex: 1 for the functions to fold
 */
export function foldFunctions(profile: CallGraphProfile, isChosen: Uint8Array): Folded {
  const partOf = findParts(profile, isChosen)
  const self = Float64Array.from(profile.functions.selfTicks)
  const least = Float64Array.from(profile.sharedBins?.least ?? self)
  const most = Float64Array.from(profile.sharedBins?.most ?? self)
  let functions = 0
  let ticks = 0
  for (const { members, shares } of new Set(partOf.values())) {
    const sum = (column: Float64Array): number => members.reduce((all, f) => all + column[f], 0)
    const [selfSum, leastSum, mostSum] = [sum(self), sum(least), sum(most)]
    functions += members.length
    ticks += selfSum
    for (const [caller, share] of shares) {
      self[caller] += selfSum * share
      most[caller] += mostSum
      if (shares.size === 1) least[caller] += leastSum
    }
    for (const f of members) self[f] = least[f] = most[f] = 0
  }
  const { arcs, measuredArcs } = foldArcs(profile, partOf)
  return {
    profile: { ...profile, ...arcs, functions: { ...arcs.functions, selfTicks: asColumn(self) } },
    folding: {
      functions,
      ticks,
      least: asColumn(least),
      most: asColumn(most),
      measuredArcs: asColumn(measuredArcs),
    },
  }
}

/** New arcs at most, beside as many as the profile has. */
const MOST_NEW = 1 << 20

/** Returns the part of each folded function. */
function findParts(profile: CallGraphProfile, isChosen: Uint8Array): ReadonlyMap<number, Part> {
  const { functions, arcs, arcsByParent, arcsByChild } = profile
  const isCounted = (arc: ArcIndex): boolean => arcs.count[arc] > 0
  const offsets = new Uint32Array(functions.length + 1)
  const inside: number[] = []
  for (let f = 0; f < functions.length; f++) {
    if (isChosen[f] === 1)
      for (const arc of groupAt(arcsByParent, f as FunctionIndex))
        if (isChosen[arcs.child[arc]] === 1) inside.push(arcs.child[arc])
    offsets[f + 1] = inside.length
  }
  const { list, order } = findComponentsAmong(offsets, Int32Array.from(inside))
  const partOf = new Map<number, Part>()
  let room = MOST_NEW + 4 * arcs.length
  // Callers come before what they call.
  for (let to = list.length; to > 0;) {
    let from = to - 1
    while (from > 0 && order[list[from - 1]] === order[list[to - 1]]) from--
    const members = list.subarray(from, to)
    to = from
    if (isChosen[members[0]] === 0) continue
    const among = new Set(members)
    const shares = new Map<number, number>()
    let calls = 0
    let callees = 0
    let isSure = true
    for (const f of members) {
      callees += arcsByParent.offsets[f + 1] - arcsByParent.offsets[f]
      for (const arc of groupAt(arcsByChild, f as FunctionIndex)) {
        const caller = arcs.parent[arc]
        isSure &&= isCounted(arc) || caller === f || !among.has(caller)
        if (!isCounted(arc) || among.has(caller)) continue
        const count = arcs.count[arc]
        calls += count
        for (const [outside, share] of partOf.get(caller)?.shares ?? [[caller, 1] as const])
          shares.set(outside, (shares.get(outside) ?? 0) + share * count)
      }
    }
    const cost = shares.size * (callees + 1)
    if (calls === 0 || !isSure || cost > room) continue
    room -= cost
    for (const [outside, sum] of shares) shares.set(outside, shares.size === 1 ? 1 : sum / calls)
    for (const f of members) partOf.set(f, { members, shares })
  }
  return partOf
}

/** Shares add up to a whole number of calls, but for rounding. */
function nearWhole(calls: number): number {
  const whole = Math.round(calls)
  return Math.abs(calls - whole) <= 1e-9 * Math.max(1, whole) ? whole : calls
}

/** Returns the tables of arcs and calls with the calls of folded functions made by their callers. */
function foldArcs({ functions, arcs, recordedArcs }: CallGraphProfile, partOf: ReadonlyMap<number, Part>) {
  const rows = new Map<number, number>()
  const [parent, child, count, measured]: [number[], number[], number[], number[]] = [[], [], [], []]
  const isChanged = new Set<number>(partOf.keys())
  const add = (from: number, to: number, calls: number, arc: number): void => {
    const pair = from * functions.length + to
    const row = rows.get(pair)
    if (row !== undefined) {
      count[row] += calls
      return
    }
    rows.set(pair, parent.length)
    parent.push(from)
    child.push(to)
    count.push(calls)
    measured.push(arc)
  }
  const addRange = (from: number, to: number, wanted: (calls: number) => boolean): void => {
    for (let row = from; row < to; row++) {
      const arc = row as ArcIndex
      const [caller, callee] = [arcs.parent[arc], arcs.child[arc]]
      if (!partOf.has(caller) && !partOf.has(callee)) add(caller, callee, arcs.count[arc], row)
    }
    for (let row = 0; row < arcs.length; row++) {
      const arc = row as ArcIndex
      const callee = arcs.child[arc]
      const part = partOf.get(arcs.parent[arc])
      if (!part || partOf.has(callee) || !wanted(arcs.count[arc])) continue
      isChanged.add(callee)
      for (const [caller, share] of part.shares) add(caller, callee, share * arcs.count[arc], NONE)
    }
  }
  addRange(0, recordedArcs, (calls) => calls > 0)
  const counted = parent.length
  // Static arcs come last.
  addRange(recordedArcs, arcs.length, (calls) => calls === 0)
  const tallied = {
    length: parent.length,
    parent: Int32Array.from(parent),
    child: Int32Array.from(child),
    count: Float64Array.from(count, nearWhole),
  }
  const now = countCalls(tallied, functions.length)
  const [calls, selfCalls] = [asArray(functions.calls).slice(), asArray(functions.selfCalls).slice()]
  for (const f of isChanged) {
    calls[f] = nearWhole(now.calls[f])
    selfCalls[f] = nearWhole(now.selfCalls[f])
  }
  return {
    measuredArcs: Int32Array.from(measured),
    arcs: {
      ...arcTables(tallied, functions.length),
      recordedArcs: counted,
      functions: { ...functions, calls: asColumn(calls), selfCalls: asColumn(selfCalls) },
    },
  }
}
