// From ticks to the text people read: the only place where a number is rounded.

/**
 * C's `%.<digits>f`: rounds the exact binary value, ties to even, never in exponent notation.
 * NaN prints as "-nan" (what a 0/0 gives on x86), infinities as "inf" and "-inf".
 */
export function formatFixed(value: number, digits: 0 | 1 | 2 | 3): string {
  if (Number.isNaN(value)) return '-nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const magnitude = Math.abs(value)
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  if (magnitude >= 1e21) return `${sign}${BigInt(magnitude)}${digits === 0 ? '' : `.${'0'.repeat(digits)}`}`
  // Only multiples of 1/2^(digits + 1) can lie exactly halfway between two decimals; toFixed rounds those up.
  const eighths = magnitude * 2 ** (digits + 1)
  if (eighths % 2 === 1) {
    const scale = 10 ** digits
    const below = Math.floor(magnitude) * scale + Math.floor((magnitude % 1) * scale)
    const even = below % 2 === 0 ? below : below + 1
    return sign + (even / scale).toFixed(digits)
  }
  return sign + magnitude.toFixed(digits)
}

/** "1,234,567" */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
