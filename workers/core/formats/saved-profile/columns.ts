/**
 * Encodings of a column of numbers. Each value takes at least one byte, so that the bytes bound the
 * length; gzip shortens runs of equal values.
 *
 * - bytes: one byte per value
 * - varint: integers from 0, seven bits per byte, lowest first, the top bit set on all but the last
 * - signed: integers like varint, but the first byte holds six bits above a sign bit
 * - delta: signed, each minus the one before it (the first minus 0)
 * - f64: eight bytes per value, little-endian IEEE 754
 */
export const ENCODINGS = ['bytes', 'varint', 'signed', 'delta', 'f64'] as const
/** The encoding of a column. */
export type ColumnEncoding = (typeof ENCODINGS)[number]

/** 1 + 7 × 7 bits hold 2^53; a tenth byte is never needed. */
const LONGEST = 8

/**
 * Encodes a column of numbers.
 *
 * @param wanted used if it can hold the values, else f64; 'bytes' is not checked and takes each value modulo
 *   256
 */
export function encodeColumn(
  values: ArrayLike<number>,
  wanted: ColumnEncoding,
): { readonly encoding: ColumnEncoding; readonly bytes: Uint8Array<ArrayBuffer> } {
  if (wanted === 'bytes') return { encoding: wanted, bytes: Uint8Array.from(values) }
  if (wanted === 'f64' || !fits(values, wanted)) return { encoding: 'f64', bytes: encodeDoubles(values) }
  const bytes = new Uint8Array(LONGEST * values.length)
  let at = 0
  let before = 0
  for (let row = 0; row < values.length; row++) {
    const value = wanted === 'delta' ? values[row] - before : values[row]
    before = values[row]
    let rest = value
    if (wanted !== 'varint') {
      const magnitude = Math.abs(value)
      rest = Math.floor(magnitude / 64)
      bytes[at++] = (rest > 0 ? 0x80 : 0) | ((magnitude % 64) << 1) | (value < 0 ? 1 : 0)
      if (rest === 0) continue
    }
    while (rest > 0x7f) {
      bytes[at++] = 0x80 | (rest % 128)
      rest = Math.floor(rest / 128)
    }
    bytes[at++] = rest
  }
  return { encoding: wanted, bytes: bytes.slice(0, at) }
}

/**
 * Decodes exactly `length` numbers from exactly these bytes; null if they hold anything else. The numbers are
 * finite, and integers within ±(2^53 − 1) except for f64.
 */
export function decodeColumn(
  bytes: Uint8Array,
  encoding: Exclude<ColumnEncoding, 'bytes'>,
  length: number,
): Float64Array<ArrayBuffer> | null {
  if (encoding === 'f64') return decodeDoubles(bytes, length)
  if (length > bytes.length) return null
  const values = new Float64Array(length)
  let at = 0
  let before = 0
  for (let row = 0; row < length; row++) {
    let byte = bytes[at++]
    let value = encoding === 'varint' ? byte & 0x7f : (byte >> 1) & 0x3f
    let unit = encoding === 'varint' ? 128 : 64
    const isNegative = encoding !== 'varint' && (byte & 1) === 1
    while (byte > 0x7f) {
      if (at >= bytes.length || unit > Number.MAX_SAFE_INTEGER) return null
      byte = bytes[at++]
      value += (byte & 0x7f) * unit
      unit *= 128
    }
    if (isNegative) value = -value
    if (encoding === 'delta') value += before
    if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return null
    values[row] = value
    before = value
    if (at >= bytes.length && row + 1 < length) return null
  }
  return at === bytes.length ? values : null
}

function fits(values: ArrayLike<number>, encoding: ColumnEncoding): boolean {
  let before = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (!Number.isSafeInteger(value) || Object.is(value, -0) || (encoding === 'varint' && value < 0))
      return false
    if (encoding === 'delta' && !Number.isSafeInteger(value - before)) return false
    before = value
  }
  return true
}

function encodeDoubles(values: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 * values.length)
  const view = new DataView(bytes.buffer)
  for (let row = 0; row < values.length; row++) view.setFloat64(8 * row, values[row], true)
  return bytes
}

function decodeDoubles(bytes: Uint8Array, length: number): Float64Array<ArrayBuffer> | null {
  if (bytes.length !== 8 * length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const values = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    values[row] = view.getFloat64(8 * row, true)
    if (!Number.isFinite(values[row])) return null
  }
  return values
}
