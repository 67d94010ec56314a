// The name of a member as it stands in an archive → a plain relative path. Whoever made the archive chose it.
import { decodeUtf8 } from '../base/utf8.ts'

/** Longer paths are cut: they are shown to people. */
const LONGEST = 240

/** UTF-8 where it is valid, each byte as its Latin-1 character otherwise; no control characters, no way out of a folder. */
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

/** What systems put beside files for themselves. */
export function isSystemFile(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\.[^/]*$/.test(name)
}
