// What the flame view and the rows of the call tree share: the tree, the flame view's parameters in the link,
// and the actions that lead from one to the other.
import { useMemo } from 'react'
import { NONE } from '../../workers/core/base/columns.ts'
import {
  callTree,
  type CallTree,
  initialRoot,
  pathTo,
  type Direction,
  type TreeNode,
} from '../../workers/core/reports/call-tree/call-tree.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import type { ProfileView } from '../../workers/api/contract.ts'
import {
  formatFunctionName,
  type FunctionName,
  functionName,
  navigate,
  paramsWith,
  type ParamsCodec,
  parseFunctionName,
  readParams,
  selectedOf,
  setViewParams,
  useCertain,
  useStore,
} from '../state/store.ts'

/** A call tree, and the same one as measured if a scenario changes the profile. */
export interface ShownTree {
  /** Null for a profile in which no function was called or took time. */
  readonly tree: CallTree | null
  readonly measured: CallTree | null
}

/**
 * Returns the tree of callees or callers of a function.
 *
 * @param root null, or a name that the profile lacks, for the function with the largest total
 */
export function useCallTree(opened: ProfileView, direction: Direction, root: FunctionName | null): ShownTree {
  const { analyzed, listing, asMeasured } = opened
  const certain = useCertain()
  const f = selectedOf(opened, root) ?? initialRoot(analyzed, listing, direction)
  const tree = useMemo(
    () => (f === NONE ? null : callTree(analyzed, listing, direction, f, certain)),
    [analyzed, listing, direction, f, certain],
  )
  const measured = useMemo(
    () =>
      asMeasured && f !== NONE ? callTree(asMeasured.analyzed, asMeasured.listing, direction, f, null) : null,
    [asMeasured, direction, f],
  )
  return { tree, measured }
}

/** The flame view's parameters in the link. */
export interface FlameParams {
  readonly direction: Direction
  /** The root function; null for the default, the function with the largest total. */
  readonly root: FunctionName | null
  /** The path from the root to the box that fills the width. */
  readonly zoom: readonly FunctionName[]
}

/** Codec of the parameters. Keys: as=callers, root, zoom=<name>,<name>,… */
export const flameParams: ParamsCodec<FlameParams> = {
  view: 'flame',
  parse: (raw) => ({
    direction: raw['as'] === 'callers' ? 'callers' : 'callees',
    root: parseFunctionName(raw['root'] ?? ''),
    zoom: parseSteps(raw['zoom'] ?? ''),
  }),
  format: ({ direction, root, zoom }) => ({
    ...(direction === 'callees' ? {} : { as: direction }),
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

/** Changes the parameters. Back undoes each change. */
export function changeFlame(patch: Partial<FlameParams>): void {
  const now = readParams(useStore.getState().shared, flameParams)
  setViewParams(flameParams, { ...now, ...patch }, 'push')
}

/** Makes a node fill the width of the flame view. */
export function zoomTo(opened: ProfileView, node: TreeNode): void {
  const steps = pathTo(node).slice(1)
  changeFlame({ zoom: steps.map((step) => functionName(opened, step.function)) })
}

/** Shows the flame view of callees or callers under a root; null for the default root. */
export function showFlame(direction: Direction, root: FunctionName | null): void {
  const { shared } = useStore.getState()
  navigate({ view: 'flame', params: paramsWith(shared, flameParams, { direction, root, zoom: [] }) }, 'push')
}

/** Makes a function the root of the flame view. */
export function rootFlameAt(opened: ProfileView, f: FunctionIndex | null): void {
  changeFlame({ root: f === null ? null : functionName(opened, f), zoom: [] })
}

/** Shows the rows of the call tree of callees or callers under a root; null for the default root. */
export function showCallTree(direction: Direction, root: FunctionName | null): void {
  const { 'call-graph.root': _, ...params } = useStore.getState().shared.params
  const own = { 'call-graph.as': direction, ...(root ? { 'call-graph.root': formatFunctionName(root) } : {}) }
  navigate({ view: 'call-graph', params: { ...params, ...own } }, 'push')
}
