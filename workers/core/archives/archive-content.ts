// What archives of all kinds share: what opening one gives, and the names of members.
import { decodeUtf8 } from '../base/utf8.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { ProblemError } from '../problems/problem-error.ts'

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
