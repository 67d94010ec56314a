// What debugging information answers: source file, line and function of an address. The contract with the rest.
import type { StringTable } from '../base/string-table.ts'
import type { OnPart } from '../base/work.ts'
import type { Notice } from '../problems/problem.ts'

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

/** The debugging information of one executable. Reads what a question needs, when it is asked; tells how much of it is done. */
export interface SourceLines {
  /** File and line of each address. Costs the line programs of the compilation units the addresses lie in. */
  locate(addresses: ArrayLike<number>, onPart?: OnPart): Promise<SourceLocations>
  /** Every change of file, line and function from `from` up to, not including, `to`. Costs the functions of the units, too. */
  runs(from: number, to: number, onPart?: OnPart): Promise<SourceRuns>
  /** The same of several stretches, for less: each unit is read once, however many of them it lies in. */
  runsOf(stretches: readonly CodeStretch[], onPart: OnPart): Promise<readonly SourceRuns[]>
  /** What could not be read so far; the units concerned are left out of the answers. At most one for each kind. */
  notices(): readonly Notice[]
}
