// What debugging information answers: source file, line, function of an address. The contract with the
// rest.
import type { StringTable } from '../base/packed-strings.ts'
import type { OnFraction } from '../base/yielder.ts'
import type { Notice } from '../problems/problem.ts'

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
