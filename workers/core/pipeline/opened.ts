// An opened profile: what is shown of it, with the contents of its files.
import type { SourceLines } from '../formats/source-lines.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import type { ReadFile } from '../inputs/pair-programs.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { SumInput } from '../profile/write-gmon-sum.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import type { ProfileView } from '../profile-view.ts'
import type { Analysis } from '../reports/listing/listing.ts'

/** A profile opened from a program and profiles, from a listing or from a saved profile. */
export interface Opened extends ProfileView {
  readonly contents: Contents
}

/** The contents of the files, from which every scenario is analysed. */
export interface Contents {
  /** The profile as measured: without a scenario, and without static arcs. */
  readonly plain: CallGraphProfile
  /** The program's debugging information, usable while its file is open; null without any. */
  readonly lines: SourceLines | null
  /** Lines that came with a saved profile. Other profiles have theirs read on demand. */
  readonly knownLines: AllLines | null
  /** The file with the program's code; null without one. */
  readonly program: ReadFile | null
  /** Returns the sum of the profiles, to be written as gmon.sum. It lacks basic-block counts. */
  readonly sum: () => SumInput
  /**
   * Static arcs, if they are known without the code or the scenario includes them; otherwise null.
   */
  readonly possible: PossibleArcs | null
  /** The listing's rows, if the profile comes from one; otherwise null. */
  readonly printed: PrintedListing | null
}

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

/** Returns the contents of files that hold a profile without a program, with what else they hold. */
export const contentsOf = (
  plain: CallGraphProfile,
  others: Pick<Contents, 'sum'> & Partial<Contents>,
): Contents => ({
  plain,
  lines: null,
  knownLines: null,
  program: null,
  possible: null,
  printed: null,
  ...others,
})
