// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its
// own: the flat profile, the entries of the call graph, and their lines.
import type { AnalyzedProfile, CycleIndex, CycleTable } from '../../analysis/analyzed-profile.ts'
import { asArray, asColumn, asRows, type Brand, type Column, NONE, type None } from '../../base/columns.ts'
import { type Csr, groupAt, lastAtOrBelow, orderOfNumbers, orderOfStrings } from '../../base/sorting.ts'
import type { StringTable } from '../../base/string-table.ts'
import type {
  ArcIndex,
  ArcsByFunction,
  ArcTable,
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
} from '../../profile/call-graph-profile.ts'
import { arcTicks, arcTimesOf } from '../../analysis/analyze-profile.ts'

// Entries of the call graph: functions and whole cycles in gprof's order, each with its number
// [n].

/** Row of the entry table. Entry `e` is gprof's `[e + 1]`. */
export type EntryIndex = Brand<number, 'EntryIndex'>

/** The entries of a call graph, in gprof's order. */
export interface EntryTable {
  /** Number of functions and cycles, printed or not. */
  readonly length: number
  /** Function or cycle of each entry; exactly one of the two is not NONE. */
  readonly functionOf: Column<EntryIndex, FunctionIndex | None, 'Int32Array'>
  readonly cycleOf: Column<EntryIndex, CycleIndex | None, 'Int32Array'>
  /** Entry of each function and of each cycle, printed or not. */
  readonly entryOfFunction: Column<FunctionIndex, EntryIndex, 'Int32Array'>
  readonly entryOfCycle: Column<CycleIndex, EntryIndex, 'Int32Array'>
  /** The entries (EntryIndex) that gprof prints, in order: by default those with calls or time. */
  readonly printed: Uint32Array<ArrayBuffer>
  /** By entry: its position in `printed`, from 1; 0 if it is not printed. */
  readonly positions: Uint32Array<ArrayBuffer>
  /**
   * Digits of the largest number of calls, so that the calls column keeps its width while
   * scrolling.
   */
  readonly callDigits: number
  /** Number of active functions: those that were called, took time or called others. */
  readonly takingPart: number
}

/** Options that change which entries are printed; the defaults are gprof's. */
export interface EntryOptions {
  /** Also prints functions without calls and time (`-z`). */
  readonly showUnused?: boolean
  /** Prints functions only, no lines and cycles (`-l`). */
  readonly functionsOnly?: boolean
}

const UNDERSCORE = 0x5f

/**
 * Returns the entries of a profile in gprof's order: most self and child time first; of equal ones cycles,
 * then in the order of `timeless`.
 *
 * @param timeless all functions (FunctionIndex) in the order of entries without time, from `orderListing`
 */
export function listEntries(
  analyzed: AnalyzedProfile,
  timeless: Uint32Array,
  options: EntryOptions = {},
): EntryTable {
  const order = orderOfNumbers(totalsOf(analyzed), true, orderOfEquals(analyzed, timeless))
  return numberEntries(analyzed, order, options)
}

/** Self and child time of functions and, numbered after them, cycles. */
function totalsOf({ times, cycles }: AnalyzedProfile): Float64Array<ArrayBuffer> {
  const count = times.propagatedSelf.length
  const totals = new Float64Array(count + cycles.length)
  addUp(totals, 0, asArray(times.propagatedSelf), asArray(times.propagatedChild))
  addUp(totals, count, asArray(times.cyclePropagatedSelf), asArray(times.cyclePropagatedChild))
  return totals
}

function addUp(totals: Float64Array, from: number, self: Float64Array, child: Float64Array): void {
  for (let row = 0; row < self.length; row++) totals[from + row] = self[row] + child[row]
}

/** Order of functions and cycles with equal time: cycles first. */
function orderOfEquals({ cycles }: AnalyzedProfile, timeless: Uint32Array): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(timeless.length + cycles.length)
  for (let cycle = 0; cycle < cycles.length; cycle++) order[cycle] = timeless.length + cycle
  order.set(timeless, cycles.length)
  return order
}

/** Moves rows whose names begin with an underscore behind all others, in the same order. */
function underscoredLast(names: StringTable, ranked: Uint32Array): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(ranked.length)
  const underscored = new Uint32Array(ranked.length)
  const count = setApart(names, ranked, order, underscored)
  order.set(underscored.subarray(0, count), order.length - count)
  return order
}

