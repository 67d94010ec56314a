// Bytes as text, where they are text.

/** Null if it is no UTF-8. What is not the `whole` of a text may end inside a character, which is then left out. */
export function decodeUtf8(bytes: Uint8Array, whole = true): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
  } catch {
    return null
  }
}
