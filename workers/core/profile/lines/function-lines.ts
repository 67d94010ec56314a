/**
 * A function's code, line by line: the samples in each line, those of functions that were inlined apart from its own.
 *
 * Samples are credited to lines as gprof credits them to functions, and so as its `-l` does.
 */
import { NONE } from '../../base/columns.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import { lastAtOrBelow } from '../../base/sorting.ts'
import type { CodeStretch, SourceRuns } from '../../formats/source-lines.ts'
import { assignTicks, type BinsFrom } from '../build-profile.ts'
import type { FunctionIndex, FunctionTable } from '../call-graph-profile.ts'
import type { SummedHistogram } from '../sum/sum-histograms.ts'

/** Lines of one file that make one function, which may have been inlined into the one that was asked about. */
export interface LineSection {
  /** Raw name of the innermost function; "" where it is not known. */
  readonly name: string
  /** Full path as the compiler saw it; a binary string. */
  readonly file: string
  readonly length: number
  /** From 1, ascending; each once. */
  readonly line: Uint32Array<ArrayBuffer>
  /** Samples in the line's code. */
  readonly ticks: Float64Array<ArrayBuffer>
}

/** What is known of a function's code, line by line. */
export interface FunctionLines {
  /** The function's own first, then what was inlined into it, most samples first. None without debugging information there. */
  readonly sections: readonly LineSection[]
  /** Samples in code whose line is not known. */
  readonly unplaced: number
  /** Null where the profiles were not read again. */
  readonly calls: LineCalls | null
}

/** Calls by line and function called, in no order; each pair once. */
export interface LineCalls {
  readonly length: number
  /** Section and row of the line; NONE where it is not known. */
  readonly section: Int32Array<ArrayBuffer>
  readonly row: Int32Array<ArrayBuffer>
  /** FunctionIndex. */
  readonly child: Int32Array<ArrayBuffer>
  readonly count: Float64Array<ArrayBuffer>
  /** 0 if some of them may be another line's. */
  readonly isSure: Uint8Array<ArrayBuffer>
  /** Of those that are not sure: the last other line they may be of, where it is one of the same section; 0 otherwise. */
  readonly orLine: Uint32Array<ArrayBuffer>
}

/** A line of a section. */
export interface LinePlace {
  readonly section: number
  readonly row: number
}

/** The code of one function. */
export interface FunctionCode extends CodeStretch {
  readonly f: FunctionIndex
  /** Where the next begins; null for the last. */
  readonly next: number | null
  /** See SymbolTable; of the last function. */
  readonly lastIsOpen: boolean
  /** Last byte that counts for calls that are made there. */
  readonly last: number
  readonly isLeftOut: boolean
}

/** From its start up to the next function's; of the last, up to its own last byte. */
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

/** Bytes between the end of a function and the next one, which begins at a border of so many at most. */
const MOST_PADDING = 64

/**
 * Samples in each run, in the order of the runs: all of the code's, which lies within them. Those of padding, which a sample at a
 * border may reach into, are the last line's.
 */
export function ticksOfRuns(
  runs: Pick<SourceRuns, 'length' | 'start' | 'file'>,
  { next, lastIsOpen, isLeftOut }: FunctionCode,
  bins: readonly BinsFrom[],
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

/** Where each run's code stands in the sections. */
export class PlacedLines {
  /** The function's own, then those that were inlined, most samples first. */
  readonly sections: readonly LineSection[]
  /** Samples in code whose line is not known. */
  readonly unplaced: number
  readonly #start: Float64Array
  readonly #places: readonly (LinePlace | null)[]

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

  /** Null where the line is not known. */
  at(address: number): LinePlace | null {
    return this.#places[lastAtOrBelow(this.#start, address)] ?? null
  }

  /** All lines of the addresses from one to another, both included; each once. */
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

export const isSame = (one: LinePlace, other: LinePlace): boolean =>
  one.section === other.section && one.row === other.row

interface OpenSection {
  readonly name: string
  readonly file: string
  readonly runs: number[]
  readonly byLine: Map<number, number>
  ticks: number
}

/** In the order of the code: what it begins with is its own, and so is what nothing names: padding, or all of a split unit. */
function openSections(runs: SourceRuns, ticks: Float64Array): OpenSection[] {
  const byKey = new Map<string, OpenSection>()
  // The table may have the names of a whole program.
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

// The bins of histograms that may have counted samples in a stretch of code.

/** @param scale two-byte units per bin */
export function binsWithin(
  histograms: readonly Pick<SummedHistogram, 'low' | 'bins'>[],
  scale: number,
  stretch: CodeStretch,
): readonly BinsFrom[] {
  return histograms.flatMap(({ low, bins }) => {
    const { first, behind } = placesWithin(low, bins.length, scale, stretch)
    return behind > first ? [{ low, first, bins: bins.subarray(first, behind) }] : []
  })
}

/** One more at each end, for edges of bins are truncated. */
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
