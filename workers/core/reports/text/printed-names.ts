// Functions as the lines of a listing name them, kept as bytes: each is put together once and copied a thousand times.
import type { FunctionIndex } from '../../profile/tables.ts'
import { demangleSymbol } from '../../symbols/demangle/itanium/demangle-itanium.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { callsOfHead } from '../../analysis/time/arc-share.ts'
import { isReadAsItStands } from '../names/names.ts'
import { BLANK, digitsOf, putDigits } from './digits.ts'
import { MOST_CALLS } from './graph-columns.ts'
import { styleOf, type TextInput } from './listing-text.ts'
import { NEWLINE, type TextBytes } from './text-bytes.ts'

/** Numbers in the record of a function, see `records`. */
export const RECORD = 4
const PLACE = 0
export const LINE_LENGTH = 1
const NAME_LENGTH = 2
export const HEAD_CALLS = 3

/** In PLACE: nothing is kept at 0. */
const UNKNOWN = 0
/** In PLACE: it cannot be kept. */
const NOWHERE = -1
/** In HEAD_CALLS: more than a column of the call graph has room for. */
const TOO_MANY = -1

/** Longer names are not worth keeping; and when so much is kept, others are put together each time. */
const LONGEST = 1 << 16
const MOST = 1 << 29
/** Bytes that are copied one by one. */
const SHORT = 48
/** Readable names have about as many times the bytes of raw ones; room that stays unused takes no memory. */
const READABLE_TIMES = 2.5
/** About the bytes of " [12345]\n". */
const USUAL_ENDING = 9
/** No ending is longer. */
const LONGEST_ENDING = 40

