// `.gnu_debuglink`: the name that a program keeps of the file its debugging information went to, and that file's checksum.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawExecutable } from './format.ts'

export interface DebugLink {
  readonly name: Uint8Array<ArrayBuffer>
  /** CRC-32 of the whole file. */
  readonly checksum: number
}

/** A link holds one file's name. */
const LONGEST_LINK = 4096

/** Null where there is none, or none that makes sense. */
export async function readDebugLink(
  source: ByteSource,
  { bigEndian, debugSections }: RawExecutable,
): Promise<DebugLink | null> {
  const section = debugSections.find(({ name }) => name === '.gnu_debuglink')
  if (!section || section.size > LONGEST_LINK || section.offset + section.size > source.size) return null
  const bytes = await source.read(section.offset, section.size)
  const end = bytes.indexOf(0)
  // The checksum is aligned to four bytes.
  const checksumAt = (end + 4) & ~3
  if (end <= 0 || checksumAt + 4 > bytes.length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return { name: bytes.slice(0, end), checksum: view.getUint32(checksumAt, !bigEndian) }
}
