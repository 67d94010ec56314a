// Strings that end with a 0, wherever they lie in a file's bytes → a compact table, in the order of who asks.
import { used } from './buffers.ts'
import { packedStrings, type StringTable } from './string-table.ts'

/** Strings that are brought near together. */
const AT_ONCE = 64
/** Bytes that come from memory at once. */
const NEAR = 64
/** Bytes that are copied together. */
const WORD = 4
/**
 * Strings that share their bytes may come to more than these: linkers let one be the end of another. What comes to more than
 * so many times as much, and to more than a megabyte, was made to; each string from then on is cut.
 */
const MOST_SHARED = 8
const ALWAYS = 1 << 20
const CUT = 120
/** What tells whether one of a word's bytes is 0. */
const LOW_BITS = 0x0101_0101
const HIGH_BITS = 0x8080_8080

/** Each begins at an offset of `source` and ends before a 0 or with `source`; they may share their bytes, within reason. */
export function gatherStrings(source: Uint8Array<ArrayBuffer>, from: Uint32Array): StringTable {
  const gathering = new Gathering(source, from)
  for (let nth = 0; nth < from.length; nth += AT_ONCE) {
    const end = Math.min(nth + AT_ONCE, from.length)
    gathering.fetch(nth, end)
    gathering.copy(nth, end)
  }
  return gathering.result()
}

class Gathering {
  readonly #source: Uint8Array<ArrayBuffer>
  readonly #words: DataView<ArrayBuffer>
  readonly #from: Uint32Array
  readonly #start: Uint32Array<ArrayBuffer>
  #bytes: Uint8Array<ArrayBuffer>
  #end = 0
  /** So that an engine does not leave out what nothing comes of. */
  readonly #touched = new Uint32Array(1)

  constructor(source: Uint8Array<ArrayBuffer>, from: Uint32Array) {
    this.#source = source
    this.#words = viewOf(source)
    this.#from = from
    this.#start = new Uint32Array(from.length + 1)
    this.#bytes = new Uint8Array(source.length + WORD)
  }

  /**
   * In the order of addresses strings lie all over the file: to wait for one after the other takes longer than to copy
   * them. In a loop that decides nothing by what is still on its way, many are waited for together.
   */
  fetch(first: number, end: number): void {
    const [source, from] = [this.#source, this.#from]
    const last = source.length - 1
    let sum = 0
    for (let nth = first; nth < end; nth++) {
      sum += source[Math.min(from[nth], last)] + source[Math.min(from[nth] + NEAR, last)]
    }
    this.#touched[0] = sum
  }

  copy(first: number, end: number): void {
    const [source, words, from, start] = [this.#source, this.#words, this.#from, this.#start]
    const enough = Math.max(ALWAYS, MOST_SHARED * source.length)
    let bytes = this.#bytes
    let target = viewOf(bytes)
    let at = this.#end
    for (let nth = first; nth < end; nth++) {
      start[nth] = at
      let next = from[nth]
      const limit = at > enough ? Math.min(source.length, next + CUT) : source.length
      const lastWord = limit - WORD
      const lastPlace = bytes.length - WORD
      while (next <= lastWord && at <= lastPlace) {
        const word = words.getUint32(next, true)
        if (((word - LOW_BITS) & ~word & HIGH_BITS) !== 0) break
        target.setUint32(at, word, true)
        next += WORD
        at += WORD
      }
      for (; next < limit && source[next] !== 0; next++) {
        if (at === bytes.length) {
          bytes = grown(bytes)
          target = viewOf(bytes)
        }
        bytes[at++] = source[next]
      }
    }
    this.#bytes = bytes
    this.#end = at
  }

  result(): StringTable {
    const length = this.#from.length
    this.#start[length] = this.#end
    return packedStrings(length, used(this.#bytes, this.#end), this.#start)
  }
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> =>
  new DataView(buffer, byteOffset, length)

function grown(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length)
  larger.set(bytes)
  return larger
}
