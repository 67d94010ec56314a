// Runs that are there twice, or beside their own sum.
import type { RawArcs, RawHistogram, RawProfile } from '../../formats/format.ts'
import type { NoticeOf } from '../../problems/problem.ts'

/** Share of the mean run that one function must add to a run, so that waiting for it costs much. */
export const MUCH_MORE = 0.2

/** Whether a file is a sum by `gprof -s`, by its name. */
export const IS_SUM = /\.sum$/i

/**
 * Duplicate runs: a run under another name, or a gmon.sum beside its runs.
 *
 * Samples fall by chance, so two runs hardly ever have the same ones. The more bins and the more
 * samples in each, the less likely is equality by chance. A few numbers are kept of each profile;
 * they add up as profiles do, so those of a sum are the sum.
 */

/**
 * Bits of evidence that exclude chance. Two independent counts of about n samples are equal once in
 * √(4πn). A program that does the same in each run makes them less independent, so at most half as
 * many bits are assumed.
 */
const CERTAIN_BITS = 20
/** A sample alone in its bin is half a bit of evidence, any other less. */
const FEWEST_DIGESTED = 2 * CERTAIN_BITS
/** Arcs digested per profile: there may be a thousand profiles. */
const DIGESTED_ARCS = 1024

interface Kept {
  readonly file: string
  readonly samples: number
  /** Digests of the bins, modulo 2^32. */
  readonly first: number
  readonly second: number
  /** Digest of the arcs in order; it does not add up. */
  readonly calls: string
  readonly isDistinct: boolean
}

export class DuplicateRuns {
  readonly #kept: Kept[] = []

  /** Adds a profile; keeps no reference to it. */
  add(profile: RawProfile, samples: number): void {
    const digest = samples < FEWEST_DIGESTED ? NO_DIGEST : digestBins(profile.histograms)
    const isDistinct = digest.bits >= CERTAIN_BITS
    const calls = isDistinct ? digestArcs(profile.arcs) : ''
    const { first, second } = digest
    this.#kept.push({ file: profile.file, samples, first, second, calls, isDistinct })
  }

  notices(): readonly NoticeOf<'run-twice'>[] {
    const files = new Map<string, string>()
    const again: { readonly file: string; readonly same: string }[] = []
    for (const { file, samples, first, second, calls, isDistinct } of this.#kept) {
      if (!isDistinct) continue
      const key = `${samples} ${first} ${second} ${calls}`
      const same = files.get(key)
      if (same === undefined) files.set(key, file)
      else again.push({ file, same })
    }
    const [one] = again
    if (one) return [{ code: 'run-twice', ...one, more: again.length - 1 }]
    const sum = this.#sumOfOthers()
    return sum === undefined ? [] : [{ code: 'run-twice', file: sum, same: null, more: 0 }]
  }

  /** Returns the file whose samples are the sum of all others, if there are at least two others. */
  #sumOfOthers(): string | undefined {
    if (this.#kept.length < 3) return undefined
    let samples = 0
    let first = 0
    let second = 0
    for (const kept of this.#kept) {
      samples += kept.samples
      first = (first + kept.first) | 0
      second = (second + kept.second) | 0
    }
    return this.#kept.find(
      (kept) =>
        kept.isDistinct &&
        2 * kept.samples === samples &&
        ((2 * kept.first) | 0) === first &&
        ((2 * kept.second) | 0) === second,
    )?.file
  }
}

interface Digest {
  readonly first: number
  readonly second: number
  /** Bits of evidence against chance, counted until they suffice. */
  readonly bits: number
}

const NO_DIGEST: Digest = { first: 0, second: 0, bits: 0 }

function digestBins(histograms: readonly RawHistogram[]): Digest {
  let first = 0
  let second = 0
  let bits = 0
  for (const { low, bins } of histograms) {
    const start = mixed(0, low)
    for (let bin = 0; bin < bins.length; bin++) {
      const here = bins[bin]
      if (here === 0) continue
      const place = mixed(start, bin)
      first = (first + Math.imul(here, place)) | 0
      second = (second + Math.imul(here, mixed(place, 1))) | 0
      if (bits < CERTAIN_BITS) bits += Math.log2(1 + here) / 2
    }
  }
  return { first, second, bits }
}

function digestArcs(arcs: RawArcs): string {
  const step = Math.max(1, Math.ceil(arcs.length / DIGESTED_ARCS))
  let digest = mixed(0, arcs.length)
  for (let arc = 0; arc < arcs.length; arc += step)
    digest = mixed(mixed(mixed(digest, arcs.from[arc]), arcs.self[arc]), arcs.count[arc])
  return `${digest}`
}

/** Mixes two numbers into 32 bits; the multipliers are odd numbers without a pattern. */
function mixed(before: number, value: number): number {
  const word = Math.imul(before ^ value, 0x9e3779b1) + Math.imul(value / 2 ** 32, 0x85ebca6b)
  const stirred = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
  return stirred ^ (stirred >>> 13)
}
