// What is worth saying of several profiles that are added up, and of one alone is not.
import type { RawExecutable, RawProfile } from '../formats/format.ts'
import type { Notice } from '../problems/problem.ts'
import { findHiddenFunctions } from '../profile/evidence/hidden-functions.ts'
import { prologueOf, sampleArcs, scoreMatch } from '../profile/evidence/match-executable.ts'
import { isWrong, MATCH_THRESHOLD, type MatchScore } from '../profile/evidence/match-score.ts'
import { isBeyondChance, spreadOf } from '../reports/runs/spread.ts'
import type { SymbolTable } from '../symbols/select-functions.ts'
import { RunsTwice } from './runs-twice.ts'

/** Collects from each profile what its notices need. */
export class RunsTogether {
  readonly #odd: OddRuns | null
  readonly #twice = new RunsTwice()
  readonly #samples: RunSamples[] = []

  constructor(symbols: SymbolTable, program: RawExecutable | null) {
    this.#odd = program && new OddRuns(symbols, program)
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
class OddRuns {
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
    const hidden = isWrong(score)
      ? findHiddenFunctions(evidence, this.#symbols, this.#program.symbols, prologue).arcs
      : 0
    this.#scores.push([profile.file, { ...score, matched: score.matched + hidden }])
  }

  /** Of those that fit far worse than others, which do. */
  notices(): readonly Notice[] {
    let best = 0
    for (const [, score] of this.#scores) if (!isWrong(score)) best = Math.max(best, shareOf(score))
    return this.#scores.flatMap(([file, score]): Notice[] => {
      const isOdd = isWrong(score) && shareOf(score) < MATCH_THRESHOLD * best
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
