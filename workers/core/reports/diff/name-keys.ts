// Rows by readable name ("f9" before "f10"). Functions of one profile that are already ranked keep their
// ranks.
import { NONE, type Rows } from '../../base/columns.ts'
import type { BeforeAfter } from './measures.ts'
import type { PairIndex } from './pairs.ts'
import { StringTableBuilder } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type Named, wholeName } from '../../names/names.ts'
import type { RanksTogether } from '../../names/rank-together.ts'

/** Names copied between two pauses. */
const NAME_STEP = 2000

/**
 * Returns the readable name of a row in full: that of the later function or, for a removed one, that of the
 * earlier.
 */
export function nameOf({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const f = pairs.after[row]
  if (f !== NONE) return wholeName(after.profile.functions, f)
  const gone = pairs.before[row]
  return gone === NONE ? '' : wholeName(before.profile.functions, gone)
}

/**
 * Copies the raw names of rows that only the other profile has; yields between steps. The result is in the
 * order of `rows`.
 *
 * @param side the side that lacks the functions
 * @param rows from `onlyInOther` of that side
 */
export function* namesOfOther(
  compared: BeforeAfter,
  side: 'before' | 'after',
  rows: Rows<PairIndex>,
): Generator<void, Named> {
  const other = side === 'before' ? 'after' : 'before'
  const { names, namePrefix } = compared[other].profile.functions
  const copied = new StringTableBuilder()
  for (let at = 0; at < rows.length; at++) {
    if (at % NAME_STEP === 0) yield
    const f = compared.pairs[other][rows[at]] as FunctionIndex
    copied.addBytes(names.bytes, names.start[f], names.end[f])
  }
  return { length: rows.length, names: copied.take(), ...(namePrefix && { namePrefix }) }
}

/**
 * Returns the sort keys of names by row (PairIndex). A clone and its original have the name on this side.
 *
 * @param side the side whose names `ranks.own` ranks
 * @param rows rows of the other profile alone, whose names were ranked with those on this side
 * @param ranks result of `rankTogether`
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
