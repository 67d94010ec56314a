// The run that is slower than the others by more than chance.
import type { RawProfile } from '../../formats/format.ts'
import type { Notice } from '../../problems/problem.ts'
import { assignTicks } from '../../profile/assign-ticks.ts'
import { excludedBy, type FilterTables } from '../../profile/filters.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { HistogramSum } from '../../profile/sum-histograms.ts'
import { excessOf, imbalanceOf, type LargestCell, type RunImbalance, slowestCell } from './run-imbalance.ts'
import { isBeyondChance, spreadOf } from './run-spread.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { type FileKey, isSameFileKey } from '../../base/file-key.ts'
import { IS_SUM, MUCH_MORE } from './duplicate-runs.ts'

/** Self time by function and run, of which only the largest run of each function is kept. */
export class RunCells {
  readonly #symbols: SymbolTable
  readonly #leftOut: Uint8Array
  readonly #sum: Float64Array
  readonly #most: Float64Array
  /** Position in `#runs`. */
  readonly #mostIn: Int32Array
  readonly #runs: FileKey[] = []
  /** Samples per second; 0 if they are not samples of time, or differ. */
  rate = Number.NaN

  constructor(symbols: SymbolTable, filters: FilterTables) {
    this.#symbols = symbols
    this.#leftOut = excludedBy(filters.flat, symbols.length)
    this.#sum = new Float64Array(symbols.length)
    this.#most = new Float64Array(symbols.length)
    this.#mostIn = new Int32Array(symbols.length)
  }

  /** Adds a profile with a histogram; keeps no reference to it. */
  add({ histograms, file }: RawProfile, run: FileKey): void {
    if (histograms.length === 0) return
    const at = this.#runs.push(run) - 1
    const sum = new HistogramSum()
    // The bins are read at once and not kept, so no copy of them is needed.
    for (const histogram of histograms) sum.add({ ...histogram, isReused: false }, file)
    const rate = sum.abbreviation === 's' ? sum.rate : 0
    this.rate = Number.isNaN(this.rate) || this.rate === rate ? rate : 0
    const { selfTicks } = assignTicks(sum.records, sum.scale, this.#symbols, this.#leftOut)
    for (let f = 0; f < selfTicks.length; f++) {
      const ticks = selfTicks[f]
      if (ticks === 0) continue
      this.#sum[f] += ticks
      if (ticks > this.#most[f]) {
        this.#most[f] = ticks
        this.#mostIn[f] = at
      }
    }
  }

  result(): RunImbalance {
    const cells: LargestCell[] = []
    for (let f = 0; f < this.#sum.length; f++) {
      const run = this.#runs[this.#mostIn[f]]
      if (run && this.#sum[f] > 0)
        cells.push({ f: f as FunctionIndex, run, most: this.#most[f], sum: this.#sum[f] })
    }
    return imbalanceOf(cells, this.#runs.length)
  }
}

/** Arcs sampled per profile: there may be a thousand profiles. */
export const SAMPLED = 64

/** Fewest runs; among fewer, a person sees the longest at a glance. */
const FEWEST_RUNS = 8
/** Fewest samples of the longest run: one second, as a rule. */
const FEWEST_SAMPLES = 100
/** Factor above the mean: if all wait for this run, they spend a third of their time waiting. */
const MARKED = 1.5
/**
 * Share of runs that must be alike: within a quarter of the median, or as near to it as chance
 * allows.
 */
const MOST = 0.75
const NEAR = 0.25

/** A run's file and number of samples. */
export interface RunSamples {
  readonly file: string
  readonly samples: number
  readonly run: FileKey
}

/**
 * Finds, among many runs that are alike, one that took far longer: a rank with too much work, for which all
 * others wait. It is found by its time in all, or by its time in a single function.
 *
 * Runs that differ are different tasks, whose longest one proves nothing. Returns one notice or none; none
 * for few runs.
 *
 * @param rate samples per second; 0 if they are not samples of time
 * @param nameOf the name of a function for people
 */
export function findSlowRun(
  all: readonly RunSamples[],
  imbalance: RunImbalance,
  rate: number,
  nameOf: (f: FunctionIndex) => string,
): readonly Notice[] {
  const runs = all.length
  if (runs < FEWEST_RUNS || all.some(({ file }) => IS_SUM.test(file))) return []
  const spread = spreadOf(all.map(({ samples }) => samples))
  const { middle, most, mean } = spread
  const near = Math.max(NEAR * middle, 2 * Math.sqrt(middle))
  const alike = all.filter(({ samples }) => Math.abs(samples - middle) <= near).length
  if (alike < MOST * runs) return []
  const isLong = most >= FEWEST_SAMPLES && spread.imbalance >= MARKED && isBeyondChance(spread)
  const cell = slowestCell(imbalance)
  const excess = cell ? excessOf(cell, imbalance.runs) : 0
  const inCell =
    cell && excess >= MUCH_MORE * mean ? all.find(({ run }) => isSameFileKey(run, cell.run)) : undefined
  const slow = isLong ? all.find(({ samples }) => samples === most) : inCell
  if (!slow) return []
  const notice = { code: 'slow-run', file: slow.file, samples: slow.samples, mean, middle, runs } as const
  if (!cell || slow !== inCell) return [notice]
  return [{ ...notice, name: nameOf(cell.f), ticks: cell.most, excess, rate }]
}
