// What is to be drawn: the functions and arcs that the link's settings choose, measured; null where nothing is chosen.
import { useCallback, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { NONE } from '../../../workers/core/base/brand.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from '../../../workers/core/reports/node-link/choice.ts'
import { nodeLinkInSteps } from '../../../workers/core/reports/node-link/node-link.ts'
import { findFunction } from '../../../workers/core/reports/search/find-function.ts'
import { useSelected } from '../../state/selectors.ts'
import { useInSlices } from '../../state/worker/patience.ts'
import { useNarrowWindow } from '../../ui/display/use-width.ts'
import type { GraphParams } from './params.ts'
import { buildScene } from './scene/scene.ts'

/** So few have names that can be read on a phone. */
const LIMIT_WHERE_NARROW = 40

export function useScene(opened: ProfileView, params: GraphParams) {
  const { analyzed, asMeasured } = opened
  const selected = useSelected(opened)
  const focus = params.scope === 'around' ? selected : null
  const isNarrow = useNarrowWindow()
  const limit = params.limit ?? (isNarrow ? LIMIT_WHERE_NARROW : DEFAULT_CHOICE.limit)
  const choice = useMemo(() => choiceOf(opened, params, focus, limit), [opened, params, focus, limit])
  const nodeLink = useInSlices(useCallback(() => nodeLinkInSteps(analyzed, choice), [analyzed, choice]))
  const isAimless = params.scope === 'around' && focus === null
  const scene = useMemo(
    () => (isAimless || !nodeLink ? null : buildScene(analyzed, nodeLink, asMeasured?.analyzed)),
    [analyzed, asMeasured, nodeLink, isAimless],
  )
  return { focus, limit, choice, nodeLink, isAimless, scene }
}

function choiceOf(
  opened: ProfileView,
  params: GraphParams,
  focus: FunctionIndex | null,
  limit: number,
): NodeLinkChoice {
  const { functions } = opened.analyzed.profile
  return {
    ...DEFAULT_CHOICE,
    focus,
    callersDepth: params.callersDepth,
    calleesDepth: params.calleesDepth,
    threshold: params.threshold,
    limit,
    expanded: params.open.flatMap(({ side, amount, name }) => {
      const f = findFunction(functions, name.name, name.address)
      return f === NONE ? [] : [{ function: f, side, amount }]
    }),
  }
}
