// The flame view's fills: one path for each colour, one for the edges of estimates, one for each
// highlight.
import { useId, useMemo } from 'react'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import {
  type CallTree,
  isFunctionNode,
  type TreeNode,
} from '../../../workers/core/reports/call-tree/tree-node.ts'
import { childCount, childStep } from '../../../workers/core/reports/call-tree/call-tree.ts'
import type { Icicle } from '../../../workers/core/reports/call-tree/icicle.ts'
import { groupColour, groupMarkColour } from '../../ui/group-colour.ts'
import { isNodeOf, type SelectedHead } from '../tree-nodes.ts'
import styles from './flame.module.css'
import { flamePaths, outlines } from './flame-paths.ts'
import { isClosed } from './box-rules.ts'

export function FlamePicture({
  tree,
  drawing,
  width,
  height,
  found,
  selected,
  hovered,
}: {
  readonly tree: CallTree
  readonly drawing: Icicle
  readonly width: number
  readonly height: number
  /** By FunctionIndex, 1 for matches of a search; null without a search. */
  readonly found: Uint8Array | null
  readonly selected: SelectedHead
  readonly hovered: FunctionIndex | null
}) {
  const paths = useMemo(() => flamePaths(tree, drawing), [tree, drawing])
  const hatch = useId()
  const isMatch = useMemo(() => matcher(tree, found), [tree, found])
  const others = useMemo(
    () => (isMatch ? outlines(drawing, (node) => !isMatch(node), 0) : ''),
    [drawing, isMatch],
  )
  const matches = useMemo(() => (isMatch ? outlines(drawing, isMatch, 0.75) : ''), [drawing, isMatch])
  const alike = useMemo(
    () =>
      hovered === null ? '' : outlines(drawing, (node) => isNodeOf(node, { f: hovered, cycle: null }), 0.5),
    [drawing, hovered],
  )
  const chosen = useMemo(
    () =>
      selected.f === null && selected.cycle === null
        ? ''
        : outlines(drawing, (node) => isNodeOf(node, selected), 1),
    [drawing, selected],
  )
  return (
    <svg className={styles.picture} width={width} height={height} aria-hidden="true">
      {paths.fills.map(({ hue, isSelf, path }) => (
        <path
          key={`${hue} ${isSelf}`}
          d={path}
          className={isSelf ? styles.self : styles.rest}
          style={{ color: groupColour(hue) }}
        />
      ))}
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" className={styles.hatch} />
        </pattern>
      </defs>
      <path d={paths.cycles} fill={`url(#${hatch})`} />
      <path d={paths.ground} className={styles.ground} />
      {paths.bars.map(({ hue, path }) => (
        <path key={hue} d={path} className={styles.self} style={{ color: groupMarkColour(hue) }} />
      ))}
      <path d={paths.frames} className={styles.frame} />
      <path d={paths.estimated} className={styles.estimated} />
      <path d={others} className={styles.unmatched} />
      <path d={matches} className={styles.found} />
      <path d={alike} className={styles.hovered} />
      <path d={chosen} className={styles.selected} />
    </svg>
  )
}

/** Children of a rest that are looked at for a match. */
const MOST_LOOKED_AT = 2000

/**
 * Returns whether a box matches a search: a closed cycle by any member, a rest by any function in it; null without
 * a search.
 */
function matcher(tree: CallTree, found: Uint8Array | null): ((node: TreeNode) => boolean) | null {
  if (!found) return null
  const { offsets, items } = tree.analyzed.cycles.members
  return (node) => {
    if (node.kind === 'rest') {
      const count = Math.min(MOST_LOOKED_AT, childCount(tree, node))
      for (let at = 0; at < count; at++) if (found[childStep(tree, node, at)] === 1) return true
    }
    if (!isFunctionNode(node)) return false
    if (!isClosed(tree, node) || node.cycle === NONE) return found[node.function] === 1
    for (let at = offsets[node.cycle] ?? 0; at < (offsets[node.cycle + 1] ?? 0); at++)
      if (found[items[at] ?? NONE] === 1) return true
    return false
  }
}
