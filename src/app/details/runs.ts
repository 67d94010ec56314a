// The runs a profile is the sum of, so that one which took much longer than the others is found: a rank with too much to do.
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { formatSeconds, secondsOf } from '../../../workers/core/reports/quantities.ts'

export interface Run {
  readonly name: string
  readonly detail: string
  readonly time: string
  /** Of the longest one's time, 0–1. */
  readonly fraction: number
}

export interface Runs {
  /** Longest first; the others in the order of their files. */
  readonly runs: readonly Run[]
  /** "0.06 s to 0.18 s each, half of them 0.07 s or more." */
  readonly spread: string
}

/** Null unless there are several that were sampled. */
export function runsOf({ files, analyzed }: OpenedProfile): Runs | null {
  const { rate, abbreviation } = analyzed.profile
  const sampled = files
    .flatMap(({ name, detail, samples }) => (samples === undefined ? [] : [{ name, detail, samples }]))
    .toSorted((a, b) => b.samples - a.samples)
  const [longest, shortest] = [sampled[0], sampled.at(-1)]
  const middle = sampled[Math.ceil(sampled.length / 2) - 1]
  if (!longest || !middle || !shortest || sampled.length < 2 || longest.samples === 0) return null
  const timeOf = (samples: number) => formatSeconds(secondsOf(samples, rate), abbreviation)
  return {
    runs: sampled.map(({ name, detail, samples }) => ({
      name,
      detail,
      time: timeOf(samples),
      fraction: samples / longest.samples,
    })),
    spread:
      longest.samples === shortest.samples
        ? `${timeOf(longest.samples)} each.`
        : `${timeOf(shortest.samples)} to ${timeOf(longest.samples)} each, half of them ${timeOf(middle.samples)} or more.`,
  }
}
