/**
 * A zip file's directory → its members, each a source of its own. Where the directory is lost, their headers tell of them.
 *
 * Errors:  `archive/damaged` if nothing is left, `archive/too-many`; later, when a member is read,
 *          `archive/damaged` and `archive/too-large`.
 * Source:  APPNOTE.TXT, ".ZIP File Format Specification", PKWARE: sections 4.3.7, 4.3.12, 4.3.16, 4.4; zip64: zip64.ts.
 */
import type { ByteSource } from '../bytes/byte-source.ts'
import { requireTable } from '../bytes/largest-table.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { damaged, MOST_MEMBERS, tooMany, type ArchiveContent } from './archive-problems.ts'
import { isSystemFile, memberName } from './member-name.ts'
import type { UnpackBudget } from './unpack-budget.ts'
import { MARKER, readLargeEnd, widened } from './zip64.ts'
import { readFromFront } from './zip-from-front.ts'
import { isFolderName, openZipMember, type ZipEntry } from './zip-member.ts'

const END_SIZE = 22
const ENTRY_SIZE = 46
const LONGEST_COMMENT = 65_535

const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
}

export async function openZip(source: ByteSource, budget: UnpackBudget): Promise<ArchiveContent> {
  const { entries, damage } = (await readDirectory(source)) ?? (await readFromFront(source))
  // Each of them stands somewhere; a thousand at one place would make much of little.
  const packed = entries.reduce((sum, { packedSize }) => sum + packedSize, 0)
  if (packed > source.size) throw damaged(source, 'directory, whose members overlap,')
  const members: ByteSource[] = []
  const refused = new Map<string, string[]>()
  for (const entry of entries.filter(isFile)) {
    const isKnown = entry.method === 0 || entry.method === 8
    const reason = entry.isEncrypted ? 'encrypted' : isKnown ? null : methodName(entry)
    if (reason === null) members.push(openZipMember(source, entry, budget))
    else refused.set(reason, [...(refused.get(reason) ?? []), entry.name])
  }
  const problems = [...refused].map(([reason, names]) => {
    const about = { file: source.name, members: names.length, first: names[0] ?? '' }
    return new ProblemError(
      reason === 'encrypted'
        ? { code: 'archive/encrypted', ...about }
        : { code: 'archive/unsupported', ...about, what: reason },
    )
  })
  return { members, problems: damage === null ? problems : [...problems, damage] }
}

const isFile = ({ isFolder, name }: ZipEntry): boolean => !isFolder && name !== '' && !isSystemFile(name)

const methodName = ({ method }: ZipEntry): string => METHODS[method] ?? `method ${method}`

interface Directory {
  readonly entries: readonly ZipEntry[]
  readonly damage: ProblemError | null
}

/** Null if there is none, or it does not add up. */
async function readDirectory(source: ByteSource): Promise<Directory | null> {
  const tail = Math.min(source.size, END_SIZE + LONGEST_COMMENT)
  const end = await source.read(source.size - tail, tail)
  const at = findEnd(end)
  if (at < 0) return null
  const view = new DataView(end.buffer, end.byteOffset + at)
  const told = {
    count: view.getUint16(10, true),
    size: view.getUint32(12, true),
    offset: view.getUint32(16, true),
  }
  const isLarge = told.count === 0xffff || told.size === MARKER || told.offset === MARKER
  const large = isLarge ? await readLargeEnd(source, source.size - tail + at) : null
  if (large === 'unfit') return null
  const { count, size, offset } = large ?? told
  if (count > MOST_MEMBERS) throw tooMany(source, count)
  if (offset + size > source.size || count * ENTRY_SIZE > size) return null
  requireTable(source.name, 'list of members', size)
  const entries = decodeEntries(await source.read(offset, size), count)
  return entries && { entries, damage: null }
}

/** The last place that looks like the end record, whose comment reaches to the end of the file; else not beyond it. */
function findEnd(bytes: Uint8Array): number {
  let last = -1
  for (let at = bytes.length - END_SIZE; at >= 0; at--) {
    if (bytes[at] !== 0x50 || bytes[at + 1] !== 0x4b || bytes[at + 2] !== 5 || bytes[at + 3] !== 6) continue
    const comment = bytes[at + 20] | (bytes[at + 21] << 8)
    if (at + END_SIZE + comment === bytes.length) return at
    // Something was added to the file.
    if (last < 0 && at + END_SIZE + comment < bytes.length) last = at
  }
  return last
}

function decodeEntries(bytes: Uint8Array<ArrayBuffer>, count: number): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: ZipEntry[] = []
  let at = 0
  for (let nth = 0; nth < count; nth++) {
    if (at + ENTRY_SIZE > bytes.length || view.getUint32(at, true) !== 0x02014b50) return null
    const u16 = (field: number): number => view.getUint16(at + field, true)
    const u32 = (field: number): number => view.getUint32(at + field, true)
    const names = at + ENTRY_SIZE
    const extras = names + u16(28)
    const next = extras + u16(30) + u16(32)
    if (next > bytes.length) return null
    const raw = bytes.subarray(names, extras)
    const extra = bytes.subarray(extras, extras + u16(30))
    const places = widened({ size: u32(24), packedSize: u32(20), offset: u32(42) }, extra)
    if (places === null) return null
    entries.push({
      name: memberName(raw),
      isFolder: isFolderName(raw),
      isEncrypted: (u16(8) & 1) === 1,
      method: u16(10),
      checksum: u32(16),
      ...places,
    })
    at = next
  }
  return entries
}
