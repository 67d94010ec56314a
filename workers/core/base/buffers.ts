// The memory behind the columns of a value: what may be given to another thread for good, and what must stay.

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
      pending.push(...Object.values(item))
    }
  }
  return buffers
}

/** The buffers in `value` but those that `kept` holds, too. */
export function buffersToGive(value: unknown, kept: readonly unknown[]): ArrayBuffer[] {
  const buffers = buffersIn(value)
  for (const buffer of buffersIn(kept)) buffers.delete(buffer)
  return [...buffers]
}

/** The rows of a column that are in use; a copy where many are not. */
export function used<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(
  column: T,
  length: number,
): T {
  return (4 * length > 3 * column.length ? column.subarray(0, length) : column.slice(0, length)) as T
}
