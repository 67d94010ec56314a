// `.gnu_debuglink`: the name that a program keeps of the file its debugging information went to, with
// that file’s checksum.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawExecutable } from './format.ts'

/** The debug file that a program names. */
export interface DebugLink {
  /** Name of the file without directories, in bytes, without the NUL. */
  readonly name: Uint8Array<ArrayBuffer>
  /** CRC-32 of the whole file. */
  readonly checksum: number
}

/** A link holds one file's name. */
const LONGEST_LINK = 4096

/**
 * Reads which file a program names for its debugging information (`.gnu_debuglink`). Returns null if it names
 * none, or if the section is cut off, longer than the limit, or holds an empty name.
 *
 * @throws ProblemError `bytes/…` of the source
 */
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