/** Separates rows whose names begin with an underscore from the others; returns their number. */
function setApart(
  names: StringTable,
  ranked: Uint32Array,
  others: Uint32Array,
  underscored: Uint32Array,
): number {
  let count = 0
  for (let rank = 0; rank < ranked.length; rank++) {
    const f = ranked[rank]
    if (isUnderscored(names, f)) underscored[count++] = f
    else others[rank - count] = f
  }
  return count
}

function isUnderscored({ bytes, start, end }: StringTable, f: number): boolean {
  return start[f] < end[f] && bytes[start[f]] === UNDERSCORE
}

/** @param order functions and, numbered after them, cycles */
function numberEntries(
  analyzed: AnalyzedProfile,
  order: Uint32Array,
  options: EntryOptions = {},
): EntryTable {
  const { profile } = analyzed
  const count = profile.functions.length
  const isListed = new Uint8Array(order.length)
  const mostCalls = Math.max(
    listFunctions(analyzed, isListed, options),
    listCycles(analyzed, isListed.subarray(count), options),
  )
  const entries = {
    functionOf: new Int32Array(order.length),
    cycleOf: new Int32Array(order.length),
    entryOf: new Int32Array(order.length),
    printed: new Uint32Array(order.length),
    positions: new Uint32Array(order.length),
  }
  const printedCount = fillEntries(order, count, isListed, entries)
  return {
    length: order.length,
    functionOf: asColumn(entries.functionOf),
    cycleOf: asColumn(entries.cycleOf),
    entryOfFunction: asColumn(entries.entryOf.slice(0, count)),
    entryOfCycle: asColumn(entries.entryOf.slice(count)),
    printed: entries.printed.slice(0, printedCount),
    positions: entries.positions,
    callDigits: `${mostCalls}`.length,
    takingPart: countActive(profile),
  }
}

/** Marks the functions whose entries are printed. Returns the largest number of calls. */
function listFunctions(
  { profile, times }: AnalyzedProfile,
  isListed: Uint8Array,
  { showUnused = false, functionsOnly = false }: EntryOptions,
): number {
  const { functions } = profile
  const calls = asArray(functions.calls)
  const selfCalls = asArray(functions.selfCalls)
  const self = asArray(times.propagatedSelf)
  const child = asArray(times.propagatedChild)
  const isPrinted = asArray(times.isPrinted)
  const isFunction = asArray(functions.isFunction)
  let mostCalls = 0
  for (let f = 0; f < calls.length; f++) {
    const called = calls[f]
    const recursed = selfCalls[f]
    mostCalls = Math.max(mostCalls, called, recursed)
    // Evaluates everything for every function: engines discard compiled code when a new branch is
    // first taken.
    const isCalled = Number(called > 0) | Number(recursed > 0)
    const isUsed = isCalled | Number(self[f] !== 0) | Number(child[f] !== 0) | Number(showUnused)
    isListed[f] = isUsed & isPrinted[f] & (isFunction[f] | Number(!functionsOnly))
  }
  return mostCalls
}

/** Does the same for cycles. */
function listCycles(
  { cycles, times }: AnalyzedProfile,
  isListed: Uint8Array,
  { showUnused = false, functionsOnly = false }: EntryOptions,
): number {
  let mostCalls = 0
  for (let c = 0; c < cycles.length; c++) {
    const cycle = c as CycleIndex
    const called = cycles.calls[cycle]
    const inside = cycles.internalCalls[cycle]
    mostCalls = Math.max(mostCalls, called, inside)
    const time = times.cyclePropagatedSelf[cycle] !== 0 || times.cyclePropagatedChild[cycle] !== 0
    const isUsed = showUnused || called !== 0 || inside !== 0 || time
    isListed[c] = isUsed && times.cycleIsPrinted[cycle] === 1 && !functionsOnly ? 1 : 0
  }
  return mostCalls
}

/** Columns of the table, and the entry of each function and, after these, each cycle. */
interface EntryColumns {
  readonly functionOf: Int32Array
  readonly cycleOf: Int32Array
  readonly entryOf: Int32Array
  readonly printed: Uint32Array
  readonly positions: Uint32Array
}

/**
 * Returns the number of printed entries. No branch is for cycles only: they come late, and
 * engines discard compiled code that first meets one.
 */
