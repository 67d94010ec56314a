// Columns of arcs that grow as arcs come, and may be filled again for the next file.
import { buffersIn, letGo } from '../../base/buffers.ts'
import { TWO_TO_32, uint64, type ByteLayout } from '../../bytes/byte-cursor.ts'
import { LARGEST_TABLE, requireTable } from '../../bytes/largest-table.ts'
import type { RawArcs } from '../format.ts'

/** Where arcs stand in what is in hand, and what each looks like: two words and a count. */
export interface ArcRun {
  readonly file: string
  readonly view: DataView
  /** The first one's words. */
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

export class ArcColumns {
  #columns: Columns = columnsFor(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Forgets the arcs, and keeps the room for others: what `done` answered before is overwritten by them. */
  clear(): void {
    this.#length = 0
  }

  /** Gives the room back: no others follow, and nobody looks at what `done` answered. */
  letGo(): void {
    letGo(buffersIn(this.#columns))
    this.#columns = columnsFor(0)
    this.#length = 0
  }

  /** `atMost` arcs can still come in all. Errors: `bytes/table-too-large`. */
  append(run: ArcRun, atMost: number): void {
    this.#reserve(run, atMost)
    const { layout, countSize } = run
    if (layout.wordSize === 8 && countSize === 4 && !layout.bigEndian)
      decodeUsual(this.#columns, this.#length, run)
    else decodeAny(this.#columns, this.#length, run)
    this.#length += run.arcs
  }

  /** The columns share their memory with these. */
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
    letGo(buffersIn(before))
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
