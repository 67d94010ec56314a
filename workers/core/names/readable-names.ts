// Readable names of all functions, prepared in slices, stored as bytes: strings would take several times
// the memory. Once the names are sorted, most slices are released, because they take more memory than the
// profile's arcs. They are rebuilt one by one when all names are searched.
import { buffersIn, detachBuffers } from '../base/buffers.ts'
import { stringAt, type StringIndex, StringTableBuilder } from '../base/string-table.ts'
import type { StringTable } from '../base/packed-strings.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { demangleSymbol } from '../symbols/demangle/itanium/demangle-itanium.ts'
import { type Named, isAlreadyReadable, rawName, demangleOnce } from './names.ts'

/** Some names in the order of preparation. */
export interface NameSlice {
  /** FunctionIndex by row. */
  readonly functions: Uint32Array<ArrayBuffer>
  /** Readable names by row; "" if it equals the raw name. */
  readonly names: StringTable
  /** Rows whose names contain non-ASCII characters. */
  readonly wide: readonly number[]
}

/**
 * Largest length of a stored name, as a multiple of the raw name's. A mangled name can grow
 * without bounds: 150 bytes to 90,000. The limit keeps the total in proportion to the program's
 * size; names on screen and in listings are complete.
 */
const MOST_TIMES_RAW = 16
/** Length to which short names may grow, in bytes. */
const MOST_OF_SHORT = 1000

const mostBytes = (raw: number): number => Math.max(MOST_OF_SHORT, MOST_TIMES_RAW * raw)

/**
 * Number of slices that are never released: thousands of functions, those with most time, which are
 * examined first.
 */
export const FIRST_SLICES = 5

/** Prepares and stores the readable names of a program. Call `prepare` until it returns false. */
export class ReadableNames {
  readonly #functions: Named
  readonly #first: Uint32Array
  /** All functions in the order of preparation; null until it starts. */
  #sequence: Uint32Array<ArrayBuffer> | null = null
  readonly #slices: NameSlice[] = []
  /** FunctionIndex of every slice's rows, released slices included. */
  readonly #parts: Uint32Array<ArrayBuffer>[] = []
  readonly #gathering = new StringTableBuilder()
  #ready = 0

  /**
   * @param first FunctionIndex of the names to prepare first, such as the rows of the flat
   * profile
   */
  constructor(functions: Named, first = new Uint32Array(0)) {
    this.#functions = functions
    this.#first = first
  }

  /** Number of functions whose names are prepared. */
  get ready(): number {
    return this.#ready
  }

  /** Number of prepared slices. */
  get length(): number {
    return this.#parts.length
  }

  /**
   * Returns a prepared slice, `at` from 0. A released slice is rebuilt and is valid until the next one is.
   */
  slice(at: number): NameSlice {
    return this.#slices[at] ?? this.#made(this.#parts[at], 'lend')
  }

  /** Returns all prepared slices together; rebuilds those that were released. */
  together(): readonly NameSlice[] {
    return this.#parts.map((functions, at) => (this.#slices[at] ??= this.#made(functions, 'take')))
  }

  /**
   * Releases all slices but the first five: detaches their buffers. `together` must not be called any more,
   * and slices it returned are empty.
   */
  detachBuffers(): void {
    const rest = this.#slices.splice(FIRST_SLICES)
    detachBuffers(buffersIn(rest.map(({ names }) => names)))
  }

  /** Prepares up to `most` more names as one slice. Returns whether any are left. */
  prepare(most: number): boolean {
    const { length } = this.#functions
    const sequence = (this.#sequence ??= sequenceFrom(this.#first, length))
    const end = Math.min(length, this.#ready + most)
    if (end > this.#ready) {
      const functions = sequence.subarray(this.#ready, end)
      this.#slices[this.#parts.length] = this.#made(functions, 'take')
      this.#parts.push(functions)
      this.#ready = end
    }
    return end < length
  }

  #made(functions: Uint32Array<ArrayBuffer>, how: 'take' | 'lend'): NameSlice {
    const { names, namePrefix } = this.#functions
    const { bytes, start, end } = names
    const wide: number[] = []
    for (let row = 0; row < functions.length; row++) {
      const f = functions[row] as FunctionIndex
      const from = start[f]
      const to = end[f]
      const readable = namePrefix === undefined ? demangleSymbol(bytes, from, to) : null
      if (readable !== null) {
        this.#gathering.addBytes(readable.bytes, 0, Math.min(readable.length, mostBytes(to - from)))
        continue
      }
      if (isAlreadyReadable(this.#functions, f)) {
        this.#gathering.add('')
        if (hasWide(bytes, from, to)) wide.push(row)
        continue
      }
      const raw = rawName(this.#functions, f)
      const name = demangleOnce(raw, namePrefix).slice(0, mostBytes(raw.length))
      // Many waiting strings would make an engine's heap grow permanently.
      this.#gathering.add(name === raw ? '' : name)
      // Non-ASCII letters are mangled to non-ASCII bytes, or to none, so both names are tested.
      if (WIDE.test(raw) || WIDE.test(name)) wide.push(row)
    }
    return { functions, names: this.#gathering[how](), wide }
  }
}

const WIDE = /[\x80-\xff]/

function hasWide(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] > 127) return true
  return false
}

/**
 * Returns the readable name of a row of a slice, as a binary string.
 *
 * @param table the function table that the slice was made from
 */
export function readableIn({ functions, names }: NameSlice, row: number, table: Named): string {
  const own = stringAt(names, row as StringIndex)
  return own === '' ? rawName(table, functions[row] as FunctionIndex) : own
}

function sequenceFrom(first: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const sequence = new Uint32Array(length)
  const isListed = new Uint8Array(length)
  let count = 0
  for (let row = 0; row < first.length; row++) {
    const f = first[row]
    if (isListed[f] === 1) continue
    isListed[f] = 1
    sequence[count++] = f
  }
  for (let f = 0; f < length; f++) if (isListed[f] === 0) sequence[count++] = f
  return sequence
}