function fillEntries(
  order: Uint32Array,
  functions: number,
  isListed: Uint8Array,
  { functionOf, cycleOf, entryOf, printed, positions }: EntryColumns,
): number {
  let printedCount = 0
  for (let entry = 0; entry < order.length; entry++) {
    const row = order[entry]
    functionOf[entry] = row < functions ? row : NONE
    cycleOf[entry] = Math.max(NONE, row - functions)
    entryOf[row] = entry
    if (isListed[row] === 0) continue
    printed[printedCount++] = entry
    positions[entry] = printedCount
  }
  return printedCount
}

// Active functions, of which the profile has any number. Like gprof's flat profile, it omits
// those that only called others without a sample of their own, such as a main that has just
// begun.

/**
 * Whether a function was called, took time or called others; false for the profiler's own. Static calls do
 * not count.
 */
export function isActive(profile: CallGraphProfile, f: FunctionIndex): boolean {
  const { functions } = profile
  return (
    functions.isLeftOut[f] === 0 &&
    (functions.calls[f] > 0 ||
      functions.selfTicks[f] > 0 ||
      functions.selfCalls[f] > 0 ||
      calledOthers(profile, f))
  )
}

/** Static calls do not count. They are the newest arcs, which groups list first. */
function calledOthers({ arcsByParent, recordedArcs }: CallGraphProfile, f: FunctionIndex): boolean {
  const { offsets, items } = arcsByParent
  return offsets[f + 1] > offsets[f] && items[offsets[f + 1] - 1] < recordedArcs
}

/**
 * Returns the number of active functions (`isActive`), of all or of those from `from` to `end`
 * (FunctionIndex, exclusive).
 */
export function countActive(
  { functions, arcsByParent, recordedArcs }: CallGraphProfile,
  from = 0,
  end = functions.length,
): number {
  const { offsets, items } = arcsByParent
  const calls = asArray(functions.calls)
  const self = asArray(functions.selfTicks)
  const selfCalls = asArray(functions.selfCalls)
  const isLeftOut = asArray(functions.isLeftOut)
  let count = 0
  for (let f = from; f < end; f++) {
    // Evaluates everything for every function: engines discard compiled code when a new branch is
    // first taken.
    const behind = offsets[f + 1]
    const oldest = items[Math.max(0, behind - 1)]
    const hasCalled = Number(behind > offsets[f]) & Number(oldest < recordedArcs)
    const isInIt = Number(calls[f] > 0) | Number(self[f] > 0) | Number(selfCalls[f] > 0) | hasCalled
    count += isInIt & (1 - isLeftOut[f])
  }
  return count
}

// Lines of call graph entries in gprof's order, of all functions at once or of one entry at a
// time. Sorting all arcs of a large profile takes longer than everything its first rows need, and
// a person views few entries. So an entry is sorted when it is viewed, except for the longest
// ones.

/** The lines of entries; read them with `parentLines` and `childLines`, which sort what is not sorted yet. */
export interface EntryLines {
  /** Arcs into each function, in the order of gprof's parent lines (ascending). */
  readonly parentArcs: OrderedArcs
  /** Arcs out of each function, in the order of gprof's child lines (descending). */
  readonly childArcs: OrderedArcs
  /** Members of each cycle, as its own entry lists them: most time first, then most calls. */
  readonly cycleMembers: Csr<CycleIndex, FunctionIndex>
}

/**
 * All groups sorted, or only those that take long to sort. Read with `parentLines` and
 * `childLines`.
 */
type OrderedArcs = ArcsByFunction | LongOrdered

interface LongOrdered extends Omit<ArcsByFunction, 'items'> {
  readonly items: null
  /** Sorted groups that are too long to sort on request. */
  readonly long: {
    /** FunctionIndex by group, ascending. */
    readonly functions: Uint32Array<ArrayBuffer>
    readonly groups: Csr<number, ArcIndex>
  }
}

/** The lines of all entries, sorted. */
export interface AllLines extends EntryLines {
  readonly parentArcs: ArcsByFunction
  readonly childArcs: ArcsByFunction
}

/**
 * Sorts the lines of all entries. For a large profile that takes longer than everything else; see
 * `listLongLines`.
 */
export function listEntryLines(analyzed: AnalyzedProfile): AllLines {
  const { profile } = analyzed
  const keys = arcKeys(analyzed)
  return {
    parentArcs: sortGroups(profile.arcsByChild, keys, 1),
    childArcs: sortGroups(profile.arcsByParent, keys, -1),
    cycleMembers: listMembers(analyzed),
  }
}

