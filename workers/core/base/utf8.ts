// Bytes as text, where they are text, and text as bytes.

/** Null if it is no UTF-8. What is not the `whole` of a text may end inside a character, which is then left out. */
export function decodeUtf8(bytes: Uint8Array, whole = true): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
  } catch {
    return null
  }
}

/** A code point as UTF-8, one character per byte: the form of all names here. */
export function utf8(point: number): string {
  if (point < 0x80) return String.fromCharCode(point)
  const last = 0x80 | (point & 0x3f)
  if (point < 0x800) return String.fromCharCode(0xc0 | (point >> 6), last)
  const third = 0x80 | ((point >> 6) & 0x3f)
  if (point < 0x10000) return String.fromCharCode(0xe0 | (point >> 12), third, last)
  return String.fromCharCode(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), third, last)
}
