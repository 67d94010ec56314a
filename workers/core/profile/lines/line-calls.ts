/**
 * Recorded arcs that leave one function → which of its lines made each call.
 *
 * The C library notes where a call comes from no finer than its table has room for: within 16 bytes on a 64-bit machine. Where the
 * code can be read, its calls tell which of the lines there leads to the function that was called, or to another one that may
 * end with it; where that leaves more than one line, or none, the first is taken and said not to be sure.
 */
import { asArray, NONE } from '../../base/columns.ts'
import { firstPlace } from '../../base/sorting.ts'
import type { RawArcs } from '../../formats/format.ts'
import {
  type FunctionCode,
  isSame,
  type LineCalls,
  type LinePlace,
  type PlacedLines,
} from './function-lines.ts'
import { FunctionLocator } from '../../symbols/function-locator.ts'
import type { FunctionTable } from '../call-graph-profile.ts'

/** A call as it stands in the code. */
export interface CodeCall {
  /** NaN where a pointer leads. */
  readonly target: number
  /** Where it comes back to. */
  readonly next: number
}

/** In place of a function: wherever a pointer leads. */
const POINTER = -2

/** A call with what it leads to: a FunctionIndex, NONE or POINTER. */
interface LeadingCall {
  readonly child: number
  readonly next: number
}

interface Found {
  readonly place: LinePlace | null
  readonly child: number
  readonly isSure: boolean
  readonly orLine: number
}

interface Counted extends Found {
  count: number
  isSure: boolean
  orLine: number
}

export class LineCallTally {
  readonly #code: FunctionCode
  readonly #lines: PlacedLines
  readonly #targets: CallTargets
  /** Ascending. */
  readonly #calls: readonly LeadingCall[]
  /** Where the calls of the profiler itself come back to, which stand in the code as well. */
  readonly #profilers = new Set<number>()
  /** By both addresses: a thousand runs have the same. */
  readonly #known = new Map<string, Found | null>()
  readonly #counted = new Map<string, Counted>()

  /** @param calls those of the function's code; none where it cannot be read */
  constructor(code: FunctionCode, lines: PlacedLines, targets: CallTargets, calls: readonly CodeCall[]) {
    this.#code = code
    this.#lines = lines
    this.#targets = targets
    this.#calls = calls
      .map(({ target, next }) => ({
        child: Number.isNaN(target) ? POINTER : targets.functionAt(target),
        next,
      }))
      .sort((left, right) => left.next - right.next)
  }

  /** @param room how many bytes of code count as one place; see `sizeOfPlaces` */
  add(arcs: RawArcs, room: number): void {
    const { from, last } = this.#code
    for (let arc = 0; arc < arcs.length; arc++) this.noteProfiler(arcs.self[arc])
    for (let arc = 0; arc < arcs.length; arc++)
      if (arcs.from[arc] >= from && arcs.from[arc] <= last) this.addArc(arcs, arc, room)
  }

