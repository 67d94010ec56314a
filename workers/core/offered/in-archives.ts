// What archives held: the files that are of use, and a word on each archive without any.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { Problem } from '../problems/problem.ts'
import type { Candidate } from './candidates.ts'
import { isPlainText } from './plain-text.ts'

export interface InArchive {
  readonly archive: ByteSource
  readonly candidate: Candidate
}

/**
 * Archives hold a good deal besides; it is not worth a word, unless there is nothing else.
 *
 * @param others what is known already: of an archive that is damaged one word is enough
 */
export function useful(inArchives: readonly InArchive[], others: readonly Candidate[]): readonly Candidate[] {
  const isOfUse = ({ candidate: { file } }: InArchive): boolean =>
    file.kind !== 'unknown' || file.problem?.code === 'bug'
  const kept = inArchives.filter(isOfUse)
  const left = new Map<ByteSource, { readonly members: number; readonly last: Problem | null }>()
  for (const { archive, candidate } of inArchives) {
    const members = left.get(archive)?.members ?? 0
    left.set(archive, { members: members + 1, last: candidate.file.problem })
  }
  for (const { archive } of kept) left.delete(archive)
  for (const { source } of others) left.delete(source)
  const empty = Array.from(left, ([source, { members, last }]): Candidate => {
    const { name, size } = source
    // What Go and others write is packed, each file by itself.
    const isKnown =
      members === 1 &&
      last?.code === 'input/unknown-format' &&
      last.looksLike !== null &&
      !isPlainText(last.looksLike)
    const problem: Problem = isKnown ? last : { code: 'archive/nothing-of-use', file: name, members }
    return { source, file: { name, size, kind: 'unknown', detail: '', problem } }
  })
  return [...kept.map(({ candidate }) => candidate), ...empty]
}
