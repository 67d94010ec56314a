// The callers or callees of a function that have most of its time.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Listing } from './listing/listing.ts'
import { childLines, parentLines } from './listing/lines-on-request.ts'
import { displayName } from '../names/names.ts'
import { formatShortCount, formatCount, formatTime, fractionOf, secondsOf } from '../quantities.ts'
import type { Explanation } from './explain/explanation.ts'
import type { Bounds } from '../trust/bounds/bounds.ts'
import { explainPassed } from './explain/total.ts'
import { arcTicks, passesTime } from '../analysis/arc-times.ts'
import { NONE } from '../base/columns.ts'
import { explainArc } from './explain-entry.ts'
import { isStaticArc, staticCallText } from './static-calls.ts'

/** A caller or callee with the time that passes along the arc. */
export interface Relative {
  readonly f: FunctionIndex
  readonly arc: ArcIndex
  readonly name: string
  /**
   * Time that passes along the arc, with two decimals and a unit; "" if it passes none, without a rate, and
   * for a static call.
   */
  readonly time: string
  /** "1,234 ×", or the label of a static call (`staticCallText`). */
  readonly count: string
  /** The count in at most six characters: "28.1M×". */
  readonly shortCount: string
  /** That time as a share of the selected function's total time, 0–1. */
  readonly fraction: number
  readonly explanation: Explanation | null
}

/** The largest callers or callees of a function. */
export interface Relatives {
  readonly shown: readonly Relative[]
  /** Number of all of them, shown or not. */
  readonly total: number
}

/**
 * Returns the `limit` largest callers or callees, by time passed, then by calls: gprof's order of children,
 * and its order of parents reversed. The function itself is among them if it calls itself.
 */
export function biggestRelatives(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  listing: Listing,
  f: FunctionIndex,
  kind: 'parents' | 'children',
  limit: number,
): Relatives {
  const lines = biggestFirst(analyzed, listing, f, kind)
  const shown: Relative[] = []
  for (let at = 0; at < Math.min(limit, lines.length); at++) {
    shown.push(relativeOf(analyzed, bounds, f, lines.arcAt(at), kind))
  }
  return { shown, total: lines.length }
}

/**
 * Returns the caller or callee that the `p` and `c` keys jump to: the largest that is another function.
 * Returns null if there is none.
 */
export function biggestRelative(
  analyzed: AnalyzedProfile,
  listing: Listing,
  f: FunctionIndex,
  kind: 'parents' | 'children',
): FunctionIndex | null {
  const lines = biggestFirst(analyzed, listing, f, kind)
  const { parent, child } = analyzed.profile.arcs
  for (let at = 0; at < lines.length; at++) {
    const arc = lines.arcAt(at)
    const other = kind === 'parents' ? parent[arc] : child[arc]
    if (other !== f) return other
  }
  return null
}

function biggestFirst(
  analyzed: AnalyzedProfile,
  listing: Listing,
  f: FunctionIndex,
  kind: 'parents' | 'children',
): { readonly length: number; readonly arcAt: (at: number) => ArcIndex } {
  const lines = (kind === 'parents' ? parentLines : childLines)(analyzed, listing.lines, f)
  const { length } = lines
  return { length, arcAt: (at) => lines[kind === 'parents' ? length - 1 - at : at] as ArcIndex }
}

/**
 * Returns the caller or callee at the other end of an arc of `f`.
 *
 * @param arc an arc into `f` for its parents, out of `f` for its children
 */
export function relativeOf(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  f: FunctionIndex,
  arc: ArcIndex,
  kind: 'parents' | 'children',
): Relative {
  const { arcs, functions, rate, abbreviation } = analyzed.profile
  const other = kind === 'parents' ? arcs.parent[arc] : arcs.child[arc]
  const ticks = arcTicks(analyzed, arc)
  const passes = passesTime(analyzed, arc)
  const staticCall = isStaticArc(analyzed, arc)
    ? staticCallText(analyzed, arcs.parent[arc], arcs.child[arc])
    : null
  return {
    f: other,
    arc,
    name: displayName(functions, other),
    time: passes && staticCall === null ? formatTime(secondsOf(ticks, rate), abbreviation) : '',
    count: staticCall ?? `${formatCount(arcs.count[arc])} ×`,
    shortCount: staticCall ?? `${formatShortCount(arcs.count[arc])}×`,
    fraction: passes ? fractionOf(ticks, functions.selfTicks[f] + analyzed.times.childTicks[f]) : 0,
    explanation: explainRelative(analyzed, bounds, arc),
  }
}

/** Explains self and child time of an arc together. */
function explainRelative(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  arc: ArcIndex,
): Explanation | null {
  const self = explainArc(analyzed, bounds, arc, 'self')
  const children = explainArc(analyzed, bounds, arc, 'children')
  if (!self || !children || !passesTime(analyzed, arc) || isStaticArc(analyzed, arc)) return self
  return {
    title: 'Time passed along this arc',
    formula: `self ${self.formula}; callees ${children.formula}`,
    note: explainPassed(analyzed, bounds, arc, 'both'),
    equations: [...(self.equations ?? []), ...(children.equations ?? [])],
  }
}

/** Returns "cycle 1" (gprof's number) for a member of a cycle, else null. */
export function cycleTagOf(analyzed: AnalyzedProfile, f: FunctionIndex): string | null {
  const cycle = analyzed.cycles.cycleOf[f]
  return cycle === NONE ? null : `cycle ${cycle + 1}`
}
