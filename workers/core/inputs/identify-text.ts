// Texts among the files: gprof’s listing, or a profile that came off a board as text. The readers are
// loaded on demand.
import { type ByteSource, rangeSource } from '../bytes/byte-source.ts'
import { piecesSource } from '../bytes/pieces-source.ts'
import { IDENTIFYING_BYTES } from '../formats/format.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Problem } from '../problems/problem.ts'
import { identify } from '../formats/registry.ts'
import { budgetOf, type Drop } from '../archives/archive.ts'
import type { DumpDamage } from '../bytes/text-encodings/dump.ts'
import { guessTarget } from '../formats/gmon/guess-target.ts'
import { isGnu } from '../formats/gmon/layouts.ts'
import { plausibleBsdHeaders } from '../formats/gmon/bsd-header.ts'
import type { Candidate } from './candidates.ts'

/**
 * What the beginning of a dump may look like. A console's log may begin with anything, which is
 * like nothing.
 */
const DUMPS: readonly (string | null)[] = [
  'text',
  'source file',
  'Intel hex file',
  'Motorola S-record file',
  null,
]

/**
 * A build tree has thousands of texts. In a larger drop, only texts in which a dump begins soon are
 * read to the end.
 */
const FEW_FILES = 64

/** Receives the fraction read, 0–1. */
type OnFraction = (part: number) => void

/** Returns null for a text that is neither. */
export async function identifyText(
  source: ByteSource,
  looksLike: string | null,
  drop: Drop | null,
  onFraction: OnFraction,
): Promise<readonly Candidate[] | null> {
  if (looksLike !== null && isPlainText(looksLike)) {
    const { findListing } = await import('../formats/gprof-listing/read.ts')
    const detail = await findListing(source)
    if (detail !== null) return [{ source, file: fileOf(source, { kind: 'listing', detail }) }]
  }
  if (drop === null || !DUMPS.includes(looksLike)) return null
  const found = await profilesInText(source, drop, onFraction)
  return found.length > 0 ? found : null
}

/**
 * Returns the profiles that a text holds as dumps, of any form, in order; empty if the file is no text. Bytes
 * are taken from the drop's budget.
 *
 * @param drop the files given together
 * @throws ProblemError `archive/too-large`, `bytes/…`; what `onFraction` throws
 */
export async function profilesInText(
  source: ByteSource,
  drop: Drop,
  onFraction: OnFraction,
): Promise<readonly Candidate[]> {
  if (!(await isText(source))) return []
  const { beginsSoon, findDumps } = await import('../bytes/text-encodings/find-dumps.ts')
  const rules = {
    isBeginning: (start: Uint8Array, size: number) => isGnu(start) || isBsd(start, size),
    budget: budgetOf(drop),
  }
  if (drop.sources.length > FEW_FILES && !(await beginsSoon(source, IDENTIFYING_BYTES, rules))) return []
  const dumps = await findDumps(source, {
    ...rules,
    onRead: (bytes) => onFraction(bytes / source.size),
  })
  const found: Candidate[] = []
  for (const { form, pieces, size, damage, spare } of dumps) {
    const damageProblem = damage && problemOfDump(source.name, damage)
    if (damageProblem && size === 0) {
      found.push({ source, file: fileOf(source, { kind: 'unknown', detail: '', problem: damageProblem }) })
      continue
    }
    const bytes = await withoutSpare(piecesSource(source.name, pieces), spare)
    const identity = await identify(bytes)
    if (identity.kind !== 'profile' && identity.kind !== 'maybe-bsd-profile') continue
    const detail = `${identity.detail}, as ${form}`
    const file = fileOf(source, { kind: 'profile', detail, ...(damageProblem && { damage: damageProblem }) })
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

/** Removes padding after the last record: memory printed in words may extend beyond the profile. */
async function withoutSpare(bytes: ByteSource, spare: number): Promise<ByteSource> {
  for (let less = 0; less <= spare; less++) {
    const some = rangeSource(bytes, 0, bytes.size - less)
    if ((await guessTarget(some)).certain) return some
  }
  return bytes
}

const isBsd = (bytes: Uint8Array, size: number): boolean =>
  plausibleBsdHeaders({ file: '', offset: 0, bytes }, size).length > 0

/** Percentage of bytes in a text that may be noise of a serial line. */
const NOISE = 10

async function isText(source: ByteSource): Promise<boolean> {
  const start = await source.read(0, Math.min(IDENTIFYING_BYTES, source.size))
  const isMarked = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  // UTF-16, as PowerShell writes it.
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

/** What the beginning of a listing may look like; a mail's text may precede it. */
const LISTINGS: readonly string[] = ['text', 'gprof listing']

export const isPlainText = (looksLike: string): boolean => LISTINGS.includes(looksLike)
