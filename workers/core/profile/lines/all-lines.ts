// Lines of all functions: those with samples or calls, which are stored for use without the program.
import { NONE } from '../../base/columns.ts'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { stringAt, type StringIndex, stringTableOf, TextNumbers } from '../../base/string-table.ts'
import type { StringTable } from '../../base/packed-strings.ts'
import type { FunctionIndex } from '../call-graph-profile.ts'
import type { FunctionLines, LineCalls, LineSection } from './function-lines.ts'
import { type HotLines, type HotLine, sortBySamples } from './hot-lines.ts'

/**
 * Lines of all functions that have samples or calls. A saved profile stores them: they suffice to
 * show each function's lines, and the hottest lines, without the program.
 */
export interface AllLines {
  /** Sections by function, ascending, each function's own section first; see FunctionLines. */
  readonly sections: {
    readonly length: number
    /** FunctionIndex. */
    readonly f: Int32Array<ArrayBuffer>
    /** Index in `names`; NONE for the function's own name. */
    readonly name: Int32Array<ArrayBuffer>
    /** Index in `files`. */
    readonly file: Int32Array<ArrayBuffer>
    /** `length + 1` entries: the first row in `lines` of each section, then the end. */
    readonly first: Uint32Array<ArrayBuffer>
  }
  /** Line number, from 1, ascending in each section. */
  readonly line: Uint32Array<ArrayBuffer>
  /** Samples of each line. */
  readonly ticks: Float64Array<ArrayBuffer>
  /** Samples in code of unknown line, by function, ascending. */
  readonly unplaced: {
    readonly length: number
    readonly f: Int32Array<ArrayBuffer>
    readonly ticks: Float64Array<ArrayBuffer>
  }
  /** Calls by line; null if the profiles could not be read again. */
  readonly calls: AllCalls | null
  /** Raw names of inlined functions, and full paths; binary strings. */
  readonly names: StringTable
  readonly files: StringTable
}

/** Calls by line of all functions, ascending by parent; see LineCalls. */
export interface AllCalls {
  readonly length: number
  /** FunctionIndex. */
  readonly parent: Int32Array<ArrayBuffer>
  /** Row of the line in `lines`; NONE if unknown. */
  readonly row: Int32Array<ArrayBuffer>
  /** FunctionIndex. */
  readonly child: Int32Array<ArrayBuffer>
  readonly count: Float64Array<ArrayBuffer>
  readonly isSure: Uint8Array<ArrayBuffer>
  readonly orLine: Uint32Array<ArrayBuffer>
}

