import type { ByteSource } from './byte-source.ts'
import { checkRange } from './check-range.ts'

/** Part of a file as a file of its own. */
export function rangeSource(
  source: ByteSource,
  from: number,
  size: number,
  name: string = source.name,
): ByteSource {
  return {
    name,
    size,
    read: async (offset, length) => {
      checkRange(name, size, offset, length)
      return source.read(from + offset, length)
    },
  }
}
