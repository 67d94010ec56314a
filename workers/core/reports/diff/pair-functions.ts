// Pairs the functions of two profiles: by raw name, by file if several have one name, and clones
// such as `f.isra.0` with `f`.
import { asArray, asColumn, type Brand, type Column, type None, NONE } from '../../base/columns.ts'
import type { CallGraphProfile, FunctionIndex, SourceTable } from '../../profile/call-graph-profile.ts'
import { orderOfStrings } from '../../base/sorting.ts'
import { compareAcross, stringAt, type StringIndex, type StringTable } from '../../base/string-table.ts'
import { type Analysis, isActive } from '../listing/listing.ts'

/** Row of a diff. */
export type PairIndex = Brand<number, 'PairIndex'>

/** Functions that are active in either profile, in the order of their raw names. */
export interface Pairs {
  readonly length: number
  /** Function of the earlier program; NONE if it has none. */
  readonly before: Column<PairIndex, FunctionIndex | None, 'Int32Array'>
  /** Function of the later program; NONE if it has none. */
  readonly after: Column<PairIndex, FunctionIndex | None, 'Int32Array'>
  /** 1 if the names differ in the suffix that compilers add to clones: `f` and `f.isra.0`. */
  readonly isLikened: Column<PairIndex, number, 'Uint8Array'>
}

// Pairs by raw name; addresses change with every build.

/** Names compared between two pauses. */
const STEP = 500

/**
 * Pairs the functions of two profiles by raw name, those of one name by file, and clones such as `f.isra.0`
 * with `f`; yields between steps, so that the caller can do other work. Takes time linear in the functions
 * of both. The rows are in the order of raw names; a function active in neither profile has none.
 */
export function* pairFunctions(before: Analysis, after: Analysis): Generator<void, Pairs> {
  const [earlier, later] = [before.analyzed.profile, after.analyzed.profile]
  const [names, otherNames] = [earlier.functions.names, later.functions.names]
  const order = before.listing.byName ?? orderOfStrings(names)
  const otherOrder = after.listing.byName ?? orderOfStrings(otherNames)
  const found = new PairList(earlier, later)
  let at = 0
  let other = 0
  let compared = 0
  while (at < order.length || other < otherOrder.length) {
    if (++compared % STEP === 0) yield
    const difference =
      at === order.length
        ? 1
        : other === otherOrder.length
          ? -1
          : compareAcross(names, order[at], otherNames, otherOrder[other])
    if (difference < 0) found.add(order[at++], NONE)
    else if (difference > 0) found.add(NONE, otherOrder[other++])
    else {
      const end = endOfAlike(names, order, at)
      const otherEnd = endOfAlike(otherNames, otherOrder, other)
      if (end === at + 1 && otherEnd === other + 1) found.add(order[at], otherOrder[other])
      else {
        const group = order.subarray(at, end)
        const others = otherOrder.subarray(other, otherEnd)
        for (const [one, two] of pairSameNames(earlier.sources, group, later.sources, others))
          found.add(one, two)
      }
      at = end
      other = otherEnd
    }
  }
  yield
  return yield* pairClones(found.take(), names, otherNames)
}

/** Returns the end of the functions with the same name as the one at `at`. */
function endOfAlike(names: StringTable, order: Uint32Array, at: number): number {
  let end = at + 1
  while (end < order.length && compareAcross(names, order[at], names, order[end]) === 0) end++
  return end
}

class PairList {
  readonly #before: CallGraphProfile
  readonly #after: CallGraphProfile
  readonly #rows: { before: Int32Array<ArrayBuffer>; after: Int32Array<ArrayBuffer> }
  #length = 0

  constructor(before: CallGraphProfile, after: CallGraphProfile) {
    this.#before = before
    this.#after = after
    const most = before.functions.length + after.functions.length
    this.#rows = { before: new Int32Array(most), after: new Int32Array(most) }
  }

