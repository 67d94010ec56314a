// Static arcs from the program's code.
import type { ReadFile } from '../inputs/pair-programs.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import { findPossibleArcs, type GoOn, type PossibleArcs } from '../profile/possible-arcs.ts'
import type { CodeRange } from '../profile/sum-histograms.ts'

/** What reading the code needs. */
export interface CodeInput {
  /** Null with a list of names only, or with none. */
  readonly program: ReadFile | null
  readonly plain: CallGraphProfile
  /** Ranges in which gprof looks for calls. */
  readonly histograms: { readonly records: readonly CodeRange[] }
}

/**
 * Reads all of the code. Returns its static arcs; null without a program, if calls cannot be decoded, or if
 * `goOn` returns false.
 *
 * @throws ProblemError `bytes/…` of the program's file
 */
export async function readPossibleArcs(
  { program, plain, histograms }: CodeInput,
  goOn: GoOn,
): Promise<PossibleArcs | null> {
  if (!program) return null
  return findPossibleArcs(program.source, program.raw, plain, histograms.records, goOn)
}
