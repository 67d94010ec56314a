// The arrangement of the call graph, as entries or as a tree: its parameters in the link, the
// actions that change them, and the switch.
import { type Direction, pathTo, type TreeNode } from '../../../workers/core/reports/call-tree/call-tree.ts'
import { formatFunctionName, type FunctionName, parseFunctionName } from '../../state/url-state.ts'
import { type ParamsCodec, readParams, setViewParams, useViewParams } from '../../state/url-sync.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { functionName, selectedOf } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import switches from '../../ui/switch.module.css'
import styles from './call-graph.module.css'

/** The call graph's parameters in the link. */
export interface CallGraphParams {
  readonly arrangement: 'entries' | Direction
  readonly drawing: 'tree' | 'icicle'
  /** The root function; null for the default, the function with the largest total. */
  readonly root: FunctionName | null
  /** The path from the root to the box that fills the icicle. */
  readonly zoom: readonly FunctionName[]
}

/** Codec of the parameters. Keys: as=callees|callers, draw=icicle, root, zoom=<name>,<name>,… */
export const callGraphParams: ParamsCodec<CallGraphParams> = {
  view: 'call-graph',
  parse: (raw) => ({
    arrangement: raw['as'] === 'callees' || raw['as'] === 'callers' ? raw['as'] : 'entries',
    drawing: raw['draw'] === 'icicle' ? 'icicle' : 'tree',
    root: parseFunctionName(raw['root'] ?? ''),
    zoom: parseSteps(raw['zoom'] ?? ''),
  }),
  format: ({ arrangement, drawing, root, zoom }) => ({
    ...(arrangement === 'entries' ? {} : { as: arrangement }),
    ...(drawing === 'tree' ? {} : { draw: drawing }),
    ...(root ? { root: formatFunctionName(root) } : {}),
    ...(zoom.length === 0 ? {} : { zoom: zoom.map(formatFunctionName).join(',') }),
  }),
}

/** Parses a path up to the first malformed name, after which it leads nowhere. */
function parseSteps(text: string): readonly FunctionName[] {
  const steps: FunctionName[] = []
  for (const part of text === '' ? [] : text.split(',')) {
    const step = parseFunctionName(part)
    if (!step) break
    steps.push(step)
  }
  return steps
}

// Actions on the arrangement of the call graph. Back undoes each of them.

const currentParams = (): CallGraphParams => readParams(useStore.getState().shared, callGraphParams)

const change = (patch: Partial<CallGraphParams>): void =>
  setViewParams(callGraphParams, { ...currentParams(), ...patch }, 'push')

/** Shows the entries or a tree. A tree has the selected function as its root, if there is one. */
export function arrange(opened: ProfileView, arrangement: CallGraphParams['arrangement']): void {
  const now = currentParams()
  if (now.arrangement === arrangement) return
  const { selected } = useStore.getState().shared
  if (arrangement === 'entries') change({ arrangement, zoom: [] })
  else change({ arrangement, zoom: [], root: selectedOf(opened, selected) === null ? now.root : selected })
}

/** Draws the tree as rows or as an icicle. */
export function draw(drawing: CallGraphParams['drawing']): void {
  if (currentParams().drawing !== drawing) change({ drawing })
}

/** Makes a function the root of the tree; null for the default root. */
export function rootAt(opened: ProfileView, f: FunctionIndex | null): void {
  change({ root: f === null ? null : functionName(opened, f), zoom: [] })
}

/** Makes a node of the tree fill the icicle. */
export function zoomTo(opened: ProfileView, node: TreeNode): void {
  const steps = pathTo(node).slice(1)
  change({ zoom: steps.map((step) => functionName(opened, step.function)) })
}

// The choices: gprof's entries, or a tree of callees or callers, as rows or as an icicle.

const ARRANGEMENTS = [
  ['entries', 'Entries', 'e'],
  ['callees', 'Callees', 'd'],
  ['callers', 'Callers', 'u'],
] as const

const DRAWINGS = [
  ['tree', 'Tree'],
  ['icicle', 'Icicle'],
] as const

export function ArrangementSwitch({ opened }: { readonly opened: ProfileView }) {
  const params: CallGraphParams = useViewParams(callGraphParams)
  return (
    <>
      <div role="group" aria-label="Arrangement" className={`${switches.switch} ${styles.narrow}`}>
        {ARRANGEMENTS.map(([arrangement, label, key]) => (
          <button
            key={arrangement}
            type="button"
            aria-pressed={params.arrangement === arrangement}
            title={`${label} (${key})`}
            onClick={() => arrange(opened, arrangement)}
          >
            {label}
          </button>
        ))}
      </div>
      {params.arrangement !== 'entries' && (
        <div role="group" aria-label="Drawing" className={`${switches.switch} ${styles.narrow}`}>
          {DRAWINGS.map(([drawing, label]) => (
            <button
              key={drawing}
              type="button"
              aria-pressed={params.drawing === drawing}
              title={`${label} (i)`}
              onClick={() => draw(drawing)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
