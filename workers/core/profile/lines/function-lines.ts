/**
 * Lines of one function's code with their samples; lines of inlined functions are kept apart from
 * its own.
 *
 * Samples are credited to lines as gprof credits them to functions, and as its `-l` does.
 */
import { NONE } from '../../base/columns.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import type { CodeStretch, SourceRuns } from '../../formats/source-lines.ts'
import { assignTicks, type Bins } from '../assign-ticks.ts'
import type { FunctionIndex, FunctionTable } from '../call-graph-profile.ts'
import type { SummedHistogram } from '../sum-histograms.ts'

/** Lines of one file that belong to one function, which may be inlined in the queried function. */
export interface LineSection {
  /** Raw name of the innermost function; "" if unknown. */
  readonly name: string
  /** Full path as the compiler saw it; a binary string. */
  readonly file: string
  readonly length: number
  /** Line number, from 1, ascending; each once. */
  readonly line: Uint32Array<ArrayBuffer>
  /** Samples in the line's code, in ticks. */
  readonly ticks: Float64Array<ArrayBuffer>
}

/** Line-level data of one function. */
export interface FunctionLines {
  /**
   * The function's own section, then inlined functions by samples, descending. Empty without
   * debugging information.
   */
  readonly sections: readonly LineSection[]
  /** Samples in code whose line is unknown, in ticks. */
  readonly unplaced: number
  /** Calls by line; null if the profiles were not read again. */
  readonly calls: LineCalls | null
}

/** Calls by line and callee, unordered; each pair once. */
export interface LineCalls {
  readonly length: number
  /** Section and row of the line; NONE if unknown. */
  readonly section: Int32Array<ArrayBuffer>
  readonly row: Int32Array<ArrayBuffer>
  /** FunctionIndex. */
  readonly child: Int32Array<ArrayBuffer>
  readonly count: Float64Array<ArrayBuffer>
  /** 0 if some of these calls may belong to another line. */
  readonly isSure: Uint8Array<ArrayBuffer>
  /**
   * For calls with `isSure` 0: the last other line that may have made them, if it is in the same
   * section; else 0.
   */
  readonly orLine: Uint32Array<ArrayBuffer>
}

/** A line of a section: positions in `sections` and in the section's columns. */
export interface LinePlace {
  readonly section: number
  readonly row: number
}

/** Range of one function's code, in link-time addresses. */
export interface FunctionCode extends CodeStretch {
  readonly f: FunctionIndex
  /** Start of the next function; null for the last function. */
  readonly next: number | null
  /** See SymbolTable; applies to the last function. */
  readonly lastIsOpen: boolean
  /** Last byte for which calls from this code count. */
  readonly last: number
  readonly isLeftOut: boolean
}

/**
 * Returns the code range of a function: up to the next function's start or, for the last function, up to its
 * own last byte.
 *
 * @param lastIsOpen see SymbolTable
 */
export function codeOfFunction(
  functions: FunctionTable,
  f: FunctionIndex,
  lastIsOpen: boolean,
): FunctionCode {
  const next = f + 1 < functions.length ? functions.address[(f + 1) as FunctionIndex] : null
  const last = functions.last[f]
  const isLeftOut = functions.isLeftOut[f] === 1
  return { f, from: functions.address[f], to: next ?? last + 1, next, lastIsOpen, last, isLeftOut }
}

/** Largest padding between functions, in bytes. Functions are aligned to this at most. */
const MOST_PADDING = 64

/**
 * Returns the samples of each run of a function's code, in run order, in ticks. Samples in the padding behind
 * the function go to its last line, because a bin at the border may reach into it. All 0 for an excluded
 * function.
 *
 * @param bins bins that may contain samples of the code; see `binsWithin`
 * @param scale two-byte units per bin
 */
export function ticksOfRuns(
  runs: Pick<SourceRuns, 'length' | 'start' | 'file'>,
  { next, lastIsOpen, isLeftOut }: FunctionCode,
  bins: readonly Bins[],
  scale: number,
): Float64Array<ArrayBuffer> {
  const length = runs.length + Number(next !== null)
  const address = new Float64Array(length)
  address.set(runs.start.subarray(0, runs.length))
  if (next !== null) address[runs.length] = next
  const leftOut = new Uint8Array(length).fill(Number(isLeftOut))
  const { selfTicks } = assignTicks(bins, scale, { length, address, lastIsOpen }, leftOut)
  const last = runs.length - 1
  if (next !== null && last > 0 && runs.file[last] < 0 && next - runs.start[last] < MOST_PADDING) {
    selfTicks[last - 1] += selfTicks[last]
    selfTicks[last] = 0
  }
  return selfTicks.subarray(0, runs.length)
}

/** Maps the runs of a function's code to its line sections. */
export class PlacedLines {
  /** The function's own section, then inlined functions by samples, descending. */
  readonly sections: readonly LineSection[]
  /** Samples in code whose line is unknown, in ticks. */
  readonly unplaced: number
  readonly #start: Float64Array
  readonly #places: readonly (LinePlace | null)[]

