// The sum of a saved profile. Most bins are zero, so only the others are kept.
import { ProblemError } from '../problems/problem-error.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { SavedHistogram } from '../formats/saved-profile/types.ts'
import { type SumInput, sumOf, type SumTables } from '../profile/write-gmon-sum.ts'

/** A sum of profiles with its nonzero bins only. */
export interface SparseSum {
  readonly layout: ByteLayout
  /** Their `bins` are numbers of bins. */
  readonly records: readonly SavedHistogram[]
  /** Positions of nonzero bins, through all records, ascending; and their counts. */
  readonly places: Float64Array<ArrayBuffer>
  readonly counts: Float64Array<ArrayBuffer>
}

/** Most bins of all histograms together: those of a program with 256 MB of code. */
const MOST_BINS = 1 << 26

export function sparseSumOf({ layout, histograms }: Pick<SumInput, 'layout' | 'histograms'>): SparseSum {
  let length = 0
  for (const { bins } of histograms.records) {
    for (let bin = 0; bin < bins.length; bin++) if (bins[bin] !== 0) length++
  }
  const places = new Float64Array(length)
  const counts = new Float64Array(length)
  let row = 0
  let first = 0
  for (const { bins } of histograms.records) {
    for (let bin = 0; bin < bins.length; bin++) {
      if (bins[bin] === 0) continue
      places[row] = first + bin
      counts[row++] = bins[bin]
    }
    first += bins.length
  }
  const records = histograms.records.map(({ low, high, bins }) => ({ low, high, bins: bins.length }))
  return { layout, records, places, counts }
}

/**
 * Returns the full sum, from which gmon.sum is written.
 *
 * @param tables of the profile that the sum belongs to
 * @throws ProblemError `export/too-large` for more than 2^26 bins: a file of a few bytes may claim a great
 *   many
 */
export function expandSum({ layout, records, places, counts }: SparseSum, tables: SumTables): SumInput {
  const total = records.reduce((bins, record) => bins + record.bins, 0)
  if (total > MOST_BINS)
    throw new ProblemError({ code: 'export/too-large', what: 'gmon.sum', bytes: 2 * total, why: 'unpacked' })
  let row = 0
  let first = 0
  const expanded = records.map((record) => {
    const bins = new Float64Array(record.bins)
    for (; row < places.length && places[row] < first + record.bins; row++)
      bins[places[row] - first] = counts[row]
    first += record.bins
    return { low: record.low, high: record.high, bins }
  })
  return sumOf(layout, expanded, tables)
}
