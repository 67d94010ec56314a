// Which of several profiles to read first.
//
// Profiles of several builds cannot be added up, and the first one read decides which are used. Once one is
// refused, profiles of the program's own range go first, or else those of the largest group.
import { type Candidate, rethrowBug } from '../inputs/candidates.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { GNU_HEADER_SIZE, histogramHeaderSize } from '../formats/gmon/layouts.ts'
import { readProfile } from '../formats/gmon/read.ts'
import type { CodeRange } from '../profile/sum-histograms.ts'

/** Bytes up to the bins, of the longest header. */
const HEAD = GNU_HEADER_SIZE + histogramHeaderSize({ wordSize: 8 })

interface Build {
  readonly isOwn: boolean
  readonly profiles: Candidate[]
}

/**
 * Returns all profiles in a better reading order: those of the likeliest build first, then the others; null
 * to keep the order. Reads only the beginning of each.
 *
 * @param layoutOf the word size and byte order of a profile
 * @param shift bytes subtracted from every address
 * @param own range that a profile of the program has, from `ownRange`; null if unknown
 */
export async function likelyFirst(
  profiles: readonly Candidate[],
  layoutOf: (source: ByteSource) => Promise<ByteLayout>,
  shift: number,
  own: CodeRange | null,
): Promise<readonly Candidate[] | null> {
  const builds = new Map<string, Build>()
  for (const candidate of profiles) {
    const { source } = candidate
    try {
      // A profile cut off where its bins begin still shows its range.
      const { name, size } = source
      const read: ByteSource['read'] = (offset, length) => source.read(offset, length)
      const head = { name, size: Math.min(size, HEAD), read }
      const { cut } = await readProfile(head, await layoutOf(source))
      if (!cut) continue
      const key = `${cut.low} ${cut.high} ${cut.bins.length}`
      const isOwn = cut.low - shift === own?.low && cut.high - shift === own.high
      const build = builds.get(key) ?? { isOwn, profiles: [] }
      build.profiles.push(candidate)
      builds.set(key, build)
    } catch (error) {
      rethrowBug(error)
      // Reading it in full reports the problem.
    }
  }
  const [likely, ...others] = [...builds.values()].toSorted(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || b.profiles.length - a.profiles.length,
  )
  const [first] = builds.values()
  if (!likely || others.length === 0 || likely === first) return null
  return [...new Set([...likely.profiles, ...profiles])]
}
