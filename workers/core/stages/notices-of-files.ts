// What is worth saying about the files offered, before any is read in full.
import type { Candidate } from '../offered/candidates.ts'
import type { Notice } from '../problems/problem.ts'
import type { Names } from './read-names.ts'

/** Files that are left aside, and why. */
export function noticesOfFiles(candidates: readonly Candidate[]): readonly Notice[] {
  const notices: Notice[] = []
  for (const { file } of candidates) {
    if (file.kind === 'listing') notices.push({ code: 'set-aside', file: file.name, kind: 'listing' })
  }
  for (const { file } of candidates) {
    if (file.kind === 'unknown' && file.problem) notices.push({ code: 'file-skipped', problem: file.problem })
  }
  return notices
}

/** What a list of symbols beside the profile was good for. */
export function noticesOfNames({ executable, listed }: Names): readonly Notice[] {
  if (!listed) return []
  const code = executable && !executable.isListed ? 'symbol-list-unused' : 'symbols-from-list'
  return [{ code, file: listed.file.name }]
}
