/**
 * What reading the debugging information of one file may cost. A few kB, packed, may make hundreds of MB that say one thing over
 * and over; what programs have grows with their files.
 *
 * Measured: a program with 100 MB of it (cppcheck) takes 30 million steps for the lines of all that was sampled, a fifth of what it
 * is given, and a thirtieth of the room; packed to 40 MB a quarter and a sixth.
 */
import { ProblemError } from '../../problems/problem-error.ts'

/** A section of a file. */
export interface SectionPlace {
  readonly file: string
  readonly section: string
}

/** Steps of one question, whatever the file: a few seconds. One is worth about twenty nanoseconds. */
const STEPS = 48e6
const STEPS_PER_BYTE = 1
const STEPS_PER_UNPACKED_BYTE = 0.5
/** Bytes that tables of one kind may take. */
const ROOM = 48 * 1024 * 1024
const ROOM_PER_BYTE = 2
/** Bytes that sections may be unpacked to, all together. Programs pack to a third, the most repetitive parts to a tenth. */
const UNPACKED = 64 * 1024 * 1024
const UNPACKED_PER_BYTE = 16
/** What is left of the steps for the rest of a question that took too many, and for each one after it. */
const AFTERWARDS = 1 / 32

export class Allowance {
  readonly #room: number
  #most: number
  #left: number
  #wasTooMuch = false
  /** Whether the question at hand took too many steps. */
  isSpent = false
  #unpacked: number

  constructor(fileSize: number) {
    this.#most = this.#left = STEPS + STEPS_PER_BYTE * fileSize
    this.#room = ROOM + ROOM_PER_BYTE * fileSize
    this.#unpacked = UNPACKED + UNPACKED_PER_BYTE * fileSize
  }

  /** Whether nothing is left for the question at hand, not even for who comes last. */
  get isOver(): boolean {
    return this.#left < 0
  }

  /** A new question begins. */
  startWork(): void {
    this.isSpent = false
    this.#left = this.#wasTooMuch ? this.#most * AFTERWARDS : this.#most
  }

  /** Errors: `dwarf/unsupported` once it is too much. */
  spend(steps: number, place: SectionPlace): void {
    this.#left -= steps
    if (this.#left >= 0) return
    // Who comes last is to be answered, too.
    if (!this.#wasTooMuch) this.#left = this.#most * AFTERWARDS
    this.#wasTooMuch = this.isSpent = true
    tooMuch(place, 'more to go through')
  }

  /** Errors: `dwarf/unsupported` where so many things, of so many bytes each, are too many. */
  bound(count: number, bytes: number, things: string, place: SectionPlace): void {
    if (count * bytes > this.#room) tooMuch(place, `more ${things}`)
  }

  /** Errors: `dwarf/unsupported` where sections become too large. */
  unpack(size: number, place: SectionPlace): void {
    if (size > this.#unpacked) tooMuch(place, `${Math.ceil(size / 1e6)} MB decompressed, more`)
    this.#unpacked -= size
    const steps = STEPS_PER_UNPACKED_BYTE * size
    this.#most += steps
    this.#left += steps
  }
}

/** @param what ends with "more": "more rows" */
export function tooMuch({ file, section }: SectionPlace, what: string): never {
  throw new ProblemError({
    code: 'dwarf/unsupported',
    file,
    section,
    what: `${what} than any program of this size`,
  })
}
