// How long a sample of a listing is: from its head, or from what the head of the call graph says of the share of one.
import type { RawGranularity, RawListing } from '../../formats/gprof-listing/types.ts'

/** Rates of profiling timers, the likeliest first. */
const RATES: readonly number[] = [100, 1000, 60, 64, 128, 200, 250, 256, 500, 512, 1024, 10000]
const USUAL = 100

export function sampleRate(raw: RawListing): { readonly rate: number; readonly isRateKnown: boolean } {
  const period = Number(raw.flat?.period.replace(',', '.') ?? '')
  if (period > 0 && Number.isFinite(period)) {
    const exact = Math.round(1 / period)
    const isExact = exact > 0 && Number((1 / exact).toPrecision(6)) === period
    return { rate: isExact ? exact : 1 / period, isRateKnown: true }
  }
  for (const granularity of [raw.flat?.granularity, raw.graph?.granularity]) {
    const rate = granularity ? rateByShare(granularity) : null
    if (rate !== null) return { rate, isRateKnown: true }
  }
  return { rate: USUAL, isRateKnown: false }
}

/** Half of the last digit that is printed, in percent and in seconds. */
const ROUNDING = 0.005

/** One of the usual rates, if the rounded share of one sample leaves room for it. */
function rateByShare({ share, seconds }: RawGranularity): number | null {
  if (!(share > ROUNDING && seconds > ROUNDING)) return null
  const least = 100 / (share + ROUNDING) / (seconds + ROUNDING)
  const most = 100 / (share - ROUNDING) / (seconds - ROUNDING)
  return RATES.find((rate) => rate >= least && rate <= most) ?? null
}
