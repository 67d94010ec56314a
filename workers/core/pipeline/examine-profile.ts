// Examines the measurement: gathers what the notices about it need.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { Notice } from '../problems/problem.ts'
import { CLOCKS_MS, findUncalled } from '../trust/doctor/check-samples.ts'
import { findNotices } from '../trust/doctor/examine.ts'
import { hasFewSamples } from '../trust/doctor/examined.ts'
import { findCounting } from '../trust/program/call-sites.ts'
import type { Code } from './read-code.ts'
import type { Names } from './read-program.ts'
import type { Runs } from './sum-runs.ts'

/** Functions without counted calls that are looked at for calls of the profiler, at most. */
const MOST_UNCALLED = 64

/**
 * Returns the notices about a measurement, whatever the scenario.
 *
 * @param measured the analysis, with the profile as measured
 * @param shift bytes subtracted from every address of the profiles
 * @throws ProblemError `bytes/…` of the program's file
 */
export async function examineProfile(
  measured: AnalyzedProfile,
  { program, symbols }: Names,
  { files, sum }: Runs,
  { file, callSites }: Code,
  shift: number,
): Promise<readonly Notice[]> {
  const { address } = measured.profile.functions
  const starts = findUncalled(measured)
    .others.slice(0, MOST_UNCALLED)
    .map((f) => address[f])
  const counting =
    callSites && file && starts.length > 0
      ? await findCounting(file.source, file.raw, starts, symbols, sum.evidence())
      : new Set<number>()
  // Rarely needed, so loaded on demand.
  const libraries =
    file && file.raw.format === undefined && hasFewSamples(measured)
      ? await (await import('../formats/elf-libraries.ts')).readLibraries(file.source, file.raw)
      : []
  const profiles = files.flatMap((one) => (one.file.kind === 'profile' ? [one.source] : []))
  const isNewer = program !== null && isProgramNewer(program.source, profiles)
  const raw = program?.raw ?? null
  return findNotices({
    analyzed: measured,
    symbols,
    sum,
    raw,
    shift,
    callSites,
    isNewer,
    counting,
    libraries,
  })
}

/** Whether the program was written after all profiles, by more than file systems round; false if unknown. */
function isProgramNewer(program: ByteSource, profiles: readonly ByteSource[]): boolean {
  const last = Math.max(...profiles.map(({ modified }) => modified ?? Infinity))
  return program.modified !== undefined && program.modified > last + CLOCKS_MS
}
