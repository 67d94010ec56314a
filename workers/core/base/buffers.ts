// The memory behind columns: copies, detaches or joins buffers.

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

/** One port of a closed channel; messages to it go nowhere. */
const nowhere = portToNowhere()

/**
 * Frees the memory of buffers that are no longer used, by posting them to a closed port. Their views are
 * empty afterwards. A buffer must come once only.
 *
 * An idle engine does not collect garbage, so without this the last buffers would stay.
 * `ArrayBuffer.transfer` does not help: Chromium keeps the bytes of a file until it collects, and no longer
 * counts them as pressure to collect.
 */
export function detachBuffers(buffers: Iterable<ArrayBuffer>): void {
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
