// The stages from profiles to an analysed profile, for any kind of files.
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { PropagationFilter } from '../analysis/propagate.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { Scenario } from '../analysis/scenario/scenario.ts'
import type { RawProfile } from '../formats/format.ts'
import type { ReadBuffers } from '../formats/gmon/read.ts'
import type { Candidate, OnProgress } from '../inputs/candidates.ts'
import type { ReadFile } from '../inputs/pair-programs.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { SourceLines } from '../formats/source-lines.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import type { ProfileView } from '../profile-view.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import type { SumInput } from '../profile/gmon-sum.ts'
import type { GprofTextStyle } from '../reports/listing/from-gprof-text.ts'
import type { Analysis } from '../reports/listing/listing.ts'

/**
 * The order of the stages, for the page and for gprof alike. Both first read the program, each in
 * its own way.
 *
 * A policy decides where they differ. The page's policy (lenient-policy.ts) skips damaged files
 * with a notice. gprof's policy (node/gprof/policy.ts) opens one file after the other, prints
 * messages in gprof's order, and ends at the first problem.
 */

/** A profile whose turn it is to be read. */
export interface ProfileTurn {
  readonly candidate: Candidate
  /** Whether another profile follows. */
  readonly moreFollow: boolean
  /** Receives the bytes read so far. */
  readonly onBytes: (read: number) => void
}

/** What `build` makes of the sum: the profile to analyse, and results of the policy's own. */
interface Built {
  readonly profile: CallGraphProfile
}

/** What the page and gprof decide differently. */
export interface Policy<B extends Built> {
  readonly scenario: Scenario
  /** Which functions propagate time; all by default. */
  readonly filter?: PropagationFilter
  /** Buffers that the profiles are read into, one after the other. */
  readonly room: ReadBuffers
  /** Yields the profiles; each is opened at its turn. */
  profiles(): AsyncIterable<ProfileTurn>
  read(turn: ProfileTurn): Promise<RawProfile>
  /** Adds a profile to the sum. Its arcs and bins are overwritten afterwards. */
  accept(profile: RawProfile, turn: ProfileTurn): void
  /** Handles a profile that cannot be read or added. Throws to end the run. */
  refuse(error: unknown, turn: ProfileTurn): Promise<void>
  build(): Promise<B>
}

/**
 * Reads all profiles, adds them up, builds the profile and analyses it, as the policy decides. Detaches the
 * policy's buffers.
 *
 * @throws what the policy throws
 */
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
  // The sum now holds all that is needed.
  policy.room.detachBuffers()
  const built = await policy.build()
  onProgress({ stage: 'analysis', file: '', done: 0, total: 1 })
  const analyzed = analyzeProfile(built.profile, policy.scenario, policy.filter)
  onProgress({ stage: 'analysis', file: '', done: 1, total: 1 })
  return { ...built, analyzed }
}

/**
 * An opened profile, from a program and profiles, a listing or a saved profile, with the plain
 * profile that `analyze` starts from.
 */
export interface Opened extends ProfileView {
  readonly plain: CallGraphProfile
  /** The program's debugging information, usable while its file is open; null without any. */
  readonly lines: SourceLines | null
  /** Lines that came with a saved profile. Other profiles have theirs read on demand. */
  readonly knownLines?: AllLines | null
  /** The file with the program's code; null without one. */
  readonly program: ReadFile | null
  /** Returns the sum of the profiles, to be written as gmon.sum. It lacks basic-block counts. */
  readonly sum: () => SumInput
  /**
   * Static arcs, if they are known without the code or the scenario includes them; otherwise null.
   */
  readonly possible: PossibleArcs | null
  readonly listed: GprofTextStyle | null
  /** The listing's rows, if the profile comes from one; otherwise null. */
  readonly printed: PrintedListing | null
}

/** What the files contain: an opened profile without a scenario's numbers. */
export type ProfileModel = Omit<Opened, 'analyzed' | 'listing'>

/** The rows of a profile that comes from a listing. */
export interface PrintedListing {
  /**
   * Returns the listing.
   * @throws ProblemError if only the page's part of it is left
   */
  readonly raw: () => RawListing
  /** The printed numbers, without any scenario. */
  readonly measured: Analysis
}
