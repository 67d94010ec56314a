// Gathers NUL-terminated strings of a file’s bytes into a compact table.
import { used } from './columns.ts'
import { type StringTable, packedStrings } from './packed-strings.ts'

/** Strings whose memory is fetched together. */
const AT_ONCE = 64
/** Size of a cache line, in bytes. */
const NEAR = 64
/** Bytes copied at a time. */
const WORD = 4
/**
 * Limit on shared bytes, as a multiple of the source. Linkers let a string be the end of another,
 * so the sum may exceed the source. Beyond this multiple and a megabyte the file was made to
 * exhaust memory, and each further string is cut.
 */
const MOST_SHARED = 8
const ALWAYS = 1 << 20
const CUT = 120
/** Masks of the test for a zero byte in a word. */
const LOW_BITS = 0x0101_0101
const HIGH_BITS = 0x8080_8080

/**
 * Returns a packed table of copies of the strings at these offsets, in the order of `from`.
 *
 * Each string ends before a NUL or with `source`; an offset beyond it gives "". Strings may overlap. Once the
 * copies exceed 1 MiB and eight times the size of `source`, each further string is cut off after 120 bytes.
 */
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
  /** Written so that the engine does not remove the reads. */
  readonly #touched = new Uint32Array(1)

  constructor(source: Uint8Array<ArrayBuffer>, from: Uint32Array) {
    this.#source = source
    this.#words = viewOf(source)
    this.#from = from
    this.#start = new Uint32Array(from.length + 1)
    this.#bytes = new Uint8Array(source.length + WORD)
  }

  /**
   * Touches the bytes of these strings.
   *
   * Symbols sorted by address have their names all over the file: waiting for one cache miss after
   * another takes longer than the copy. A loop without branches on the loaded data waits for many
   * at once.
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
          bytes = doubled(bytes)
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

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length)
  larger.set(bytes)
  return larger
}
