// Typed arrays as columns of tables: index brands, the missing index, the one place that casts, and the
// memory behind columns.

// Typed arrays as columns of tables: branded indexes, the missing index, and the casts between
// arrays and columns.

declare const kind: unique symbol

/** A `T` that only code that casts to brand `Name` can make. */
export type Brand<T, Name extends string> = T & { readonly [kind]: Name }

/** The run-time types of columns, by `Symbol.toStringTag`. */
export interface ColumnArrays {
  readonly Float64Array: Float64Array<ArrayBuffer>
  readonly Int32Array: Int32Array<ArrayBuffer>
  readonly Uint32Array: Uint32Array<ArrayBuffer>
  readonly Uint8Array: Uint8Array<ArrayBuffer>
}

/** One value per row of a table, indexed only by that table's own index type. At run time a typed array. */
export type Column<I extends number, V = number, Name extends keyof ColumnArrays = keyof ColumnArrays> = {
  readonly [K in I]: V
} & { readonly length: number; readonly [Symbol.toStringTag]: Name }

/** A list of rows of a table, indexed by position. At run time a `Uint32Array`. */
export type Rows<I extends number> = Uint32Array<ArrayBuffer> &
  Iterable<I> & {
    readonly [place: number]: I
  }

/** The index that means "none". */
export const NONE = -1
/** Type of the missing index; part of the index types of columns that may lack one. */
export type None = typeof NONE

// Casts between typed arrays and columns: the only ones in the core.

interface Named<Name> {
  readonly [Symbol.toStringTag]: Name
}

/**
 * Returns the same array as a column. The caller has filled it by row; the types cannot check that.
 */
export const asColumn = <I extends number, V extends number, Name extends keyof ColumnArrays>(
  values: ColumnArrays[keyof ColumnArrays] & Named<Name>,
): Column<I, V, Name> => values as unknown as Column<I, V, Name>

/** Returns the same array as rows of the table that `I` indexes; the types cannot check that. */
export const asRows = <I extends number>(rows: Uint32Array<ArrayBuffer>): Rows<I> => rows as Rows<I>

/**
 * Returns a column as its plain array, for loops over plain numbers. The types no longer check
 * which table the index belongs to.
 */
export const asArray = <Name extends keyof ColumnArrays>(column: Named<Name>): ColumnArrays[Name] =>
  column as unknown as ColumnArrays[Name]

// The memory behind columns: finding, copying, detaching and joining buffers.

/**
 * Returns all buffers of typed arrays that a value refers to, at any depth of objects and arrays. Maps and
 * sets are not searched.
 */
export function buffersIn(value: unknown): Set<ArrayBuffer> {
  const buffers = new Set<ArrayBuffer>()
  const seen = new Set<object>()
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const item = pending.pop()
    if (ArrayBuffer.isView(item)) buffers.add(item.buffer as ArrayBuffer)
    else if (typeof item === 'object' && item !== null && !seen.has(item)) {
      seen.add(item)
      for (const part of Array.isArray(item) ? item : Object.values(item)) pending.push(part)
    }
  }
  return buffers
}

/**
 * Returns `value` with a copy of each column whose buffer `kept` also holds, so that all buffers of the
 * result may be transferred. Objects and arrays on the way are rebuilt as plain ones.
 *
 * Each such column is copied once. A structured clone of the whole would write all data out and then read it
 * back.
 */
export function withCopies<T>(value: T, kept: readonly unknown[]): T {
  const held = buffersIn(kept)
  const copies = new Map<object, unknown>()
  const pending: [from: object, to: Record<string, unknown>][] = []
  const copyOf = (item: unknown): unknown => {
    if (typeof item !== 'object' || item === null) return item
    const known = copies.get(item)
    if (known !== undefined) return known
    if (ArrayBuffer.isView(item)) {
      if (!held.has(item.buffer as ArrayBuffer)) return item
      // `slice` copies this view alone, not the rest of its buffer.
      const copy = (item as Uint8Array<ArrayBuffer>).slice()
      copies.set(item, copy)
      return copy
    }
    const made: unknown = Array.isArray(item) ? [] : {}
    copies.set(item, made)
    pending.push([item, made as Record<string, unknown>])
    return made
  }
  const whole = copyOf(value) as T
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [from, to] = next
    for (const [key, part] of Object.entries(from)) to[key] = copyOf(part)
  }
  return whole
}

let isKept = false

/**
 * Makes `detachBuffers` do nothing for the rest of the process.
 *
 * While no buffer was ever detached, the engine skips the check for it at each access. A short
 * program runs about a tenth faster that way.
 */
export function disableDetaching(): void {
  isKept = true
}

/** One port of a closed channel; messages to it go nowhere. */
let nowhere: MessagePort | null = null

/**
 * Frees the memory of buffers that are no longer used, by posting them to a closed port. Their views are
 * empty afterwards. A buffer must come once only. Does nothing after `disableDetaching`.
 *
 * An idle engine does not collect garbage, so without this the last buffers would stay.
 * `ArrayBuffer.transfer` does not help: Chromium keeps the bytes of a file until it collects, and no longer
 * counts them as pressure to collect.
 */
export function detachBuffers(buffers: Iterable<ArrayBuffer>): void {
  if (isKept) return
  nowhere ??= portToNowhere()
  nowhere.postMessage(null, [...buffers])
}

/**
 * Node drops at once what is sent *from* a closed port, a browser what is sent *to* one. Nothing is
 * ever sent from the other port.
 */
function portToNowhere(): MessagePort {
  const closed = new MessageChannel().port1
  closed.close()
  const tried = new ArrayBuffer(1)
  closed.postMessage(null, [tried])
  if (tried.byteLength === 0) return closed
  const { port1, port2 } = new MessageChannel()
  port2.close()
  return port1
}

/** Returns the first `length` rows of a column: a view, or a copy where most rows are unused. */
export function used<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(
  column: T,
  length: number,
): T {
  return (4 * length > 3 * column.length ? column.subarray(0, length) : column.slice(0, length)) as T
}

/** Returns the pieces joined in order, in a new buffer. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
