/**
 * Profiles of several builds in one drop cannot be added up, and the first one that is read decides which of them are. So once
 * one has been refused, those go first that are most likely meant: of the program's own range, else most of them.
 */
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { throwBug, type Candidate } from '../offered/candidates.ts'
import { readProfile } from '../formats/gmon/read.ts'
import { GNU_HEADER_SIZE, histogramHeaderSize } from '../formats/gmon/types.ts'
import type { CodeRange } from '../profile/sum/sum-histograms.ts'

/** Bytes up to the bins, of the longest of headers. */
const HEAD = GNU_HEADER_SIZE + histogramHeaderSize({ wordSize: 8 })

interface Build {
  readonly isOwn: boolean
  readonly profiles: Candidate[]
}

/** All profiles in the order in which to read them; null for the order they are in. */
export async function likelyFirst(
  profiles: readonly Candidate[],
  layoutOf: (source: ByteSource) => Promise<ByteLayout>,
  /** Subtracted from every address. */
  shift: number,
  own: CodeRange | null,
): Promise<readonly Candidate[] | null> {
  const builds = new Map<string, Build>()
  for (const candidate of profiles) {
    const { source } = candidate
    try {
      // Cut off where the bins begin, it tells what they are of.
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
      throwBug(error)
      // Whoever reads all of it tells.
    }
  }
  const [likely, ...others] = [...builds.values()].toSorted(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || b.profiles.length - a.profiles.length,
  )
  const [first] = builds.values()
  if (!likely || others.length === 0 || likely === first) return null
  return [...new Set([...likely.profiles, ...profiles])]
}
