// Rows of the call graph view: its entries as one long column of lines, some of them unfolded.
//
// Only the unfolded entries are stored, so 200,000 folded ones cost nothing.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { plainArc } from '../analysis/apply-scenario.ts'
import { asArray, NONE } from '../base/columns.ts'
import type { Csr } from '../base/csr.ts'
import { lastAtOrBelow } from '../base/binary-search.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { type Convention, type CycleEntry, cycleEntry, type OutsideLine } from './cycle-entry.ts'
import { childLines, parentLines } from './listing/lines-on-request.ts'
import type { EntryIndex } from './listing/entries.ts'
import type { Listing } from './listing/listing.ts'
import { manualEntries } from './manual-entries.ts'

/**
 * A line of the call graph: an entry's primary line, a caller, a callee, or a member of a cycle. In the
 * entry of a cycle as the manual describes it, `caller` and `other` are functions outside.
 */
export type EntryLine =
  | { readonly kind: 'primary'; readonly entry: EntryIndex; readonly cycle?: CycleEntry }
  | { readonly kind: 'spontaneous'; readonly entry: EntryIndex }
  | { readonly kind: 'parent' | 'child'; readonly entry: EntryIndex; readonly arc: ArcIndex }
  | { readonly kind: 'member'; readonly entry: EntryIndex; readonly member: FunctionIndex }
  | {
      readonly kind: 'caller' | 'other'
      readonly entry: EntryIndex
      readonly cycle: CycleEntry
      readonly outside: OutsideLine
    }

/** Entries of cycles as the manual describes them, as far as they are made. */
export type CycleEntries = ReadonlyMap<CycleIndex, CycleEntry>

/** Entries in the order in which they are listed. */
export interface EntryOrder {
  /** EntryIndex of those that are listed. */
  readonly printed: Uint32Array
  /** By entry: its position in `printed`, from 1; 0 if it is not listed. */
  readonly positions: Uint32Array
}

/**
 * Returns the order of the entries: gprof's. The manual's have those of cycles that nothing outside calls, too
 * (`manualEntries`).
 */
export function entryOrder(analyzed: AnalyzedProfile, listing: Listing, convention: Convention): EntryOrder {
  const { entries } = listing
  const isMissing = (cycle: EntryIndex): boolean => entries.positions[cycle] === 0
  if (
    convention === 'gprof' ||
    !asArray(entries.entryOfCycle).some((entry) => isMissing(entry as EntryIndex))
  )
    return entries
  const printed = Uint32Array.from(manualEntries(analyzed, listing))
  const positions = new Uint32Array(entries.length)
  printed.forEach((entry, at) => (positions[entry] = at + 1))
  return { printed, positions }
}

/** The visible rows of the call graph; read them with `lineAt`. */
export interface EntryRows {
  readonly order: EntryOrder
  /** Number of rows. */
  readonly length: number
  /** Ranks (positions in `order.printed`, from 0) of unfolded entries, ascending. */
  readonly unfoldedRanks: readonly number[]
  /** First row of each of them: its first caller or, if it has none, `<spontaneous>`. */
  readonly unfoldedStarts: readonly number[]
  /** The entries of unfolded cycles as the manual describes them; null for lines as gprof prints them. */
  readonly cycles: CycleEntries | null
}

/**
 * Returns the rows of the call graph with these entries unfolded, others as their primary line. Ignores
 * entries that are not listed.
 *
 * @param cycles entries of cycles as the manual describes them: a cycle that is not among them has its
 *   primary line only. Null to list the members alone, as gprof prints them.
 */
export function entryRows(
  listing: Listing,
  unfolded: ReadonlySet<EntryIndex>,
  cycles: CycleEntries | null = null,
  order: EntryOrder = listing.entries,
): EntryRows {
  const { positions, printed } = order
  const unfoldedRanks: number[] = []
  for (const entry of unfolded) if (positions[entry] > 0) unfoldedRanks.push(positions[entry] - 1)
  unfoldedRanks.sort((a, b) => a - b)
  let extra = 0
  const unfoldedStarts = unfoldedRanks.map((rank) => {
    const start = rank + extra
    extra += linesOf(listing, entryAt(order, rank), cycles) - 1
    return start
  })
  return { order, length: printed.length + extra, unfoldedRanks, unfoldedStarts, cycles }
}

/**
 * Returns the line at a row, from 0; it must be below `rows.length`. Sorts the lines of an unfolded entry
 * when one of them is first read.
 */
export function lineAt(analyzed: AnalyzedProfile, listing: Listing, rows: EntryRows, row: number): EntryLine {
  const { unfoldedRanks, unfoldedStarts } = rows
  const before = lastAtOrBelow(unfoldedStarts, row)
  if (before < 0) return { kind: 'primary', entry: entryAt(rows.order, row) }
  const start = unfoldedStarts[before]
  const rank = unfoldedRanks[before]
  const entry = entryAt(rows.order, rank)
  const length = linesOf(listing, entry, rows.cycles)
  if (row >= start + length)
    return { kind: 'primary', entry: entryAt(rows.order, rank + row - (start + length) + 1) }
  return lineOf(analyzed, listing, entry, row - start, rows.cycles)
}

/** Returns the row of an entry's primary line, from 0; −1 if the entry is not listed. */
export function primaryRow(listing: Listing, rows: EntryRows, entry: EntryIndex): number {
  const rank = rows.order.positions[entry] - 1
  if (rank < 0) return -1
  let row = rank
  for (let at = 0; at < rows.unfoldedRanks.length; at++) {
    const other = rows.unfoldedRanks[at]
    if (other > rank) break
    const unfolded = entryAt(rows.order, other)
    row +=
      other === rank
        ? linesBefore(listing, unfolded, rows.cycles)
        : linesOf(listing, unfolded, rows.cycles) - 1
  }
  return row
}