/** Collects AllLines, function by function in ascending order. */
export class AllLinesTally {
  readonly #names = new TextNumbers()
  readonly #files = new TextNumbers()
  readonly #sections = { f: [] as number[], name: [] as number[], file: [] as number[], first: [0] }
  readonly #line: number[] = []
  readonly #ticks: number[] = []
  readonly #unplaced = { f: [] as number[], ticks: [] as number[] }
  readonly #calls = {
    parent: [] as number[],
    row: [] as number[],
    child: [] as number[],
    count: [] as number[],
    isSure: [] as number[],
    orLine: [] as number[],
  }

  /**
   * Adds one function; functions must come in ascending order. Keeps lines with samples or calls, and the
   * first line of the function.
   *
   * @param name raw name of the function
   */
  add(f: FunctionIndex, name: string, { sections, unplaced, calls }: FunctionLines): void {
    if (unplaced > 0) {
      this.#unplaced.f.push(f)
      this.#unplaced.ticks.push(unplaced)
    }
    const calling = rowsThatCall(calls)
    const rowOf = new Map<string, number>()
    for (const [at, section] of sections.entries()) {
      const before = this.#line.length
      for (let row = 0; row < section.length; row++) {
        // A function's first line is always kept: it determines the function's own file.
        const isKept = section.ticks[row] !== 0 || calling.has(`${at} ${row}`) || (at === 0 && row === 0)
        if (!isKept) continue
        rowOf.set(`${at} ${row}`, this.#line.length)
        this.#line.push(section.line[row])
        this.#ticks.push(section.ticks[row])
      }
      if (this.#line.length === before) continue
      this.#sections.f.push(f)
      this.#sections.name.push(section.name === name ? NONE : this.#names.of(section.name))
      this.#sections.file.push(this.#files.of(section.file))
      this.#sections.first.push(this.#line.length)
    }
    for (let at = 0; calls && at < calls.length; at++) {
      this.#calls.parent.push(f)
      this.#calls.row.push(rowOf.get(`${calls.section[at]} ${calls.row[at]}`) ?? NONE)
      this.#calls.child.push(calls.child[at])
      this.#calls.count.push(calls.count[at])
      this.#calls.isSure.push(calls.isSure[at])
      this.#calls.orLine.push(calls.orLine[at])
    }
  }

  /**
   * Returns the collected lines.
   *
   * @param areCallsKnown whether the profiles were read for calls
   */
  result(areCallsKnown: boolean): AllLines {
    const [sections, unplaced, calls] = [this.#sections, this.#unplaced, this.#calls]
    return {
      sections: {
        length: sections.f.length,
        f: Int32Array.from(sections.f),
        name: Int32Array.from(sections.name),
        file: Int32Array.from(sections.file),
        first: Uint32Array.from(sections.first),
      },
      line: Uint32Array.from(this.#line),
      ticks: Float64Array.from(this.#ticks),
      unplaced: {
        length: unplaced.f.length,
        f: Int32Array.from(unplaced.f),
        ticks: Float64Array.from(unplaced.ticks),
      },
      calls: areCallsKnown
        ? {
            length: calls.parent.length,
            parent: Int32Array.from(calls.parent),
            row: Int32Array.from(calls.row),
            child: Int32Array.from(calls.child),
            count: Float64Array.from(calls.count),
            isSure: Uint8Array.from(calls.isSure),
            orLine: Uint32Array.from(calls.orLine),
          }
        : null,
      names: stringTableOf(this.#names.texts),
      files: stringTableOf(this.#files.texts),
    }
  }
}

function rowsThatCall(calls: LineCalls | null): ReadonlySet<string> {
  const calling = new Set<string>()
  for (let at = 0; calls && at < calls.length; at++) calling.add(`${calls.section[at]} ${calls.row[at]}`)
  return calling
}

/**
 * Extracts the lines of one function, in copies. A function without lines has no sections.
 *
 * @param name raw name of the function
 */
export function linesOfFunction(all: AllLines, f: FunctionIndex, name: string): FunctionLines {
  const { sections, unplaced } = all
  const [from, end] = rowsOf(sections.f, f)
  const own: LineSection[] = []
  for (let at = from; at < end; at++) {
    const [first, behind] = [sections.first[at], sections.first[at + 1]]
    own.push({
      name: sections.name[at] < 0 ? name : stringAt(all.names, sections.name[at] as StringIndex),
      file: stringAt(all.files, sections.file[at] as StringIndex),
      length: behind - first,
      line: all.line.slice(first, behind),
      ticks: all.ticks.slice(first, behind),
    })
  }
  const [row, behind] = rowsOf(unplaced.f, f)
  return {
    sections: own,
    unplaced: row < behind ? unplaced.ticks[row] : 0,
    calls: all.calls && callsOfOne(all.calls, f, sections.first.subarray(from, end)),
  }
}

/** @param first the first row of each of the function's sections */
function callsOfOne(calls: AllCalls, f: FunctionIndex, first: Uint32Array): LineCalls {
  const [from, end] = rowsOf(calls.parent, f)
  const own = calls.row.subarray(from, end)
  const section = Int32Array.from(own, (row) => (row < 0 ? NONE : lastAtOrBelow(first, row)))
  return {
    length: end - from,
    section,
    row: own.map((row, at) => (row < 0 ? NONE : row - first[section[at]])),
    child: calls.child.slice(from, end),
    count: calls.count.slice(from, end),
    isSure: calls.isSure.slice(from, end),
    orLine: calls.orLine.slice(from, end),
  }
}

/** Returns the range of rows of `f` in an ascending column, end exclusive. */
function rowsOf(column: Int32Array, f: FunctionIndex): readonly [number, number] {
  return [lastAtOrBelow(column, f - 1) + 1, lastAtOrBelow(column, f) + 1]
}

/**
 * Returns the sampled lines, hottest first, ties by function and line. A line in two sections of one function
 * appears once. `files` is shared.
 */
export function sampledLines(all: AllLines): HotLines {
  const { sections, line, ticks, unplaced, files } = all
  const rows: HotLine[] = []
  let own = new Map<string, HotLine>()
  for (let at = 0; at < sections.length; at++) {
    const [f, file] = [sections.f[at], sections.file[at]]
    if (at > 0 && f !== sections.f[at - 1]) own = new Map()
    for (let row = sections.first[at]; row < sections.first[at + 1]; row++) {
      if (ticks[row] === 0) continue
      const key = `${file} ${line[row]}`
      const known = own.get(key)
      if (known) known.ticks += ticks[row]
      else {
        const hot = { f, file, line: line[row], ticks: ticks[row] }
        own.set(key, hot)
        rows.push(hot)
      }
    }
  }
  return sortBySamples(
    rows,
    files,
    unplaced.ticks.reduce((sum, some) => sum + some, 0),
  )
}
