// The problem of files that do not make a profile, because one is missing.
import type { RawExecutable, RawProfile } from '../formats/format.ts'
import { NO_SYMBOLS } from '../formats/raw-symbols.ts'
import { guessTarget } from '../formats/gmon/guess-target.ts'
import { ReadBuffers, readProfile } from '../formats/gmon/read.ts'
import type { Problem } from '../problems/problem.ts'
import { linksProfiler } from '../trust/program/linked-libraries.ts'
import {
  type Candidate,
  describedBy,
  describeProfile,
  type OnProgress,
  OpeningError,
  problemOf,
  withFindings,
} from './candidates.ts'

/**
 * Returns the problem that says what is missing: `input/executable-missing`, `input/profile-missing`, or the
 * first problem of a file. Without a program it reads the profiles, and describes each.
 *
 * @param program the executable among the files; null if there is none
 */
export async function describeMissingInput(
  files: readonly Candidate[],
  program: RawExecutable | null,
  onProgress: OnProgress,
): Promise<OpeningError> {
  const profiles = files.filter(({ file }) => file.kind === 'profile')
  if (profiles.length > 0) {
    const { problem, findings } = await describeLoneProfiles(profiles, onProgress)
    return new OpeningError(problem, withFindings(files, findings))
  }
  if (program) {
    // In other formats not all names are read, and a stripped program has none.
    const symbols = program.description.startsWith('ELF') ? program.symbols : NO_SYMBOLS
    const isLinked = symbols.length === 0 || linksProfiler(symbols)
    return new OpeningError({ code: 'input/profile-missing', executable: program.file, isLinked }, files)
  }
  // The first file that failed is the most informative one.
  const failed = files.find(({ file }) => file.problem !== null)
  return new OpeningError(failed?.file.problem ?? { code: 'input/nothing-given' }, files)
}

/** Descriptions of profiles without a program. */
interface LoneProfiles {
  /** That the program is missing; if no profile can be read, the problem of the first. */
  readonly problem: Problem
  readonly findings: readonly Candidate[]
}

/**
 * Describes each profile without its program, in the word size and byte order that fit it best:
 * rate, samples, arcs and damage. A damaged profile has no problem yet, as it may be usable with
 * its program.
 */
async function describeLoneProfiles(
  profiles: readonly Candidate[],
  onProgress: OnProgress,
): Promise<LoneProfiles> {
  const readable: string[] = []
  let unreadable: Problem | null = null
  const findings: Candidate[] = []
  const room = new ReadBuffers()
  const total = profiles.reduce((bytes, { source }) => bytes + source.size, 0)
  let before = 0
  for (const [at, candidate] of profiles.entries()) {
    const { source, file } = candidate
    room.ahead.following = profiles[at + 1]?.source ?? null
    const report = (read: number): void =>
      onProgress({ stage: 'profiles', file: source.name, done: before + read, total })
    report(0)
    try {
      const profile = await readProfile(source, await guessTarget(source), report, { room })
      const damage = file.damage ?? (profile.damage && asGuessed(profile.damage, profile, source.size))
      const detail = holdsNothing(profile)
        ? file.detail
        : describeProfile(file.detail, profile, samplesOf(profile))
      findings.push(describedBy(candidate, { detail, ...(damage ? { damage } : {}) }))
      if (damage && holdsNothing(profile)) unreadable ??= damage
      else readable.push(file.name)
    } catch (error) {
      const problem = problemOf(error)
      findings.push(describedBy(candidate, { problem }))
      unreadable ??= problem
    }
    before += source.size
  }
  const missing: Problem = { code: 'input/executable-missing', profiles: readable }
  return { problem: readable.length === 0 && unreadable ? unreadable : missing, findings }
}

/**
 * Whether a damaged profile holds nothing complete; "0 arcs" would say that the program made no
 * calls.
 */
const holdsNothing = ({ damage, histograms, arcs }: RawProfile): boolean =>
  damage !== null && histograms.length === 0 && arcs.length === 0

/**
 * The size of a record depends on the layout, which is a guess here, so only the early end is
 * reported.
 */
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
