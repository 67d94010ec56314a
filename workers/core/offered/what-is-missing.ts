// Files that make no profile together → what to say of it: no profile among them, or nothing that names functions.
import { NO_SYMBOLS, type RawExecutable } from '../formats/format.ts'
import type { Problem } from '../problems/problem.ts'
import { linksProfiler } from '../profile/evidence/links-profiler.ts'
import type { Candidate, OnStep } from './candidates.ts'
import { describeLoneProfiles } from './lone-profiles.ts'

/** @param raw the program's, if it was read */
export async function whatIsMissing(
  candidates: readonly Candidate[],
  profiles: readonly Candidate[],
  program: Candidate | undefined,
  raw: RawExecutable | undefined,
  onStep: OnStep,
): Promise<Problem> {
  if (profiles.length > 0) return describeLoneProfiles(profiles, onStep)
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
