import type { ByteSource } from './byte-source.ts'
import { checkRange } from './check-range.ts'

/** A file whose bytes are already in hand. Each read answers a copy, so nobody holds on to the whole. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, length) => {
      checkRange(name, bytes.length, offset, length)
      return Uint8Array.from(bytes.subarray(offset, offset + length))
    },
  }
}
