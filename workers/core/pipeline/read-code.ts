// Static arcs from the program’s code, added to the arcs of the profile.
import type { OnProgress } from '../inputs/candidates.ts'
import type { ReadFile } from '../inputs/pair-programs.ts'
import { withStaticArcs } from '../profile/static-arcs.ts'
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

/**
 * Returns a profile with static arcs; the plain one if there is no code or calls cannot be decoded.
 *
 * @param onProgress receives the progress; cancels by throwing
 * @throws ProblemError `bytes/…` of the program's file
 */
export async function withCode(
  input: CodeInput,
  onProgress: OnProgress,
): Promise<{ readonly possible: PossibleArcs | null; readonly profile: CallGraphProfile }> {
  const { plain } = input
  const possible = await readPossibleArcs(input, (done, total) => {
    onProgress({ stage: 'code', file: '', done, total })
    return true
  })
  return { possible, profile: possible ? { ...plain, ...withStaticArcs(plain, possible) } : plain }
}