const CYCLE = Array.from(' <cycle ', (character) => character.charCodeAt(0))
const CYCLE_END = 0x3e
/** "[5]" of an entry that is printed, "(5)" of another. */
const OPEN = 0x5b
const CLOSE = 0x5d
const OPEN_HIDDEN = 0x28
const CLOSE_HIDDEN = 0x29

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
  /**
   * By function, side by side since whoever needs one of them needs most: the place and both lengths; and the calls that
   * counts of arcs to it are a part of.
   */
  readonly records: Int32Array
  readonly #out: TextBytes
  readonly #nameOf: (f: FunctionIndex) => string
  readonly #isPlain: boolean
  /** Whether names are made readable in the usual way, most of them without a string. */
  readonly #isReadable: boolean

  constructor(input: TextInput, out: TextBytes) {
    const { functions } = input.analyzed.profile
    const { nameOf, plainNames = false, readableNames = false } = styleOf(input)
    this.input = input
    this.records = startRecords(input.analyzed)
    this.#out = out
    this.#nameOf = nameOf
    this.#isPlain = plainNames
    this.#isReadable = readableNames && functions.namePrefix === undefined
    const nameBytes = functions.names.bytes.length * (this.#isReadable ? READABLE_TIMES : 1)
    out.expectKept(Math.min(MOST, Math.ceil(nameBytes) + USUAL_ENDING * functions.length))
  }

  /** Where the name and the rest of its line are kept in `out`; NOWHERE if they are not, then `writeLine` knows what to do. */
  placeOf(f: FunctionIndex): number {
    const place = this.records[RECORD * f + PLACE]
    return place === UNKNOWN ? this.#keep(f) : place
  }

  /** The length of the name alone there. */
  nameLength(f: FunctionIndex): number {
    return this.records[RECORD * f + NAME_LENGTH]
  }

  /** The name alone. */
  writeName(f: FunctionIndex): void {
    const place = this.placeOf(f)
    if (place >= 0) this.#out.again(place, this.nameLength(f))
    else this.#out.text(this.#nameOf(f))
  }

  /** Name, cycle and number, as every line of the call graph ends, and the end of the line. */
  writeLine(f: FunctionIndex): void {
    const place = this.placeOf(f)
    if (place >= 0) {
      this.#out.again(place, this.records[RECORD * f + LINE_LENGTH])
      return
    }
    this.#out.text(this.#nameOf(f))
    const at = this.#out.room(LONGEST_ENDING)
    this.#out.writtenTo(this.#putEnding(at, f))
  }

  /** Bytes of the name alone. */
  lengthOf(f: FunctionIndex): number {
    return this.placeOf(f) >= 0 ? this.nameLength(f) : this.#nameOf(f).length
  }

  #keep(f: FunctionIndex): number {
    const { functions } = this.input.analyzed.profile
    const { bytes, start, end } = functions.names
    const readable = this.#isReadable ? demangleSymbol(bytes, start[f], end[f]) : null
    if (readable !== null) return this.#keepPart(f, readable.bytes, 0, readable.length)
    if (this.#isPlain && isReadAsItStands(functions, f)) {
      return this.#keepPart(f, bytes, start[f], end[f])
    }
    const name = this.#nameOf(f)
    const place = this.#room(name.length)
    if (place !== NOWHERE) this.#out.putText(place, name)
    return this.#kept(f, place, name.length)
  }

  #keepPart(f: FunctionIndex, bytes: Uint8Array, from: number, to: number): number {
    const length = to - from
    const place = this.#room(length)
    if (place === NOWHERE) return this.#kept(f, NOWHERE, 0)
    const buffer = this.#out.buffer
    // A view of each costs more than the few bytes of most.
    if (length > SHORT) buffer.set(bytes.subarray(from, to), place)
    else for (let at = 0; at < length; at++) buffer[place + at] = bytes[from + at]
    return this.#kept(f, place, length)
  }

  #room(length: number): number {
    const mayKeep = length <= LONGEST && this.#out.keptBytes < MOST
    return mayKeep ? this.#out.keepRoom(length + LONGEST_ENDING) : NOWHERE
  }

  #kept(f: FunctionIndex, place: number, nameLength: number): number {
    const record = RECORD * f
    this.records[record + PLACE] = place
    if (place === NOWHERE) return NOWHERE
    const end = this.#putEnding(place + nameLength, f)
    this.#out.keptTo(end)
    this.records[record + LINE_LENGTH] = end - place
    this.records[record + NAME_LENGTH] = nameLength
    return place
  }

  /** What stands behind a name: its cycle and its number. Without arcs gprof builds no graph, and nothing has a number. */
  #putEnding(from: number, f: FunctionIndex): number {
    const { analyzed, listing } = this.input
    const bytes = this.#out.buffer
    let at = from
    if (analyzed.profile.hasArcs) {
      const cycle = analyzed.cycles.cycleOf[f]
      if (cycle >= 0) {
        for (const code of CYCLE) bytes[at++] = code
        at = putNumber(bytes, at, cycle + 1)
        bytes[at++] = CYCLE_END
      }
      const isPrinted = analyzed.times.isPrinted[f] === 1
      bytes[at++] = BLANK
      bytes[at++] = isPrinted ? OPEN : OPEN_HIDDEN
      at = putNumber(bytes, at, listing.entries.entryOfFunction[f] + 1)
      bytes[at++] = isPrinted ? CLOSE : CLOSE_HIDDEN
    }
    bytes[at++] = NEWLINE
    return at
  }
}

/** Whole numbers of at most MOST_DIGITS. Answers where it ends. */
function putNumber(bytes: Uint8Array, at: number, value: number): number {
  const end = at + digitsOf(value)
  putDigits(bytes, end, value)
  return end
}

/** Of names nothing is known. */
function startRecords(analyzed: AnalyzedProfile): Int32Array {
  const { length } = analyzed.profile.functions
  const records = new Int32Array(RECORD * length)
  for (let f = 0; f < length; f++) {
    const calls = callsOfHead(analyzed, f as FunctionIndex)
    records[RECORD * f + HEAD_CALLS] = calls <= MOST_CALLS ? calls : TOO_MANY
  }
  return records
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
