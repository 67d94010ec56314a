// Who calls a function more often than before, or less.
import { asArray } from '../../base/as-column.ts'
import { NONE, type None } from '../../base/brand.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { nameOf } from './order-names.ts'
import { runsIn, type BeforeAfter } from './measures.ts'
import type { PairIndex, Pairs } from './pairs.ts'

export interface CallerChange {
  readonly pair: PairIndex
  /** "itself" of the function's calls of itself, which its own calls are without. */
  readonly name: string
  /** Calls; 0 where it does not call it. */
  readonly before: number
  readonly after: number
}

/** Of the callers whose calls differ the `most` that differ most, those first. */
export function callerChanges(
  compared: BeforeAfter,
  row: PairIndex,
  most: number,
): { readonly callers: readonly CallerChange[]; /** Others that differ. */ readonly left: number } {
  const { before, after, pairs } = compared
  const earlier = callersOf(before, pairs.before[row], rowsOf(pairs).before)
  const later = callersOf(after, pairs.after[row], rowsOf(pairs).after)
  const runs = runsIn(compared)
  const rows = [...new Set([...earlier.keys(), ...later.keys()])]
  const changes = rows
    .map((pair) => ({
      pair,
      before: (earlier.get(pair) ?? 0) / runs.before,
      after: (later.get(pair) ?? 0) / runs.after,
    }))
    .filter((calls) => calls.before !== calls.after)
    .toSorted((one, two) => Math.abs(two.after - two.before) - Math.abs(one.after - one.before))
  const callers = changes
    .slice(0, most)
    .map(({ pair, ...calls }) => ({ pair, name: pair === row ? 'itself' : nameOf(compared, pair), ...calls }))
  return { callers, left: changes.length - callers.length }
}

/** Calls by the caller's row. */
function callersOf(
  { profile: { arcs, arcsByChild } }: AnalyzedProfile,
  f: FunctionIndex | None,
  rowOf: Int32Array,
): ReadonlyMap<PairIndex, number> {
  const calls = new Map<PairIndex, number>()
  if (f === NONE) return calls
  const { offsets, items } = arcsByChild
  for (let at = offsets[f]; at < offsets[f + 1]; at++) {
    const arc = items[at]
    const row = rowOf[arcs.parent[arc]]
    if (row !== NONE) calls.set(row as PairIndex, arcs.count[arc])
  }
  return calls
}

const known = new WeakMap<Pairs, Readonly<Record<'before' | 'after', Int32Array>>>()

/** By function of each side its row, NONE where it has none. */
export function rowsOf(pairs: Pairs): Readonly<Record<'before' | 'after', Int32Array>> {
  const found = known.get(pairs)
  if (found) return found
  const made = { before: turned(asArray(pairs.before)), after: turned(asArray(pairs.after)) }
  known.set(pairs, made)
  return made
}

function turned(functions: Int32Array): Int32Array {
  let length = 0
  for (let row = 0; row < functions.length; row++) if (functions[row] >= length) length = functions[row] + 1
  const rows = new Int32Array(length).fill(NONE)
  for (let row = 0; row < functions.length; row++) if (functions[row] !== NONE) rows[functions[row]] = row
  return rows
}
