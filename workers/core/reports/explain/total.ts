// What a total time is based on: samples alone, calls that no other function made, or gprof’s assumption.
import { arcTicks } from '../../analysis/arc-times.ts'
import { factorOfFunction } from '../../analysis/apply-scenario.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { formatSeconds, secondsOf } from '../../quantities.ts'
import { ASSUMPTION, exactSeconds } from './explanation.ts'
import { explainSamplingOfTotal, explainSelf, explainSampling } from './sampling.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import {
  isMember,
  certainBelowMember,
  certainPart,
  certainPartOfCycle,
  rangeOfTotal,
  isOnlyWay,
  certainPartOfArc,
} from '../../trust/bounds/certain-parts.ts'
import { partOf } from '../../trust/bounds/folded-self.ts'
import { rangeText, rangeTextOfArc } from './stack-range.ts'

/**
 * Explains whether a time that includes callees is certain: the solid and hatched parts of its bar. Returns
 * sentences; "" for no time.
 *
 * @param ticks the time, self and inherited
 * @param part its certain part, 0–1
 * @param where "below it" or "on this path"
 * @param unseen what may run there unseen, from `explainUnseen`, or ""; unless it is "", nothing is called
 *   certain
 */
export function explainCertainty(
  analyzed: AnalyzedProfile,
  ticks: number,
  part: number,
  where: string,
  unseen: string,
): string {
  if (ticks <= 0) return ''
  if (part <= 0) return ASSUMPTION + unseen
  if (part === 1 && unseen === '')
    return `Certain, as far as calls were counted: no other function calls what runs ${where}.${explainSamplingOfTotal(analyzed, ticks)}`
  const sure = `At least ${exactSeconds(analyzed, part * ticks)}, as far as calls were counted`
  return part === 1 ? `${sure}.${unseen}` : `${sure}; the rest by assumption. ${ASSUMPTION}${unseen}`
}

/**
 * Explains why a cycle that no function outside calls has no self time as a whole although its members
 * have. Returns sentences; "" for a cycle that is called from outside, if its members took no time, and
 * without a rate.
 */
export function explainUnentered({ cycles, times, profile }: AnalyzedProfile, cycle: CycleIndex): string {
  if (times.cycleFraction[cycle] !== 0 || !(profile.rate > 0)) return ''
  const { offsets, items } = cycles.members
  let ticks = 0
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) ticks += times.propagatedSelf[items[at]]
  if (ticks === 0) return ''
  const held = formatSeconds(secondsOf(ticks, profile.rate), profile.abbreviation)
  const why =
    cycles.calls[cycle] > 0
      ? 'No time of a caller of the cycle counts here.'
      : 'No function outside calls the cycle.'
  return `${why} As in gprof, its own time goes to no caller, and is not in gprof’s total of the cycle. Its members have ${held} of their own.`
}

/**
 * Notes about a total time and about its inherited part, which is certain as a whole or not. Each is a
 * sentence or more; `children` is "" without child time.
 */
export interface TotalNotes {
  readonly total: string
  readonly children: string
}

/**
 * Explains how certain a function's total time and its child time are. The time of a function without child
 * time is explained by its sampling error; that of a member of a cycle by how long it was on the stack.
 */
export function explainTotal(analyzed: AnalyzedProfile, bounds: Bounds | null, f: FunctionIndex): TotalNotes {
  const self = analyzed.profile.functions.selfTicks[f]
  const child = analyzed.times.childTicks[f]
  const factor = factorOfFunction(analyzed, f)
  const unseen = explainUnseen(analyzed, bounds, f, self + child)
  if (isMember(analyzed, f)) {
    const part = partOf(certainBelowMember(analyzed, bounds, f), child)
    return {
      total: explainMember(analyzed, bounds, f),
      children: explainCertainty(analyzed, child, Math.floor(part), 'below it', unseen),
    }
  }
  const notes = notesOf(analyzed, self, child, certainPart(analyzed, bounds, f), unseen, factor)
  return child > 0 ? notes : { ...notes, total: explainSelf(analyzed, f, self) }
}

/**
 * Explains how certain the total time and the child time of a whole cycle are. Without child time it
 * explains the sampling error.
 */
export function explainTotalOfCycle(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  cycle: CycleIndex,
): TotalNotes {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const { offsets, items } = analyzed.cycles.members
  const [self, child] = [cyclePropagatedSelf[cycle], cyclePropagatedChild[cycle]]
  const part = certainPartOfCycle(analyzed, bounds, cycle)
  return notesOf(
    analyzed,
    self,
    child,
    part,
    explainUnseen(analyzed, bounds, items[offsets[cycle]], self + child),
  )
}

/** gprof's total of a member excludes what other members take while it is on the stack. */
function explainMember(analyzed: AnalyzedProfile, bounds: Bounds | null, f: FunctionIndex): string {
  const range = rangeText(analyzed, bounds, f)
  const why = 'gprof passes no time between members of a cycle.'
  if (range === '') return why
  const { least } = rangeOfTotal(analyzed, bounds, f)
  const total = analyzed.profile.functions.selfTicks[f] + analyzed.times.childTicks[f]
  const isOutside = total < least * (1 - 1e-9)
  return `On the stack for ${range}${isOutside ? `: more than gprof’s ${exactSeconds(analyzed, total)}` : ''}. ${why}`
}

/**
 * Explains what may run below a function unseen, besides the time that is shown for it, as a sentence that
 * begins with a space. Returns "" if everything that took time has recorded callers, and without bounds.
 *
 * @param f null for lines, which may be of several functions
 * @param ticks the time that is shown
 */
export function explainUnseen(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  f: FunctionIndex | null,
  ticks: Ticks,
): string {
  if (!bounds?.uncountedTicks) return ''
  if (f === null) return ' Functions whose callers were not counted may run below it as well.'
  const more = Math.min(bounds.uncountedTicks, bounds.most[f] - ticks)
  return more > ticks * 1e-9
    ? ` Up to ${exactSeconds(analyzed, more)} more: functions whose callers were not counted may run below it.`
    : ''
}

function notesOf(
  analyzed: AnalyzedProfile,
  self: Ticks,
  child: Ticks,
  part: number,
  unseen: string,
  factor = 1,
): TotalNotes {
  return {
    total:
      child > 0
        ? explainCertainty(analyzed, self + child, part, 'below it', unseen)
        : explainSampling(analyzed, self, factor),
    children: explainCertainty(analyzed, child, Math.floor(part), 'below it', unseen),
  }
}

/**
 * Explains how certain the time is that an arc passes, as sentences. The arc must pass time.
 *
 * @param column which time: the child's self time, the child's inherited time (certain as a whole or not),
 *   or their sum
 */
export function explainPassed(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  arc: ArcIndex,
  column: 'self' | 'children' | 'both',
): string {
  if (!isOnlyWay(analyzed, arc)) {
    const range = column === 'both' ? rangeTextOfArc(analyzed, bounds, arc) : ''
    return range === '' ? ASSUMPTION : `${ASSUMPTION} Its calls were on the stack for ${range}.`
  }
  if (column === 'self') return 'Certain, as far as calls were counted: all came along this arc.'
  const part = certainPartOfArc(analyzed, bounds, arc)
  const ofColumn = column === 'both' ? part : Math.floor(part)
  const ticks = arcTicks(analyzed, arc)
  const unseen = explainUnseen(analyzed, bounds, analyzed.profile.arcs.child[arc], ticks)
  return explainCertainty(analyzed, ticks, ofColumn, 'below this arc', unseen)
}
