// Reads what the program says of the profile: source lines of functions, and the calls in their code.
import type { SourceLines } from '../formats/source-lines.ts'
import type { OnProgress } from '../inputs/candidates.ts'
import type { ReadFile } from '../inputs/pair-programs.ts'
import type { CallGraphProfile, FunctionIndex, SourceTable } from '../profile/call-graph-profile.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import type { ProfileSum } from '../profile/sum-profiles.ts'
import { callerGrain, type CallSiteScore, contradicts, scoreCallSites } from '../trust/program/call-sites.ts'
import { isStartedByGlibc, linksProfiler } from '../trust/program/linked-libraries.ts'
import { type AskedSources, locateFunctions } from './locate-functions.ts'
import { withoutSymbols } from './program-symbols.ts'
import type { Names, Program } from './read-program.ts'

/** What was read from the program beside its symbols. */
export interface Code {
  /** The file with the code; null without a program. */
  readonly file: ReadFile | null
  readonly lines: SourceLines | null
  /** Null if the line tables are too large to look up while opening. */
  readonly sources: SourceTable | null
  /** How well the recorded arcs fit the calls in the code; null where that cannot be checked. */
  readonly callSites: CallSiteScore | null
  /** The ends of arcs that no call explains, where so few are no sign of another program. */
  readonly unexplained: CallGraphProfile['unexplained'] | null
  /** Static arcs; null unless they were asked for and calls can be decoded. */
  readonly possible: PossibleArcs | null
}

/** What to read from the program. */
export interface CodeOptions {
  /**
   * Whose source files to look up. By default those of used functions, in the standard way, if the line
   * tables are small.
   */
  readonly sources?: AskedSources
  /** Whether to find static arcs. */
  readonly staticArcs: boolean
  /** Bytes subtracted from every address of the profiles. */
  readonly shift: number
}

/**
 * Reads line tables, recorded calls and, if asked, static arcs.
 *
 * @param profile the profile as built from the runs
 * @throws ProblemError `bytes/…` of the program's file
 */
export async function readCode(
  { program }: Names,
  profile: CallGraphProfile,
  sum: ProfileSum,
  { sources: asked, staticArcs, shift }: CodeOptions,
  onProgress: OnProgress,
): Promise<Code> {
  const { lines, sources } = await locateFunctions(program, profile, asked, onProgress)
  const file = program && { source: program.source, raw: withoutSymbols(program.raw) }
  const possible = file && staticArcs ? await findStaticArcs(file, profile, sum, onProgress) : null
  const callSites = program && file && shift === 0 ? await checkCalls(program, file, sum) : null
  const few = callSites && callSites.unexplained.length > 0 && !contradicts(callSites.callers)
  const unexplained = few
    ? (callSites.unexplained as readonly (readonly [FunctionIndex, FunctionIndex])[])
    : null
  return { file, lines, sources, callSites, unexplained, possible }
}

async function findStaticArcs(
  file: ReadFile,
  plain: CallGraphProfile,
  { histograms }: ProfileSum,
  onProgress: OnProgress,
): Promise<PossibleArcs | null> {
  // Rarely used, so loaded on demand: the worker itself stays small.
  const { readPossibleArcs } = await import('./read-possible-arcs.ts')
  return readPossibleArcs({ program: file, plain, histograms }, (done, total) => {
    onProgress({ stage: 'code', file: '', done, total })
    return true
  })
}

/** @returns null if the program was not made for this profiler */
async function checkCalls(
  { raw, symbols }: Program,
  file: ReadFile,
  sum: ProfileSum,
): Promise<CallSiteScore | null> {
  if (raw.format !== undefined || !linksProfiler(raw.symbols)) return null
  const grain = isStartedByGlibc(raw.symbols) ? callerGrain(raw.wordSize) : 0
  return scoreCallSites(file.source, file.raw, symbols, sum.evidence(), grain)
}
