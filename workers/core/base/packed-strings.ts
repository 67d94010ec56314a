// Strings of bytes in one buffer: the shape of every table of names.

/** Strings of bytes in one buffer. */
export interface StringTable {
  readonly length: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /**
   * String `i` is `bytes[start[i] .. end[i])`, without a terminator.
   *
   * In packed tables `end` is a view of `start` from its second offset on. In those of
   * `sharedStrings` several rows may share bytes.
   */
  readonly start: Uint32Array<ArrayBuffer>
  readonly end: Uint32Array<ArrayBuffer>
}

/**
 * Returns a table of strings that lie one after another.
 *
 * @param start `length + 1` offsets; each string ends where the next one begins
 */
export function packedStrings(
  length: number,
  bytes: Uint8Array<ArrayBuffer>,
  start: Uint32Array<ArrayBuffer>,
): StringTable {
  return { length, bytes, start, end: start.subarray(1) }
}
