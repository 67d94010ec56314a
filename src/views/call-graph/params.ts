// The arrangement of the call graph as entries or as a tree: its parameters in the link, with the actions
// that change them. Back undoes each action.
import type { Direction } from '../../../workers/core/reports/call-tree/tree-node.ts'
import { formatFunctionName, parseFunctionName } from '../../state/url/link-hash.ts'
import type { FunctionName } from '../../state/url/url-state.ts'
import { functionName, resolveSelection } from '../../state/selectors.ts'
import { type ParamsCodec, readParams, setViewParams } from '../../state/url/view-params.ts'
import { useStore } from '../../state/store.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import type { Convention } from '../../../workers/core/reports/cycle-entry.ts'

/** The call graph's parameters in the link. */
export interface CallGraphParams {
  readonly arrangement: 'entries' | Direction
  /** The root function; null for the default, the function with the largest total. */
  readonly root: FunctionName | null
  /** Whose description the entries of cycles and of their members follow. */
  readonly convention: Convention
}

/** Codec of the parameters. Keys: as=callees|callers, root, entries=gprof */
export const callGraphParams: ParamsCodec<CallGraphParams> = {
  view: 'call-graph',
  parse: (raw) => ({
    arrangement: raw['as'] === 'callees' || raw['as'] === 'callers' ? raw['as'] : 'entries',
    root: parseFunctionName(raw['root'] ?? ''),
    convention: raw['entries'] === 'gprof' ? 'gprof' : 'manual',
  }),
  format: ({ arrangement, root, convention }) => ({
    ...(arrangement === 'entries' ? {} : { as: arrangement }),
    ...(root ? { root: formatFunctionName(root) } : {}),
    ...(convention === 'manual' ? {} : { entries: convention }),
  }),
}

const currentParams = (): CallGraphParams => readParams(useStore.getState().shared, callGraphParams)

const change = (patch: Partial<CallGraphParams>): void =>
  setViewParams(callGraphParams, { ...currentParams(), ...patch }, 'push')

/** Shows the entries or a tree. A tree has the selected function as its root, if there is one. */
export function arrange(opened: ProfileView, arrangement: CallGraphParams['arrangement']): void {
  const now = currentParams()
  if (now.arrangement === arrangement) return
  const { selected } = useStore.getState().shared
  const { f, cycle } = resolveSelection(opened, selected)
  // A tree under the member that names a cycle starts with the whole cycle.
  if (arrangement === 'entries') change({ arrangement })
  else change({ arrangement, root: f === null && cycle === null ? now.root : selected })
}

/** Makes a function the root of the tree; null for the default root. */
export function rootAt(opened: ProfileView, f: FunctionIndex | null): void {
  change({ root: f === null ? null : functionName(opened, f) })
}

/** Shows the entries of cycles as GNU gprof prints them, or as its manual describes them. */
export function toggleConvention(): void {
  change({ convention: currentParams().convention === 'gprof' ? 'manual' : 'gprof' })
}
