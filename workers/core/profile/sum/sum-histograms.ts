// Histograms of one or a thousand files, added up bin by bin in 64-bit arithmetic, by gprof's rules of what may be added.
//
// Most profiles are one file, whose bins need no adding: they are kept as they stand, in a quarter of the memory.
import type { CutHistogram, RawHistogram } from '../../formats/format.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { firstPlace } from '../../base/sorting.ts'

export interface SummedHistogram {
  readonly low: number
  readonly high: number
  /** Samples per bin; exact to 2^53. Of 16 bits as long as only one file has this range. */
  readonly bins: Uint16Array<ArrayBuffer> | Float64Array<ArrayBuffer>
}

/** What a histogram covers, for who looks at no bins: those may be gone before the program's code is read. */
export type CodeRange = Pick<SummedHistogram, 'low' | 'high'>

/**
 * Two-byte units per bin; gprof compares and divides by it, so it is kept as it is, not rounded. A range that ends before it
 * begins is huge, as it is to a 64-bit machine.
 */
function scaleOf({ low, high, bins }: { low: number; high: number; bins: { length: number } }): number {
  return Math.floor((high < low ? high - low + 2 ** 64 : high - low) / 2) / bins.length
}

const SCALE_TOLERANCE = 1e-6
const CEILING = 0xffff

/** Of one record's bins: what they hold together, and how many stand at the ceiling. */
interface Added {
  readonly samples: number
  readonly atCeiling: number
}

/**
 * Adds a file's bins to the sums. A function of its own for the kind that nearly every file has: a loop over two kinds of
 * array takes three times as long, and a sum may have a thousand files. Nor does it ask which bins are empty: where some are
 * and some are not, guessing wrong costs more than adding nothing.
 */
function addNarrow(sums: Float64Array, bins: Uint16Array): Added {
  const length = Math.min(sums.length, bins.length)
  let samples = 0
  let most = 0
  for (let bin = 0; bin < length; bin++) {
    const here = bins[bin]
    sums[bin] += here
    samples += here
    most = Math.max(most, here)
  }
  return { samples, atCeiling: most === CEILING ? countAtCeiling(bins, length) : 0 }
}

/** The same of bins that are kept as they are. */
function countNarrow(bins: Uint16Array): Added {
  let samples = 0
  let most = 0
  for (let bin = 0; bin < bins.length; bin++) {
    const here = bins[bin]
    samples += here
    if (here > most) most = here
  }
  return { samples, atCeiling: most === CEILING ? countAtCeiling(bins, bins.length) : 0 }
}

function countAtCeiling(bins: Uint16Array, length: number): number {
  let atCeiling = 0
  for (let bin = 0; bin < length; bin++) if (bins[bin] === CEILING) atCeiling++
  return atCeiling
}

function addWide(sums: Float64Array, bins: Float64Array): Added {
  const length = Math.min(sums.length, bins.length)
  let samples = 0
  for (let bin = 0; bin < length; bin++) {
    sums[bin] += bins[bin]
    samples += bins[bin]
  }
  return { samples, atCeiling: 0 }
}

export class HistogramSum {
  readonly records: SummedHistogram[] = []
  /** The first record's; 0 and empty before there is one. */
  rate = 0
  scale = 0
  dimension = ''
  abbreviation = ''
  /** A bin of a single file that stands at its 16-bit ceiling or may have wrapped. */
  binsAtCeiling = 0
  #isEmpty = true
  /** By range, where in the records. */
  readonly #places = new Map<string, number>()
  readonly #ranges = new RangeSet()

  /**
   * Adds one record, whose bins must stay as they are unless they are lent; a record of the same range as an earlier one is
   * added to it, any other must not overlap. Answers how many samples it added.
   *
   * Errors: `gmon/dimension-changed`, `gmon/scale-changed`, `gmon/overlapping-histograms`; nothing was added then.
   */
  add(histogram: RawHistogram, file: string): number {
    const place = this.check(histogram, file)
    if (this.#isEmpty) {
      this.#isEmpty = false
      this.rate = histogram.rate
      this.scale = scaleOf(histogram)
      this.dimension = histogram.dimension
      this.abbreviation = histogram.abbreviation
    }
    const { low, high, bins } = histogram
    if (place === undefined && bins instanceof Uint16Array) {
      this.#keep({ low, high, bins: histogram.isReused ? bins.slice() : bins })
      return this.#countAdded(countNarrow(bins))
    }
    const sums = place === undefined ? new Float64Array(bins.length) : this.#sumsAt(place)
    if (place === undefined) this.#keep({ low, high, bins: sums })
    return this.#countAdded(bins instanceof Uint16Array ? addNarrow(sums, bins) : addWide(sums, bins))
  }

  #countAdded({ samples, atCeiling }: Added): number {
    this.binsAtCeiling += atCeiling
    return samples
  }

  #keep(record: SummedHistogram): void {
    this.#places.set(keyOf(record), this.records.length)
    this.#ranges.add(record)
    this.records.push(record)
  }

  /** A record's bins in numbers wide enough for any sum. */
  #sumsAt(place: number): Float64Array<ArrayBuffer> {
    const record = this.records[place]
    if (record.bins instanceof Float64Array) return record.bins
    const sums = new Float64Array(record.bins)
    this.records[place] = { ...record, bins: sums }
    return sums
  }

  /** Where the record is that one like this is added into, if there is one; throws as `add` does. Its bins are not looked at. */
  check(histogram: CutHistogram, file: string): number | undefined {
    const at = { file, offset: histogram.offset }
    if (!this.#isEmpty) {
      const scale = scaleOf(histogram)
      const was = `${this.dimension} (${this.abbreviation})`
      const is = `${histogram.dimension} (${histogram.abbreviation})`
      if (was !== is) throw new ProblemError({ code: 'gmon/dimension-changed', from: was, to: is, ...at })
      if (Math.abs(scale - this.scale) > SCALE_TOLERANCE) {
        throw new ProblemError({ code: 'gmon/scale-changed', from: this.scale, to: scale, ...at })
      }
    }
    const place = this.#places.get(keyOf(histogram))
    if (place === undefined && this.#ranges.overlaps(histogram))
      throw new ProblemError({ code: 'gmon/overlapping-histograms', ...at })
    return place
  }
}

const keyOf = ({ low, high }: CodeRange): string => `${low} ${high}`

// Ranges of which no two overlap. Whether another would overlap one of them is told soon, in whatever order they come and
// however many they are: nobody writes thousands of histograms, but any file may.

/** So many that came out of order are looked through one by one before they are put in order. */
const MOST_LATE = 1024

interface Range {
  readonly low: number
  readonly high: number
}

export class RangeSet {
  #sorted: Range[] = []
  #late: Range[] = []

  /** Ranges that end before they begin overlap nothing. */
  overlaps({ low, high }: Range): boolean {
    if (low >= high) return false
    // Of those that begin below its end, the last ends last.
    const below = firstPlace(this.#sorted.length, (at) => this.#sorted[at].low < high)
    if (below > 0 && this.#sorted[below - 1].high > low) return true
    return this.#late.some((late) => late.low < high && late.high > low)
  }

  /** It overlaps none of them. */
  add({ low, high }: Range): void {
    if (low >= high) return
    const last = this.#sorted.at(-1)
    if (!last || last.high <= low) this.#sorted.push({ low, high })
    else if (this.#late.push({ low, high }) === MOST_LATE) {
      this.#sorted = this.#sorted.concat(this.#late).sort((a, b) => a.low - b.low)
      this.#late = []
    }
  }
}
