/**
 * Profiles → an analysed profile: the order of the stages, for the page and for gprof alike.
 *
 * Both read the program first, each in its own way. A policy decides where they differ: the page's (lenient-policy.ts) skips
 * what is damaged and adds a notice; gprof's (node/gprof/policy.ts) opens one file after the other, prints its messages in
 * gprof's order, and ends at the first problem.
 */
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { Scenario } from '../analysis/scenario/scenario.ts'
import type { PropagationFilter } from '../analysis/time/propagate.ts'
import type { RawProfile } from '../formats/format.ts'
import type { ReadingRoom } from '../formats/gmon/read.ts'
import type { Candidate, OnStep } from '../offered/candidates.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'

/** A profile to read now. */
export interface ProfileTurn {
  readonly candidate: Candidate
  /** Whether it is not the last one. */
  readonly moreFollow: boolean
  /** Called with the bytes read so far. */
  readonly onBytes: (read: number) => void
}

/** What `build` makes of the sum: the profile to analyse, and what the caller wants besides. */
interface Built {
  readonly profile: CallGraphProfile
}

/** What the page and gprof decide differently. */
export interface Policy<B extends Built> {
  readonly scenario: Scenario
  /** Which functions pass time on; all unless given. */
  readonly filter?: PropagationFilter
  /** What profiles are read into, one after the other. */
  readonly room: ReadingRoom
  /** The profiles, each opened when its turn comes. */
  profiles(): AsyncIterable<ProfileTurn>
  read(turn: ProfileTurn): Promise<RawProfile>
  /** Adds a profile to the sum. Its arcs and bins are overwritten afterwards. */
  accept(profile: RawProfile, turn: ProfileTurn): void
  /** Handles a profile that cannot be read or added. Throws to end the run. */
  refuse(error: unknown, turn: ProfileTurn): Promise<void>
  build(): Promise<B>
}

/** Reads all profiles, adds them up, builds the profile and analyses it, as the policy decides. */
export async function runStages<B extends Built>(
  policy: Policy<B>,
  onStep: OnStep,
): Promise<B & { readonly analyzed: AnalyzedProfile }> {
  for await (const turn of policy.profiles()) {
    try {
      policy.accept(await policy.read(turn), turn)
    } catch (error) {
      await policy.refuse(error, turn)
    }
  }
  // All that counts is in the sum.
  policy.room.letGo()
  const built = await policy.build()
  onStep({ stage: 'analysis', file: '', done: 0, total: 1 })
  const analyzed = analyzeProfile(built.profile, policy.scenario, policy.filter)
  onStep({ stage: 'analysis', file: '', done: 1, total: 1 })
  return { ...built, analyzed }
}
