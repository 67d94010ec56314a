// Notices about several runs that are added up: duplicate runs, mismatched runs, and a run slower
// than the others.
import type { RawArcs, RawExecutable, RawHistogram, RawProfile } from '../formats/format.ts'
import type { Notice, NoticeOf } from '../problems/problem.ts'
import {
  findHiddenFunctions,
  forkerOf,
  prologueOf,
  sampleArcs,
  scoreMatch,
} from '../profile/match-executable.ts'
import { isMismatch, MATCH_THRESHOLD, type MatchScore } from '../profile/match-score.ts'
import { assignTicks } from '../profile/build-profile.ts'
import { excludedBy, type FilterTables } from '../profile/filters.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { HistogramSum } from '../profile/tally.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { demangleOnce, shownName } from '../reports/names/names.ts'
import {
  excessOf,
  imbalanceOf,
  type LargestCell,
  type RunImbalance,
  slowestCell,
} from '../reports/run-imbalance.ts'
import { isBeyondChance, spreadOf } from '../reports/run-spread.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { type FileKey, isSameFileKey } from '../base/file-names.ts'
import { forkedNotice, ForkedRuns } from './forked-runs.ts'

/** Collects what the notices about several runs need from each profile. */
export class RunNotices {
  readonly #odd: MismatchedRuns | null
  readonly #twice = new DuplicateRuns()
  /** Null unless the program links `fork`. */
  readonly #forked: ForkedRuns<number> | null
  readonly #samples: RunSamples[] = []
  readonly #cells: RunCells
  readonly #symbols: SymbolTable

  /** @param program null if only a list of symbols, or nothing, names functions */
  constructor(symbols: SymbolTable, filters: FilterTables, program: RawExecutable | null) {
    this.#odd = program && new MismatchedRuns(symbols, program)
    this.#cells = new RunCells(symbols, filters)
    this.#symbols = symbols
    this.#forked = program && forkerOf(program.symbols) !== '' ? new ForkedRuns() : null
  }

  /**
   * Adds a profile, in link-time addresses; keeps no reference to it.
   *
   * @param samples all samples of the profile
   */
  add(profile: RawProfile, samples: number, run: FileKey): void {
    this.#odd?.add(profile)
    this.#twice.add(profile, samples)
    this.#cells.add(profile, run)
    this.#forked?.add(this.#samples.length, profile)
    this.#samples.push({ file: profile.file, samples, run })
  }

  /** Returns which run has the most of each function. */
  imbalance(): RunImbalance {
    return this.#cells.result()
  }

  /** Returns the notices about the runs added so far; empty if there is nothing to report. */
  notices(): readonly Notice[] {
    const doubts = [...(this.#odd?.notices() ?? []), ...this.#again()]
    // A run that counts twice explains a long time, so only one of the notices is given.
    if (doubts.length > 0) return doubts
    const { names, prefix } = this.#symbols
    const nameOf = (f: FunctionIndex): string =>
      shownName(demangleOnce(stringAt(names, f as number as StringIndex), prefix))
    return findSlowRun(this.#samples, this.imbalance(), this.#cells.rate, nameOf)
  }

  /** Returns the notice about files that count again: a sum, forked processes or copies. */
  #again(): readonly Notice[] {
    const [twice] = this.#twice.notices()
    if (twice?.same === null) return [twice]
    const groups = this.#forked?.groups() ?? []
    const children = groups.reduce((sum, { length }) => sum + length - 1, 0)
    const copies = twice ? 1 + twice.more : 0
    const forked = children > copies ? forkedNotice('forked-runs', groups) : null
    return forked ? [forked] : twice ? [twice] : []
  }
}

/** Self time by function and run, of which only the largest run of each function is kept. */
class RunCells {
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
const SAMPLED = 64

/**
 * Finds runs whose calls the program does not explain, while it explains those of others. An older
 * build probably wrote them.
 */
class MismatchedRuns {
  readonly #symbols: SymbolTable
  readonly #program: RawExecutable
  readonly #scores: (readonly [file: string, score: MatchScore])[] = []

  constructor(symbols: SymbolTable, program: RawExecutable) {
    this.#symbols = symbols
    this.#program = program
  }

  /** Adds a profile; keeps no reference to its arcs. */
  add(profile: RawProfile): void {
    const evidence = sampleArcs(profile, SAMPLED)
    const prologue = prologueOf(this.#program.machine)
    const score = scoreMatch(evidence, this.#symbols, prologue, 0)
    const hidden = isMismatch(score)
      ? findHiddenFunctions(evidence, this.#symbols, this.#program.symbols, prologue).arcs
      : 0
    this.#scores.push([profile.file, { ...score, matched: score.matched + hidden }])
  }

  /** Returns a notice for each run that fits far worse than others that fit well. */
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

/** Share of the mean run that one function must add to a run, so that waiting for it costs much. */
const MUCH_MORE = 0.2

/** Whether a file is a sum by `gprof -s`, by its name. */
const IS_SUM = /\.sum$/i

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

class DuplicateRuns {
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
