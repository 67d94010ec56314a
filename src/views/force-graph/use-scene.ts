// From the graph's parameters to the measured drawing.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from '../../../workers/core/reports/graph/graph-choice.ts'
import { type ChosenLayout, chooseLayout } from '../../../workers/core/reports/graph/choose-layout.ts'
import type { NodeLink } from '../../../workers/core/reports/graph/drawing.ts'
import { listNodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { findFunction } from '../../state/names-and-groups.ts'
import { useInSlices } from '../../state/worker/slices.ts'
import { firstMember, useSelectedCycle } from '../../state/selected-cycle.ts'
import { useSelected } from '../../state/selectors.ts'
import { useBounds, useMeasuredBounds } from '../../state/bounds.ts'
import { useCallback, useMemo } from 'react'
import { cycleStates } from './cycle-switches.ts'
import { type GraphParams, LIMITS_OF_PAGE, LIMITS_OF_PANE } from './params.ts'
import { buildScene, shapeIn } from './scene.ts'

/** Returns the graph to draw for the parameters, measured, with the choice of its functions and its layout. */
export function useScene(opened: ProfileView, params: GraphParams, isPane: boolean) {
  const { analyzed, asMeasured } = opened
  const selectedFunction = useSelected(opened)
  const cycle = useSelectedCycle(opened)
  // Around a selected cycle: around its node, or a member if it is open.
  const selected = cycle === null ? selectedFunction : firstMember(opened, cycle)
  const focus = params.scope === 'around' ? selected : null
  const choice = useMemo(() => choiceOf(opened, params, focus, isPane), [opened, params, focus, isPane])
  const nodeLink = useInSlices(useCallback(() => listNodeLink(analyzed, choice), [analyzed, choice]))
  const isAimless = params.scope === 'around' && focus === null
  const layout = useMemo(() => layoutOf(params.layout, nodeLink), [params.layout, nodeLink])
  const bounds = useBounds()
  const measuredBounds = useMeasuredBounds()
  const scene = useMemo(
    () =>
      isAimless || !nodeLink
        ? null
        : buildScene(analyzed, nodeLink, asMeasured?.analyzed, shapeIn(layout.style), bounds, measuredBounds),
    [analyzed, asMeasured, nodeLink, isAimless, layout.style, bounds, measuredBounds],
  )
  return { focus, choice, nodeLink, isAimless, scene, layout }
}

/** Returns the layout that the link asks for, else the one that suits the drawing. */
function layoutOf(asked: GraphParams['layout'], nodeLink: NodeLink | null): ChosenLayout {
  if (asked !== 'auto') return { style: asked, reason: '' }
  return nodeLink ? chooseLayout(nodeLink) : { style: 'force', reason: '' }
}

function choiceOf(
  opened: ProfileView,
  params: GraphParams,
  focus: FunctionIndex | null,
  isPane: boolean,
): NodeLinkChoice {
  const { functions } = opened.analyzed.profile
  return {
    ...DEFAULT_CHOICE,
    focus,
    callersDepth: params.callersDepth,
    calleesDepth: params.calleesDepth,
    threshold: params.threshold,
    ...LIMITS_OF_PAGE,
    limit: params.limit,
    ...(isPane ? LIMITS_OF_PANE : {}),
    cycles: cycleStates(opened, params.cycles),
    also: params.also.flatMap(({ name, address }) => {
      const f = findFunction(functions, name, address)
      return f === NONE ? [] : [f]
    }),
    expanded: params.open.flatMap(({ side, amount, name }) => {
      const f = findFunction(functions, name.name, name.address)
      return f === NONE ? [] : [{ function: f, side, amount }]
    }),
  }
}
