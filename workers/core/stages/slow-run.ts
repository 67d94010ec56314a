/**
 * Of many runs that are alike, the one that took far longer: a rank with too much to do, for which all others wait. Runs that are
 * not alike are those of different tasks, and that one of them is the longest tells nothing.
 */
import type { Notice } from '../problems/problem.ts'
import { isBeyondChance, spreadOf } from '../reports/runs/spread.ts'

/** Of fewer, a person sees at a glance which is the longest. */
const FEWEST_RUNS = 8
/** One that took less, a second as a rule, keeps nobody waiting for long. */
const FEWEST_SAMPLES = 100
/** Times the mean: where all wait for it, a third of their time is spent waiting. */
const MARKED = 1.5
/** So many of all runs are alike: their times are within a quarter of the middle one's, or as near to it as chance brings them. */
const MOST = 0.75
const NEAR = 0.25

/** By its name what `gprof -s` writes, and no run. */
const IS_SUM = /\.sum$/i

export interface RunSamples {
  readonly file: string
  readonly samples: number
}

/** None, or one: of the longest run. */
export function findSlowRun(all: readonly RunSamples[]): readonly Notice[] {
  const runs = all.length
  if (runs < FEWEST_RUNS || all.some(({ file }) => IS_SUM.test(file))) return []
  const spread = spreadOf(all.map(({ samples }) => samples))
  const { middle, most, mean, imbalance } = spread
  if (most < FEWEST_SAMPLES || imbalance < MARKED || !isBeyondChance(spread)) return []
  const near = Math.max(NEAR * middle, 2 * Math.sqrt(middle))
  const alike = all.filter(({ samples }) => Math.abs(samples - middle) <= near).length
  const slow = all.find(({ samples }) => samples === most)
  if (!slow || alike < MOST * runs) return []
  return [{ code: 'slow-run', file: slow.file, samples: most, mean, middle, runs }]
}
