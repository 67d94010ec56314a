// Sums histograms of any number of files, bin by bin in 64-bit arithmetic, by gprof's rules about what
// may be added. A single file's bins need no adding: they keep their 16-bit width, in a quarter of the
// memory. What another rate means is decided in sum-profiles.ts.
import type { CutHistogram, RawHistogram } from '../formats/format.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { RangeSet } from './range-set.ts'

/** The sum of all histogram records with one address range. */
export interface SummedHistogram {
  /** First link-time address sampled, and the one behind the last. */
  readonly low: number
  readonly high: number
  /** Samples per bin; exact up to 2^53. 16 bits wide while only one file has this range. */
  readonly bins: Uint16Array<ArrayBuffer> | Float64Array<ArrayBuffer>
}

/**
 * Address range of a histogram, for code that needs no bins. Bins may be released before the
 * program's code is read.
 */
export type CodeRange = Pick<SummedHistogram, 'low' | 'high'>

/**
 * Two-byte units per bin, not rounded: gprof compares it and divides by it. A range that ends
 * before it begins is huge, as on a 64-bit machine.
 */
function scaleOf({ low, high, bins }: { low: number; high: number; bins: { length: number } }): number {
  return Math.floor((high < low ? high - low + 2 ** 64 : high - low) / 2) / bins.length
}

const SCALE_TOLERANCE = 1e-6
const CEILING = 0xffff

/** Samples of one record, and how many of its bins are at the ceiling. */
interface Added {
  readonly samples: number
  readonly atCeiling: number
}

/**
 * Adds a file's bins to the sums. The common 16-bit bins have a function of their own: a loop
 * over two kinds of array takes three times as long, and a sum may have a thousand files. It adds
 * empty bins too, because mispredicted branches cost more than adding 0.
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

/** Counts the same for bins that are kept without adding. */
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

/** Sums histogram records by address range. */
export class HistogramSum {
  /** The sums, in order of first appearance. */
  readonly records: SummedHistogram[] = []
  /** Ticks per second of the first record; 0 before there is one. */
  rate = 0
  /** Two-byte units per bin of the first record; 0 before there is one. */
  scale = 0
  dimension = ''
  abbreviation = ''
  /** Bins of single files that are at the 16-bit ceiling, or may have wrapped. */
  binsAtCeiling = 0
  #isEmpty = true
  /** Index in `records` by address range. */
  readonly #places = new Map<string, number>()
  readonly #ranges = new RangeSet()

  /**
   * Adds one record and returns its number of samples. A record with the range of an earlier one is added to
   * it; any other range must not overlap. The sum may keep the record's bins, so they must not change, unless
   * `isReused` is set.
   *
   * @param file name of the file, for messages
   * @throws ProblemError `gmon/dimension-changed`, `gmon/scale-changed`, `gmon/overlapping-histograms`;
   *   nothing was added then
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

  /** Returns a record's bins as 64-bit numbers. */
  #sumsAt(place: number): Float64Array<ArrayBuffer> {
    const record = this.records[place]
    if (record.bins instanceof Float64Array) return record.bins
    const sums = new Float64Array(record.bins)
    this.records[place] = { ...record, bins: sums }
    return sums
  }

  /**
   * Returns the index in `records` of the record that `add` would add this one to; undefined if it would add
   * a new one. Ignores the bins.
   *
   * @param file name of the file, for messages
   * @throws ProblemError `gmon/dimension-changed`, `gmon/scale-changed`, `gmon/overlapping-histograms`
   */
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
