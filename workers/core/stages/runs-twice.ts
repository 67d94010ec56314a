/**
 * Of several profiles that were added up, those that count twice: a run that is there under another name, or a gmon.sum beside the
 * runs it was made of.
 *
 * Samples fall where chance has it, so two runs hardly ever have the same ones. How hardly, the samples tell: the more bins they
 * fell into, and the more into each, the less does chance make them alike.
 *
 * Of each profile a few numbers are kept, which add up as the profiles do: those of a sum are the sum of theirs.
 */
import type { RawArcs, RawHistogram, RawProfile } from '../formats/format.ts'
import type { Notice } from '../problems/problem.ts'

/**
 * Alike by chance: once in two to the power of so many. Two counts of about n samples are alike once in √(4πn), if they are
 * independent; a program that does the same in each run makes them less so, and half as many are reckoned with here, or fewer.
 */
const CERTAIN_BITS = 20
/** A sample for a bin of its own tells half a bit, any other less. */
const FEWEST_SAMPLES = 2 * CERTAIN_BITS
/** Arcs looked at of each: there may be a thousand profiles. */
const SAMPLED = 1024

interface Kept {
  readonly file: string
  readonly samples: number
  /** Of the bins; each modulo 2^32. */
  readonly first: number
  readonly second: number
  /** Of the arcs, in their order; no sum. */
  readonly calls: string
  readonly isTelling: boolean
}

export class RunsTwice {
  readonly #kept: Kept[] = []

  /** Nothing of the profile is held on to. */
  add(profile: RawProfile, samples: number): void {
    const told = samples < FEWEST_SAMPLES ? NOTHING_TOLD : digestBins(profile.histograms)
    const isTelling = told.bits >= CERTAIN_BITS
    const calls = isTelling ? digestArcs(profile.arcs) : ''
    const { first, second } = told
    this.#kept.push({ file: profile.file, samples, first, second, calls, isTelling })
  }

  notices(): readonly Notice[] {
    const files = new Map<string, string>()
    const again: { readonly file: string; readonly same: string }[] = []
    for (const { file, samples, first, second, calls, isTelling } of this.#kept) {
      if (!isTelling) continue
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

  /** The file that has all samples of the others, if there are others to add up. */
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
        kept.isTelling &&
        2 * kept.samples === samples &&
        ((2 * kept.first) | 0) === first &&
        ((2 * kept.second) | 0) === second,
    )?.file
  }
}

interface Digest {
  readonly first: number
  readonly second: number
  /** How hardly chance makes another run alike; counted until that is enough. */
  readonly bits: number
}

const NOTHING_TOLD: Digest = { first: 0, second: 0, bits: 0 }

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
  const step = Math.max(1, Math.ceil(arcs.length / SAMPLED))
  let digest = mixed(0, arcs.length)
  for (let arc = 0; arc < arcs.length; arc += step)
    digest = mixed(mixed(mixed(digest, arcs.from[arc]), arcs.self[arc]), arcs.count[arc])
  return `${digest}`
}

/** 32 bits that hang on both; the multipliers are odd numbers without a pattern. */
function mixed(before: number, value: number): number {
  const word = Math.imul(before ^ value, 0x9e3779b1) + Math.imul(value / 2 ** 32, 0x85ebca6b)
  const stirred = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
  return stirred ^ (stirred >>> 13)
}
