// Functions as the lines of a listing name them, kept as bytes: each is put together once and copied a thousand times.
import type { FunctionIndex } from '../../profile/tables.ts'
import { plainReader, type PlainReader } from '../../symbols/demangle/itanium/plain/plain-reader.ts'
import { isReadAsItStands } from '../names.ts'
import { indexText, styleOf, type TextInput } from './listing-text.ts'
import type { TextBytes } from './text-bytes.ts'

/** Where a name stands is not known yet: nothing is kept at 0. */
const UNKNOWN = 0
/** It cannot be kept. */
const NOWHERE = 0xffff_ffff
/** Longer names are not worth keeping; and when so much is kept, others are put together each time. */
const LONGEST = 1 << 16
const MOST = 1 << 29
/** About the bytes of " [12345]\n". */
const USUAL_ENDING = 9

/**
 * Names in the order in which they are first asked for.
 *
 *     place
 *       | name | " <cycle 1> [5]" | "\n" |
 *       |< nameLength             |      |
 *       |< lineLength ------------------>|
 */
export class PrintedNames {
  readonly input: TextInput
  readonly #out: TextBytes
  readonly #nameOf: (f: FunctionIndex) => string
  readonly #isPlain: boolean
  /** Reads what it can without a string; null where names are printed in another way. */
  readonly #reader: PlainReader | null
  /** By function its place and, right behind it, the length of its line: whoever needs one needs both. */
  readonly #places: Uint32Array
  readonly #nameLength: Uint32Array

  constructor(input: TextInput, out: TextBytes) {
    const { functions } = input.analyzed.profile
    const { nameOf, plainNames = false, readableNames = false } = styleOf(input)
    this.input = input
    this.#out = out
    this.#nameOf = nameOf
    this.#isPlain = plainNames
    this.#reader = readableNames && functions.namePrefix === undefined ? plainReader() : null
    this.#places = new Uint32Array(2 * functions.length)
    this.#nameLength = new Uint32Array(functions.length)
    out.expectKept(Math.min(MOST, functions.names.bytes.length + USUAL_ENDING * functions.length))
  }

  /** Where the name and the rest of its line are kept in `out`; −1 if nowhere, then `writeLine` knows what to do. */
  placeOf(f: FunctionIndex): number {
    const place = this.#places[2 * f]
    return place === UNKNOWN || place === NOWHERE ? this.#keep(f) : place
  }

  /** The length of what stands there, once that has been asked for. */
  lineLength(f: FunctionIndex): number {
    return this.#places[2 * f + 1]
  }

  /** The length of the name alone there. */
  nameLength(f: FunctionIndex): number {
    return this.#nameLength[f]
  }

  /** The name alone. */
  writeName(f: FunctionIndex): void {
    const place = this.placeOf(f)
    if (place >= 0) this.#out.again(place, this.#nameLength[f])
    else this.#out.text(this.#nameOf(f))
  }

  /** Name, cycle and number, as every line of the call graph ends, and the end of the line. */
  writeLine(f: FunctionIndex): void {
    const place = this.placeOf(f)
    if (place >= 0) this.#out.again(place, this.lineLength(f))
    else this.#out.text(`${this.#nameOf(f)}${numbered(this.input, f)}\n`)
  }

  /** Bytes of the name alone. */
  lengthOf(f: FunctionIndex): number {
    return this.placeOf(f) >= 0 ? this.#nameLength[f] : this.#nameOf(f).length
  }

  #keep(f: FunctionIndex): number {
    if (this.#places[2 * f] === NOWHERE) return -1
    // Not joined to the name: to look at the characters of a joined text an engine copies all of it first.
    const ending = `${numbered(this.input, f)}\n`
    const { functions } = this.input.analyzed.profile
    const { bytes, start } = functions.names
    const reader = this.#reader
    if (reader?.readSymbol(bytes, start[f], start[f + 1]) === true) {
      return this.#keepPart(f, reader.text, reader.from, reader.to, ending)
    }
    if (this.#isPlain && isReadAsItStands(functions, f)) {
      return this.#keepPart(f, bytes, start[f], start[f + 1], ending)
    }
    const name = this.#nameOf(f)
    if (!this.#mayKeep(name.length)) return this.#kept(f, NOWHERE, 0, 0)
    return this.#kept(f, this.#out.keep(name, ending), name.length, ending.length)
  }

  #keepPart(f: FunctionIndex, bytes: Uint8Array, from: number, to: number, ending: string): number {
    const length = to - from
    if (!this.#mayKeep(length)) return this.#kept(f, NOWHERE, 0, 0)
    return this.#kept(f, this.#out.keepPart(bytes, from, length, ending), length, ending.length)
  }

  #mayKeep(length: number): boolean {
    return length <= LONGEST && this.#out.keptBytes < MOST
  }

  #kept(f: FunctionIndex, place: number, nameLength: number, endingLength: number): number {
    this.#places[2 * f] = place
    this.#places[2 * f + 1] = nameLength + endingLength
    this.#nameLength[f] = nameLength
    return place === NOWHERE ? -1 : place
  }
}

/** What stands behind a name: its cycle and its number. Without arcs gprof builds no graph, and nothing has a number. */
function numbered({ analyzed, listing }: TextInput, f: FunctionIndex): string {
  if (!analyzed.profile.hasArcs) return ''
  const cycle = analyzed.cycles.cycleOf[f]
  const index = indexText(listing.entries.entryOfFunction[f], analyzed.times.isPrinted[f] === 1)
  return cycle < 0 ? ` ${index}` : ` <cycle ${cycle + 1}> ${index}`
}

const known = new WeakMap<TextBytes, PrintedNames>()

/** One for all parts of a listing that are written to the same place. */
export function printedNames(input: TextInput, out: TextBytes): PrintedNames {
  const before = known.get(out)
  if (before?.input === input) return before
  const names = new PrintedNames(input, out)
  known.set(out, names)
  return names
}
