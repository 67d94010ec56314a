// A text among the files: gprof's own, or a profile that came off a board as one. What reads either is fetched when there may be one.
import { budgetOf, type Drop } from '../archives/unpack-budget.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { piecesSource } from '../bytes/pieces-source.ts'
import { rangeSource } from '../bytes/range-source.ts'
import type { DumpDamage } from '../dumps/dump.ts'
import { TELLING_BYTES } from '../formats/format.ts'
import { plausibleBsdHeaders } from '../formats/gmon/bsd-header.ts'
import { guessTarget } from '../formats/gmon/read.ts'
import { isGnu } from '../formats/gmon/types.ts'
import { identify } from '../formats/registry.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Problem } from '../problems/problem.ts'
import type { Candidate } from './candidates.ts'
import { isPlainText } from './plain-text.ts'

/** What a dump may look like. A console's log may begin with anything, which is as good as nothing. */
const DUMPS: readonly (string | null)[] = [
  'text',
  'source file',
  'Intel hex file',
  'Motorola S-record file',
  null,
]

/** A build tree has thousands of texts: of more files than this only those are read to the end in which a dump begins soon. */
const FEW_FILES = 64

/** Told how much of it is read, 0–1. */
type OnPart = (part: number) => void

/** Null where it is neither. */
export async function lookInto(
  source: ByteSource,
  looksLike: string | null,
  drop: Drop | null,
  onPart: OnPart,
): Promise<readonly Candidate[] | null> {
  if (looksLike !== null && isPlainText(looksLike)) {
    const { findListing } = await import('../formats/gprof-listing/read.ts')
    const detail = await findListing(source)
    if (detail !== null) return [{ source, file: fileOf(source, { kind: 'listing', detail }) }]
  }
  if (drop === null || !DUMPS.includes(looksLike)) return null
  const found = await profilesIn(source, drop, onPart)
  return found.length > 0 ? found : null
}

/** The profiles that a text holds as dumps of one form or another. */
export async function profilesIn(
  source: ByteSource,
  drop: Drop,
  onPart: OnPart,
): Promise<readonly Candidate[]> {
  if (!(await isText(source))) return []
  const { beginsSoon, findDumps } = await import('../dumps/find-dumps.ts')
  const rules = {
    isBeginning: (start: Uint8Array, size: number) => isGnu(start) || isBsd(start, size),
    budget: budgetOf(drop),
  }
  if (drop.sources.length > FEW_FILES && !(await beginsSoon(source, TELLING_BYTES, rules))) return []
  const dumps = await findDumps(source, {
    ...rules,
    onRead: (bytes) => onPart(bytes / source.size),
  })
  const found: Candidate[] = []
  for (const { form, pieces, size, damage, spare } of dumps) {
    const told = damage && problemOfDump(source.name, damage)
    if (told && size === 0) {
      found.push({ source, file: fileOf(source, { kind: 'unknown', detail: '', problem: told }) })
      continue
    }
    const bytes = await withoutSpare(piecesSource(source.name, pieces), spare)
    const identity = await identify(bytes)
    if (identity.kind !== 'profile' && identity.kind !== 'maybe-bsd-profile') continue
    const detail = `${identity.detail}, as ${form}`
    const file = fileOf(source, { kind: 'profile', detail, ...(told && { damage: told }) })
    found.push({ source: bytes, file })
  }
  return found
}

const fileOf = ({ name, size }: ByteSource, found: Partial<OfferedFile>): OfferedFile => ({
  name,
  size,
  kind: 'profile',
  detail: '',
  problem: null,
  ...found,
})

/** A profile ends with a record; memory that is printed in words goes on. */
async function withoutSpare(bytes: ByteSource, spare: number): Promise<ByteSource> {
  for (let less = 0; less <= spare; less++) {
    const some = rangeSource(bytes, 0, bytes.size - less)
    if ((await guessTarget(some)).certain) return some
  }
  return bytes
}

const isBsd = (bytes: Uint8Array, size: number): boolean =>
  plausibleBsdHeaders({ file: '', offset: 0, bytes }, size).length > 0

/** Characters in a hundred that may be none: a serial line's noise. */
const NOISE = 10

async function isText(source: ByteSource): Promise<boolean> {
  const start = await source.read(0, Math.min(TELLING_BYTES, source.size))
  const isMarked = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  // UTF-16, as Windows' shell writes it.
  if (isMarked || (start[0] === 0 && start[2] === 0) || (start[1] === 0 && start[3] === 0)) return true
  let noise = 0
  for (const byte of start) if (byte > 126 || (byte < 32 && (byte < 9 || byte > 13))) noise++
  return 100 * noise <= NOISE * start.length
}

function problemOfDump(file: string, { line, why, what }: DumpDamage): Problem {
  const words = {
    checksum: 'Its checksum does not fit.',
    unreadable: 'Digits are missing, or are none.',
    characters: 'Its digits are not what its characters are.',
    gap: `${what}.`,
    length: `There are ${what}.`,
    end: 'The text ends before the dump does.',
  }
  return { code: 'dump/damaged', file, line, what: words[why] }
}
