// Stretches of code with file, line and name, as they come from unit after unit → one column table without overlaps.
import { sortRowsByKey } from '../base/sorting/radix-sort.ts'
import type { StringTable } from '../base/string-table.ts'
import type { SourceRuns } from './source-lines.ts'

/** Known stretches in any order; of two that overlap the one that starts first keeps all of its own. */
export interface Stretches {
  readonly start: number[]
  readonly end: number[]
  readonly file: number[]
  readonly line: number[]
  readonly name: number[]
}

export const newStretches = (): Stretches => ({ start: [], end: [], file: [], line: [], name: [] })

export function buildRuns(
  stretches: Stretches,
  from: number,
  to: number,
  files: StringTable,
  names: StringTable,
): SourceRuns {
  const start: number[] = []
  const file: number[] = []
  const line: number[] = []
  const name: number[] = []
  const add = (at: number, fileThere: number, lineThere: number, nameThere: number): void => {
    const last = start.length - 1
    if (last >= 0 && file[last] === fileThere && line[last] === lineThere && name[last] === nameThere) return
    start.push(at)
    file.push(fileThere)
    line.push(lineThere)
    name.push(nameThere)
  }
  let reached = from
  const all = Uint32Array.from(stretches.start, (_, row) => row)
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
    length: start.length,
    start: Float64Array.from(start),
    file: Int32Array.from(file),
    line: Uint32Array.from(line),
    name: Int32Array.from(name),
    files,
    names,
  }
}
