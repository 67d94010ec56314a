// The program's code → calls that stand in it and were never taken, and the profile with them among its arcs.
import type { OnProgress } from '../inputs/candidates.ts'
import type { ReadFile } from '../inputs/debug-file.ts'
import { withStaticArcs } from '../profile/build-profile.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import { findPossibleArcs, type GoOn, type PossibleArcs } from '../profile/possible-arcs.ts'
import type { CodeRange } from '../profile/sum/sum-histograms.ts'

export interface CodeInput {
  /** Null where there is only a list of names, or none. */
  readonly program: ReadFile | null
  readonly plain: CallGraphProfile
  /** Ranges in which gprof looks for calls. */
  readonly histograms: { readonly records: readonly CodeRange[] }
}

/** Reads all of the code; null where its calls cannot be told, or when told to stop. */
export async function readPossibleArcs(
  { program, plain, histograms }: CodeInput,
  goOn: GoOn,
): Promise<PossibleArcs | null> {
  if (!program) return null
  return findPossibleArcs(program.source, program.raw, plain, histograms.records, goOn)
}

/** What a scenario with static arcs starts from: the plain profile where its calls cannot be told. */
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
