// Functions as the lines of a listing name them, kept as bytes: each is composed once, then copied.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { isAlreadyReadable } from '../../names/names.ts'
import { demangleSymbol } from '../../symbols/demangle/itanium/demangle-itanium.ts'
import { callsOfHead } from '../../analysis/arc-times.ts'
import { BLANK, digitsOf, putDigits } from './digits.ts'
import { NEWLINE, type TextBytes } from './text-bytes.ts'
import { type TextInput, styleOf, MOST_CALLS } from './listing-text.ts'

/** Numbers per function in `PrintedNames.records`. */
export const RECORD = 4
const PLACE = 0
const LINE_LENGTH = 1
const NAME_LENGTH = 2
/** Offset of the calls that counts of arcs to a function are a part of. */
export const HEAD_CALLS = 3

/** In PLACE: not composed yet, because nothing is kept at 0. */
const UNKNOWN = 0
/** In PLACE: it cannot be kept. */
const NOWHERE = -1
/** In HEAD_CALLS: does not fit a column of the call graph. */
const TOO_MANY = -1

/** Longest name that is kept; once this much is kept, others are composed each time. */
const LONGEST = 1 << 16
const MOST = 1 << 29
/** Bytes that are copied one by one. */
const SHORT = 48
/** Approximate ratio of readable to raw names in bytes; unused room takes no memory. */
const READABLE_TIMES = 2.5
/** Approximate size of " [12345]\n" in bytes. */
const USUAL_ENDING = 9
/** Largest size of an ending. */
const LONGEST_ENDING = 40

const CYCLE = Array.from(' <cycle ', (character) => character.charCodeAt(0))
const CYCLE_END = 0x3e
/** "[5]" for a printed entry, "(5)" for another. */
const OPEN = 0x5b
const CLOSE = 0x5d
const OPEN_HIDDEN = 0x28
const CLOSE_HIDDEN = 0x29

/**
 * Names as bytes, in the order of their first use.
 *
 *     place
 *       | name | " <cycle 1> [5]" | "\n" |
 *       |< nameLength             |      |
 *       |< lineLength ------------------>|
 */
export class PrintedNames {
  readonly input: TextInput
  /**
   * By function, RECORD numbers side by side, because code that needs one mostly needs all: the
   * place, both lengths, and the calls that counts of arcs to it are a part of.
   */
  readonly records: Int32Array
  readonly #out: TextBytes
  readonly #nameOf: (f: FunctionIndex) => string
  readonly #isPlain: boolean
  /** Whether names are demangled in the default style, most of them without a string. */
  readonly #isReadable: boolean

  /** Reserves room in `out` for all names. Use `printedNames`, which makes one for each `out`. */
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

  /**
   * Returns where `out` keeps the name and the rest of its line; −1 if it does not, because the name is too
   * long or too much is kept. Then `writeName` and `writeLine` compose it.
   */
  placeOf(f: FunctionIndex): number {
    const place = this.records[RECORD * f + PLACE]
    return place === UNKNOWN ? this.#keep(f) : place
  }

  /** Returns the length in bytes of the name alone at its place; call `placeOf` first. */
  nameLength(f: FunctionIndex): number {
    return this.records[RECORD * f + NAME_LENGTH]
  }

  /** Writes the name alone, without a line break. */
  writeName(f: FunctionIndex): void {
    const place = this.placeOf(f)
    if (place >= 0) this.#out.again(place, this.nameLength(f))
    else this.#out.text(this.#nameOf(f))
  }

  /**
   * Writes name, cycle and number, as at the end of every line of the call graph, and the line
   * break.
   */
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

  /** Returns the number of bytes of the name alone. */
  lengthOf(f: FunctionIndex): number {
    return this.placeOf(f) >= 0 ? this.nameLength(f) : this.#nameOf(f).length
  }

  #keep(f: FunctionIndex): number {
    const { functions } = this.input.analyzed.profile
    const { bytes, start, end } = functions.names
    const readable = this.#isReadable ? demangleSymbol(bytes, start[f], end[f]) : null
    if (readable !== null) return this.#keepPart(f, readable.bytes, 0, readable.length)
    if (this.#isPlain && isAlreadyReadable(functions, f)) {
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
    // A view costs more than copying the few bytes of most names.
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

  /**
   * Puts what follows a name: its cycle and its number. Without arcs gprof builds no graph, and
   * nothing has a number.
   */
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

/** Puts an integer of at most MOST_DIGITS. Returns where it ends. */
function putNumber(bytes: Uint8Array, at: number, value: number): number {
  const end = at + digitsOf(value)
  putDigits(bytes, end, value)
  return end
}

/** No name is composed yet. */
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

/**
 * Returns the names for all parts of a listing that are written to `out`: the same object for the same
 * input, a new one otherwise.
 */
export function printedNames(input: TextInput, out: TextBytes): PrintedNames {
  const before = known.get(out)
  if (before?.input === input) return before
  const names = new PrintedNames(input, out)
  known.set(out, names)
  return names
}

/** Names that are prefetched together. */
export const AT_ONCE = 512
/** Size of a cache line in bytes. */
const NEAR = 64

/**
 * Prefetches names into the processor's cache. They are scattered over more memory than fits
 * there, and each spans several cache lines, so waiting for them one by one takes longer than the
 * rest of a line. Loops that do nothing else wait for many at once. No loop branches on data that
 * is still loading: a processor continues past a load, but not past a mispredicted branch.
 */
export class NamePrefetch {
  /** FunctionIndex by position, set by the caller. */
  readonly named = new Uint32Array(AT_ONCE)
  /**
   * Place of the name in the buffer, and the end of its line there; −1 for the place if it is not kept. See
   * PrintedNames.
   */
  readonly place = new Int32Array(AT_ONCE)
  readonly end = new Int32Array(AT_ONCE)
  readonly #names: PrintedNames
  readonly #out: TextBytes
  /** Result of the loads, so that an engine does not remove them. */
  readonly #touched = new Uint32Array(1)

  constructor(names: PrintedNames, out: TextBytes) {
    this.#names = names
    this.#out = out
  }

  /**
   * Prefetches the names of the first `count` functions of `named`, and sets `place` and `end` for them.
   *
   * @param count at most AT_ONCE
   */
  fetch(count: number): void {
    this.#find(count)
    this.#touch(count)
  }

  #find(count: number): void {
    const { named, place, end } = this
    const names = this.#names
    const { records } = names
    for (let at = 0; at < count; at++) {
      const f = named[at]
      place[at] = names.placeOf(f as FunctionIndex)
      end[at] = place[at] + records[RECORD * f + LINE_LENGTH]
    }
  }

  #touch(count: number): void {
    const bytes = this.#out.buffer
    const { place, end } = this
    let sum = 0
    for (let at = 0; at < count; at++) {
      const last = end[at]
      for (let next = place[at]; next < last; next += NEAR) sum += bytes[next]
    }
    this.#touched[0] = sum
  }
}
