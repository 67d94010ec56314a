// Filtered rows: those that a search found, or that changed, in their order.
import { asRows, NONE, type Rows } from '../../base/columns.ts'
import type { BeforeAfter } from './measures.ts'
import type { PairIndex } from './pairs.ts'
import { rawName } from '../../names/names.ts'
import { nameOf } from './name-keys.ts'

/** Names examined between two pauses. */
const STEP = 200

/** A search in a diff. */
export interface Wanted {
  /** The side that was searched. */
  readonly side: 'before' | 'after'
  /** Search result by FunctionIndex of that side: 1 for a match. */
  readonly isMatch: Uint8Array
  /**
   * Search words for functions of the other side only; for a regular expression, its matches by
   * row.
   */
  readonly query: string
  readonly isOther: Uint8Array | null
}

/**
 * Returns the rows that match, in the order of `rows`; yields between steps. Without filters it returns
 * `rows` itself.
 *
 * @param wanted null for all names
 * @param isChanged by row (PairIndex): 1 to keep it; null for all rows
 */
export function* filterRows(
  compared: BeforeAfter,
  rows: Rows<PairIndex>,
  wanted: Wanted | null,
  isChanged: Uint8Array | null,
): Generator<void, Rows<PairIndex>> {
  if (!wanted && !isChanged) return rows
  const kept = new Uint32Array(rows.length)
  let count = 0
  const { isOther = null } = wanted ?? {}
  const isNamed =
    wanted && (isOther ? (_: BeforeAfter, row: PairIndex) => isOther[row] === 1 : namedBy(wanted.query))
  let read = 0
  for (let at = 0; at < rows.length; at++) {
    if (at % (20 * STEP) === 0) yield
    const row = rows[at]
    if (isChanged && isChanged[row] === 0) continue
    if (wanted && isNamed) {
      const f = compared.pairs[wanted.side][row]
      if (f === NONE && ++read % STEP === 0) yield
      if (f === NONE ? !isNamed(compared, row) : wanted.isMatch[f] === 0) continue
    }
    kept[count++] = row
  }
  return asRows(kept.slice(0, count))
}

/** Returns the rows of functions that the profile on this side lacks, by raw name. */
export function onlyInOther({ pairs }: BeforeAfter, side: Wanted['side']): Rows<PairIndex> {
  const rows = new Uint32Array(pairs.length)
  let count = 0
  for (let row = 0; row < pairs.length; row++) if (pairs[side][row as PairIndex] === NONE) rows[count++] = row
  return asRows(rows.slice(0, count))
}

/**
 * Returns the text in which a regular expression is searched, as in the search of one profile: the readable
 * name, and the raw one if it differs.
 */
export function searchedName(compared: BeforeAfter, row: PairIndex): string {
  const name = nameOf(compared, row)
  const raw = rawOf(compared, row)
  return name === raw ? name : `${name} ${raw}`
}

/** Matches like the search: every word, in the readable name or in the raw one. */
function namedBy(query: string): (compared: BeforeAfter, row: PairIndex) => boolean {
  const words = query.trim().toLowerCase().split(/\s+/)
  return (compared, row) => {
    const name = nameOf(compared, row).toLowerCase()
    const raw = rawOf(compared, row).toLowerCase()
    return words.every((word) => name.includes(word) || raw.includes(word))
  }
}

function rawOf({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const f = pairs.after[row]
  if (f !== NONE) return rawName(after.profile.functions, f)
  const gone = pairs.before[row]
  return gone === NONE ? '' : rawName(before.profile.functions, gone)
}
