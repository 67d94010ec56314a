// The stages from profiles to an analysed profile, in order, and what comes out of the pipeline, whatever
// the files were.
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { Scenario } from '../analysis/scenario/scenario.ts'
import type { PropagationFilter } from '../analysis/propagate.ts'
import type { RawProfile } from '../formats/format.ts'
import type { ReadBuffers } from '../formats/gmon/read.ts'
import type { Candidate, OnProgress } from '../inputs/candidates.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { SourceLines } from '../formats/source-lines.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import type { ReadFile } from '../inputs/debug-file.ts'
import type { ProfileView } from '../profile-view.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import type { SumInput } from '../profile/sum/gmon-sum.ts'
import type { GprofTextStyle } from '../reports/listing/from-gprof-text.ts'
import type { Analysis } from '../reports/listing/listing.ts'

/**
 * Profiles → an analysed profile: the order of the stages, for the page and for gprof alike.
 *
 * Both read the program first, each in its own way. A policy decides where they differ: the page's (lenient-policy.ts) skips
 * what is damaged and adds a notice; gprof's (node/gprof/policy.ts) opens one file after the other, prints its messages in
 * gprof's order, and ends at the first problem.
 */

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
  readonly room: ReadBuffers
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
  onProgress: OnProgress,
): Promise<B & { readonly analyzed: AnalyzedProfile }> {
  for await (const turn of policy.profiles()) {
    try {
      policy.accept(await policy.read(turn), turn)
    } catch (error) {
      await policy.refuse(error, turn)
    }
  }
  // All that counts is in the sum.
  policy.room.detachBuffers()
  const built = await policy.build()
  onProgress({ stage: 'analysis', file: '', done: 0, total: 1 })
  const analyzed = analyzeProfile(built.profile, policy.scenario, policy.filter)
  onProgress({ stage: 'analysis', file: '', done: 1, total: 1 })
  return { ...built, analyzed }
}

// What comes out of the pipeline, whatever the files were: program and profiles, a listing, or a saved profile.

/** An opened profile and the plain one below it, which `analyze` starts from. */
export interface Opened extends ProfileView {
  readonly plain: CallGraphProfile
  /** The executable's debugging information, for further questions as long as its file is open; null without any. */
  readonly lines: SourceLines | null
  /** Lines that came with a saved profile; of any other they are read when they are asked for. */
  readonly knownLines?: AllLines | null
  /** The program's file, in which its code is; null where there is none. */
  readonly program: ReadFile | null
  /** The sum of the profiles as recorded, to be written as one; basic-block counts are not kept. */
  readonly sum: () => SumInput
  /**
   * Calls in the code that were never taken: where they are known without the code, and where the scenario opened with has
   * them among its arcs. Null if not, and if they cannot be told.
   */
  readonly possible: PossibleArcs | null
  readonly listed: GprofTextStyle | null
  /** The rows of the listing that the profile comes from; null for any other. */
  readonly printed: PrintedListing | null
}

/** What the files say: an opened profile without the numbers of a scenario. */
export type ProfileModel = Omit<Opened, 'analyzed' | 'listing'>

/** What a listing's profile comes from. */
export interface PrintedListing {
  /** Errors: ProblemError, where the page alone was left of it. */
  readonly raw: () => RawListing
  /** With the printed numbers, whatever the scenario. */
  readonly measured: Analysis
}
