// The memory behind columns: which buffers a value has, copies, detaching them, and bytes joined.

/** All buffers in a value, those of its parts included. */
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
 * Plain data with copies of the columns whose buffers `kept` holds, too, so that all of its buffers may be given away. They
 * are copied once: a structured clone writes all of them down first, and then reads them.
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
      // Without what lies in the buffer beside it.
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
 * From now on the engine collects what is let go of, in its own time. As long as it never lost a buffer it need not ask at
 * every access whether one is still there: a program that soon ends is a tenth faster for it.
 */
export function disableDetaching(): void {
  isKept = true
}

/** One end of a channel that is closed. */
let nowhere: MessagePort | null = null

/**
 * Gives memory back that nobody looks at from now on: an engine collects nothing while it rests, so that what is let go of
 * last would stay for good. It goes with a message to nobody: of `ArrayBuffer.transfer`, which would say it in a word, Chromium
 * holds on to the bytes of a file until it collects, and no longer counts them as something worth collecting.
 */
export function detachBuffers(buffers: Iterable<ArrayBuffer>): void {
  if (isKept) return
  nowhere ??= portToNowhere()
  nowhere.postMessage(null, [...buffers])
}

/** Node forgets at once what is sent from a closed port, a browser what is sent to one: it sends nothing from the other. */
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

/** The rows of a column that are in use; a copy where many are not. */
export function used<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(
  column: T,
  length: number,
): T {
  return (4 * length > 3 * column.length ? column.subarray(0, length) : column.slice(0, length)) as T
}

/** Pieces, one behind another, in memory of their own. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
