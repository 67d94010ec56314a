// Of the rows of a comparison those that a search found, or that changed; in the order in which they stand.
import { asRows } from '../../base/as-column.ts'
import { NONE, type Rows } from '../../base/brand.ts'
import { rawName } from '../names/names.ts'
import type { BeforeAfter } from './measures.ts'
import { nameOf } from './order-names.ts'
import type { PairIndex } from './pairs.ts'

/** Names looked at between two pauses. */
const STEP = 200
/** No expression is to run for ever on one name. */
const LONGEST = 1000

export interface Wanted {
  /** The side that was searched. */
  readonly side: 'before' | 'after'
  /** By its FunctionIndex. */
  readonly isMatch: Uint8Array
  /** For functions that only the other side has. */
  readonly query: string
}

/**
 * In steps.
 *
 * @param wanted null for all names
 * @param isChanged by row; null for all
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
  const isNamed = wanted ? namedBy(wanted.query) : null
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

/** By the rules of the search: every word, or an expression in strokes; in the readable name or the raw one. */
function namedBy(query: string): (compared: BeforeAfter, row: PairIndex) => boolean {
  const trimmed = query.trim()
  const expression = /^\/(.+)\/$/.exec(trimmed)
  if (expression) {
    const pattern = expressionOf(expression[1])
    return (compared, row) => pattern?.test(nameOf(compared, row).slice(0, LONGEST)) === true
  }
  const words = trimmed.toLowerCase().split(/\s+/)
  return (compared, row) => {
    const name = nameOf(compared, row).toLowerCase()
    const raw = rawOf(compared, row).toLowerCase()
    return words.every((word) => name.includes(word) || raw.includes(word))
  }
}

function expressionOf(source: string): RegExp | null {
  try {
    return new RegExp(source, 'i')
  } catch {
    // The search itself says what is wrong with it.
    return null
  }
}

function rawOf({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const f = pairs.after[row]
  if (f !== NONE) return rawName(after.profile.functions, f)
  const gone = pairs.before[row]
  return gone === NONE ? '' : rawName(before.profile.functions, gone)
}
