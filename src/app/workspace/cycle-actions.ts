// What can be done with a cycle: the actions of its menu, which the palette has too.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { cycleSelection, hasCycleEntry, openCycleEntry, selectCycle } from '../../state/selected-cycle.ts'
import { formatHash } from '../../state/url/link-hash.ts'
import { navigate, pageAddress } from '../../state/url/address.ts'
import { useStore } from '../../state/store.ts'
import { graphParamsNow, isCycleOpen, setCycleOpen } from '../../views/force-graph/cycle-switches.ts'
import { cycles, forceGraph } from '../../views/registry.ts'
import type { MenuItem } from '../../ui/context-menu.tsx'

/**
 * Returns a cycle's actions, in groups: where to see it, how to break it, and its link.
 * @param copy copies a text, and says what was copied
 */
export function cycleActions(
  opened: ProfileView,
  cycle: CycleIndex,
  copy: (text: string, outcome: string) => void,
): readonly (readonly MenuItem[])[] {
  return [
    [
      { label: 'Show details', run: () => selectCycle(cycle, 'push') },
      ...(hasCycleEntry(opened, cycle)
        ? [{ label: 'Callers and members', hint: 'Enter', run: () => openCycleEntry(cycle) }]
        : []),
      useStore.getState().shared.view === forceGraph.id
        ? openOrClose(opened, cycle)
        : { label: 'Show in graph', run: () => showInGraph(opened, cycle) },
    ],
    [{ label: 'Break up…', run: () => showInCycles(opened, cycle) }],
    [{ label: 'Copy link', run: () => copy(linkTo(opened, cycle), 'Link copied') }],
  ]
}

/** In the graph a cycle is one node, or its members. */
function openOrClose(opened: ProfileView, cycle: CycleIndex): MenuItem {
  const isOpen = isCycleOpen(opened, graphParamsNow(), cycle)
  return {
    label: isOpen ? 'Close in graph' : 'Open in graph',
    hint: isOpen ? '−' : '+',
    run: () => setCycleOpen(opened, cycle, !isOpen),
  }
}

function showInGraph(opened: ProfileView, cycle: CycleIndex): void {
  // Around a function there may be another part of the graph.
  const { 'force-graph.scope': _scope, ...params } = useStore.getState().shared.params
  navigate({ view: forceGraph.id, selected: cycleSelection(opened, cycle), params }, 'push')
}

function showInCycles(opened: ProfileView, cycle: CycleIndex): void {
  navigate({ view: cycles.id, selected: cycleSelection(opened, cycle) }, 'push')
}

function linkTo(opened: ProfileView, cycle: CycleIndex): string {
  const { shared } = useStore.getState()
  return pageAddress() + formatHash({ ...shared, selected: cycleSelection(opened, cycle) })
}
