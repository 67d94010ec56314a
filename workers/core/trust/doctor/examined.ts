// What the doctor examines: an analysed profile beside what it was made of.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { RawExecutable } from '../../formats/format.ts'
import { linksProfiler } from '../program/linked-libraries.ts'
import type { CallSiteScore } from '../program/call-sites.ts'
import type { HistogramSum } from '../../profile/sum-histograms.ts'
import { ProfileSum } from '../../profile/sum-profiles.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/call-graph-profile.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'

/**
 * Below this many samples a profile is unreliable: a function's share of 10% is off by a third or
 * more.
 */
export const FEW_SAMPLES = 100
/** Share of the time that is worth a prominent notice. */
export const MUCH = 0.1

/** What the doctor examines. */
export interface Examined {
  readonly analyzed: AnalyzedProfile
  readonly symbols: SymbolTable
  readonly sum: ProfileSum
  /** Null if addresses serve as names. */
  readonly raw: RawExecutable | null
  /** Bytes subtracted from every address of the profiles. */
  readonly shift: number
  /** Null where the code cannot be checked. */
  readonly callSites: CallSiteScore | null
  /** Whether the program was written after all profiles; false if unknown. It proves nothing alone: copies are new, too. */
  readonly isNewer: boolean
  /** Addresses of functions that count their calls, among those without counted calls. */
  readonly counting: ReadonlySet<number>
  /** Shared libraries that the program needs, without the system's; read where there are few samples. */
  readonly libraries: readonly string[]
}

/** Whether there are so few samples that time may have been spent elsewhere. */
export const hasFewSamples = ({ profile }: AnalyzedProfile): boolean =>
  profile.totals.recordedTicks < FEW_SAMPLES

export const ticksOf = (
  { selfTicks }: Pick<FunctionTable, 'selfTicks'>,
  some: readonly FunctionIndex[],
): number => some.reduce((ticks, f) => ticks + selfTicks[f], 0)

/** Whether the program counts no calls, so that a debugger took the samples. */
export const lacksProfiler = (raw: RawExecutable | null): boolean =>
  raw !== null && !linksProfiler(raw.symbols)

/** Functions named in the notice about shared bins. */
export const NAMED = 3

/** Ticks in no function, without those that only rounding loses. */
export const ticksOutside = (
  { unattributedTicks }: AnalyzedProfile['profile']['totals'],
  histograms: HistogramSum,
): number => Math.max(0, unattributedTicks - Math.max(0, roundingLoss(histograms)))

/** Ticks that are lost where a bin is narrower between rounded borders than it is, less those won where it is wider. */
export function roundingLoss({ records, scale }: HistogramSum): number {
  let lost = 0
  for (const { bins } of records)
    for (let bin = 0; bin < bins.length; bin++) {
      if (bins[bin] === 0) continue
      const units = Math.trunc(scale * (bin + 1)) - Math.trunc(scale * bin)
      lost += bins[bin] * (1 - units / scale)
    }
  return lost
}
