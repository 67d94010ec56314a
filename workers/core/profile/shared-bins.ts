// Bins of a histogram that hold code of several functions: their samples are divided by size, but may
// belong to any of these functions.
import { asColumn } from '../base/columns.ts'
import { lastAtOrBelow } from '../base/binary-search.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import type { SummedHistogram } from './sum-histograms.ts'
import type { SharedBins } from './call-graph-profile.ts'

/**
 * Share of the samples from which shared bins matter. Functions that begin inside a bin of four
 * bytes share a few samples in most programs.
 */
const WORTH_KEEPING = 0.01

/**
 * Returns what is uncertain because bins hold several functions; null if that concerns hardly any samples.
 * Borders are those of `assignTicks`.
 *
 * @param scale two-byte units per bin
 * @param symbols ascending by link-time address; the result's columns are indexed like them
 */
export function findSharedBins(
  histograms: readonly Pick<SummedHistogram, 'low' | 'bins'>[],
  scale: number,
  { length, address, lastIsOpen }: Pick<SymbolTable, 'length' | 'address' | 'lastIsOpen'>,
): SharedBins | null {
  const least = new Float64Array(length)
  const most = new Float64Array(length)
  const end = lastIsOpen ? Infinity : 0
  let shared = 0
  let all = 0
  const rows: { from: number; to: number; samples: number; owners: number }[] = []
  for (const { low, bins } of histograms) {
    const lowest = Math.floor(low / 2)
    let first = Math.max(0, lastAtOrBelow(address, 2 * lowest, length))
    for (let bin = 0; bin < bins.length; bin++) {
      const samples = bins[bin]
      if (samples === 0) continue
      all += samples
      const from = lowest + Math.trunc(scale * bin)
      const to = lowest + Math.trunc(scale * (bin + 1))
      if (!(to > from)) continue
      let only = 0
      let functions = 0
      let covered = 0
      for (let f = first; f < length; f++) {
        if (to <= Math.floor(address[f] / 2)) break
        first = f
        const functionTo = f + 1 < length ? Math.floor(address[f + 1] / 2) : end
        const overlap = Math.min(to, functionTo) - Math.max(from, Math.floor(address[f] / 2))
        if (!(overlap > 0)) continue
        functions++
        covered += overlap
        only = f
        most[f] += samples
      }
      rows.push({ from: 2 * from, to: 2 * to, samples, owners: functions })
      if (functions > 1) shared += samples
      // Of a bin that begins before all functions, a part belongs to none.
      else if (covered === to - from) least[only] += samples
    }
  }
  if (!(shared > WORTH_KEEPING * all)) return null
  const bins = {
    from: Float64Array.from(rows, (row) => row.from),
    to: Float64Array.from(rows, (row) => row.to),
    samples: Float64Array.from(rows, (row) => row.samples),
    owners: Uint32Array.from(rows, (row) => row.owners),
  }
  return { ticks: shared, bytesPerBin: 2 * scale, least: asColumn(least), most: asColumn(most), bins }
}