  /** Adds a pair, unless it is active in neither profile. */
  add(before: number, after: number): void {
    const isIn = before !== NONE && isActive(this.#before, before as FunctionIndex)
    const isInOther = after !== NONE && isActive(this.#after, after as FunctionIndex)
    if (!isIn && !isInOther) return
    this.#rows.before[this.#length] = before
    this.#rows.after[this.#length++] = after
  }

  take(): Pairs {
    const length = this.#length
    return {
      length,
      before: asColumn(this.#rows.before.slice(0, length)),
      after: asColumn(this.#rows.after.slice(0, length)),
      isLikened: asColumn(new Uint8Array(length)),
    }
  }
}

// Functions with one name on both sides, such as static functions of several files: paired by
// file if known, else in the order of addresses.

/** FunctionIndex on each side; NONE without a partner. */
type Pair = readonly [before: number, after: number]

/** @param group functions of one name, ascending; so are `others` */
function pairSameNames(
  sources: SourceTable | null,
  group: Uint32Array,
  otherSources: SourceTable | null,
  others: Uint32Array,
): readonly Pair[] {
  const pairs: Pair[] = []
  const files = filesOf(sources, group)
  /** Functions without a partner by file, the first one last. */
  const waiting = new Map<string, number[]>()
  const otherFiles = filesOf(otherSources, others)
  for (let at = others.length - 1; at >= 0; at--) {
    const file = otherFiles[at]
    if (file === '') continue
    const ofFile = waiting.get(file)
    if (ofFile) ofFile.push(others[at])
    else waiting.set(file, [others[at]])
  }
  const alone: number[] = []
  const taken = new Set<number>()
  group.forEach((f, at) => {
    const other = waiting.get(files[at])?.pop()
    if (other === undefined) alone.push(f)
    else {
      taken.add(other)
      pairs.push([f, other])
    }
  })
  const othersAlone = [...others].filter((f) => !taken.has(f))
  for (let at = 0; at < alone.length || at < othersAlone.length; at++) {
    pairs.push([alone[at] ?? NONE, othersAlone[at] ?? NONE])
  }
  return pairs
}

/** Base names of files, because builds use folders of their own; "" if unknown. */
function filesOf(sources: SourceTable | null, group: Uint32Array): readonly string[] {
  return Array.from(group, (f) => {
    const file = sources?.fileOf[f as FunctionIndex] ?? NONE
    if (!sources || file === NONE) return ''
    return stringAt(sources.files, file as number as StringIndex).replace(/^.*[/\\]/s, '')
  })
}

// Functions that one build cloned and the other did not, or differently: `f` and `f.isra.0` have
// the same source.

/** Suffixes that GCC and LLVM add to a name, followed by numbers. */
const CLONE = /^(?:isra|constprop|part|cold|lto_priv|llvm|clone|localalias)$/
const NUMBER = /^\d+$/
const DOT = 0x2e
/** Names examined between two pauses. */
const CLONE_STEP = 1000
const SEVERAL = -2

/**
 * Pairs unpaired functions that have exactly one candidate on the other side; yields between
 * steps.
 */
function* pairClones(pairs: Pairs, names: StringTable, otherNames: StringTable): Generator<void, Pairs> {
  const [before, after] = [asArray(pairs.before), asArray(pairs.after)]
  const gone = unpairedRows(before, after)
  const come = unpairedRows(after, before)
  const stems = new Set<string>()
  yield* gather(gone, before, names, stems)
  yield* gather(come, after, otherNames, stems)
  if (stems.size === 0) return pairs
  const earlier = yield* byStem(gone, before, names, stems)
  const later = yield* byStem(come, after, otherNames, stems)
  const partner = new Map<number, number>()
  const joined = new Set<number>()
  for (const [stem, row] of earlier) {
    const other = later.get(stem) ?? NONE
    if (row < 0 || other < 0) continue
    partner.set(row, other)
    joined.add(other)
  }
  return partner.size === 0 ? pairs : joinedBy(pairs, partner, joined)
}

/** Rows with a function on one side only. */
function unpairedRows(side: Int32Array, otherSide: Int32Array): number[] {
  const rows: number[] = []
  for (let row = 0; row < side.length; row++)
    if (side[row] !== NONE && otherSide[row] === NONE) rows.push(row)
  return rows
}

/** Collects the original names of clones. */
function* gather(
  rows: readonly number[],
  side: Int32Array,
  names: StringTable,
  stems: Set<string>,
): Generator<void, void> {
  for (const [nth, row] of rows.entries()) {
    if (nth % CLONE_STEP === 0) yield
    const f = side[row]
    // A name without a dot need not be decoded.
    if (names.bytes.subarray(names.start[f], names.end[f]).includes(DOT)) {
      const name = stringAt(names, f as StringIndex)
      const stem = stemOf(name)
      if (stem !== name) stems.add(stem)
    }
  }
}

/** Returns the row of each original name, or SEVERAL. */
function* byStem(
  rows: readonly number[],
  side: Int32Array,
  names: StringTable,
  stems: ReadonlySet<string>,
): Generator<void, ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const [nth, row] of rows.entries()) {
    if (nth % CLONE_STEP === 0) yield
    const stem = stemOf(stringAt(names, side[row] as StringIndex))
    if (stems.has(stem)) found.set(stem, found.has(stem) ? SEVERAL : row)
  }
  return found
}

/**
 * Searches from the end, which no regular expression does: a name full of dots takes no longer
 * than others.
 */
function stemOf(name: string): string {
  let stem = name.length
  let end = name.length
  for (let dot = name.lastIndexOf('.'); dot >= 0; dot = name.lastIndexOf('.', dot - 1)) {
    const part = name.slice(dot + 1, end)
    if (CLONE.test(part)) stem = dot
    else if (!NUMBER.test(part)) break
    end = dot
    if (dot === 0) break
  }
  return name.slice(0, stem)
}

function joinedBy(pairs: Pairs, partner: ReadonlyMap<number, number>, joined: ReadonlySet<number>): Pairs {
  const [before, after] = [asArray(pairs.before), asArray(pairs.after)]
  const kept = Uint32Array.from({ length: pairs.length }, (_, row) => row).filter((row) => !joined.has(row))
  return {
    length: kept.length,
    before: asColumn(Int32Array.from(kept, (row) => before[row])),
    after: asColumn(Int32Array.from(kept, (row) => after[partner.get(row) ?? row])),
    isLikened: asColumn(Uint8Array.from(kept, (row) => (partner.has(row) ? 1 : 0))),
  }
}
