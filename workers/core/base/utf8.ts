// UTF-8, both ways.

/**
 * Decodes UTF-8; null if it is invalid. A byte order mark is removed.
 *
 * @param whole false for a part of a text, which may end inside a character; that character is omitted
 */
export function decodeUtf8(bytes: Uint8Array, whole = true): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
  } catch {
    return null
  }
}

/** Returns a code point as UTF-8 in a binary string, the form of all names here. */
export function utf8(point: number): string {
  if (point < 0x80) return String.fromCharCode(point)
  const last = 0x80 | (point & 0x3f)
  if (point < 0x800) return String.fromCharCode(0xc0 | (point >> 6), last)
  const third = 0x80 | ((point >> 6) & 0x3f)
  if (point < 0x10000) return String.fromCharCode(0xe0 | (point >> 12), third, last)
  return String.fromCharCode(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), third, last)
}
