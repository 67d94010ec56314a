// Every line that was sampled, of all functions: what gprof's flat profile by lines has, without the rest.
import { lastAtOrBelow } from '../../base/search.ts'
import { stringAt, stringTableOf, type StringIndex, type StringTable } from '../../base/string-table.ts'
import { TextNumbers } from '../../base/text-numbers.ts'
import type { CodeStretch, SourceRuns } from '../../formats/source-lines.ts'
import type { FunctionIndex, FunctionTable } from '../tables.ts'

/** Most samples first. */
export interface HotLines {
  readonly length: number
  /** FunctionIndex: whose code it is, be the line one that was inlined. */
  readonly f: Uint32Array<ArrayBuffer>
  /** Position in `files`. */
  readonly file: Int32Array<ArrayBuffer>
  /** From 1. */
  readonly line: Uint32Array<ArrayBuffer>
  readonly ticks: Float64Array<ArrayBuffer>
  /** Full paths; binary strings. */
  readonly files: StringTable
  /** Samples in functions whose code has no known line there. */
  readonly unplaced: number
}

/** A row of them that is still being added up. */
export interface HotLine {
  readonly f: number
  readonly file: number
  readonly line: number
  ticks: number
}

export class HotLineTally {
  readonly #files = new TextNumbers()
  readonly #rows: HotLine[] = []
  #unplaced = 0

  /** @param ticks of each run */
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

  result(): HotLines {
    return inOrderOfSamples(this.#rows, stringTableOf(this.#files.texts), this.#unplaced)
  }
}

/** Most samples first; of equals by function, then by line. `unplaced` in ticks. */
export function inOrderOfSamples(lines: readonly HotLine[], files: StringTable, unplaced: number): HotLines {
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

/** A stretch of code that some functions lie in, not much longer than the code itself. */
export interface CodeOfFunctions extends CodeStretch {
  readonly functions: readonly FunctionIndex[]
}

/** Code between two functions that is asked for with them. Bytes. */
const LARGEST_GAP = 4096

/** @param isWanted whose code; of functions with samples unless given */
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

/** The runs between two addresses; the first may begin before the one that it is taken from. */
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
