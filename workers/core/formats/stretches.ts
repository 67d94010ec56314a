// Stretches of code with file, line, name, as they come from unit after unit → one column table without
// overlaps.
import type { StringTable } from '../base/packed-strings.ts'
import { sortRowsByKey } from '../base/radix-sort.ts'
import type { SourceRuns } from './source-lines.ts'

/**
 * Known stretches of code (link-time addresses, end exclusive) in any order; of two that overlap the one that
 * starts first keeps all of its own. `file` and `name` are positions in lists of texts, `line` counts from 1.
 */
export interface Stretches {
  readonly start: number[]
  readonly end: number[]
  readonly file: number[]
  readonly line: number[]
  readonly name: number[]
}

/** Returns empty lists of stretches. */
export const newStretches = (): Stretches => ({ start: [], end: [], file: [], line: [], name: [] })

/**
 * Returns the lines of the code from `from` up to, not including, `to` (link-time addresses), without gaps:
 * `file` and `name` −1 and line 0 where nothing is known. Neighbours of one file, line and name become one
 * run. No code if `from` is not below `to`.
 *
 * @param stretches not changed; clipped to the range
 * @param files shared with the result
 * @param names shared with the result
 */
export function buildRuns(
  stretches: Stretches,
  from: number,
  to: number,
  files: StringTable,
  names: StringTable,
): SourceRuns {
  // One gap at most before each, and one behind all.
  const room = 2 * stretches.start.length + 1
  const start = new Float64Array(room)
  const file = new Int32Array(room)
  const line = new Uint32Array(room)
  const name = new Int32Array(room)
  let length = 0
  const add = (at: number, fileThere: number, lineThere: number, nameThere: number): void => {
    const last = length - 1
    if (last >= 0 && file[last] === fileThere && line[last] === lineThere && name[last] === nameThere) return
    start[length] = at
    file[length] = fileThere
    line[length] = lineThere
    name[length++] = nameThere
  }
  let reached = from
  const all = new Uint32Array(stretches.start.length)
  for (let row = 0; row < all.length; row++) all[row] = row
  for (const row of sortRowsByKey(all, stretches.start)) {
    const begin = Math.max(reached, stretches.start[row])
    const end = Math.min(to, stretches.end[row])
    if (begin >= end) continue
    if (begin > reached) add(reached, -1, 0, -1)
    add(begin, stretches.file[row], stretches.line[row], stretches.name[row])
    reached = end
  }
  if (reached < to) add(reached, -1, 0, -1)
  return {
    length,
    start: start.slice(0, length),
    file: file.slice(0, length),
    line: line.slice(0, length),
    name: name.slice(0, length),
    files,
    names,
  }
}
