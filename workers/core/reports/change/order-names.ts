// Rows by the names that people read ("f9" before "f10"). What one of the profiles has is in order already, where its rows are sorted.
import { NONE, type Rows } from '../../base/brand.ts'
import { StringTableBuilder } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { wholeName, type Named } from '../names/names.ts'
import type { RanksTogether } from '../names/rank-together.ts'
import type { BeforeAfter } from './measures.ts'
import type { PairIndex } from './pairs.ts'

/** Names copied between two pauses. */
const STEP = 2000

/** The later name, or the one of a function that is gone; whole, nothing hidden. */
export function nameOf({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const f = pairs.after[row]
  if (f !== NONE) return wholeName(after.profile.functions, f)
  const gone = pairs.before[row]
  return gone === NONE ? '' : wholeName(before.profile.functions, gone)
}

/** Raw names of these rows, of the profile that is on the other side. In steps. */
export function* namesOfOther(
  compared: BeforeAfter,
  side: 'before' | 'after',
  rows: Rows<PairIndex>,
): Generator<void, Named> {
  const other = side === 'before' ? 'after' : 'before'
  const { names, namePrefix } = compared[other].profile.functions
  const copied = new StringTableBuilder()
  for (let at = 0; at < rows.length; at++) {
    if (at % STEP === 0) yield
    const f = compared.pairs[other][rows[at]] as FunctionIndex
    copied.addBytes(names.bytes, names.start[f], names.end[f])
  }
  return { length: rows.length, names: copied.take(), ...(namePrefix && { namePrefix }) }
}

/**
 * By row, for sorting. Of a clone and its original that is the name on this side.
 *
 * @param rows of the other profile alone, whose names were ranked with those on this side
 */
export function nameKeys(
  { pairs }: BeforeAfter,
  side: 'before' | 'after',
  rows: Rows<PairIndex>,
  ranks: RanksTogether,
): Float64Array<ArrayBuffer> {
  const keys = new Float64Array(pairs.length)
  for (let row = 0; row < keys.length; row++) {
    const f = pairs[side][row as PairIndex]
    if (f !== NONE) keys[row] = ranks.own[f]
  }
  for (let at = 0; at < rows.length; at++) keys[rows[at]] = ranks.others[at]
  return keys
}
