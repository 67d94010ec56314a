// A profile that is named twice, as `gmon.out ./gmon.out` does, counts twice. The page sees no paths; here the system tells for certain.
import { fstatSync, statSync } from 'node:fs'
import type { Opened } from '../core/pipeline.ts'
import type { NoticeOf } from '../core/problems/problem.ts'
import { typedName } from './process-streams.ts'

/** What two names of one file have in common, links among them; null for what is not there. `-` is standard input. */
export function fileIdentity(path: string): string | null {
  try {
    const { dev, ino } =
      path === '-' ? fstatSync(0, { bigint: true }) : statSync(typedName(path), { bigint: true })
    return ino === 0n ? null : `${dev} ${ino}`
  } catch {
    return null
  }
}

/** The profile with what is to be said of its files, by their paths, in place of what their samples alone made likely. */
export function tellFilesTwice(opened: Opened, paths: readonly string[]): Opened {
  const notice = fileTwice(opened, paths)
  if (notice === null) return opened
  const { more } = notice
  const others = opened.notices.filter(
    (other) => other.code !== 'run-twice' || other.same === null || other.more > more,
  )
  return { ...opened, notices: [...others, notice] }
}

function fileTwice({ files }: Opened, paths: readonly string[]): NoticeOf<'file-twice'> | null {
  // Of a program named twice one is left out, and that is told.
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