/**
 * Sort keys of arcs: direct recursion first, then arcs inside a cycle by count, then all others
 * by passed time, then by count. Equal arcs keep the order in which they were first recorded.
 */
interface ArcKeys {
  /** −2 for direct recursion, −1 inside a cycle, else the passed time. */
  readonly major: Float64Array
  readonly count: ArrayLike<number>
}

function arcKeys(analyzed: AnalyzedProfile): ArcKeys {
  const { profile, cycles } = analyzed
  const { arcs } = profile
  const { self, child } = arcTimesOf(analyzed)
  const majorOf = majorKey(arcs, cycles, self, child)
  const major = new Float64Array(arcs.length)
  for (let arc = 0; arc < arcs.length; arc++) major[arc] = majorOf(arc)
  return { major, count: arcs.count }
}

/** Returns the first sort key of an arc. */
function majorKey(
  arcs: ArcTable,
  cycles: CycleTable,
  self: Float64Array,
  inherited: Float64Array,
): (arc: number) => number {
  const parent = asArray(arcs.parent)
  const child = asArray(arcs.child)
  const cycleOf = asArray(cycles.cycleOf)
  return (arc) => {
    const time = self[arc] + inherited[arc]
    // Direct recursion and arcs inside a cycle pass no time, so no others need the check.
    return time === 0 ? rankOfTimeless(parent[arc], child[arc], cycleOf) : time
  }
}

/** Key of an arc that passes no time. */
function rankOfTimeless(parent: number, child: number, cycleOf: Int32Array): number {
  if (parent === child) return -2
  return cycleOf[parent] >= 0 && cycleOf[parent] === cycleOf[child] ? -1 : 0
}

/** Length up to which insertion sort with keys is faster than a comparison callback. */
const INSERTED = 128
/** Rows whose keys are prefetched, at least INSERTED. */
const AHEAD = 1024

/**
 * Reverses each group to oldest first and sorts it stably; `sign` is 1 for ascending, −1 for
 * descending.
 */
function sortGroups(newestFirst: ArcsByFunction, { major, count }: ArcKeys, sign: 1 | -1): ArcsByFunction {
  const { length, offsets, items: newest } = newestFirst
  const items: Uint32Array<ArrayBuffer> = newest.slice()
  const compare = (left: number, right: number): number =>
    sign * (major[left] - major[right] || count[left] - count[right])
  /** Major keys of the rows sorted so far. */
  const keys = new Float64Array(INSERTED)
  /** Keys of the rows at places `first` to `last` (exclusive). */
  const ahead = new Float64Array(AHEAD)
  let first = 0
  let last = 0
  for (let group = 0; group < length; group++) {
    const from = offsets[group]
    const to = offsets[group + 1]
    const size = to - from
    if (size < 2) continue
    if (size > INSERTED) {
      items.subarray(from, to).reverse().sort(compare)
      continue
    }
    if (to > last) {
      first = from
      last = Math.min(newest.length, from + AHEAD)
      fetchKeys(newest, major, sign, first, last, ahead)
    }
    for (let nth = 0; nth < size; nth++) {
      const row = newest[to - 1 - nth]
      const key = ahead[to - 1 - nth - first]
      let place = nth
      while (place > 0) {
        const before = keys[place - 1]
        if (before < key || (before === key && sign * (count[items[from + place - 1]] - count[row]) <= 0))
          break
        keys[place] = before
        items[from + place] = items[from + place - 1]
        place--
      }
      keys[place] = key
      items[from + place] = row
    }
  }
  return { length, offsets, items: asRows(items) }
}

/**
 * Prefetches keys, which are scattered over their column. A loop that does nothing else waits for
 * many at once; during sorting, each mispredicted comparison stops the processor's prefetching.
 */
function fetchKeys(
  rows: Uint32Array,
  major: Float64Array,
  sign: 1 | -1,
  from: number,
  end: number,
  keys: Float64Array,
): void {
  for (let at = from; at < end; at++) keys[at - from] = sign * major[rows[at]]
}