  /**
   * @param runs line runs of the function's code
   * @param ticks samples of each run
   */
  constructor(runs: SourceRuns, ticks: Float64Array) {
    const open = openSections(runs, ticks)
    const [own, ...inlined] = open
    const ordered = own ? [own, ...inlined.sort((left, right) => right.ticks - left.ticks)] : []
    const sections = ordered.map(closeSection)
    const numbers = new Map(ordered.map((section, at) => [section, at]))
    this.sections = sections.map(({ section }) => section)
    this.#start = runs.start
    const places = Array.from({ length: runs.length }, (): LinePlace | null => null)
    for (const section of open) {
      const at = numbers.get(section) ?? 0
      const rowOf = sections[at]?.rowOf
      for (const run of section.runs) places[run] = { section: at, row: rowOf?.get(runs.line[run]) ?? 0 }
    }
    this.#places = places
    this.unplaced = places.reduce((sum, place, run) => (place ? sum : sum + ticks[run]), 0)
  }

  /** Returns the line at a link-time address; null if it is unknown. */
  at(address: number): LinePlace | null {
    return this.#places[lastAtOrBelow(this.#start, address)] ?? null
  }

  /** Returns the distinct lines between two link-time addresses, both inclusive, in code order. */
  between(first: number, last: number): readonly LinePlace[] {
    const found: LinePlace[] = []
    const from = Math.max(0, lastAtOrBelow(this.#start, first))
    const to = lastAtOrBelow(this.#start, last)
    for (let run = from; run <= to; run++) {
      const place = this.#places[run]
      if (place && !found.some((other) => isSame(other, place))) found.push(place)
    }
    return found
  }
}

/** Whether two places are the same line of the same section. */
export const isSame = (one: LinePlace, other: LinePlace): boolean =>
  one.section === other.section && one.row === other.row

interface OpenSection {
  readonly name: string
  readonly file: string
  readonly runs: number[]
  readonly byLine: Map<number, number>
  ticks: number
}

/**
 * Opens sections in code order. The section at the start of the code is the function's own; so is
 * code without a name (padding, or all of a split unit).
 */
function openSections(runs: SourceRuns, ticks: Float64Array): OpenSection[] {
  const byKey = new Map<string, OpenSection>()
  // The string table may hold the names of a whole program.
  const { start, end } = runs.names
  const isNamed = (name: number): boolean => name >= 0 && end[name] > start[name]
  const own = runs.name.find(isNamed) ?? NONE
  for (let run = 0; run < runs.length; run++) {
    if (runs.file[run] < 0) continue
    const nameAt = isNamed(runs.name[run]) ? runs.name[run] : own
    const key = `${nameAt} ${runs.file[run]}`
    let section = byKey.get(key)
    if (section === undefined) {
      const name = nameAt < 0 ? '' : stringAt(runs.names, nameAt as StringIndex)
      const file = stringAt(runs.files, runs.file[run] as StringIndex)
      section = { name, file, runs: [], byLine: new Map(), ticks: 0 }
      byKey.set(key, section)
    }
    const line = runs.line[run]
    section.runs.push(run)
    section.byLine.set(line, (section.byLine.get(line) ?? 0) + ticks[run])
    section.ticks += ticks[run]
  }
  return [...byKey.values()]
}

function closeSection({ name, file, byLine }: OpenSection) {
  const lines = [...byLine].sort(([left], [right]) => left - right)
  const section: LineSection = {
    name,
    file,
    length: lines.length,
    line: Uint32Array.from(lines, ([line]) => line),
    ticks: Float64Array.from(lines, ([, ticks]) => ticks),
  }
  return { section, rowOf: new Map(lines.map(([line], row) => [line, row])) }
}

/**
 * Returns the parts of histograms whose bins may have counted samples in a stretch of code. Bins are shared.
 *
 * @param scale two-byte units per bin
 */
export function binsWithin(
  histograms: readonly Pick<SummedHistogram, 'low' | 'bins'>[],
  scale: number,
  stretch: CodeStretch,
): readonly Bins[] {
  return histograms.flatMap(({ low, bins }) => {
    const { first, behind } = placesWithin(low, bins.length, scale, stretch)
    return behind > first ? [{ low, first, bins: bins.subarray(first, behind) }] : []
  })
}

/** One bin more at each end, because edges of bins are truncated. */
function placesWithin(
  low: number,
  length: number,
  scale: number,
  { from, to }: CodeStretch,
): { readonly first: number; readonly behind: number } {
  const lowest = Math.floor(low / 2)
  const place = (address: number): number => (Math.floor(address / 2) - lowest) / scale
  return {
    first: Math.max(0, Math.floor(place(from)) - 1),
    behind: Math.min(length, Math.ceil(place(to)) + 2),
  }
}
