// Columns of arcs that grow as arcs come. They may be filled again for the next file.
import { type ByteLayout, TWO_TO_32, uint64 } from '../../bytes/byte-cursor.ts'
import { LARGEST_TABLE, requireTable } from '../../bytes/byte-source.ts'
import type { RawArcs } from '../format.ts'
import { buffersIn, detachBuffers } from '../../base/buffers.ts'

/** Where arcs are in the bytes at hand, and their layout: two words and a count. */
export interface ArcRun {
  readonly file: string
  readonly view: DataView
  /** Offset in `view` of the first arc's words. */
  readonly at: number
  /** Bytes from each arc to the next. */
  readonly stride: number
  readonly arcs: number
  /** Bytes. */
  readonly countSize: 4 | 8
  readonly layout: ByteLayout
}

/** Of the arcs of a file, so many more have room: the next one may have some more. */
const SPARE = 1 / 16

/** Bytes that an arc takes in the columns. */
const ARC_SIZE = 24

/** Columns as they are filled. */
interface Columns {
  readonly from: Float64Array<ArrayBuffer>
  readonly self: Float64Array<ArrayBuffer>
  readonly count: Float64Array<ArrayBuffer>
}

/** Collects arcs in columns, whose memory can be used for one file after another. */
export class ArcColumns {
  #columns: Columns = columnsFor(0)
  #length = 0

  /** Number of arcs so far. */
  get length(): number {
    return this.#length
  }

  /** Removes the arcs, and keeps the memory for others: they overwrite what `done` returned before. */
  clear(): void {
    this.#length = 0
  }

  /**
   * Frees the memory. No other arcs may follow, and the result of `done` must not be used any more.
   */
  detachBuffers(): void {
    detachBuffers(buffersIn(this.#columns))
    this.#columns = columnsFor(0)
    this.#length = 0
  }

  /**
   * Decodes arcs from bytes and adds them. Growing detaches what `done` returned before.
   *
   * @param atMost arcs that can still follow in all, these included
   * @throws ProblemError `bytes/table-too-large`
   */
  append(run: ArcRun, atMost: number): void {
    this.#reserve(run, atMost)
    const { layout, countSize } = run
    if (layout.wordSize === 8 && countSize === 4 && !layout.bigEndian)
      decodeUsual(this.#columns, this.#length, run)
    else decodeAny(this.#columns, this.#length, run)
    this.#length += run.arcs
  }

  /**
   * Returns the arcs in the order of `append`. The columns share their memory with these: `append`, `clear`
   * and `detachBuffers` invalidate them.
   */
  done(): RawArcs {
    const length = this.#length
    const { from, self, count } = this.#columns
    return {
      length,
      from: from.subarray(0, length),
      self: self.subarray(0, length),
      count: count.subarray(0, length),
    }
  }

  #reserve({ file, arcs }: ArcRun, atMost: number): void {
    const needed = this.#length + arcs
    const before = this.#columns
    if (needed <= before.from.length) return
    requireTable(file, 'arcs', ARC_SIZE * needed)
    // The rest of a file is mostly arcs: room for all of them at once is filled, and nothing is copied.
    const room = Math.max(needed, Math.min(this.#length + atMost, Math.floor(LARGEST_TABLE / ARC_SIZE)))
    // Where files were read before this one others may follow.
    this.#columns = columnsFor(before.from.length === 0 ? room : Math.ceil(room * (1 + SPARE)))
    this.#columns.from.set(before.from.subarray(0, this.#length))
    this.#columns.self.set(before.self.subarray(0, this.#length))
    this.#columns.count.set(before.count.subarray(0, this.#length))
    detachBuffers(buffersIn(before))
  }
}

function columnsFor(arcs: number): Columns {
  return { from: new Float64Array(arcs), self: new Float64Array(arcs), count: new Float64Array(arcs) }
}

/**
 * What a 64-bit little-endian program writes, as nearly all do: a loop in which nothing is left to decide takes a fifth of
 * the time, and there may be a thousand files.
 */
function decodeUsual(
  { from, self, count }: Columns,
  first: number,
  { view, at, stride, arcs }: ArcRun,
): void {
  const end = first + arcs
  let next = at
  for (let arc = first; arc < end; arc++) {
    from[arc] = view.getUint32(next + 4, true) * TWO_TO_32 + view.getUint32(next, true)
    self[arc] = view.getUint32(next + 12, true) * TWO_TO_32 + view.getUint32(next + 8, true)
    count[arc] = view.getUint32(next + 16, true)
    next += stride
  }
}

function decodeAny({ from, self, count }: Columns, first: number, run: ArcRun): void {
  const { view, stride, countSize, layout } = run
  const little = !layout.bigEndian
  const { wordSize } = layout
  const number = (at: number, size: 4 | 8): number =>
    size === 8 ? uint64(view, at, little) : view.getUint32(at, little)
  const end = first + run.arcs
  let next = run.at
  for (let arc = first; arc < end; arc++) {
    from[arc] = number(next, wordSize)
    self[arc] = number(next + wordSize, wordSize)
    count[arc] = number(next + 2 * wordSize, countSize)
    next += stride
  }
}