/** Most time first, then most calls; ties keep chain order. */
function listMembers({ profile, cycles, times }: AnalyzedProfile): Csr<CycleIndex, FunctionIndex> {
  const { functions } = profile
  const { length, offsets } = cycles.members
  const items: Uint32Array<ArrayBuffer> = cycles.members.items.slice()
  const time = (f: number): number =>
    times.propagatedSelf[f as FunctionIndex] + times.propagatedChild[f as FunctionIndex]
  const calls = (f: number): number =>
    functions.calls[f as FunctionIndex] + functions.selfCalls[f as FunctionIndex]
  for (let cycle = 0; cycle < length; cycle++) {
    items
      .subarray(offsets[cycle], offsets[cycle + 1])
      .sort((left, right) => time(right) - time(left) || calls(right) - calls(left))
  }
  return { length, offsets, items: asRows(items) }
}

/** Size up to which a group is sorted on request. */
const LONG = 8000
/** Size up to which a group is sorted by comparison. */
const SHORT = 200
/** Number of viewed groups kept sorted. */
const KEPT = 1000

/** Arcs by FunctionIndex. */
type Groups = Map<number, Uint32Array>

const looked = new WeakMap<OrderedArcs, Groups>()

/**
 * Returns the arcs into a function (ArcIndex) in the order of gprof's parent lines: direct recursion first,
 * then arcs inside a cycle by calls, then all others by time passed, then by calls; ascending. Sorts them
 * if need be and keeps the last thousand results, which are shared: do not write to them.
 *
 * @param lines of the same analysis
 */
export function parentLines(analyzed: AnalyzedProfile, lines: EntryLines, f: FunctionIndex): Uint32Array {
  return linesOf(lines.parentArcs, f, () => sortGroup(analyzed, analyzed.profile.arcsByChild, f, 1))
}

/**
 * Returns the arcs out of a function (ArcIndex) in the order of gprof's child lines: by time passed, then
 * by calls, descending; then arcs inside a cycle by calls; direct recursion last. Sorts them if need be and
 * keeps the last thousand results, which are shared: do not write to them.
 *
 * @param lines of the same analysis
 */
export function childLines(analyzed: AnalyzedProfile, lines: EntryLines, f: FunctionIndex): Uint32Array {
  return linesOf(lines.childArcs, f, () => sortGroup(analyzed, analyzed.profile.arcsByParent, f, -1))
}

function linesOf(lines: OrderedArcs, f: FunctionIndex, sort: () => Uint32Array): Uint32Array {
  if (lines.items !== null) return groupAt(lines, f)
  const { functions, groups } = lines.long
  const group = lastAtOrBelow(functions, f)
  if (functions[group] === f) return groupAt(groups, group)
  const kept = looked.get(lines) ?? new Map<number, Uint32Array>()
  looked.set(lines, kept)
  const known = kept.get(f)
  if (known) return known
  if (kept.size === KEPT) kept.clear()
  const sorted = sort()
  kept.set(f, sorted)
  return sorted
}

/**
 * Returns the lines with all groups sorted, for callers that read all entries; sorts them if `lines` has
 * only the long groups.
 */
export function allLines(analyzed: AnalyzedProfile, lines: EntryLines): AllLines {
  const { parentArcs, childArcs, cycleMembers } = lines
  if (parentArcs.items === null || childArcs.items === null) return listEntryLines(analyzed)
  return { parentArcs, childArcs, cycleMembers }
}

/**
 * Returns the lines of all entries with only the groups of more than 8000 arcs sorted, because they take
 * too long on request. `parentLines` and `childLines` sort the others when they are read, `allLines` all of
 * them.
 */
export function listLongLines(analyzed: AnalyzedProfile): EntryLines {
  const { arcsByChild, arcsByParent } = analyzed.profile
  return {
    parentArcs: sortLongGroups(analyzed, arcsByChild, 1),
    childArcs: sortLongGroups(analyzed, arcsByParent, -1),
    cycleMembers: listMembers(analyzed),
  }
}

function sortLongGroups(analyzed: AnalyzedProfile, newestFirst: ArcsByFunction, sign: 1 | -1): LongOrdered {
  const { length, offsets } = newestFirst
  const functions: number[] = []
  const ends = [0]
  for (let f = 0; f < length; f++) {
    const size = offsets[f + 1] - offsets[f]
    if (size <= LONG) continue
    ends.push(ends[functions.length] + size)
    functions.push(f)
  }
  const items = new Uint32Array(ends[functions.length])
  functions.forEach((f, group) => items.set(sortGroup(analyzed, newestFirst, f, sign), ends[group]))
  const groups = { length: functions.length, offsets: Uint32Array.from(ends), items: asRows<ArcIndex>(items) }
  return { length, offsets, items: null, long: { functions: Uint32Array.from(functions), groups } }
}

