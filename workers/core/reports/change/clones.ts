// A function that the one build made a clone of and the other did not, or another one: `f` and `f.isra.0` are the same source.
import { asArray, asColumn } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import { stringAt, type StringIndex, type StringTable } from '../../base/string-table.ts'
import type { Pairs } from './pairs.ts'

/** What GCC and LLVM put behind a name, with numbers behind that. */
const CLONE = /^(?:isra|constprop|part|cold|lto_priv|llvm|clone|localalias)$/
const NUMBER = /^\d+$/
const DOT = 0x2e
/** Names looked at between two pauses. */
const STEP = 1000
const SEVERAL = -2

/** Joins those that stand alone on either side and have one partner there. In steps. */
export function* likenClones(
  pairs: Pairs,
  names: StringTable,
  otherNames: StringTable,
): Generator<void, Pairs> {
  const [before, after] = [asArray(pairs.before), asArray(pairs.after)]
  const gone = alone(before, after)
  const come = alone(after, before)
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

/** Rows with a function on the one side alone. */
function alone(side: Int32Array, otherSide: Int32Array): number[] {
  const rows: number[] = []
  for (let row = 0; row < side.length; row++)
    if (side[row] !== NONE && otherSide[row] === NONE) rows.push(row)
  return rows
}

/** The names that clones among these were made of. */
function* gather(
  rows: readonly number[],
  side: Int32Array,
  names: StringTable,
  stems: Set<string>,
): Generator<void, void> {
  for (const [nth, row] of rows.entries()) {
    if (nth % STEP === 0) yield
    const f = side[row]
    // A name without a dot need not become a text.
    if (names.bytes.subarray(names.start[f], names.end[f]).includes(DOT)) {
      const name = stringAt(names, f as StringIndex)
      const stem = stemOf(name)
      if (stem !== name) stems.add(stem)
    }
  }
}

/** The row of each, SEVERAL where there are more. */
function* byStem(
  rows: readonly number[],
  side: Int32Array,
  names: StringTable,
  stems: ReadonlySet<string>,
): Generator<void, ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const [nth, row] of rows.entries()) {
    if (nth % STEP === 0) yield
    const stem = stemOf(stringAt(names, side[row] as StringIndex))
    if (stems.has(stem)) found.set(stem, found.has(stem) ? SEVERAL : row)
  }
  return found
}

/** From the end on, as no expression does it: a name that is all dots takes no longer than any. */
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
