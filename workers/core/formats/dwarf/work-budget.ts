// What reading the debugging information of one file may cost. A few kB, packed, may make hundreds of MB that say one thing over
// and over; what programs have grows with their files.
//
// Measured: a program with 100 MB of it (cppcheck) takes 30 million steps for the lines of all that was sampled, a fifth of what it
// is given, and a thirtieth of the room; packed to 40 MB a quarter and a sixth.
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

/** Limits the work of one query by the size of the data. */
export class WorkBudget {
  readonly #room: number
  #most: number
  #left: number
  #wasTooMuch = false
  /** Whether the current query took too many steps. */
  isSpent = false
  #unpacked: number

  /** @param fileSize in bytes */
  constructor(fileSize: number) {
    this.#most = this.#left = STEPS + STEPS_PER_BYTE * fileSize
    this.#room = ROOM + ROOM_PER_BYTE * fileSize
    this.#unpacked = UNPACKED + UNPACKED_PER_BYTE * fileSize
  }

  /**
   * Whether nothing is left for the current query, not even the small rest that remains after the first
   * excess.
   */
  get isOver(): boolean {
    return this.#left < 0
  }

  /** Begins a new query: its steps are available again, but only a small part of them after an excess. */
  startWork(): void {
    this.isSpent = false
    this.#left = this.#wasTooMuch ? this.#most * AFTERWARDS : this.#most
  }

  /**
   * Takes steps from the budget of the current query.
   *
   * @throws ProblemError `dwarf/unsupported` once they are used up
   */
  spend(steps: number, place: SectionPlace): void {
    this.#left -= steps
    if (this.#left >= 0) return
    // Who comes last is to be answered, too.
    if (!this.#wasTooMuch) this.#left = this.#most * AFTERWARDS
    this.#wasTooMuch = this.isSpent = true
    raiseOverBudget(place, 'more to go through')
  }

  /**
   * Checks the size of a table against the size of the file; takes nothing from the budget.
   *
   * @param bytes of each entry
   * @param things what the entries are, for the message: "rows"
   * @throws ProblemError `dwarf/unsupported` if the table is too large
   */
  bound(count: number, bytes: number, things: string, place: SectionPlace): void {
    if (count * bytes > this.#room) raiseOverBudget(place, `more ${things}`)
  }

  /**
   * Counts the decompressed bytes of a section, and grants the steps to read them.
   *
   * @throws ProblemError `dwarf/unsupported` if sections become too large in all
   */
  unpack(size: number, place: SectionPlace): void {
    if (size > this.#unpacked) raiseOverBudget(place, `${Math.ceil(size / 1e6)} MB decompressed, more`)
    this.#unpacked -= size
    const steps = STEPS_PER_UNPACKED_BYTE * size
    this.#most += steps
    this.#left += steps
  }
}

/**
 * Throws the problem that a section holds more than any program of this size.
 *
 * @param what ends with "more": "more rows"
 * @throws ProblemError `dwarf/unsupported`
 */
export function raiseOverBudget({ file, section }: SectionPlace, what: string): never {
  throw new ProblemError({
    code: 'dwarf/unsupported',
    file,
    section,
    what: `${what} than any program of this size`,
  })
}
