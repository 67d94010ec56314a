// Does this executable belong to this profile? gprof never asks; a wrong one gives a listing that looks right.
import type { RawProfile } from '../../formats/format.ts'
import { symbolAt } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'
import { MINIMUM_EVIDENCE, type MatchScore } from './match-score.ts'

const PROLOGUE = 64
/** By ELF e_machine: MIPS, AArch64 and RISC-V put registers away before, by instructions of four bytes for one or two. */
const LONG_PROLOGUES: Readonly<Record<number, number>> = { 8: 128, 183: 96, 243: 96 }
const PAGE = 4096

/** Arcs that are looked at, at most. */
export const MOST_EVIDENCE = 2048

/** A sample of the recorded arcs. */
export interface ArcEvidence {
  readonly length: number
  readonly from: Float64Array<ArrayBuffer>
  readonly self: Float64Array<ArrayBuffer>
}

/**
 * So many arcs, evenly spaced, or all where there are fewer. Arcs into code where the program's profiler takes no samples are
 * left out: they lead into shared libraries that were compiled with -pg, and tell nothing of the program.
 */
export function sampleArcs(
  { arcs, histograms }: Pick<RawProfile, 'arcs' | 'histograms'>,
  most = MOST_EVIDENCE,
): ArcEvidence {
  const step = Math.max(1, Math.ceil(arcs.length / Math.max(1, most)))
  const ranges = histograms.filter(({ low, high }) => low < high)
  const from: number[] = []
  const self: number[] = []
  for (let arc = 0; arc < arcs.length && self.length < most; arc += step) {
    const child = arcs.self[arc]
    if (ranges.length > 0 && !ranges.some(({ low, high }) => low <= child && child < high)) continue
    from.push(arcs.from[arc])
    self.push(child)
  }
  return { length: self.length, from: Float64Array.from(from), self: Float64Array.from(self) }
}

/** A child's recorded address is that of its call to the profiler, which stands within this many bytes of its start. */
export const prologueOf = (machine: number): number => LONG_PROLOGUES[machine] ?? PROLOGUE

/** `prologue`: that of the program's machine. */
export function scoreMatch(
  evidence: ArcEvidence,
  symbols: SymbolTable,
  prologue: number,
  shift: number,
): MatchScore {
  let matched = 0
  for (let arc = 0; arc < evidence.length; arc++) {
    const self = evidence.self[arc] - shift
    const child = symbolAt(symbols, self)
    if (child < 0 || self - symbols.address[child] > prologue) continue
    if (symbolAt(symbols, evidence.from[arc] - shift) >= 0) matched++
  }
  return { total: evidence.length, matched }
}

/** Pages to both sides of where the first function would lie at the beginning of the histogram. */
const PAGES_TRIED = 16
/** Not all need to: calls of functions that gprof leaves out because of their names end in their neighbours. */
const LEAST_MATCHED = 0.5
/** More likely than this, some shift or other would fit as well of any program. */
const MERE_CHANCE = 0.01

/**
 * A constant shift, in whole pages, under which most arcs match, and that chance does not explain; 0 if there is none.
 * Programs loaded at another address than they were linked for, under a C library that records run-time addresses, need one.
 */
export function findShift(
  evidence: ArcEvidence,
  symbols: SymbolTable,
  prologue: number,
  histogramLow: number,
): number {
  if (symbols.length === 0 || evidence.length < MINIMUM_EVIDENCE) return 0
  const lowest = Math.floor(symbols.address[0] / PAGE) * PAGE
  const low = Math.floor(histogramLow / PAGE) * PAGE
  const children = Float64Array.from(new Set(evidence.self))
  let best = 0
  let bestMatched = LEAST_MATCHED * evidence.length
  let leastChance = MERE_CHANCE
  for (let pages = -PAGES_TRIED; pages <= PAGES_TRIED; pages++) {
    const shift = low - lowest + pages * PAGE
    if (shift === 0) continue
    const { matched } = scoreMatch(evidence, symbols, prologue, shift)
    if (matched < bestMatched) continue
    const chance = chanceOf(children, symbols, prologue, shift)
    if (chance >= (matched === bestMatched ? leastChance : MERE_CHANCE)) continue
    best = shift
    bestMatched = matched
    leastChance = chance
  }
  return best
}

/**
 * How likely it is, at most, that so many of the recorded addresses lie so much alike behind the starts of functions, under any of
 * the shifts that are tried, if they have nothing to do with the program: where functions are short, nearly every address lies
 * behind some start. The profiler is called from nearly the same place in all of them.
 *
 * @param children recorded addresses, each once
 */
function chanceOf(children: Float64Array, symbols: SymbolTable, prologue: number, shift: number): number {
  let matched = 0
  let nearest = Infinity
  let farthest = 0
  for (const recorded of children) {
    const self = recorded - shift
    const child = symbolAt(symbols, self)
    const behind = child < 0 ? Infinity : self - symbols.address[child]
    if (behind > prologue) continue
    matched++
    nearest = Math.min(nearest, behind)
    farthest = Math.max(farthest, behind)
  }
  const alike = shareOfCode(symbols, nearest, farthest)
  const found = matched / children.length
  if (found <= alike) return 1
  // Chernoff's bound on a binomial distribution.
  const unlike = found === 1 ? 0 : (1 - found) * Math.log((1 - found) / (1 - alike))
  const one = Math.exp(-children.length * (found * Math.log(found / alike) + unlike))
  return (2 * PAGES_TRIED + 1) * prologue * one
}

/** Of all addresses from the first function to the end of the last, those so many bytes behind the start of one. */
function shareOfCode({ length, address, last }: SymbolTable, nearest: number, farthest: number): number {
  let covered = 0
  for (let symbol = 0; symbol < length; symbol++) {
    const size = last[symbol] - address[symbol] + 1
    covered += Math.max(0, Math.min(farthest + 1, size) - nearest)
  }
  const end = Math.max(last[length - 1], address[length - 1]) + 1
  return Math.min(1, covered / (end - address[0]))
}