  /** What a profile calls a function by is where the profiler was called in it. To be told of a profile's arcs before these are added. */
  noteProfiler(self: number): void {
    const { from, last } = this.#code
    if (self <= from || self > last || this.#profilers.has(self)) return
    this.#profilers.add(self)
    this.#known.clear()
  }

  /** An arc that begins in the function's code. */
  addArc(arcs: RawArcs, arc: number, room: number): void {
    const key = `${arcs.from[arc]} ${arcs.self[arc]} ${room}`
    let found = this.#known.get(key)
    if (found === undefined) {
      found = this.#find(arcs.from[arc], arcs.self[arc], room)
      this.#known.set(key, found)
    }
    if (found) this.#count(found, arcs.count[arc])
  }

  result(): LineCalls {
    const rows = [...this.#counted.values()]
    return {
      length: rows.length,
      section: Int32Array.from(rows, ({ place }) => place?.section ?? NONE),
      row: Int32Array.from(rows, ({ place }) => place?.row ?? NONE),
      child: Int32Array.from(rows, ({ child }) => child),
      count: Float64Array.from(rows, ({ count }) => count),
      isSure: Uint8Array.from(rows, ({ isSure }) => Number(isSure)),
      orLine: Uint32Array.from(rows, ({ orLine }) => orLine),
    }
  }

  #count({ place, child, isSure, orLine }: Found, count: number): void {
    const key = `${place ? `${place.section} ${place.row}` : ''} ${child}`
    const counted = this.#counted.get(key)
    if (!counted) {
      this.#counted.set(key, { place, child, isSure, orLine, count })
      return
    }
    counted.count += count
    counted.isSure &&= isSure
    counted.orLine = Math.max(counted.orLine, orLine)
  }

  /** Null for what is dropped everywhere: a call of no function. */
  #find(from: number, self: number, room: number): Found | null {
    const child = this.#targets.functionAt(self)
    if (child < 0) return null
    const calls = this.#callsBackTo(from, room)
    const named = calls.filter((call) => call.child === child)
    // A function that another one ends with, by a jump, comes back to where that one was called: it may be any call, those
    // through pointers first.
    const byPointer = calls.filter((call) => call.child === POINTER)
    const leading = named.length > 0 ? named : [...new Set([...byPointer, ...calls])]
    const made = leading.map(({ next }) => this.#lines.at(next - 1))
    // It comes back to behind the call.
    const possible =
      made.length > 0
        ? distinct(made.filter((one) => one !== null))
        : this.#lines.between(from - 1, from + room - 2)
    const place = possible[0] ?? null
    const other = possible.findLast(({ section }) => section === place?.section)
    const section = place && this.#lines.sections[place.section]
    const orLine = section && other && other !== place ? section.line[other.row] : 0
    return { place, child, isSure: possible.length === 1 && !made.includes(null), orLine }
  }

  /** All but the profiler's own. */
  #callsBackTo(from: number, room: number): readonly LeadingCall[] {
    const calls = this.#calls
    const found: LeadingCall[] = []
    for (let at = firstPlace(calls.length, (call) => calls[call].next < from); at < calls.length; at++) {
      if (calls[at].next >= from + room) break
      if (!this.#profilers.has(calls[at].next)) found.push(calls[at])
    }
    return found
  }
}

const distinct = (places: readonly LinePlace[]): readonly LinePlace[] =>
  places.filter((place, at) => places.findIndex((other) => isSame(other, place)) === at)

/**
 * How many bytes of code a profile counts as one place that calls come from: the greatest common measure of the places it
 * names, but no more than the C library makes of a machine word.
 *
 * @param low where the histogram begins, from which the C library counts its places
 */
export function sizeOfPlaces({ length, from }: RawArcs, low: number, wordSize: 4 | 8): number {
  let room = 2 * wordSize
  for (let arc = 0; arc < length && room > 1; arc++) {
    // What lies before is no place in the code.
    let rest = from[arc] - low
    if (rest < 0) continue
    while (rest > 0) [room, rest] = [rest, room % rest]
  }
  return room
}

// The function that a call leads to, as gprof counts calls: what is not typed as a function gives way to the one before it.

export class CallTargets {
  readonly #locator: FunctionLocator
  /** Per symbol: itself if it is typed as a function, else the one before that is; NONE if there is none. */
  readonly #functionBefore: Int32Array

  constructor(functions: FunctionTable) {
    this.#functionBefore = functionsBefore(functions)
    const [address, last] = [asArray(functions.address), asArray(functions.last)]
    this.#locator = new FunctionLocator({ length: functions.length, address, last })
  }

  /** FunctionIndex of the function that is called; NONE for what is dropped everywhere. */
  functionAt(address: number): number {
    const symbol = this.#locator.at(address)
    return symbol < 0 ? NONE : this.#functionBefore[symbol]
  }

  /** FunctionIndex of the code that an address lies in; NONE between and beyond functions. */
  codeAt(address: number): number {
    return this.#locator.at(address)
  }
}

function functionsBefore({ length, isFunction }: FunctionTable): Int32Array {
  const before = new Int32Array(length)
  const typed = asArray(isFunction)
  let nearest: number = NONE
  for (let symbol = 0; symbol < length; symbol++) {
    if (typed[symbol] === 1) nearest = symbol
    before[symbol] = nearest
  }
  return before
}
