// Callers that call a function more or less often than before.
import { asArray, NONE, type None } from '../../base/columns.ts'
import { type BeforeAfter, runsIn } from './measures.ts'
import type { PairIndex } from './pairs.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { nameOf } from './name-keys.ts'

/** One caller with its calls before and after. */
export interface CallerChange {
  readonly pair: PairIndex
  /** Name; "itself" for direct recursion, which the function's calls exclude. */
  readonly name: string
  /**
   * Calls on each side, means of one run if the sides sum different numbers of runs; 0 if it does not call
   * the function.
   */
  readonly before: number
  readonly after: number
}

/**
 * Returns the `most` callers whose calls of a function differ most, largest difference first, and how many
 * more differ. If the sides sum different numbers of runs, calls are means of one run and may be fractions.
 * A side that lacks the function or the caller has 0 calls.
 */
export function callerChanges(
  compared: BeforeAfter,
  row: PairIndex,
  most: number,
): { readonly callers: readonly CallerChange[]; /** Others that differ. */ readonly left: number } {
  const { before, after, pairs } = compared
  const earlier = callersOf(before, pairs.before[row], rowsOf(asArray(pairs.before)))
  const later = callersOf(after, pairs.after[row], rowsOf(asArray(pairs.after)))
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

/** Returns the row (PairIndex) of every function, by FunctionIndex, up to the last one that has a row; NONE for none. */
function rowsOf(functions: Int32Array): Int32Array {
  let length = 0
  for (let row = 0; row < functions.length; row++) if (functions[row] >= length) length = functions[row] + 1
  const rows = new Int32Array(length).fill(NONE)
  for (let row = 0; row < functions.length; row++) if (functions[row] !== NONE) rows[functions[row]] = row
  return rows
}
