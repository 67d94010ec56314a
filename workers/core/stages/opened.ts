// What comes out of the pipeline, whatever the files were: program and profiles, a listing, or a saved profile.
import type { SourceLines } from '../formats/source-lines.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import type { ReadFile } from '../offered/debug-file.ts'
import type { ProfileView } from '../profile-view.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { PossibleArcs } from '../profile/code/possible-arcs.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import type { SumInput } from '../profile/sum/gmon-sum.ts'
import type { ListedText } from '../reports/listing/listed-text.ts'
import type { Analysis } from '../reports/listing/listing.ts'

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
  readonly listed: ListedText | null
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
