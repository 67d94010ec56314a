// Which cycles the graph draws by their members, which as one node.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { OPEN_SIZE, sizeOfCycle } from '../cycle-size.ts'
import type { NodeLinkChoice } from './graph-choice.ts'

/** How a cycle is drawn: by its members, at once or on request, or as one node. */
export type CycleDrawing = 'small' | 'opened' | 'closed'

/** Whether a cycle is drawn by its members unless the choice says otherwise. */
const isSmallCycle = (analyzed: AnalyzedProfile, cycle: CycleIndex): boolean =>
  sizeOfCycle(analyzed, cycle) <= OPEN_SIZE

/**
 * Returns how each cycle is drawn. Small cycles, the cycle around whose member the graph is drawn, and cycles of
 * which a stub was opened are open unless the choice closes them; of several states of a cycle the last one
 * holds.
 */
export function cycleDrawings(
  analyzed: AnalyzedProfile,
  { cycles, focus, expanded }: Pick<NodeLinkChoice, 'cycles' | 'focus' | 'expanded'>,
): (cycle: CycleIndex) => CycleDrawing {
  const { cycleOf } = analyzed.cycles
  const states = new Map<CycleIndex, boolean>()
  const stubs = expanded.filter(({ side }) => side === 'members')
  const opened = stubs.map(({ function: member }) => ({ member, isOpen: true }))
  for (const { member, isOpen } of [...opened, ...cycles]) {
    const cycle = cycleOf[member]
    if (cycle !== NONE) states.set(cycle, isOpen)
  }
  const focused = focus === null ? NONE : cycleOf[focus]
  return (cycle) => {
    const state = states.get(cycle)
    if (state === false) return 'closed'
    if (isSmallCycle(analyzed, cycle)) return 'small'
    return state === true || cycle === focused ? 'opened' : 'closed'
  }
}