/** Sorts one group as `listEntryLines` does; `sign` is 1 for ascending, −1 for descending. */
function sortGroup(
  analyzed: AnalyzedProfile,
  { offsets, items }: ArcsByFunction,
  group: number,
  sign: 1 | -1,
): Uint32Array {
  const { parent, child, count } = analyzed.profile.arcs
  const cycleOf = asArray(analyzed.cycles.cycleOf)
  const oldestFirst = items.slice(offsets[group], offsets[group + 1]).reverse()
  const key = new Float64Array(oldestFirst.length)
  const calls = new Float64Array(oldestFirst.length)
  oldestFirst.forEach((row, at) => {
    const arc = row as ArcIndex
    const time = arcTicks(analyzed, arc)
    key[at] = time === 0 ? rankOfTimeless(parent[arc], child[arc], cycleOf) : time
    calls[at] = count[arc]
  })
  const order =
    key.length > SHORT
      ? orderOfNumbers(key, sign < 0, orderOfNumbers(calls, sign < 0))
      : Uint32Array.from(key.keys()).sort(
          (left, right) => sign * (key[left] - key[right] || calls[left] - calls[right]) || left - right,
        )
  return order.map((at) => oldestFirst[at])
}

// The listing: everything in a view that needs sorting, computed once with the analysis. Also the
// flat profile: its rows, cumulative column and units.

/** The sorted parts of a profile: flat profile, entries and their lines. */
export interface Listing {
  readonly entries: EntryTable
  readonly lines: EntryLines
  readonly flat: FlatProfile
  /**
   * For a listing that was read: number of functions in its index. They are the first rows, in
   * that order.
   */
  readonly indexedFunctions?: number
  /** All functions (FunctionIndex) in the order of raw names, ties ascending. Absent if it was not kept. */
  readonly byName?: Uint32Array<ArrayBuffer>
}

/** A profile analysed under one scenario, with everything that needs sorting. */
export interface Analysis {
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
}

/** Options of `listProfile`. */
export interface ListingOptions extends EntryOptions {
  /** Also keeps the order of names, for the index. */
  readonly keepsNameOrder?: boolean
  /** Which lines of entries to sort; by default all. */
  readonly lines?: 'all' | 'long'
  /** Functions (FunctionIndex) in the order of raw names, if known from another listing of the program. */
  readonly byName?: Uint32Array<ArrayBuffer>
}

/**
 * Sorts everything that gprof prints of a profile. The listing belongs to this analysis: its indexes are
 * those of the analysed profile.
 */
export function listProfile(analyzed: AnalyzedProfile, options: ListingOptions = {}): Listing {
  const { showUnused = false, keepsNameOrder = false, lines = 'all' } = options
  const order = orderListing(analyzed.profile.functions, options.byName)
  return {
    entries: listEntries(analyzed, order.timeless, options),
    lines: lines === 'all' ? listEntryLines(analyzed) : listLongLines(analyzed),
    flat: listFlatProfile(analyzed, order.flat, showUnused),
    ...(keepsNameOrder ? { byName: order.byName } : {}),
  }
}

// Orders of a listing that do not depend on arcs: by name, by calls and by self time.

/** All functions (FunctionIndex) in three orders. */
interface ListingOrder {
  /** By raw name, ties ascending. */
  readonly byName: Uint32Array<ArrayBuffer>
  /** Order of entries without time. */
  readonly timeless: Uint32Array<ArrayBuffer>
  /** Order of the flat profile. */
  readonly flat: Uint32Array<ArrayBuffer>
}

/**
 * Sorts all functions (FunctionIndex) by raw name, for entries without time, and for the flat profile.
 *
 * @param byName order of names, if known: it takes longest, and names never change
 */
export function orderListing(
  { names, calls, selfTicks }: FunctionTable,
  byName = orderOfStrings(names),
): ListingOrder {
  // gprof's order of functions with equal time: most calls first, then by name.
  const ranked = orderOfNumbers(asArray(calls), true, byName)
  const flat = orderOfNumbers(asArray(selfTicks), true, ranked)
  return { byName, timeless: underscoredLast(names, ranked), flat }
}

// Flat profile: gprof's order, the printed rows, the cumulative column and the unit of the
// per-call columns.

