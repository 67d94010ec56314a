// Calls inside a cycle: as a list, as a matrix, with the effect of cutting each arc.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { displayName } from '../names/names.ts'
import { largestRows } from '../base/largest-rows.ts'
import { isStaticArc, staticCallText } from './static-calls.ts'
import { formatCount, formatCounted } from '../quantities.ts'
import { cyclesWithout, shortestLoop } from '../analysis/cuts/loops.ts'
import { lastAtOrBelow } from '../base/binary-search.ts'

// Re-exported for the page, which asks for the arcs of all cycles at once.
export { arcsOf, collectCycleArcs, columnsOfCycles } from '../analysis/cuts/cycle-arcs.ts'

/** One arc between members of a cycle. */
export interface InsideArc {
  readonly arc: ArcIndex
  readonly parent: FunctionIndex
  readonly child: FunctionIndex
  /** "parse → parse_line" */
  readonly title: string
  /** Times the arc was traversed; 0 for a static call. */
  readonly count: number
  /** "1,234 calls", or the label of a static call (`staticCallText`). */
  readonly calls: string
}

/**
 * Returns the `limit` arcs inside a cycle with the most calls (ArcIndex), most first; of equal ones the
 * lower index first.
 *
 * @param inside all arcs inside the cycle (ArcIndex)
 */
export function busiestInside(
  { profile }: AnalyzedProfile,
  inside: Uint32Array<ArrayBuffer>,
  limit: number,
): readonly number[] {
  return largestRows(inside, (arc) => profile.arcs.count[arc as ArcIndex], limit)
}

/**
 * Returns the marked arcs that are inside this cycle and not listed yet (ArcIndex), in the order of
 * `marked`.
 *
 * @param marked arcs (ArcIndex) of any cycle
 * @param inside all arcs inside this cycle (ArcIndex), ascending
 * @param listed arcs to omit (ArcIndex)
 */
export function othersInside(
  marked: Iterable<number>,
  inside: Uint32Array<ArrayBuffer>,
  listed: readonly number[],
): Uint32Array<ArrayBuffer> {
  const isListed = new Set(listed)
  const isInside = (arc: number): boolean => inside[lastAtOrBelow(inside, arc)] === arc
  return Uint32Array.from(marked).filter((arc) => !isListed.has(arc) && isInside(arc))
}

/**
 * Returns arcs as rows of a list, in the same order. `title` and `calls` are made when they are read.
 *
 * @param listed arcs of this analysis (ArcIndex)
 */
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
          ? staticCallText(analyzed, row.parent, row.child)
          : formatCounted(row.count, 'call')
      },
    }))
}

/** Calls between the members of a cycle as a square matrix. */
export interface CycleMatrix {
  /** Members in the order of rows and columns. */
  readonly members: readonly { readonly f: FunctionIndex; readonly name: string }[]
  /** By caller, then by callee: the arc between them, or null. */
  readonly cells: readonly (readonly (InsideArc | null)[])[]
}

/**
 * Builds the matrix of calls inside a cycle. Takes time in proportion to the number of its cells times the
 * number of arcs, so it is for small cycles.
 *
 * @param inside arcs between the members, from `insideRows`
 * @param order the members in the order of rows and columns
 */
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

/** What cutting an arc does to its cycle. */
export interface CutEffect {
  /** Functions of the shortest loop through the arc; the first one is repeated at the end. */
  readonly loop: readonly FunctionIndex[]
  /** "parse → term → parse"; the middle of a loop of more than seven functions is a number. */
  readonly loopText: string
  /** What remains of the cycle without the arc: "no cycle remains", "parse and term stay in one cycle". */
  readonly without: string
}

const NAMES_IN_LOOP = 6
const NAMES_THAT_REMAIN = 4

/**
 * Returns the effect of cutting one arc: the shortest loop through it, and what remains of the cycle. Takes
 * time in proportion to the cycle's arcs.
 *
 * @param arc an arc between members of `cycle`
 */
export function explainCut(analyzed: AnalyzedProfile, cycle: CycleIndex, arc: ArcIndex): CutEffect {
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
  if (!largest) return 'no cycle remains'
  if (others.length > 0)
    return `cycles of ${groups.map((group) => formatCount(group.length)).join(', ')} remain`
  if (largest.length === size) return 'all stay in one cycle'
  if (largest.length > NAMES_THAT_REMAIN) {
    return `${formatCount(largest.length)} of ${formatCount(size)} stay in one cycle`
  }
  const names = largest.map((f) => displayName(analyzed.profile.functions, f))
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} stay in one cycle`
}
