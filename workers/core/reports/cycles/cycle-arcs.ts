// The calls inside a cycle: as a list, as a matrix, and what each arc means for the cycle.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { CycleColumns } from '../../analysis/cuts/cycle-columns.ts'
import { cyclesWithout, shortestLoop } from '../../analysis/cuts/loops.ts'
import type { CutRequest } from '../../analysis/cuts/suggest-cuts.ts'
import { DEFAULT_LIMIT } from '../../analysis/cuts/work.ts'
import { lastAtOrBelow } from '../../base/search.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { displayName } from '../names/names.ts'
import { largestRows } from '../node-link/largest.ts'
import { isStaticArc, possibleText } from '../possible-calls.ts'
import { formatCount, formatCounted } from '../quantities.ts'

// What the page asks of all cycles at once.
export { arcsOf, cycleArcsInSteps, cycleColumnsInSteps } from '../../analysis/cuts/cycle-columns.ts'

export interface InsideArc {
  readonly arc: ArcIndex
  readonly parent: FunctionIndex
  readonly child: FunctionIndex
  /** "parse → parse_line" */
  readonly title: string
  readonly count: number
  readonly calls: string
}

/** The busiest of the arcs inside a cycle, as many as are asked for. */
export function busiestInside(
  { profile }: AnalyzedProfile,
  inside: Uint32Array<ArrayBuffer>,
  limit: number,
): readonly number[] {
  return largestRows(inside, (arc) => profile.arcs.count[arc as ArcIndex], limit)
}

/** Of those, the ones inside this cycle that are not listed yet. */
export function othersInside(
  marked: Iterable<number>,
  inside: Uint32Array<ArrayBuffer>,
  listed: readonly number[],
): Uint32Array<ArrayBuffer> {
  const isListed = new Set(listed)
  const isInside = (arc: number): boolean => inside[lastAtOrBelow(inside, arc)] === arc
  return Uint32Array.from(marked).filter((arc) => !isListed.has(arc) && isInside(arc))
}

/** Arcs as rows of a list. */
export function insideRows(analyzed: AnalyzedProfile, listed: readonly number[]): readonly InsideArc[] {
  const { arcs, functions } = analyzed.profile
  return listed
    .map((row) => {
      const arc = row as ArcIndex
      return { arc, parent: arcs.parent[arc], child: arcs.child[arc], count: arcs.count[arc] }
    })
    .map((row) => ({
      ...row,
      get title() {
        return `${displayName(functions, row.parent)} → ${displayName(functions, row.child)}`
      },
      get calls() {
        return isStaticArc(analyzed, row.arc)
          ? possibleText(analyzed, row.child)
          : formatCounted(row.count, 'call')
      },
    }))
}

export function requestOf(goal: CutRequest['goal'], members: number): CutRequest {
  return { goal, members, limit: DEFAULT_LIMIT }
}

/**
 * As many arcs as can be suggested to be cut: what is left of a cycle without more cuts than needed holds its members together,
 * and that takes an arc less than there are members.
 */
export function mostCuts({ sizes, arcs }: CycleColumns): number {
  return sizes.reduce((sum, members) => sum - members + 1, arcs.length)
}

export interface CycleMatrix {
  /** Most time first. */
  readonly members: readonly { readonly f: FunctionIndex; readonly name: string }[]
  /** By caller, then by callee: the arc between them, or null. */
  readonly cells: readonly (readonly (InsideArc | null)[])[]
}

export function cycleMatrix(
  analyzed: AnalyzedProfile,
  inside: readonly InsideArc[],
  order: readonly FunctionIndex[],
): CycleMatrix {
  const members = order.map((f) => ({ f, name: displayName(analyzed.profile.functions, f) }))
  const cells = order.map((parent) =>
    order.map((child) => inside.find((arc) => arc.parent === parent && arc.child === child) ?? null),
  )
  return { members, cells }
}

export interface ArcStory {
  /** Functions of the shortest loop through the arc, the first one again at the end. */
  readonly loop: readonly FunctionIndex[]
  /** "parse → term → parse" */
  readonly loopText: string
  /** What is left of the cycle without the arc: "nothing: the cycle falls apart", "parse and term remain a cycle". */
  readonly without: string
}

const NAMES_IN_LOOP = 6
const NAMES_THAT_REMAIN = 4

/** Work in proportion to the cycle's arcs. */
export function tellArc(analyzed: AnalyzedProfile, cycle: CycleIndex, arc: ArcIndex): ArcStory {
  const { arcs, functions } = analyzed.profile
  const around = shortestLoop(analyzed, arc)
  const loop = [arcs.parent[arc], ...around.map((one) => arcs.child[one])]
  const names = loop.map((f) => displayName(functions, f))
  const hidden = names.length - NAMES_IN_LOOP - 1
  const shown =
    hidden > 1
      ? [...names.slice(0, NAMES_IN_LOOP - 1), `${formatCount(hidden)} more`, ...names.slice(-2)]
      : names
  const groups = cyclesWithout(analyzed, cycle, [arc])
  const size = analyzed.cycles.members.offsets[cycle + 1] - analyzed.cycles.members.offsets[cycle]
  return { loop, loopText: shown.join(' → '), without: remainText(analyzed, groups, size) }
}

function remainText(
  analyzed: AnalyzedProfile,
  groups: readonly (readonly FunctionIndex[])[],
  size: number,
): string {
  const [largest, ...others] = groups
  if (!largest) return 'the cycle falls apart'
  if (others.length > 0)
    return `cycles of ${groups.map((group) => formatCount(group.length)).join(', ')} remain`
  if (largest.length === size) return 'all stay in one cycle'
  if (largest.length > NAMES_THAT_REMAIN) {
    return `${formatCount(largest.length)} of ${formatCount(size)} stay in one cycle`
  }
  const names = largest.map((f) => displayName(analyzed.profile.functions, f))
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} stay in one cycle`
}
