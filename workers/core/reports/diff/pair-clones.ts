// Functions that one build cloned while the other did not, or differently: `f`, `f.isra.0` have the same
// source.
import { asArray, asColumn, NONE } from '../../base/columns.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type { StringTable } from '../../base/packed-strings.ts'
import type { Pairs } from './pairs.ts'

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
export function* pairClones(
  pairs: Pairs,
  names: StringTable,
  otherNames: StringTable,
): Generator<void, Pairs> {
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