/** The rows of the flat profile. */
export interface FlatProfile {
  /** Every function (FunctionIndex) in gprof's order, printed or not. */
  readonly order: Uint32Array<ArrayBuffer>
  /** Functions that gprof prints, in the same order: by default those with calls or time. */
  readonly printed: Uint32Array<ArrayBuffer>
  /** Running sum of self time along `printed`, in ticks; row `r` belongs to `printed[r]`. */
  readonly cumulativeTicks: Float64Array<ArrayBuffer>
  readonly perCallUnit: PerCallUnit
  /** By function: its row in `printed`, from 1; 0 if it is not printed. */
  readonly ranks: Uint32Array<ArrayBuffer>
}

/** Times per call are shown as `factor` × seconds, under the heading `prefix` + "s/call". */
export interface PerCallUnit {
  /** "m", "u", "K", … or " " for seconds. */
  readonly prefix: string
  readonly factor: number
}

/** Largest unit first. */
const UNITS: readonly PerCallUnit[] = [
  { prefix: 'T', factor: 1e-12 },
  { prefix: 'G', factor: 1e-9 },
  { prefix: 'M', factor: 1e-6 },
  { prefix: 'K', factor: 1e-3 },
  { prefix: ' ', factor: 1 },
  { prefix: 'm', factor: 1e3 },
  { prefix: 'u', factor: 1e6 },
  { prefix: 'n', factor: 1e9 },
  { prefix: 'p', factor: 1e12 },
  { prefix: 'f', factor: 1e15 },
  { prefix: 'a', factor: 1e18 },
]
/**
 * Returns the unit of a prefix that a listing was printed with; factor 1 for an unknown prefix.
 *
 * @param prefix "m", "u", … or " "
 */
export const unitOf = (prefix: string): PerCallUnit =>
  UNITS.find((unit) => unit.prefix === prefix) ?? { prefix, factor: 1 }

const [NO_CALL_UNIT] = UNITS as readonly [PerCallUnit]

/**
 * Returns the flat profile: the rows that gprof prints, their running sum of self time, and the unit of
 * times per call.
 *
 * @param order all functions (FunctionIndex) in the order of the flat profile, from `orderListing`; becomes
 *   part of the result
 * @param showUnused also prints functions without calls and time (`-z`)
 */
export function listFlatProfile(
  analyzed: AnalyzedProfile,
  order: Uint32Array<ArrayBuffer>,
  showUnused = false,
): FlatProfile {
  const { functions } = analyzed.profile
  const self = asArray(functions.selfTicks)
  const calls = asArray(functions.calls)
  const isLeftOut = asArray(functions.isLeftOut)
  const printed = new Uint32Array(order.length)
  const cumulativeTicks = new Float64Array(order.length)
  const ranks = new Uint32Array(order.length)
  let count = 0
  let sum = 0
  for (let at = 0; at < order.length; at++) {
    const f = order[at]
    const ticks = self[f]
    // Evaluates everything for every row: rows without time come late, and engines discard
    // compiled code when a new branch is first taken.
    const isUsed = Number(showUnused) | Number(ticks !== 0) | Number(calls[f] !== 0)
    if ((isUsed & (1 - isLeftOut[f])) === 0) continue
    sum += ticks
    cumulativeTicks[count] = sum
    printed[count++] = f
    ranks[f] = count
  }
  return {
    order,
    printed: printed.slice(0, count),
    cumulativeTicks: cumulativeTicks.slice(0, count),
    perCallUnit: choosePerCallUnit(analyzed),
    ranks,
  }
}

/**
 * Chooses the unit in which the longest call reads as 1 to 999; T if no call took time, as in
 * gprof.
 */
function choosePerCallUnit({ profile, times }: AnalyzedProfile): PerCallUnit {
  const { selfTicks, calls } = profile.functions
  const greatest = costliestCall(asArray(selfTicks), asArray(times.childTicks), asArray(calls))
  if (greatest === 0) return NO_CALL_UNIT
  const seconds = greatest / profile.rate
  return UNITS.find(({ factor }) => factor * seconds >= 1 && factor * seconds < 1000) ?? NO_CALL_UNIT
}

/** In ticks; 0 if no call took time. */
function costliestCall(self: Float64Array, child: Float64Array, calls: Float64Array): number {
  let greatest = 0
  for (let f = 0; f < calls.length; f++) {
    const perCall = calls[f] === 0 ? 0 : (self[f] + child[f]) / calls[f]
    if (perCall > greatest) greatest = perCall
  }
  return greatest
}
