// A path of boxes in the flame view: as names in a link, or as steps in a call tree.
import {
  type CallTree,
  type Step,
  stepOfPart,
  stepOfRest,
  type TreeNode,
  isFunctionNode,
} from '../../workers/core/reports/call-tree/tree-node.ts'
import {
  childAlong,
  nodeAlong,
  pathTo,
  placeOf,
  stepsToHead,
  childStep,
} from '../../workers/core/reports/call-tree/call-tree.ts'
import { initialRoot } from '../../workers/core/reports/call-tree/initial-root.ts'
import { PROGRAM_PARTS, type ProgramPart } from '../../workers/core/reports/call-tree/divide-program.ts'
import { NONE } from '../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { findFunction } from '../state/names-and-groups.ts'
import type { ProfileView } from '../../workers/api/contract.ts'
import { formatFunctionName, parseFunctionName } from '../state/url/link-hash.ts'
import type { FunctionName } from '../state/url/url-state.ts'
import { functionName } from '../state/selectors.ts'

/**
 * A step of a path. `rest`: the children from this function on, as one box. `heaviest`: from the program to the
 * root with the most time, where older links begin.
 */
export type PathStep =
  | { readonly kind: 'function' | 'rest'; readonly name: FunctionName }
  | { readonly kind: 'part'; readonly part: ProgramPart }
  | { readonly kind: 'heaviest' }

const HEAVIEST = ':heaviest'

/** Formats a path for a link: "main,parse"; a part of the program is ":library", a rest "+lex". */
export function formatPath(path: readonly PathStep[]): string {
  return path
    .map((step) => {
      if (step.kind === 'heaviest') return HEAVIEST
      if (step.kind === 'part') return `:${step.part}`
      return `${step.kind === 'rest' ? '+' : ''}${formatFunctionName(step.name)}`
    })
    .join(',')
}

/** Parses a path up to the first malformed step, after which it leads nowhere. */
export function parsePath(text: string): readonly PathStep[] {
  const path: PathStep[] = []
  for (const part of text === '' ? [] : text.split(',')) {
    const step = parseStep(part)
    if (!step) break
    path.push(step)
  }
  return path
}

function parseStep(text: string): PathStep | null {
  if (text === HEAVIEST) return { kind: 'heaviest' }
  if (text.startsWith(':')) {
    const part = PROGRAM_PARTS.find((one) => one === text.slice(1))
    return part === undefined ? null : { kind: 'part', part }
  }
  const isRest = text.startsWith('+')
  const name = parseFunctionName(isRest ? text.slice(1) : text)
  return name && { kind: isRest ? 'rest' : 'function', name }
}

/** Returns the path to a node, for a link. */
export function pathOfNode(opened: ProfileView, tree: CallTree, node: TreeNode): readonly PathStep[] {
  return pathTo(node)
    .slice(1)
    .flatMap((step): PathStep[] => {
      if (isFunctionNode(step)) return [{ kind: 'function', name: functionName(opened, step.function) }]
      if (step.part) return [{ kind: 'part', part: step.part }]
      const first = childStep(tree, step, 0)
      return first < 0 ? [] : [{ kind: 'rest', name: functionName(opened, first as FunctionIndex) }]
    })
}

/** Returns the node that a path leads to, or the last one on it that the tree has. */
export function nodeOfPath(opened: ProfileView, tree: CallTree, path: readonly PathStep[]): TreeNode {
  let node = tree.root
  for (const step of path) {
    const next = step.kind === 'heaviest' ? heaviestRoot(tree) : childOfStep(opened, tree, node, step)
    if (!next) break
    node = next
  }
  return node
}

function heaviestRoot(tree: CallTree): TreeNode | null {
  const f = initialRoot(tree.analyzed, tree.listing, tree.direction)
  const steps = f === NONE ? [] : stepsToHead(tree, f)
  return steps.length === 0 ? null : nodeAlong(tree, steps)
}

function childOfStep(
  { analyzed }: ProfileView,
  tree: CallTree,
  node: TreeNode,
  step: Exclude<PathStep, { kind: 'heaviest' }>,
): TreeNode | null {
  if (step.kind === 'part') return childAlong(tree, node, stepOfPart(step.part))
  const f: Step = findFunction(analyzed.profile.functions, step.name.name, step.name.address)
  if (f === NONE) return null
  if (step.kind === 'function') return childAlong(tree, node, f)
  const at = placeOf(tree, node, f)
  return at < 0 ? null : childAlong(tree, node, stepOfRest((node.kind === 'rest' ? node.from : 0) + at))
}
