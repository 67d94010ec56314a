// The sum of a profile as a saved one holds it: with only those bins that counted anything, as the others are most of them.
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { SavedHistogram } from '../formats/saved-profile/types.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { sumOf, type SumInput, type SumTables } from '../profile/sum/gmon-sum.ts'

export interface SparseSum {
  readonly layout: ByteLayout
  /** Their `bins` are numbers of bins. */
  readonly records: readonly SavedHistogram[]
  /** Bins that counted anything, numbered through all records, ascending; and what they counted. */
  readonly places: Float64Array<ArrayBuffer>
  readonly counts: Float64Array<ArrayBuffer>
}

/** Of all histograms of a saved profile together: those of a program with 256 MB of code. */
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
 * Back to what gmon.sum is written from.
 *
 * Errors: `export/too-large`: a file of a few bytes may tell of a great many bins.
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
