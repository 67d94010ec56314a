// What debugging information answers: source file, line and function of an address, and the table that every
// kind of it fills. The contract with the rest.
import type { StringTable } from '../base/string-table.ts'
import type { OnFraction } from '../base/yielder.ts'
import type { Notice } from '../problems/problem.ts'
import { sortRowsByKey } from '../base/sorting.ts'

/** How to look up lines. */
export interface SourceLinesOptions {
  /**
   * Answer as GNU gprof 2.40 does where it is wrong: a DWARF 5 line program starts with file entry 0, not 1, so code
   * before the first change of file is shown in the unit's main file. False unless given.
   */
  readonly gprofQuirks?: boolean
}

/** One row per address that was asked for, in that order. */
export interface SourceLocations {
  readonly length: number
  /** Position in `files`; −1 where file or line is not known. */
  readonly file: Int32Array<ArrayBuffer>
  /** From 1; 0 where `file` is −1. */
  readonly line: Uint32Array<ArrayBuffer>
  /** Full paths, each once, as gprof composes them. Binary strings. */
  readonly files: StringTable
}

/**
 * A stretch of the program, cut wherever file, line or function changes. Rows touch: each ends where the next starts,
 * the last at the end of the range asked for; neighbours always differ.
 */
export interface SourceRuns {
  readonly length: number
  /** First address of each run, ascending. */
  readonly start: Float64Array<ArrayBuffer>
  /** Position in `files`; −1 where file or line is not known; with gprof's mistakes also where the function is not. */
  readonly file: Int32Array<ArrayBuffer>
  /** From 1; 0 where `file` is −1. */
  readonly line: Uint32Array<ArrayBuffer>
  /**
   * Position in `names`: innermost function, inlined ones included, by linkage name, "" where nothing names the code; −1 where
   * `file` is −1.
   */
  readonly name: Int32Array<ArrayBuffer>
  readonly files: StringTable
  readonly names: StringTable
}

/** Addresses, the second beyond the last. */
export interface CodeStretch {
  readonly from: number
  readonly to: number
}

/**
 * The debugging information of one executable, read on demand with progress reports. Addresses are link-time
 * addresses.
 */
export interface SourceLines {
  /**
   * Returns file and line of each address. Costs the line programs of the compilation units the addresses lie
   * in.
   */
  locate(addresses: ArrayLike<number>, onFraction?: OnFraction): Promise<SourceLocations>
  /**
   * Returns every change of file, line and function from `from` up to, not including, `to`. Costs the
   * functions of the units, too.
   */
  runs(from: number, to: number, onFraction?: OnFraction): Promise<SourceRuns>
  /**
   * Returns the runs of several stretches, in their order. Cheaper than a `runs` each: a unit is read once,
   * however many stretches lie in it.
   */
  runsOf(stretches: readonly CodeStretch[], onFraction: OnFraction): Promise<readonly SourceRuns[]>
  /**
   * Returns what could not be read so far; the units concerned are left out of the answers. At most one
   * notice of each kind.
   */
  notices(): readonly Notice[]
}

// Stretches of code with file, line and name, as they come from unit after unit → one column table without overlaps.

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
