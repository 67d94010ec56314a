// Selects which functions or cycles the graph draws: the hottest with what explains them, or one with its
// surroundings.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { membersOf } from '../../analysis/arc-times.ts'
import { NONE } from '../../base/columns.ts'
import { largestRows } from '../../base/largest-rows.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { ChosenNodes } from './chosen-nodes.ts'
import type { Expansion, NodeLinkChoice } from './graph-choice.ts'
import type { HotPath } from './hot-path.ts'
import type { CycleDrawing } from './open-cycles.ts'
import { addAround, neighbours } from './select-around.ts'
import { addHottest } from './select-hottest.ts'
import type { Weights } from './weights.ts'

/** The selected nodes. */
export interface Selection {
  /** Functions with a node of their own, in no particular order. */
  readonly functions: ReadonlySet<FunctionIndex>
  /** Cycles drawn as one node. */
  readonly closed: ReadonlySet<CycleIndex>
  /** Those of them that no stub and no list added. */
  readonly first: {
    readonly functions: ReadonlySet<FunctionIndex>
    readonly closed: ReadonlySet<CycleIndex>
  }
  readonly drawingOf: (cycle: CycleIndex) => CycleDrawing
  /** Functions that reach the threshold but exceed the limit. */
  readonly overLimit: number
}

/** Absolute limit of nodes, however many stubs are opened: the drawing is SVG. */
const MOST_NODES = 300

/**
 * Selects the functions and cycles to draw; yields between steps, so that the caller can do other work. At
 * most `choice.limit`, and 300 with opened stubs and cycles.
 *
 * @param weights result of `weigh`
 * @param hotPath result of `hotPathOf`; drawn first if there is no focus
 */
export function* selectFunctions(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  choice: NodeLinkChoice,
): Generator<void, Selection> {
  const chosen = new ChosenNodes(analyzed, weights, choice)
  const overLimit =
    choice.focus === null
      ? yield* addHottest(analyzed, weights, hotPath, choice, chosen)
      : addAround(analyzed, weights, choice, choice.focus, chosen)
  const first = { functions: new Set(chosen.functions), closed: new Set(chosen.closed) }
  for (const f of choice.also) if (chosen.size < MOST_NODES) chosen.addAlone(f)
  for (const expansion of choice.expanded) expand(analyzed, weights, expansion, chosen)
  const { functions, closed, drawingOf } = chosen
  return { functions, closed, first, drawingOf, overLimit }
}

function expand(
  analyzed: AnalyzedProfile,
  weights: Weights,
  { function: f, side, amount }: Expansion,
  chosen: ChosenNodes,
): void {
  if (!chosen.has(f)) return
  const most = Math.min(amount, MOST_NODES - chosen.size)
  const cycle = analyzed.cycles.cycleOf[f]
  const isLeft = (other: FunctionIndex): boolean => !chosen.has(other)
  if (side === 'members') {
    if (cycle === NONE || chosen.closed.has(cycle)) return
    const left = [...membersOf(analyzed.cycles, cycle)].filter(isLeft)
    const weight = (member: number): number => weights.ofFunction(member as FunctionIndex)
    for (const member of largestRows(left, weight, most)) chosen.addAlone(member as FunctionIndex)
  } else {
    for (const other of neighbours(analyzed, weights, f, side, most, chosen, isLeft)) chosen.addAlone(other)
  }
}
