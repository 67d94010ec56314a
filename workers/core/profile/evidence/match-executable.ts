// Does this executable belong to this profile? gprof never asks; a wrong one gives a listing that looks right.
import type { RawProfile } from '../../formats/format.ts'
import { symbolAt } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'
import { MATCH_THRESHOLD, MINIMUM_EVIDENCE, type MatchScore } from './match-score.ts'

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

/**
 * A constant shift, in whole pages, under which nearly every arc matches; 0 if there is none. Programs loaded at
 * another address than they were linked for, under a C library that records run-time addresses, need one.
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
  let best = 0
  let bestMatched = MATCH_THRESHOLD * evidence.length
  for (let pages = -16; pages <= 16; pages++) {
    const shift = low - lowest + pages * PAGE
    if (shift === 0) continue
    const { matched } = scoreMatch(evidence, symbols, prologue, shift)
    if (matched > bestMatched) {
      best = shift
      bestMatched = matched
    }
  }
  return best
}
