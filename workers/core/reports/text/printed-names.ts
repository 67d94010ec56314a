// Functions as the lines of a listing name them, as bytes: each is composed once, when a line first names it.
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { indexText, styleOf, type TextInput } from './listing-text.ts'
import type { TextBytes } from './text-bytes.ts'

/** Approximate ratio of readable to raw names in bytes; unused room takes no memory. */
const READABLE_TIMES = 2.5
/** Approximate size of " [12345]\n" in bytes. */
const USUAL_ENDING = 9

/** Bytes that are kept at most; then all are composed again. */
const MOST = 1 << 29

/**
 * Names in the order of their first use, one after another.
 *
 *     place
 *       | name | " <cycle 1> [5]\n" |
 *       |< nameLength
 *       |< lineLength ------------->|
 */
export class PrintedNames {
  readonly #input: TextInput
  readonly #out: TextBytes
  readonly #nameOf: (f: FunctionIndex) => string | Uint8Array
  /** By function, where `#out` keeps it. */
  readonly #place: Uint32Array
  readonly #nameLength: Uint32Array
  /** 0 for a name that is not composed yet. */
  readonly #lineLength: Uint32Array

  constructor(input: TextInput, out: TextBytes) {
    const { length, names } = input.analyzed.profile.functions
    this.#input = input
    this.#out = out
    this.#nameOf = styleOf(input).nameOf
    this.#place = new Uint32Array(length)
    this.#nameLength = new Uint32Array(length)
    this.#lineLength = new Uint32Array(length)
    const expected = Math.ceil(names.bytes.length * READABLE_TIMES) + USUAL_ENDING * length
    out.expectKept(Math.min(expected, MOST))
  }

  /** Writes the name alone, without a line break. Returns its length in bytes. */
  writeName(f: FunctionIndex): number {
    if (this.#lineLength[f] === 0) this.#compose(f)
    this.#out.again(this.#place[f], this.#nameLength[f])
    return this.#nameLength[f]
  }

  /** Writes name, cycle and number, as at the end of every line of the call graph, and the line break. */
  writeLine(f: FunctionIndex): void {
    if (this.#lineLength[f] === 0) this.#compose(f)
    this.#out.again(this.#place[f], this.#lineLength[f])
  }

  #compose(f: FunctionIndex): void {
    if (this.#out.keptBytes > MOST) {
      this.#out.forget()
      this.#lineLength.fill(0)
    }
    const name = this.#nameOf(f)
    const ending = this.#ending(f)
    this.#place[f] = this.#out.keep(name)
    this.#out.keep(ending)
    this.#nameLength[f] = name.length
    this.#lineLength[f] = name.length + ending.length
  }

  /** Without arcs gprof builds no graph, and nothing has a number. */
  #ending(f: FunctionIndex): string {
    const { analyzed, listing } = this.#input
    if (!analyzed.profile.hasArcs) return '\n'
    const cycle = analyzed.cycles.cycleOf[f]
    const inCycle = cycle < 0 ? '' : ` <cycle ${cycle + 1}>`
    return `${inCycle} ${indexText(listing.entries.entryOfFunction[f], analyzed.times.isPrinted[f] === 1)}\n`
  }
}