/** Number of lines of an unfolded entry: those above the primary line, that line, and those below it. */
function linesOf(listing: Listing, entry: EntryIndex, cycles: CycleEntries | null): number {
  const f = listing.entries.functionOf[entry]
  const above = linesBefore(listing, entry, cycles)
  if (f !== NONE) return above + 1 + size(listing.lines.childArcs, f)
  const cycle = listing.entries.cycleOf[entry]
  if (cycle === NONE) return 1
  if (!cycles) return 1 + size(listing.lines.cycleMembers, cycle)
  const made = cycles.get(cycle)
  return made ? above + 1 + made.members.length + made.others.length : 1
}

/** Number of lines above the primary line: the callers, or `<spontaneous>` for a function without any. */
function linesBefore(listing: Listing, entry: EntryIndex, cycles: CycleEntries | null): number {
  const f = listing.entries.functionOf[entry]
  if (f !== NONE) return Math.max(1, size(listing.lines.parentArcs, f))
  const cycle = listing.entries.cycleOf[entry]
  return cycle === NONE ? 0 : (cycles?.get(cycle)?.callers.length ?? 0)
}

function lineOf(
  analyzed: AnalyzedProfile,
  listing: Listing,
  entry: EntryIndex,
  offset: number,
  cycles: CycleEntries | null,
): EntryLine {
  const f = listing.entries.functionOf[entry]
  if (f === NONE) return lineOfCycle(listing, entry, offset, cycles)
  const { parentArcs } = listing.lines
  const above = linesBefore(listing, entry, cycles)
  if (offset === above) return { kind: 'primary', entry }
  if (offset > above) {
    return {
      kind: 'child',
      entry,
      arc: childLines(analyzed, listing.lines, f)[offset - above - 1] as ArcIndex,
    }
  }
  if (size(parentArcs, f) === 0) return { kind: 'spontaneous', entry }
  return { kind: 'parent', entry, arc: parentLines(analyzed, listing.lines, f)[offset] as ArcIndex }
}

function lineOfCycle(
  { entries, lines }: Listing,
  entry: EntryIndex,
  offset: number,
  cycles: CycleEntries | null,
): EntryLine {
  const index = entries.cycleOf[entry]
  if (index === NONE) return { kind: 'primary', entry }
  if (!cycles) {
    if (offset === 0) return { kind: 'primary', entry }
    const { offsets, items } = lines.cycleMembers
    return { kind: 'member', entry, member: items[offsets[index] + offset - 1] }
  }
  const cycle = cycles.get(index)
  if (!cycle) return { kind: 'primary', entry }
  const { callers, members, others } = cycle
  if (offset < callers.length) return { kind: 'caller', entry, cycle, outside: callers[offset] }
  const below = offset - callers.length - 1
  if (below < 0) return { kind: 'primary', entry, cycle }
  if (below < members.length) return { kind: 'member', entry, member: members[below].f }
  return { kind: 'other', entry, cycle, outside: others[below - members.length] }
}

/**
 * Returns the entries of the unfolded cycles as the manual describes them, in steps.
 *
 * @param known entries of the same analysis that are made already
 */
export function* entriesOfCycles(
  analyzed: AnalyzedProfile,
  listing: Listing,
  unfolded: ReadonlySet<EntryIndex>,
  known: CycleEntries,
): Generator<void, CycleEntries> {
  let made: Map<CycleIndex, CycleEntry> | null = null
  for (const entry of unfolded) {
    const cycle = listing.entries.cycleOf[entry]
    if (cycle === NONE || known.has(cycle)) continue
    made ??= new Map(known)
    made.set(cycle, yield* cycleEntry(analyzed, listing, cycle))
    yield
  }
  return made ?? known
}

function entryAt({ printed }: EntryOrder, rank: number): EntryIndex {
  return printed[rank] as EntryIndex
}

function size({ offsets }: Pick<Csr, 'offsets'>, group: number): number {
  return offsets[group + 1] - offsets[group]
}

/**
 * Returns a key of an entry that stays the same when entries are renumbered: the function's index, or
 * "cycle" and the cycle's index. It differs between the entries of one analysis.
 */
export function entryKey({ entries }: Listing, entry: EntryIndex): string {
  const f = entries.functionOf[entry]
  return f === NONE ? `cycle ${entries.cycleOf[entry]}` : `${f}`
}

/**
 * Returns a key of a line that stays the same when entries above it unfold and arcs are cut, unlike its row
 * and its arc. It differs between the lines of one entry only.
 */
export function lineKey({ cutArcs }: AnalyzedProfile, line: EntryLine): string {
  if (line.kind === 'member') return `member ${line.member}`
  if (line.kind === 'caller' || line.kind === 'other') return `${line.kind} ${line.outside.f}`
  if (line.kind !== 'parent' && line.kind !== 'child') return line.kind
  return `${line.kind} ${plainArc(cutArcs, line.arc)}`
}

/** Number of entries up to which all are unfolded. */
const FEW = 30
/** Largest number of lines of the first entry: more would hide all other entries. */
const MOST_LINES = 100

/**
 * Returns the entries that are unfolded by default: all if at most 30 are listed, otherwise the first,
 * unless it has more than 100 lines.
 */
export function initiallyUnfolded(listing: Listing, order: EntryOrder): ReadonlySet<EntryIndex> {
  const printed = [...order.printed.subarray(0, FEW + 1)] as EntryIndex[]
  return new Set(
    printed.length <= FEW
      ? printed
      : printed.slice(0, 1).filter((entry) => linesOf(listing, entry, null) <= MOST_LINES),
  )
}
