// How long a sample of a listing is: from its head, or from what the head of the call graph says of the share of one.
import { TIMER_RATES } from '../../formats/gmon/types.ts'
import type { RawGranularity, RawListing } from '../../formats/gprof-listing/types.ts'

/** Where the listing does not tell. */
const USUAL = 100

/** Ticks per second. */
export function sampleRate(raw: RawListing): number {
  const period = Number(raw.flat?.period.replace(',', '.') ?? '')
  if (period > 0 && Number.isFinite(period)) {
    const exact = Math.round(1 / period)
    const isExact = exact > 0 && Number((1 / exact).toPrecision(6)) === period
    return isExact ? exact : 1 / period
  }
  for (const granularity of [raw.flat?.granularity, raw.graph?.granularity]) {
    const rate = granularity ? rateByShare(granularity) : null
    if (rate !== null) return rate
  }
  return USUAL
}

/** Half of the last digit that is printed, in percent and in seconds. */
const ROUNDING = 0.005

/** One of the usual rates, if the rounded share of one sample leaves room for it. */
function rateByShare({ share, seconds }: RawGranularity): number | null {
  if (!(share > ROUNDING && seconds > ROUNDING)) return null
  const least = 100 / (share + ROUNDING) / (seconds + ROUNDING)
  const most = 100 / (share - ROUNDING) / (seconds - ROUNDING)
  return TIMER_RATES.find((rate) => rate >= least && rate <= most) ?? null
}
