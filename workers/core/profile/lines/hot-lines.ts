// Hot lines: every sampled line of all functions, as in gprof's flat profile by lines.
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { stringAt, type StringIndex, stringTableOf, TextNumbers } from '../../base/string-table.ts'
import type { StringTable } from '../../base/packed-strings.ts'
import type { FunctionIndex, FunctionTable } from '../call-graph-profile.ts'
import type { CodeStretch, SourceRuns } from '../../formats/source-lines.ts'

/** Sampled lines of all functions, most samples first. */
export interface HotLines {
  readonly length: number
  /** FunctionIndex of the function that contains the code, for inlined lines too. */
  readonly f: Uint32Array<ArrayBuffer>
  /** Index in `files`. */
  readonly file: Int32Array<ArrayBuffer>
  /** Line number, from 1. */
  readonly line: Uint32Array<ArrayBuffer>
  /** Samples of the line, in ticks. */
  readonly ticks: Float64Array<ArrayBuffer>
  /** Full paths; binary strings. */
  readonly files: StringTable
  /** Samples in code whose line is unknown, in ticks. */
  readonly unplaced: number
}

/** One sampled line while its samples (ticks) are added up. */
export interface HotLine {
  readonly f: number
  readonly file: number
  readonly line: number
  ticks: number
}

/** Adds up the samples of lines, function by function. */
export class HotLineTally {
  readonly #files = new TextNumbers()
  readonly #rows: HotLine[] = []
  #unplaced = 0

  /**
   * Adds the lines of one function; call it once for each function.
   *
   * @param runs line runs of its code
   * @param ticks samples of each run
   */
  add(f: FunctionIndex, runs: SourceRuns, ticks: Float64Array): void {
    const rows = new Map<string, HotLine>()
    for (let run = 0; run < runs.length; run++) {
      if (ticks[run] === 0) continue
      if (runs.file[run] < 0) {
        this.#unplaced += ticks[run]
        continue
      }
      const file = this.#files.of(stringAt(runs.files, runs.file[run] as StringIndex))
      const line = runs.line[run]
      const known = rows.get(`${file} ${line}`)
      if (known) known.ticks += ticks[run]
      else rows.set(`${file} ${line}`, { f, file, line, ticks: ticks[run] })
    }
    for (const row of rows.values()) this.#rows.push(row)
  }

  /** Returns the lines added so far, hottest first. */
  result(): HotLines {
    return sortBySamples(this.#rows, stringTableOf(this.#files.texts), this.#unplaced)
  }
}

/**
 * Returns lines sorted by samples, descending; ties by function, then by line. `lines` is not changed.
 *
 * @param unplaced samples in code of unknown line, in ticks
 */
export function sortBySamples(lines: readonly HotLine[], files: StringTable, unplaced: number): HotLines {
  const rows = lines.toSorted(
    (left, right) => right.ticks - left.ticks || left.f - right.f || left.line - right.line,
  )
  return {
    length: rows.length,
    f: Uint32Array.from(rows, ({ f }) => f),
    file: Int32Array.from(rows, ({ file }) => file),
    line: Uint32Array.from(rows, ({ line }) => line),
    ticks: Float64Array.from(rows, ({ ticks }) => ticks),
    files,
    unplaced,
  }
}

/** A stretch of code that contains some functions, and is not much longer than their code. */
export interface CodeOfFunctions extends CodeStretch {
  readonly functions: readonly FunctionIndex[]
}

/** Largest gap between two functions that is read along with them, in bytes. */
const LARGEST_GAP = 4096

/**
 * Returns stretches of code that together contain the wanted functions, ascending. Functions at most 4096
 * bytes apart share a stretch.
 *
 * @param isWanted selects functions; by default those with samples
 */
export function stretchesOf(
  { length, address, last, selfTicks }: FunctionTable,
  isWanted = (f: FunctionIndex): boolean => selfTicks[f] > 0,
): readonly CodeOfFunctions[] {
  const stretches: CodeOfFunctions[] = []
  let open: { from: number; to: number; functions: FunctionIndex[] } | null = null
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    if (!isWanted(f)) continue
    const from = address[f]
    const to = row + 1 < length ? address[(row + 1) as FunctionIndex] : last[f] + 1
    if (open && from - open.to <= LARGEST_GAP) {
      open.to = Math.max(open.to, to)
      open.functions.push(f)
    } else {
      open = { from, to, functions: [f] }
      stretches.push(open)
    }
  }
  return stretches
}

/**
 * Returns the runs between two link-time addresses, `to` exclusive; the first one is cut off at `from`.
 * Columns but `start` are shared.
 */
export function runsWithin(runs: SourceRuns, from: number, to: number): SourceRuns {
  const first = Math.max(0, lastAtOrBelow(runs.start, from))
  const behind = from < to ? lastAtOrBelow(runs.start, to - 1) + 1 : first
  const start = runs.start.slice(first, behind)
  if (start.length > 0) start[0] = Math.max(start[0], from)
  return {
    length: behind - first,
    start,
    file: runs.file.subarray(first, behind),
    line: runs.line.subarray(first, behind),
    name: runs.name.subarray(first, behind),
    files: runs.files,
    names: runs.names,
  }
}
