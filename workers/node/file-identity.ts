// Identity of files, by which a profile that is named twice is found.
//
// As in `gmon.out ./gmon.out`, it counts twice. The page sees no paths; here the system knows for
// certain.
import { fstatSync, statSync } from 'node:fs'
import type { Opened } from '../core/pipeline/open-profile.ts'
import type { NoticeOf } from '../core/problems/problem.ts'
import { typedName } from './process-streams.ts'

/**
 * Returns an identity that all names of one file share, links included; null for a missing file.
 * `-` is standard input.
 */
export function fileIdentity(path: string): string | null {
  try {
    const { dev, ino } =
      path === '-' ? fstatSync(0, { bigint: true }) : statSync(typedName(path), { bigint: true })
    return ino === 0n ? null : `${dev} ${ino}`
  } catch {
    return null
  }
}

/**
 * Replaces the notice about likely duplicates, which is based on samples, with one based on
 * paths.
 */
export function addDuplicateNotice(opened: Opened, paths: readonly string[]): Opened {
  const notice = fileTwice(opened, paths)
  if (notice === null) return opened
  const { more } = notice
  const others = opened.notices.filter(
    (other) => other.code !== 'run-twice' || other.same === null || other.more > more,
  )
  return { ...opened, notices: [...others, notice] }
}

function fileTwice({ files }: Opened, paths: readonly string[]): NoticeOf<'file-twice'> | null {
  // Of a program named twice one is ignored, with a notice.
  const profiles = new Set(
    files.filter(({ kind, problem }) => kind === 'profile' && !problem).map(({ name }) => name),
  )
  const firsts = new Map<string, string>()
  const again: { readonly file: string; readonly same: string }[] = []
  for (const file of paths) {
    const identity = profiles.has(file) ? fileIdentity(file) : null
    if (identity === null) continue
    const same = firsts.get(identity)
    if (same === undefined) firsts.set(identity, file)
    else again.push({ file, same })
  }
  const [one] = again
  return one ? { code: 'file-twice', ...one, more: again.length - 1 } : null
}
