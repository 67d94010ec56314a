// The call graph as one long column of lines, of which some entries are unfolded: which line stands at which row.
// Only the unfolded entries are kept, so that 200,000 folded ones cost nothing.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { plainArc } from '../../analysis/scenario/apply-scenario.ts'
import { NONE } from '../../base/brand.ts'
import type { Csr } from '../../base/csr.ts'
import { lastAtOrBelow } from '../../base/search.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import type { EntryIndex } from '../listing/entries.ts'
import { childLines, parentLines } from '../listing/entry-lines.ts'
import type { Listing } from '../listing/listing.ts'

export type EntryLine =
  | { readonly kind: 'primary'; readonly entry: EntryIndex }
  | { readonly kind: 'spontaneous'; readonly entry: EntryIndex }
  | { readonly kind: 'parent' | 'child'; readonly entry: EntryIndex; readonly arc: ArcIndex }
  | { readonly kind: 'member'; readonly entry: EntryIndex; readonly member: FunctionIndex }

export interface EntryRows {
  /** All lines together. */
  readonly length: number
  /** Ranks (positions in `listing.entries.printed`) of unfolded entries, ascending, and the row each starts at. */
  readonly unfoldedRanks: readonly number[]
  readonly unfoldedStarts: readonly number[]
}

export function entryRows(listing: Listing, unfolded: ReadonlySet<EntryIndex>): EntryRows {
  const { positions } = listing.entries
  const unfoldedRanks: number[] = []
  for (const entry of unfolded) if (positions[entry] > 0) unfoldedRanks.push(positions[entry] - 1)
  unfoldedRanks.sort((a, b) => a - b)
  let extra = 0
  const unfoldedStarts = unfoldedRanks.map((rank) => {
    const start = rank + extra
    extra += linesOf(listing, entryAt(listing, rank)) - 1
    return start
  })
  return { length: listing.entries.printed.length + extra, unfoldedRanks, unfoldedStarts }
}

/** The line at a row; `row` is below `rows.length`. */
export function lineAt(analyzed: AnalyzedProfile, listing: Listing, rows: EntryRows, row: number): EntryLine {
  const { unfoldedRanks, unfoldedStarts } = rows
  const before = lastAtOrBelow(unfoldedStarts, row)
  if (before < 0) return { kind: 'primary', entry: entryAt(listing, row) }
  const start = unfoldedStarts[before]
  const rank = unfoldedRanks[before]
  const entry = entryAt(listing, rank)
  const length = linesOf(listing, entry)
  if (row >= start + length)
    return { kind: 'primary', entry: entryAt(listing, rank + row - (start + length) + 1) }
  return lineOf(analyzed, listing, entry, row - start)
}

/** Where an entry's primary line stands; −1 if gprof does not print the entry. */
export function primaryRow(listing: Listing, rows: EntryRows, entry: EntryIndex): number {
  const rank = listing.entries.positions[entry] - 1
  if (rank < 0) return -1
  let row = rank
  for (let at = 0; at < rows.unfoldedRanks.length; at++) {
    const other = rows.unfoldedRanks[at]
    if (other > rank) break
    const unfolded = entryAt(listing, other)
    row += other === rank ? linesBefore(listing, unfolded) : linesOf(listing, unfolded) - 1
  }
  return row
}

/** All lines of an entry, from its first parent to its last child. */
export function linesOf(listing: Listing, entry: EntryIndex): number {
  const f = listing.entries.functionOf[entry]
  if (f === NONE) {
    const cycle = listing.entries.cycleOf[entry]
    return 1 + (cycle === NONE ? 0 : size(listing.lines.cycleMembers, cycle))
  }
  return linesBefore(listing, entry) + 1 + size(listing.lines.childArcs, f)
}

/** Lines above the primary line: the parents, or `<spontaneous>`. A cycle as a whole has none. */
function linesBefore(listing: Listing, entry: EntryIndex): number {
  const f = listing.entries.functionOf[entry]
  return f === NONE ? 0 : Math.max(1, size(listing.lines.parentArcs, f))
}

function lineOf(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex, offset: number): EntryLine {
  const f = listing.entries.functionOf[entry]
  const { parentArcs, cycleMembers } = listing.lines
  if (f === NONE) {
    const cycle = listing.entries.cycleOf[entry]
    if (offset === 0 || cycle === NONE) return { kind: 'primary', entry }
    const { offsets, items } = cycleMembers
    return { kind: 'member', entry, member: items[offsets[cycle] + offset - 1] }
  }
  const above = linesBefore(listing, entry)
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

function entryAt(listing: Listing, rank: number): EntryIndex {
  return listing.entries.printed[rank] as EntryIndex
}

function size({ offsets }: Pick<Csr, 'offsets'>, group: number): number {
  return offsets[group + 1] - offsets[group]
}

/** What an entry is stays the same when entries are numbered anew. */
export function entryKey({ entries }: Listing, entry: EntryIndex): string {
  const f = entries.functionOf[entry]
  return f === NONE ? `cycle ${entries.cycleOf[entry]}` : `${f}`
}

/** What a line of an entry is stays the same when lines open above it and arcs are cut; its row and its arc do not. */
export function lineKey({ cutArcs }: AnalyzedProfile, line: EntryLine): string {
  if (line.kind === 'member') return `member ${line.member}`
  if (line.kind !== 'parent' && line.kind !== 'child') return line.kind
  return `${line.kind} ${plainArc(cutArcs, line.arc)}`
}
