// Whether a file is one that holds others, by its first bytes.

export type Packing = 'gzip' | 'zip' | 'tar'

/** @param start the first 512 bytes, or all there are */
export function packingOf(start: Uint8Array): Packing | null {
  const text = (from: number, to: number): string => String.fromCharCode(...start.subarray(from, to))
  if (text(0, 3) === '\x1f\x8b\x08') return 'gzip'
  if (['PK\x03\x04', 'PK\x05\x06'].includes(text(0, 4))) return 'zip'
  if (text(257, 262) === 'ustar') return 'tar'
  // Tar's oldest form has no mark: the bytes of its header add up to the sum in it, whose own eight count as blanks.
  const sum = start.reduce((so, byte, at) => so + (at >= 148 && at < 156 ? 32 : byte), 0)
  return Number.parseInt(text(148, 156), 8) === sum ? 'tar' : null
}
