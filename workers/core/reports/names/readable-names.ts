// All names as people read them, made ready a slice at a time and kept as bytes: two hundred thousand strings would take
// several times as much memory, and longer to search. Once they are in order, most are let go of, and made again slice by
// slice for who looks at all of them: they take more memory than the profile's arcs.
import { buffersIn, detachBuffers } from '../../base/buffers.ts'
import { stringAt, StringTableBuilder, type StringIndex, type StringTable } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { demangleSymbol } from '../../symbols/demangle/itanium/demangle-itanium.ts'
import { isAlreadyReadable, rawName, demangleOnce, type Named } from './names.ts'

/** Some names in the order in which they were made ready. */
export interface NameSlice {
  /** FunctionIndex by row. */
  readonly functions: Uint32Array<ArrayBuffer>
  /** Readable names by row, "" where that is the raw one. */
  readonly names: StringTable
  /** Rows whose names have more than ASCII in them. */
  readonly wide: readonly number[]
}

/**
 * A mangled name can grow without bounds: 150 bytes to 90,000. Beyond so many times its length nothing of it is kept here, so
 * that all of them together are no more than the program's size allows; names on the screen and in listings are whole.
 */
const MOST_TIMES_RAW = 16
/** Short names may grow to so many bytes. */
const MOST_OF_SHORT = 1000

const mostBytes = (raw: number): number => Math.max(MOST_OF_SHORT, MOST_TIMES_RAW * raw)

/** Slices that stay, as they are looked at first: thousands of functions, those with most time. */
export const FIRST_SLICES = 5

export class ReadableNames {
  readonly #functions: Named
  readonly #first: Uint32Array
  /** All functions in the order in which their names are made ready; null until the first are. */
  #sequence: Uint32Array<ArrayBuffer> | null = null
  readonly #slices: NameSlice[] = []
  /** FunctionIndex of every slice's rows, those of slices that were let go of, too. */
  readonly #parts: Uint32Array<ArrayBuffer>[] = []
  readonly #gathering = new StringTableBuilder()
  #ready = 0

  /** @param first FunctionIndex: whose names are made ready first, such as the rows of the flat profile */
  constructor(functions: Named, first = new Uint32Array(0)) {
    this.#functions = functions
    this.#first = first
  }

  get ready(): number {
    return this.#ready
  }

  /** Slices that are ready. */
  get length(): number {
    return this.#parts.length
  }

  /** One that is ready. If it was let go of it is made again, and good until the next one is. */
  slice(at: number): NameSlice {
    return this.#slices[at] ?? this.#made(this.#parts[at], 'lend')
  }

  /** All that are ready, to be looked at side by side. */
  together(): readonly NameSlice[] {
    return this.#parts.map((functions, at) => (this.#slices[at] ??= this.#made(functions, 'take')))
  }

  /** Nobody looks at them side by side any more. */
  detachBuffers(): void {
    const rest = this.#slices.splice(FIRST_SLICES)
    detachBuffers(buffersIn(rest.map(({ names }) => names)))
  }

  /** Makes up to `most` more names ready. Answers whether any are left. */
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
      // Strings that wait for others make an engine's heap grow for good: it is ready for as many at any time.
      this.#gathering.add(name === raw ? '' : name)
      // What is written in letters beyond ASCII is mangled to bytes beyond it, or to none: both names are asked.
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

/** What a row is called, as a binary string. */
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
