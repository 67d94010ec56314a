// What can be done with a function or with an arc: the actions of the menu, which the palette has too.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { nameBetween } from '../../../workers/core/names/arc-names.ts'
import { rawName, wholeName } from '../../../workers/core/names/names.ts'
import { cut, restore, toggleName } from '../../state/questions/scenario.ts'
import { hasLines } from '../../state/questions/sources.ts'
import { formatFunctionName } from '../../state/url/link-hash.ts'
import { functionLinesPatch, functionName } from '../../state/selectors.ts'
import { navigate } from '../../state/url/address.ts'
import { openEntry, select } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { selectCycle } from '../../state/selected-cycle.ts'
import { showFlame } from '../../views/call-trees.ts'
import { forceGraph } from '../../views/registry.ts'
import type { ArcEnds } from '../../views/menu-subject.ts'
import type { MenuItem } from '../../ui/context-menu.tsx'

/**
 * Returns a function's actions, in groups: where to see it, the scenario, and its name.
 * @param copy copies a text
 */
export function functionActions(
  opened: ProfileView,
  f: FunctionIndex,
  copy: (text: string) => void,
): readonly (readonly MenuItem[])[] {
  const { functions } = opened.analyzed.profile
  const { scenario } = useStore.getState().shared
  const raw = rawName(functions, f)
  const cycle = opened.analyzed.cycles.cycleOf[f] ?? NONE
  const inScenario = (label: string, list: 'only' | 'leftOut' | 'timeLeftOut'): MenuItem => ({
    label,
    isOn: scenario[list].includes(raw),
    run: () => toggleName(list, raw),
  })
  return [
    [
      { label: 'Show details', run: () => select(f, 'push') },
      { label: 'Callers and callees', hint: 'Enter', run: () => openEntry(f) },
      { label: 'Graph around it', run: () => showGraphAround(opened, f) },
      { label: 'Root of the tree', run: () => showTreeFrom(opened, f) },
      { label: 'Root of the flame', run: () => showFlame('callees', functionName(opened, f)) },
      ...(hasLines(opened) ? [{ label: 'Open source', run: () => showSource(opened, f) }] : []),
      ...(cycle === NONE
        ? []
        : [{ label: `Select cycle ${cycle + 1}`, hint: 'y', run: () => selectCycle(cycle, 'push') }]),
    ],
    [
      inScenario('Focus (-F)', 'only'),
      inScenario('Exclude (-E)', 'leftOut'),
      inScenario('Ignore its time (-N)', 'timeLeftOut'),
    ],
    [{ label: 'Copy name', run: () => copy(wholeName(functions, f)) }],
  ]
}

/** Returns the action that cuts an arc, or restores it if it is cut. */
export function arcAction({ analyzed }: ProfileView, { parent, child }: ArcEnds): MenuItem {
  const name = nameBetween(analyzed, parent, child)
  const { cutArcs } = useStore.getState().shared.scenario
  const isCut = cutArcs.some((one) => one.parent === name.parent && one.child === name.child)
  return isCut
    ? { label: 'Restore the arc', hint: 'x', run: () => restore([name]) }
    : { label: 'Cut the arc', hint: 'x', run: () => cut([name]) }
}

function showGraphAround(opened: ProfileView, f: FunctionIndex): void {
  const { params } = useStore.getState().shared
  navigate(
    {
      view: forceGraph.id,
      selected: functionName(opened, f),
      params: { ...params, 'force-graph.scope': 'around' },
    },
    'push',
  )
}

/** Keeps the tree's direction; a tree of callees if none was shown. */
function showTreeFrom(opened: ProfileView, f: FunctionIndex): void {
  const { 'call-graph.as': as = 'callees', ...params } = useStore.getState().shared.params
  const selected = functionName(opened, f)
  navigate(
    {
      view: 'call-graph',
      selected,
      params: { ...params, 'call-graph.as': as, 'call-graph.root': formatFunctionName(selected) },
    },
    'push',
  )
}

function showSource(opened: ProfileView, f: FunctionIndex): void {
  const { shared } = useStore.getState()
  navigate({ ...functionLinesPatch(shared), selected: functionName(opened, f) }, 'push')
}
