// Checks the histogram: coarse bins, saturated counts, rounding.
import type { Notice } from '../../problems/problem.ts'
import { candidatesOf } from '../self-range.ts'
import { displayName } from '../../names/names.ts'
import { type Examined, MUCH, NAMED, lacksProfiler, roundingLoss } from './examined.ts'

/** Drift of the kernel's 16-bit scale, in bytes; less is lost within a bin. */
const DRIFT_WORTH_TELLING = 4

/** Checks for bins so wide that they hold several functions. */
export function checkBins({ analyzed: { profile }, raw }: Examined): Notice[] {
  const { sharedBins, totals, functions } = profile
  if (!sharedBins || sharedBins.ticks <= MUCH * totals.recordedTicks) return []
  const candidates = candidatesOf(sharedBins)
  const { ticks, bytesPerBin } = sharedBins
  return [
    {
      code: 'coarse-bins',
      ticks,
      totalTicks: totals.recordedTicks,
      bytesPerBin,
      functions: candidates.length,
      names: candidates.slice(0, NAMED).map(({ f }) => displayName(functions, f)),
      lacksProfiler: lacksProfiler(raw),
    },
  ]
}

/**
 * Checks for drift: the C library's scale is a 16-bit fixed-point number, gprof's is exact. In a
 * long program, samples near the end count for a neighbour.
 */
export function checkHistograms({ analyzed, raw, sum }: Examined): Notice[] {
  const { recordedTicks: totalTicks, unattributedTicks } = analyzed.profile.totals
  const ticks = Math.min(roundingLoss(sum.histograms), unattributedTicks)
  if (ticks > 0.01 * totalTicks) return [{ code: 'rounding-loss', ticks, totalTicks }]
  // A debugger writes bins of its own, without that scale.
  if (lacksProfiler(raw) && analyzed.profile.totals.arcRecords === 0) return []
  for (const { low, high, bins } of sum.histograms.records) {
    const bytesPerBin = (high - low) / bins.length
    const fixedPoint = Math.trunc((65536 * 2) / bytesPerBin)
    if (fixedPoint < 1 || !Number.isFinite(fixedPoint)) continue
    const drift = Math.abs((high - low) * (fixedPoint / 65536 / 2) - bins.length) * bytesPerBin
    if (drift >= DRIFT_WORTH_TELLING) return [{ code: 'scale-drift', bytes: Math.round(drift) }]
  }
  return []
}
