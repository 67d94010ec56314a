// Whether an executable belongs to a profile, even if it was moved when it ran. gprof never checks; a
// wrong executable gives a listing that looks right.
import { symbolAt } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { type MatchScore, MINIMUM_EVIDENCE } from './match-score.ts'
import type { ArcEvidence } from '../../profile/arc-evidence.ts'
import type { ProfiledRange } from './own-range.ts'

const PROLOGUE = 64
/** By ELF e_machine: MIPS, AArch64 and RISC-V put registers away before, by instructions of four bytes for one or two. */
const LONG_PROLOGUES: Readonly<Record<number, number>> = { 8: 128, 183: 96, 243: 96 }
const PAGE = 4096

/**
 * Returns the most bytes from a function's start to its call of the profiler, whose address arcs record; a
 * usual number for unknown machines.
 *
 * @param machine ELF e_machine
 */
export const prologueOf = (machine: number): number => LONG_PROLOGUES[machine] ?? PROLOGUE

/**
 * Counts the arcs that begin and end in functions of the program.
 *
 * @param evidence addresses as recorded
 * @param prologue that of the program's machine, from `prologueOf`, in bytes
 * @param shift bytes to subtract from recorded addresses; 0 for link-time addresses
 */
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

/** Pages tried to both sides of where the first function would lie at the beginning of the histogram. */
const PAGES_AROUND = 16
/** Pages tried from the first address of the image to its first function, at most: 16 MB of tables before the code. */
const PAGES_OF_IMAGE = 4096
/** Not all need to: calls of functions that gprof leaves out because of their names end in their neighbours. */
const LEAST_MATCHED = 0.5
/** More likely than this, some shift or other would fit as well of any program. */
const MERE_CHANCE = 0.01

/**
 * Returns a constant shift, in bytes and whole pages, under which most arcs match, and that chance does not
 * explain; 0 if there is none, and for too few arcs. Programs loaded at another address than they were linked
 * for, under a C library that records run-time addresses, need one.
 *
 * @param prologue from `prologueOf`
 * @param histogramLow start of the histogram as recorded
 * @param own from `profiledRange`; null if unknown
 */
export function findShift(
  evidence: ArcEvidence,
  symbols: SymbolTable,
  prologue: number,
  histogramLow: number,
  own: ProfiledRange | null = null,
): number {
  if (symbols.length === 0 || evidence.length < MINIMUM_EVIDENCE) return 0
  const children = Float64Array.from(new Set(evidence.self))
  const shifts = shiftsToTry(symbols.address[0], histogramLow, own)
  let best = 0
  let bestMatched = LEAST_MATCHED * evidence.length
  let leastChance = MERE_CHANCE
  for (const shift of shifts) {
    const { matched } = scoreMatch(evidence, symbols, prologue, shift)
    if (matched < bestMatched) continue
    const chance = shifts.length * chanceOf(children, symbols, prologue, shift)
    if (chance >= (matched === bestMatched ? leastChance : MERE_CHANCE)) continue
    best = shift
    bestMatched = matched
    leastChance = chance
  }
  return best
}

/** Shifts that put the histogram's beginning at a mark of start-up code, at each page of the image, or near the first function. */
function shiftsToTry(first: number, histogramLow: number, own: ProfiledRange | null): readonly number[] {
  const page = (address: number): number => Math.floor(address / PAGE) * PAGE
  const low = page(histogramLow)
  const lowest = page(first)
  const image = Math.min(lowest, ...(own?.lows.map(page) ?? []))
  const shifts = (own?.lows ?? []).map((mark) => low - page(mark))
  for (let pages = -PAGES_AROUND; pages <= PAGES_AROUND; pages++) shifts.push(low - lowest + pages * PAGE)
  const last = Math.min(lowest, image + PAGES_OF_IMAGE * PAGE)
  for (let at = image; at <= last; at += PAGE) shifts.push(low - at)
  return [...new Set(shifts)].filter((shift) => shift !== 0)
}

/**
 * How likely it is, at most, that so many of the recorded addresses lie so much alike behind the starts of functions, under one
 * shift, if they have nothing to do with the program: where functions are short, nearly every address lies
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
  return prologue * one
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
