// What all kinds of archives share: the limit of unpacked bytes, the result of opening one, member names,
// checksums.
import type { ByteSource } from '../bytes/byte-source.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { decodeUtf8 } from '../base/utf8.ts'

/**
 * Limit in bytes: large programs with debugging information fit, data that inflates without end
 * does not.
 */
const LARGEST_UNPACKED = 768 * 1024 * 1024

/**
 * Deflate makes at most 1,032 bytes from one. Only hostile files, archives in archives, exceed
 * that.
 */
const LARGEST_RATIO = 1100

/** Returns the limit for files of `dropped` bytes together. */
const unpackLimit = (dropped: number): number => Math.min(LARGEST_UNPACKED, LARGEST_RATIO * dropped)

/**
 * Files dropped together; all that they unpack to counts against one budget, which is made on
 * demand.
 */
export interface Drop {
  readonly sources: readonly ByteSource[]
  budget?: UnpackBudget
}

/** Returns the budget of a drop, which is made at the first call and stored in it. */
export function budgetOf(drop: Drop): UnpackBudget {
  drop.budget ??= new UnpackBudget(unpackLimit(drop.sources.reduce((sum, { size }) => sum + size, 0)))
  return drop.budget
}

/** The bytes that a drop may still unpack to. */
export class UnpackBudget {
  readonly limit: number
  #used = 0
  /** Bytes unpacked in vain, since the result was too large. */
  #wasted = 0

  /** @param limit in bytes */
  constructor(limit: number) {
    this.limit = limit
  }

  /** Bytes not yet taken. */
  get left(): number {
    return this.limit - this.#used
  }

  /**
   * Takes bytes from the budget.
   *
   * @param archive name of the archive, for the message
   * @throws ProblemError `archive/too-large`, and takes nothing; also for every later archive once a second
   *   one was too large, since each costs time
   */
  take(bytes: number, archive: string): void {
    if (bytes > this.left || this.#wasted > this.limit) {
      this.#wasted += bytes
      throw new ProblemError({ code: 'archive/too-large', file: archive, limit: this.limit })
    }
    this.#used += bytes
  }
}

/** The files in an archive, as far as it can be opened, and why the rest cannot. */
export interface ArchiveContent {
  readonly members: readonly ByteSource[]
  readonly problems: readonly ProblemError[]
  /** Whether the last member ends at the damage, which a problem of the archive reports. */
  readonly isMemberCut?: boolean
}

/** Most members of an archive; larger archives hold no profile. */
export const MOST_MEMBERS = 4000

/**
 * Returns, and does not throw, the problem `archive/damaged` of an archive.
 *
 * @param what the damaged part or member
 */
export function damaged({ name: file }: ByteSource, what: string): ProblemError {
  return new ProblemError({ code: 'archive/damaged', file, what })
}

/**
 * Returns, and does not throw, the problem `archive/too-many` of an archive.
 *
 * @param members their number, as far as counted
 */
export function tooMany({ name: file }: ByteSource, members: number): ProblemError {
  return new ProblemError({ code: 'archive/too-many', file, members, limit: MOST_MEMBERS })
}

/**
 * Returns, and does not throw, the problem `archive/unsupported` of members that cannot be read.
 *
 * @param what the unsupported method or format
 * @param names of the members
 */
export function unsupported(
  { name: file }: ByteSource,
  what: string,
  [first = '', ...others]: readonly string[],
): ProblemError {
  return new ProblemError({ code: 'archive/unsupported', file, what, members: 1 + others.length, first })
}

/** Longest path, in characters, as paths are shown to people. */
const LONGEST = 240

/**
 * Returns a safe relative path for an untrusted name from an archive; "" if nothing of it is usable.
 *
 * Valid UTF-8 is decoded, other bytes are Latin-1. Backslashes become slashes. Control characters and ways
 * out of a folder are removed. Of a long path the last 240 characters stay.
 */
export function memberName(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes) ?? String.fromCharCode(...bytes.subarray(0, 4 * LONGEST))
  const parts = text
    .replaceAll('\\', '/')
    // Control characters and direction marks could make one name look like another.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  return parts.join('/').slice(-LONGEST)
}

/**
 * Whether a file is one that operating systems add for themselves: its name begins with a dot, or it is in
 * `__MACOSX/`.
 *
 * @param name path in the archive
 */
export function isSystemFile(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\.[^/]*$/.test(name)
}

/** Remainders of the CRC-32 by the last byte. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++)
    remainder = (remainder & 1) === 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1
  return remainder
})

/**
 * Returns the CRC-32 of zip, as an unsigned number: polynomial edb88320, reflected (APPNOTE.TXT, section
 * 4.4.7).
 *
 * @param before the checksum of the preceding bytes
 */
export function checksumOf(bytes: Uint8Array, before = 0): number {
  let remainder = before ^ 0xffffffff
  for (let at = 0; at < bytes.length; at++)
    remainder = REMAINDERS[(remainder ^ bytes[at]) & 255] ^ (remainder >>> 8)
  return (remainder ^ 0xffffffff) >>> 0
}
