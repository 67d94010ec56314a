// Does this executable belong to this profile? gprof never asks; a wrong one gives a listing that looks right.
import type { RawArcs } from '../../formats/format.ts'
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

/** So many arcs, evenly spaced, or all where there are fewer. */
export function sampleArcs(arcs: RawArcs, most = MOST_EVIDENCE): ArcEvidence {
  const step = Math.max(1, Math.ceil(arcs.length / Math.max(1, most)))
  const length = Math.min(most, Math.ceil(arcs.length / step))
  const from = new Float64Array(length)
  const self = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    from[row] = arcs.from[row * step]
    self[row] = arcs.self[row * step]
  }
  return { length, from, self }
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
