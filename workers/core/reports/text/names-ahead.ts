// Names that are about to be written, brought near before they are.
import type { FunctionIndex } from '../../profile/tables.ts'
import { LINE_LENGTH, RECORD, type PrintedNames } from './printed-names.ts'
import type { TextBytes } from './text-bytes.ts'

/** Names that are brought together. */
export const AT_ONCE = 512
/** Bytes that come together. */
const NEAR = 64

/**
 * Names lie all over what is kept, which is more than a processor's own memory, and each is some times as long as what
 * comes from memory at once: to wait for one after the other takes longer than all else about a line. Brought near in
 * loops that do nothing else, many are waited for together. In none of the loops does a name decide on anything by what
 * is still on its way: a processor looks ahead past what it waits for, but not past a wrong guess.
 */
export class NamesAhead {
  /** FunctionIndex by position, to be filled in. */
  readonly named = new Uint32Array(AT_ONCE)
  /** Where the name and the rest of its line are kept, see PrintedNames. */
  readonly place = new Int32Array(AT_ONCE)
  readonly end = new Int32Array(AT_ONCE)
  readonly #names: PrintedNames
  readonly #out: TextBytes
  /** So that an engine does not leave out what nothing comes of. */
  readonly #touched = new Uint32Array(1)

  constructor(names: PrintedNames, out: TextBytes) {
    this.#names = names
    this.#out = out
  }

  /** So many names, from the first position on. */
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
