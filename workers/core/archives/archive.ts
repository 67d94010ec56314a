// What archives of all kinds share: the limit of unpacked bytes, what opening one gives, the names of
// members, checksums.
import type { ByteSource } from '../bytes/byte-source.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { decodeUtf8 } from '../base/text.ts'

/** Large programs with debugging information fit; what inflates without end does not. */
const LARGEST_UNPACKED = 768 * 1024 * 1024

/** Deflate makes no more than 1,032 bytes of one. What does, archives in archives, is made to. */
const LARGEST_RATIO = 1100

/** What files of so many bytes together may unpack to. */
const unpackLimit = (dropped: number): number => Math.min(LARGEST_UNPACKED, LARGEST_RATIO * dropped)

/** Files that came together: what all of them unpack to counts against one budget, made when it is first needed. */
export interface Drop {
  readonly sources: readonly ByteSource[]
  budget?: UnpackBudget
}

export function budgetOf(drop: Drop): UnpackBudget {
  drop.budget ??= new UnpackBudget(unpackLimit(drop.sources.reduce((sum, { size }) => sum + size, 0)))
  return drop.budget
}

export class UnpackBudget {
  readonly limit: number
  #used = 0
  /** Unpacked in vain, because it came to too much. */
  #wasted = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get left(): number {
    return this.limit - this.#used
  }

  /** Errors: `archive/too-large`, and for everything else once a second archive was too large: each costs time. */
  take(bytes: number, archive: string): void {
    if (bytes > this.left || this.#wasted > this.limit) {
      this.#wasted += bytes
      throw new ProblemError({ code: 'archive/too-large', file: archive, limit: this.limit })
    }
    this.#used += bytes
  }
}

// What archives of all kinds share: what opening one gives, and the names of members.

/** The files in an archive, as far as it can be opened, and why not all of it can. */
export interface ArchiveContent {
  readonly members: readonly ByteSource[]
  readonly problems: readonly ProblemError[]
  /** The last member ends where the damage is: a problem of the archive covers it. */
  readonly isMemberCut?: boolean
}

/** An archive with more members holds no profile. */
export const MOST_MEMBERS = 4000

/** @param what the part or the member that is damaged */
export function damaged({ name: file }: ByteSource, what: string): ProblemError {
  return new ProblemError({ code: 'archive/damaged', file, what })
}

/** @param members how many there are, or were counted */
export function tooMany({ name: file }: ByteSource, members: number): ProblemError {
  return new ProblemError({ code: 'archive/too-many', file, members, limit: MOST_MEMBERS })
}

/** @param what the method or the form that cannot be read */
export function unsupported(
  { name: file }: ByteSource,
  what: string,
  [first = '', ...others]: readonly string[],
): ProblemError {
  return new ProblemError({ code: 'archive/unsupported', file, what, members: 1 + others.length, first })
}

/** Longer paths are cut: they are shown to people. */
const LONGEST = 240

/**
 * Makes a plain relative path of a name as it stands in an archive, which whoever made the archive chose. UTF-8 where it is
 * valid, each byte as its Latin-1 character otherwise; no control characters, no way out of a folder.
 */
export function memberName(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes) ?? String.fromCharCode(...bytes.subarray(0, 4 * LONGEST))
  const parts = text
    .replaceAll('\\', '/')
    // Controls, and marks that turn the direction of text: a name could look like another.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  return parts.join('/').slice(-LONGEST)
}

/** Whether systems put such a file beside others for themselves. */
export function isSystemFile(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\.[^/]*$/.test(name)
}

// CRC-32 as zip has it: polynomial edb88320, reflected (APPNOTE.TXT, section 4.4.7).

let table: Uint32Array | null = null

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte
    for (let bit = 0; bit < 8; bit++)
      remainder = (remainder & 1) === 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1
    return remainder
  })
}

/** @param before of the bytes that come before these */
export function checksumOf(bytes: Uint8Array, before = 0): number {
  table ??= makeTable()
  let remainder = before ^ 0xffffffff
  for (let at = 0; at < bytes.length; at++)
    remainder = table[(remainder ^ bytes[at]) & 255] ^ (remainder >>> 8)
  return (remainder ^ 0xffffffff) >>> 0
}
