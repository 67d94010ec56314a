// What the flame view shares with the rows of the call tree: the tree, the flame view's parameters in the
// link, the actions that lead from one to the other.
import { useMemo } from 'react'
import { NONE } from '../../workers/core/base/columns.ts'
import { callTree, programTree } from '../../workers/core/reports/call-tree/call-tree.ts'
import {
  type CallTree,
  type Direction,
  NO_CYCLES,
  type TreeNode,
} from '../../workers/core/reports/call-tree/tree-node.ts'
import { initialRoot } from '../../workers/core/reports/call-tree/initial-root.ts'
import { divideProgram } from '../../workers/core/reports/call-tree/divide-program.ts'
import type { AnalyzedProfile, CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import type { Bounds } from '../../workers/core/trust/bounds/bounds.ts'
import type { ProfileView } from '../../workers/api/contract.ts'
import { formatFunctionName, parseFunctionName } from '../state/url/link-hash.ts'
import type { FunctionName } from '../state/url/url-state.ts'
import { functionName, selectedOf } from '../state/selectors.ts'
import { navigate } from '../state/url/address.ts'
import { paramsWith, type ParamsCodec, readParams, setViewParams } from '../state/url/view-params.ts'
import { useStore } from '../state/store.ts'
import { useBounds } from '../state/bounds.ts'
import { formatPath, parsePath, pathOfNode, type PathStep } from './flame-path.ts'
import { closedCycles, type CycleStates, withCycle } from './open-cycles.ts'

/** A call tree, and the same one as measured if a scenario changes the profile. */
export interface ShownTree {
  /** Null for a profile in which no function was called or took time. */
  readonly tree: CallTree | null
  readonly measured: CallTree | null
}

type ClosedOf = (analyzed: AnalyzedProfile) => ReadonlySet<CycleIndex>

const allOpen: ClosedOf = () => NO_CYCLES

/**
 * Returns the tree of callees or callers of a function.
 *
 * @param root null, or a name that the profile lacks: callees of the whole program, or callers of the function
 *   with the most self time
 * @param closedOf returns the cycles that are one node, of a profile and of the same as measured; none by default
 */
export function useCallTree(
  opened: ProfileView,
  direction: Direction,
  root: FunctionName | null,
  closedOf: ClosedOf = allOpen,
): ShownTree {
  const { asMeasured } = opened
  const bounds = useBounds()
  const f = selectedOf(opened, root)
  const tree = useTree(opened, direction, f, bounds, closedOf)
  const measured = useTree(asMeasured ?? null, direction, f, null, closedOf)
  return { tree, measured }
}

function useTree(
  profile: Pick<ProfileView, 'analyzed' | 'listing'> | null,
  direction: Direction,
  f: FunctionIndex | null,
  bounds: Bounds | null,
  closedOf: ClosedOf,
): CallTree | null {
  const isProgram = direction === 'callees' && f === null
  const program = useMemo(
    () => (profile && isProgram ? divideProgram(profile.analyzed) : null),
    [profile, isProgram],
  )
  return useMemo(() => {
    if (!profile) return null
    const { analyzed, listing } = profile
    const closed = closedOf(analyzed)
    if (program) {
      return program.children.length === 0 ? null : programTree(analyzed, listing, program, bounds, closed)
    }
    const root = f ?? initialRoot(analyzed, listing, direction)
    return root === NONE ? null : callTree(analyzed, listing, direction, root, bounds, closed)
  }, [profile, program, direction, f, bounds, closedOf])
}

/** The flame view's parameters in the link. */
export interface FlameParams extends CycleStates {
  readonly direction: Direction
  /** The root function; null for the program, or among callers for the function with the most self time. */
  readonly root: FunctionName | null
  /** The path from the root to the box that fills the width. */
  readonly zoom: readonly PathStep[]
}

/**
 * Codec of the parameters. Keys: as=callers, root; path=<step>,<step>,… from the program, zoom from another root;
 * open and closed=<member>,… of cycles. In links of 0.1.0 zoom without a root begins at the function with the
 * largest total.
 */
export const flameParams: ParamsCodec<FlameParams> = {
  view: 'flame',
  parse: (raw) => {
    const direction = raw['as'] === 'callers' ? 'callers' : 'callees'
    const root = parseFunctionName(raw['root'] ?? '')
    const zoom = parsePath(raw['zoom'] ?? '')
    const isProgram = direction === 'callees' && !root
    const older: readonly PathStep[] = zoom.length === 0 ? [] : [{ kind: 'heaviest' }, ...zoom]
    return {
      direction,
      root,
      zoom: !isProgram ? zoom : raw['path'] === undefined ? older : parsePath(raw['path']),
      open: namesIn(raw['open']),
      closed: namesIn(raw['closed']),
    }
  },
  format: ({ direction, root, zoom, open, closed }) => ({
    ...(direction === 'callees' ? {} : { as: direction }),
    ...(root ? { root: formatFunctionName(root) } : {}),
    ...(zoom.length === 0 ? {} : { [direction === 'callees' && !root ? 'path' : 'zoom']: formatPath(zoom) }),
    ...(open.length === 0 ? {} : { open: open.map(formatFunctionName).join(',') }),
    ...(closed.length === 0 ? {} : { closed: closed.map(formatFunctionName).join(',') }),
  }),
}

const namesIn = (text = ''): readonly FunctionName[] =>
  parsePath(text).flatMap((step) => (step.kind === 'function' ? [step.name] : []))

/** Changes the parameters. Back undoes each change. */
export function changeFlame(patch: Partial<FlameParams>): void {
  const now = readParams(useStore.getState().shared, flameParams)
  setViewParams(flameParams, { ...now, ...patch }, 'push')
}

/** Makes a node fill the width of the flame view. */
export function zoomTo(opened: ProfileView, tree: CallTree, node: TreeNode): void {
  changeFlame({ zoom: pathOfNode(opened, tree, node) })
}

/** Opens a cycle of the flame view, or closes it. Zooms out of a cycle that closes. */
export function toggleCycle(opened: ProfileView, tree: CallTree, node: TreeNode, top: TreeNode): void {
  if (node.cycle === NONE) return
  const now = readParams(useStore.getState().shared, flameParams)
  const isOpen = !tree.closed.has(node.cycle)
  const states = withCycle(opened, now, node.cycle, !isOpen)
  let outer: TreeNode = top
  for (let at: TreeNode | null = top; isOpen && at; at = at.parent) {
    if (at.kind === 'member' && at.cycle === node.cycle && at.parent) outer = at.parent
  }
  changeFlame({ ...states, ...(outer === top ? {} : { zoom: pathOfNode(opened, tree, outer) }) })
}

/** Returns the function that gives a flame view or a tree the cycles that are closed. */
export function useClosedCycles({ open, closed, zoom }: FlameParams): ClosedOf {
  return useMemo(() => (analyzed) => closedCycles(analyzed, { open, closed }, zoom), [open, closed, zoom])
}

/** Shows the flame view of callees or callers under a root; null for the default root. */
export function showFlame(direction: Direction, root: FunctionName | null): void {
  const { shared } = useStore.getState()
  const { open, closed } = readParams(shared, flameParams)
  const params = paramsWith(shared, flameParams, { direction, root, zoom: [], open, closed })
  navigate({ view: 'flame', params }, 'push')
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
