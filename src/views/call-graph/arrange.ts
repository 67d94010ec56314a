// What a person does to the arrangement of the call graph; each is a step that Back undoes.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { pathTo, type TreeNode } from '../../../workers/core/reports/call-tree/call-tree.ts'
import { functionName, selectedOf } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { readParams, setViewParams } from '../../state/view-params.ts'
import { callGraphParams, type CallGraphParams } from './params.ts'

const params = (): CallGraphParams => readParams(useStore.getState().shared, callGraphParams)

const change = (patch: Partial<CallGraphParams>): void =>
  setViewParams(callGraphParams, { ...params(), ...patch }, 'push')

/** A tree grows under the selected function, if there is one. */
export function arrange(opened: ProfileView, arrangement: CallGraphParams['arrangement']): void {
  const now = params()
  if (now.arrangement === arrangement) return
  const { selected } = useStore.getState().shared
  if (arrangement === 'entries') change({ arrangement, zoom: [] })
  else change({ arrangement, zoom: [], root: selectedOf(opened, selected) === null ? now.root : selected })
}

export function draw(drawing: CallGraphParams['drawing']): void {
  if (params().drawing !== drawing) change({ drawing })
}

/** null: the tree begins where most of the time is. */
export function rootAt(opened: ProfileView, f: FunctionIndex | null): void {
  change({ root: f === null ? null : functionName(opened, f), zoom: [] })
}

export function zoomTo(opened: ProfileView, node: TreeNode): void {
  const steps = pathTo(node).slice(1)
  change({ zoom: steps.map((step) => functionName(opened, step.function)) })
}
