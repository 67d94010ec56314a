// Which time of a node is certain, which possible.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { type Bounds, leastOfCycle } from '../../trust/bounds/bounds.ts'
import { rangeOfTotal } from '../../trust/bounds/certain-parts.ts'
import type { TimeRange } from '../../trust/bounds/folded-self.ts'
import { formatShareOf } from '../../quantities.ts'
import type { DrawnNode } from './drawing.ts'

/**
 * Returns the bounds of the time that a function, or any member of a closed cycle, was on the stack, in ticks.
 *
 * @param bounds null for the self time and gprof's total
 */
export function boundsOfNode(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  {
    function: f,
    closed,
    selfTicks,
    totalTicks,
  }: Pick<DrawnNode, 'function' | 'closed' | 'selfTicks' | 'totalTicks'>,
): TimeRange {
  if (!bounds) return { least: selfTicks, most: totalTicks }
  const range = rangeOfTotal(analyzed, bounds, f)
  if (closed === NONE) return range
  // Each member reaches what any of them reaches.
  const least = leastOfCycle(analyzed, bounds, closed)
  return { least, most: Math.max(least, range.most) }
}

/** Whether the bounds differ by more than their shares are rounded to: the time on the stack is not known. */
export const isEstimate = ({ profile }: AnalyzedProfile, { least, most }: TimeRange): boolean =>
  formatShareOf(profile, least) !== formatShareOf(profile, most)
