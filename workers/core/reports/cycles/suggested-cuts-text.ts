// Suggested cuts in words: how much they cut, and how sure it is that nothing cheaper would do.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { SuggestedCuts } from '../../analysis/cuts/suggest-cuts.ts'
import type { ArcIndex } from '../../profile/tables.ts'
import { arcTitle } from '../names/arc-names.ts'
import { isStaticArc, possibleText } from '../possible-calls.ts'
import { formatCount, formatCounted, formatFixed } from '../quantities.ts'

/** "2 arcs with 5,041,856 calls" */
export function describeCuts(cuts: readonly SuggestedCuts[]): string {
  const arcs = cuts.reduce((sum, one) => sum + one.arcs.length, 0)
  return `${formatCounted(arcs, 'arc')} with ${formatCounted(totalCalls(cuts), 'call')}`
}

/** Whether it is proven, and if not, how far off it may be. */
export function describeProof(cuts: readonly SuggestedCuts[], goal: SuggestedCuts['goal']): string {
  const what = goal === 'calls' ? 'calls' : 'arcs'
  const guessed = cuts.filter(({ method }) => method === 'heuristic').length
  if (guessed === 0) return `Exact: no other choice has fewer ${what}.`
  const cost = goal === 'calls' ? totalCalls(cuts) : cuts.reduce((sum, one) => sum + one.arcs.length, 0)
  const least = cuts.reduce((sum, one) => sum + one.lowerBound, 0)
  const gap = cost > 0 ? `${formatFixed((100 * (cost - least)) / cost, 1)} %` : '0 %'
  return `Heuristic: the best that was found. Any choice has at least ${formatCount(least)} ${what}, so at most ${gap} could be saved.`
}

const totalCalls = (cuts: readonly SuggestedCuts[]): number => cuts.reduce((sum, one) => sum + one.calls, 0)

export interface CutRow {
  readonly arc: ArcIndex
  /** "parse → parse_line" */
  readonly title: string
  readonly calls: string
  /** The cycle it is cut in: "cycle 1". */
  readonly where: string
}

/** The first so many; there may be a hundred thousand. */
export function listCuts(
  analyzed: AnalyzedProfile,
  cuts: readonly SuggestedCuts[],
  limit: number,
): readonly CutRow[] {
  const { arcs } = analyzed.profile
  return cuts
    .flatMap((one) => one.arcs)
    .slice(0, limit)
    .map((arc) => ({
      arc,
      title: arcTitle(analyzed, arc),
      calls: isStaticArc(analyzed, arc)
        ? possibleText(analyzed, arcs.child[arc])
        : formatCounted(arcs.count[arc], 'call'),
      where: `cycle ${analyzed.cycles.cycleOf[arcs.child[arc]] + 1}`,
    }))
}
