/**
 * Attributes the recorded arcs that leave one function to the lines that made the calls.
 *
 * The C library records call sites at the granularity of its table: 16 bytes on a 64-bit machine.
 * If the code can be read, its call instructions show which of the candidate lines calls the
 * recorded callee, or a function that may end in a jump to it. If more than one line remains, or
 * none, the first is used and marked as not sure.
 */
import { NONE } from '../../base/columns.ts'
import { firstPlace } from '../../base/binary-search.ts'
import type { RawArcs } from '../../formats/format.ts'
import {
  type FunctionCode,
  isSame,
  type LineCalls,
  type LinePlace,
  type PlacedLines,
} from './function-lines.ts'
import { CallTargets } from './call-targets.ts'

/** A call instruction in the code. Addresses are link-time addresses. */
export interface CodeCall {
  /** Called address; NaN for a call through a pointer. */
  readonly target: number
  /** Return address. */
  readonly next: number
}

/** Unknown callee of a call through a pointer. */
const POINTER = -2

/** A call with its callee: a FunctionIndex, NONE or POINTER. */
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

/** Tallies the calls that one function's lines made. */
export class LineCallTally {
  readonly #code: FunctionCode
  readonly #lines: PlacedLines
  readonly #targets: CallTargets
  /** Return addresses, ascending. */
  readonly #calls: readonly LeadingCall[]
  /** Return addresses of calls to the profiler itself, which are in the code as well. */
  readonly #profilers = new Set<number>()
  /** Results by both addresses; a thousand runs record the same ones. */
  readonly #known = new Map<string, Found | null>()
  readonly #counted = new Map<string, Counted>()

  /** @param calls call instructions of the function's code; empty if the code cannot be read */
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

  /**
   * Adds the arcs of one profile that begin in the function's code; others only show where the profiler is
   * called.
   *
   * @param arcs in link-time addresses
   * @param room bytes of code that the profile records as one call site; see `sizeOfPlaces`
   */
  add(arcs: RawArcs, room: number): void {
    const { from, last } = this.#code
    for (let arc = 0; arc < arcs.length; arc++) this.noteProfiler(arcs.self[arc])
    for (let arc = 0; arc < arcs.length; arc++)
      if (arcs.from[arc] >= from && arcs.from[arc] <= last) this.addArc(arcs, arc, room)
  }

  /**
   * Records where a function calls the profiler: a profile identifies functions by that address. `add` does
   * it; before `addArc`, call it for all arcs of the profile.
   *
   * @param self link-time address; ignored outside the function's code
   */
  noteProfiler(self: number): void {
    const { from, last } = this.#code
    if (self <= from || self > last || this.#profilers.has(self)) return
    this.#profilers.add(self)
    this.#known.clear()
  }

  /**
   * Adds one arc that begins in the function's code. Ignores it if its callee is no function.
   *
   * @param arc row of `arcs`
   * @param room bytes of code that the profile records as one call site; see `sizeOfPlaces`
   */
  addArc(arcs: RawArcs, arc: number, room: number): void {
    const key = `${arcs.from[arc]} ${arcs.self[arc]} ${room}`
    let found = this.#known.get(key)
    if (found === undefined) {
      found = this.#find(arcs.from[arc], arcs.self[arc], room)
      this.#known.set(key, found)
    }
    if (found) this.#count(found, arcs.count[arc])
  }

  /** Returns the calls so far, in order of first appearance. */
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

  /** Returns null for arcs that the profile drops, too: the callee is no function. */
  #find(from: number, self: number, room: number): Found | null {
    const child = this.#targets.functionAt(self)
    if (child < 0) return null
    const calls = this.#callsBackTo(from, room)
    const named = calls.filter((call) => call.child === child)
    // A function that another one ends with by a jump returns to where that one was called. So
    // any call may be the one; calls through pointers are tried first.
    const byPointer = calls.filter((call) => call.child === POINTER)
    const leading = named.length > 0 ? named : [...new Set([...byPointer, ...calls])]
    const made = leading.map(({ next }) => this.#lines.at(next - 1))
    // The recorded address is the return address, behind the call.
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

  /** All but calls to the profiler. */
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
 * Returns how many bytes of code a profile records as one call site: the greatest common divisor of its
 * recorded places, limited to what the C library uses for a machine word.
 *
 * @param low start of the histogram, from which the C library counts its places
 * @param wordSize of the program, in bytes; without arcs the result is twice this
 */
export function sizeOfPlaces({ length, from }: RawArcs, low: number, wordSize: 4 | 8): number {
  let room = 2 * wordSize
  for (let arc = 0; arc < length && room > 1; arc++) {
    // Addresses below the histogram are not call sites.
    let rest = from[arc] - low
    if (rest < 0) continue
    while (rest > 0) [room, rest] = [rest, room % rest]
  }
  return room
}
