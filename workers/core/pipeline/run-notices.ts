// Notices about several runs that are added up: duplicate runs, mismatched runs, and a run slower than the
// others.
import type { RawArcs, RawExecutable, RawHistogram, RawProfile } from '../formats/format.ts'
import type { Notice } from '../problems/problem.ts'
import {
  findHiddenFunctions,
  prologueOf,
  sampleArcs,
  scoreMatch,
} from '../profile/mismatch/match-executable.ts'
import { isMismatch, MATCH_THRESHOLD, type MatchScore } from '../profile/mismatch/match-score.ts'
import { isBeyondChance, spreadOf } from '../reports/run-spread.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'

/** Collects from each profile what its notices need. */
export class RunNotices {
  readonly #odd: MismatchedRuns | null
  readonly #twice = new DuplicateRuns()
  readonly #samples: RunSamples[] = []

  constructor(symbols: SymbolTable, program: RawExecutable | null) {
    this.#odd = program && new MismatchedRuns(symbols, program)
  }

  /** Nothing of the profile is held on to. */
  add(profile: RawProfile, samples: number): void {
    this.#odd?.add(profile)
    this.#twice.add(profile, samples)
    this.#samples.push({ file: profile.file, samples })
  }

  notices(): readonly Notice[] {
    const doubts = [...(this.#odd?.notices() ?? []), ...this.#twice.notices()]
    // What counts twice took long for another reason.
    return doubts.length > 0 ? doubts : findSlowRun(this.#samples)
  }
}

/** Arcs looked at of each: there may be a thousand profiles. */
const SAMPLED = 64

/**
 * Profiles that stand out: the program explains the calls of the others and not theirs. It is then most likely an older build that
 * wrote them.
 */
class MismatchedRuns {
  readonly #symbols: SymbolTable
  readonly #program: RawExecutable
  readonly #scores: (readonly [file: string, score: MatchScore])[] = []

  constructor(symbols: SymbolTable, program: RawExecutable) {
    this.#symbols = symbols
    this.#program = program
  }

  /** Its arcs are not held on to. */
  add(profile: RawProfile): void {
    const evidence = sampleArcs(profile, SAMPLED)
    const prologue = prologueOf(this.#program.machine)
    const score = scoreMatch(evidence, this.#symbols, prologue, 0)
    const hidden = isMismatch(score)
      ? findHiddenFunctions(evidence, this.#symbols, this.#program.symbols, prologue).arcs
      : 0
    this.#scores.push([profile.file, { ...score, matched: score.matched + hidden }])
  }

  /** Of those that fit far worse than others, which do. */
  notices(): readonly Notice[] {
    let best = 0
    for (const [, score] of this.#scores) if (!isMismatch(score)) best = Math.max(best, shareOf(score))
    return this.#scores.flatMap(([file, score]): Notice[] => {
      const isOdd = isMismatch(score) && shareOf(score) < MATCH_THRESHOLD * best
      return isOdd ? [{ code: 'odd-run', file, ...score }] : []
    })
  }
}

const shareOf = ({ matched, total }: MatchScore): number => (total > 0 ? matched / total : 0)

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

/**
 * Of many runs that are alike, the one that took far longer: a rank with too much to do, for which all others wait. Runs that are
 * not alike are those of different tasks, and that one of them is the longest tells nothing. Returns none or one.
 */
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

/**
 * Of several profiles that were added up, those that count twice: a run that is there under another name, or a gmon.sum beside the
 * runs it was made of.
 *
 * Samples fall where chance has it, so two runs hardly ever have the same ones. How hardly, the samples tell: the more bins they
 * fell into, and the more into each, the less does chance make them alike.
 *
 * Of each profile a few numbers are kept, which add up as the profiles do: those of a sum are the sum of theirs.
 */

/**
 * Alike by chance: once in two to the power of so many. Two counts of about n samples are alike once in √(4πn), if they are
 * independent; a program that does the same in each run makes them less so, and half as many are reckoned with here, or fewer.
 */
const CERTAIN_BITS = 20
/** A sample for a bin of its own tells half a bit, any other less. */
const FEWEST_DIGESTED = 2 * CERTAIN_BITS
/** Arcs looked at of each: there may be a thousand profiles. */
const DIGESTED_ARCS = 1024

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

class DuplicateRuns {
  readonly #kept: Kept[] = []

  /** Nothing of the profile is held on to. */
  add(profile: RawProfile, samples: number): void {
    const told = samples < FEWEST_DIGESTED ? NOTHING_TOLD : digestBins(profile.histograms)
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
  const step = Math.max(1, Math.ceil(arcs.length / DIGESTED_ARCS))
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
