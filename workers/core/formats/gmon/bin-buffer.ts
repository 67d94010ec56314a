// The counters of a histogram: bytes → columns, in room that is filled again for the next file.
import { type ByteLayout, uint64 } from '../../bytes/byte-cursor.ts'
import type { CounterKind } from '../format.ts'

/** Whether typed arrays hold the lower byte first here; where the file does as well, counters need no decoding. */
const HOST_IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** 16-bit counters from `view` into `bins`. The caller has checked the bounds. */
export function decodeBins(
  view: DataView,
  at: number,
  count: number,
  bins: Uint16Array,
  first: number,
  layout: ByteLayout,
): void {
  const little = !layout.bigEndian
  if (little === HOST_IS_LITTLE) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, 2 * count)
    new Uint8Array(bins.buffer, bins.byteOffset + 2 * first, 2 * count).set(bytes)
    return
  }
  for (let bin = 0; bin < count; bin++) bins[first + bin] = view.getUint16(at + 2 * bin, little)
}

/** Counters of any width, as many as the view holds. Beyond 2^53 they are rounded, which no program lives to see. */
export function decodeCounters(
  view: DataView,
  counters: CounterKind,
  bins: Float64Array,
  first: number,
  layout: ByteLayout,
): void {
  const little = !layout.bigEndian
  const size = counters.bits / 8
  const beyond = 2 ** counters.bits
  for (let bin = 0; bin * size < view.byteLength; bin++) {
    const at = bin * size
    const value =
      size === 1
        ? view.getUint8(at)
        : size === 2
          ? view.getUint16(at, little)
          : size === 4
            ? view.getUint32(at, little)
            : uint64(view, at, little)
    bins[first + bin] = counters.signed && value >= beyond / 2 ? value - beyond : value
  }
}

/** Counters of a histogram, in reusable memory. */
export interface Bins {
  readonly bins: Uint16Array<ArrayBuffer>
  /** They are overwritten when the next file is read. */
  readonly isReused: boolean
}

/** Memory for the counters of one file after another: `clear` before each file, `take` for each histogram. */
export class BinBuffer {
  #room = new Uint16Array(0)
  /** How much of the room this file's records fill; most have one record. */
  #used = 0
  /** -1 before any. */
  #file = -1

  /** Begins another file: counters of files before, except the first, may be overwritten. */
  clear(): void {
    this.#used = 0
    this.#file++
  }

  /**
   * Returns memory for `count` counters, not cleared if it is reused. The first file's is its own: the sum of
   * several may begin with it.
   */
  take(count: number): Bins {
    if (this.#file < 1) return { bins: new Uint16Array(count), isReused: false }
    if (this.#used + count > this.#room.length) {
      // What is out of use now stays with the records that lie in it; of a file of many there are few such rooms.
      this.#room = new Uint16Array(this.#used === 0 ? count : Math.max(count, 2 * this.#room.length))
      this.#used = 0
    }
    const bins = this.#room.subarray(this.#used, this.#used + count)
    this.#used += count
    return { bins, isReused: true }
  }
}
