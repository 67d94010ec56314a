// Does this executable belong to this profile? gprof never asks; a wrong one gives a listing that looks right.
import { symbolAt } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'

const PROLOGUE = 64
/** By ELF e_machine: MIPS, AArch64 and RISC-V put registers away before, by instructions of four bytes for one or two. */
const LONG_PROLOGUES: Readonly<Record<number, number>> = { 8: 128, 183: 96, 243: 96 }
const PAGE = 4096
/** Below this share of matching arcs the executable is called wrong. */
const MATCH_THRESHOLD = 0.75
const MINIMUM_EVIDENCE = 4

/** A sample of the recorded arcs. */
export interface ArcEvidence {
  readonly length: number
  readonly from: Float64Array<ArrayBuffer>
  readonly self: Float64Array<ArrayBuffer>
}

export interface MatchScore {
  /** Arcs looked at, and those whose child begins just below the recorded address and whose parent exists. */
  readonly total: number
  readonly matched: number
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

export const isWrong = (score: MatchScore): boolean =>
  score.total >= MINIMUM_EVIDENCE && score.matched < MATCH_THRESHOLD * score.total

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
