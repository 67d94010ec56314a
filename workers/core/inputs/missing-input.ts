// Files that make no profile together → the problem: no profile among them, or nothing that names functions.
import { NO_SYMBOLS, type RawExecutable, type RawProfile } from '../formats/format.ts'
import { guessTarget, ReadBuffers, readProfile } from '../formats/gmon/read.ts'
import type { Problem } from '../problems/problem.ts'
import { linksProfiler } from '../profile/mismatch/known-symbols.ts'
import { type Candidate, describeProfile, type OnProgress, problemOf } from './candidates.ts'

/**
 * Says what is missing.
 *
 * @param raw the program's, if it was read
 */
export async function describeMissingInput(
  candidates: readonly Candidate[],
  profiles: readonly Candidate[],
  program: Candidate | undefined,
  raw: RawExecutable | undefined,
  onProgress: OnProgress,
): Promise<Problem> {
  if (profiles.length > 0) return describeLoneProfiles(profiles, onProgress)
  if (program) {
    // Of other programs not all names are read, and where they were stripped nobody can tell.
    const symbols = raw?.description.startsWith('ELF') ? raw.symbols : NO_SYMBOLS
    const isLinked = symbols.length === 0 || linksProfiler(symbols)
    return { code: 'input/profile-missing', executable: program.file.name, isLinked }
  }
  // The first file that failed tells most.
  const failed = candidates.find(({ file }) => file.problem !== null)
  return failed?.file.problem ?? { code: 'input/nothing-given' }
}

/**
 * Notes with each profile what it tells by itself, by the word size and byte order that fit it best:
 * rate, samples and arcs; and where it is damaged. A damaged one is no problem of its own yet: with its program it may be of use.
 *
 * Result: that the program is missing; or, of no profile that can be read, what is wrong with the first.
 */
async function describeLoneProfiles(
  profiles: readonly Candidate[],
  onProgress: OnProgress,
): Promise<Problem> {
  const readable: string[] = []
  let unreadable: Problem | null = null
  const room = new ReadBuffers()
  const total = profiles.reduce((bytes, { source }) => bytes + source.size, 0)
  let before = 0
  for (const [at, candidate] of profiles.entries()) {
    const { source, file } = candidate
    room.ahead.following = profiles[at + 1]?.source ?? null
    const tell = (read: number): void =>
      onProgress({ stage: 'profiles', file: source.name, done: before + read, total })
    tell(0)
    try {
      const profile = await readProfile(source, await guessTarget(source), tell, { room })
      const damage = file.damage ?? (profile.damage && asGuessed(profile.damage, profile, source.size))
      const detail = holdsNothing(profile)
        ? file.detail
        : describeProfile(file.detail, profile, samplesOf(profile))
      candidate.file = { ...file, detail, ...(damage ? { damage } : {}) }
      if (damage && holdsNothing(profile)) unreadable ??= damage
      else readable.push(file.name)
    } catch (error) {
      const problem = problemOf(error)
      candidate.file = { ...file, problem }
      unreadable ??= problem
    }
    before += source.size
  }
  return readable.length === 0 && unreadable
    ? unreadable
    : { code: 'input/executable-missing', profiles: readable }
}

/** Nothing whole, though there was to be something: "0 arcs" would say that the program made no calls. */
const holdsNothing = ({ damage, histograms, arcs }: RawProfile): boolean =>
  damage !== null && histograms.length === 0 && arcs.length === 0

/** How long a record should be depends on the layout, and that is a guess here: only that the file ends in it is told. */
function asGuessed(damage: Problem, profile: RawProfile, size: number): Problem {
  if (damage.code !== 'gmon/truncated-record') return damage
  const { file, offset, what } = damage
  return { code: 'gmon/ends-early', file, offset, what, size, kept: !holdsNothing(profile) }
}

function samplesOf({ histograms }: RawProfile): number {
  let samples = 0
  for (const { bins } of histograms) for (const bin of bins) samples += bin
  return samples
}
