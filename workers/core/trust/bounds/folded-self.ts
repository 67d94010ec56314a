// Bounds of self times that include time of folded functions.
import { factorOfFunction } from '../../analysis/apply-scenario.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'

/** Bounds of the time that a function was on the stack, in ticks. */
export interface TimeRange {
  readonly least: Ticks
  readonly most: Ticks
}

/** A part of a time from which on it is all of it: sums of parts are inexact in their last digits. */
export const FULL = 1 - 1e-9

/**
 * Returns the self time that is a function's own however the time of folded functions is divided, in ticks; its
 * self time if nothing is folded.
 */
export function certainSelf(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  const { folding, profile } = analyzed
  const self = profile.functions.selfTicks[f]
  return folding ? Math.min(self, folding.least[f] / factorOfFunction(analyzed, f)) : self
}

/**
 * Returns the bounds of a self time that includes time of folded functions with other callers, in ticks; null
 * if it is certain.
 */
export function foldedSelfRange(analyzed: AnalyzedProfile, f: FunctionIndex): TimeRange | null {
  if (!analyzed.folding) return null
  const [least, most] = [certainSelf(analyzed, f), possibleSelf(analyzed, f)]
  return most - least > 1e-9 * most ? { least, most } : null
}

/** Returns the certain part of a function's self time, 0–1; 1 if nothing of it is folded. */
export function certainPartOfSelf(analyzed: AnalyzedProfile, f: FunctionIndex): number {
  const range = foldedSelfRange(analyzed, f)
  return range ? partOf(range.least, analyzed.profile.functions.selfTicks[f]) : 1
}

/** Returns the self time of a function if all folded time that it may have is its own, in ticks. */
export function possibleSelf(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  const { folding, profile } = analyzed
  const self = profile.functions.selfTicks[f]
  return folding ? Math.max(self, folding.most[f] / factorOfFunction(analyzed, f)) : self
}

/**
 * Returns `sure / all`, 0–1; 0 if `all` is not positive. Sums of parts are inexact in their last digits, so
 * a result within 1e-9 of 1 is 1.
 */
export function partOf(sure: Ticks, all: Ticks): number {
  if (!(all > 0)) return 0
  return sure >= all * FULL ? 1 : Math.max(0, sure / all)
}
