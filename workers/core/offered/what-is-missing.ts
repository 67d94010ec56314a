// Files that make no profile together → what to say of it: no profile among them, or nothing that names functions.
import type { Candidate, OnStep } from './candidates.ts'
import { describeLoneProfiles } from './lone-profiles.ts'
import type { Problem } from '../problems/problem.ts'

export async function whatIsMissing(
  candidates: readonly Candidate[],
  profiles: readonly Candidate[],
  program: Candidate | undefined,
  onStep: OnStep,
): Promise<Problem> {
  if (profiles.length > 0) return describeLoneProfiles(profiles, onStep)
  if (program) return { code: 'input/profile-missing', executable: program.file.name }
  // The first file that failed tells most.
  const failed = candidates.find(({ file }) => file.problem !== null)
  return failed?.file.problem ?? { code: 'input/nothing-given' }
}
