// Whether a file is one that holds others, by its first bytes.

export type Packing = 'gzip' | 'zip' | 'tar'

export function packingOf(start: Uint8Array): Packing | null {
  const begins = (at: number, ...bytes: readonly number[]): boolean =>
    bytes.every((byte, nth) => start[at + nth] === byte)
  if (begins(0, 0x1f, 0x8b, 8)) return 'gzip'
  if (begins(0, 0x50, 0x4b, 3, 4) || begins(0, 0x50, 0x4b, 5, 6)) return 'zip'
  return begins(257, 0x75, 0x73, 0x74, 0x61, 0x72) ? 'tar' : null
}
