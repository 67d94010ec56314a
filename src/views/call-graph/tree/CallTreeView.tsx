// The call graph as a tree under one function, with its tools above, a legend below.
import type { ProfileView } from '../../../../workers/api/contract.ts'
import {
  type CallTree,
  type Direction,
  functionOf,
} from '../../../../workers/core/reports/call-tree/tree-node.ts'
import { childCount } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { nodeName } from '../../../../workers/core/reports/call-tree/tree-text.ts'
import { displayName } from '../../../../workers/core/names/names.ts'
import { shortenName } from '../../../../workers/core/names/shorten-name.ts'
import { useSelected } from '../../../state/selectors.ts'
import { ArrangementSwitch } from '../ArrangementSwitch.tsx'
import { type CallGraphParams, rootAt } from '../params.ts'
import controls from '../../../ui/controls.module.css'
import { Breadcrumbs } from '../../Breadcrumbs.tsx'
import { useTrail } from '../../use-trail.ts'
import { useCallTree } from '../../call-trees.ts'
import table from '../../../ui/table.module.css'
import styles from './call-tree.module.css'
import { TreeGrid } from './TreeGrid.tsx'

export function CallTreeView({
  opened,
  params,
  direction,
}: {
  readonly opened: ProfileView
  readonly params: CallGraphParams
  readonly direction: Direction
}) {
  const { tree, measured } = useCallTree(opened, direction, params.root)
  const crumbs = useTrail(opened, params.root, (f) => rootAt(opened, f))
  if (!tree) {
    return (
      <div className={`${table.view} ${styles.view}`}>
        <div className={`${table.tools} ${styles.tools}`}>
          <ArrangementSwitch opened={opened} />
        </div>
        <p className={table.empty}>No function was called or took time: there is no tree.</p>
      </div>
    )
  }
  const name = shortenName(nodeName(tree, tree.root), MOST_IN_TOOLS)
  return (
    <div className={`${table.view} ${styles.view}`}>
      <TreeTools opened={opened} tree={tree} />
      <Breadcrumbs crumbs={crumbs} />
      {childCount(tree, tree.root) === 0 && (
        <p className={styles.leafNote}>
          {direction === 'callees' ? `${name} has no recorded callees.` : `${name} has no recorded callers.`}
        </p>
      )}
      <TreeGrid key={`${direction} ${tree.root.step}`} opened={opened} tree={tree} measured={measured} />
      <Legend direction={direction} />
    </div>
  )
}

/** Characters of a name in the line above the tree; its title is the whole name. */
const MOST_IN_TOOLS = 48

/** The tree's root, and ways to choose another. */
function TreeTools({ opened, tree }: { readonly opened: ProfileView; readonly tree: CallTree }) {
  const selected = useSelected(opened)
  const { functions } = opened.analyzed.profile
  const name = nodeName(tree, tree.root)
  const other = selected !== null && selected !== functionOf(tree.root) ? selected : null
  return (
    <div className={`${table.tools} ${styles.tools}`}>
      <ArrangementSwitch opened={opened} />
      <h2 className={styles.title}>
        <span className={styles.of}>of </span>
        <code title={name}>{shortenName(name, MOST_IN_TOOLS)}</code>
      </h2>
      {other !== null && (
        <button
          type="button"
          className={controls.quiet}
          title="Grows the tree under the selected function (r)"
          onClick={() => rootAt(opened, other)}
        >
          <span className={styles.other}>
            Root: {shortenName(displayName(functions, other), MOST_IN_TOOLS)}
          </span>
        </button>
      )}
    </div>
  )
}

function Legend({ direction }: { readonly direction: Direction }) {
  return (
    <footer className={table.legend}>
      <p>Times along a path are gprof’s assumption: every call of a function costs the same.</p>
      <ul className={table.legendKeys} aria-label="Legend">
        <li>
          <span className={`${table.swatch} ${styles.certainChildren}`} />
          certain
        </li>
        <li>
          <span className={`${table.swatch} ${styles.assumedChildren}`} />
          assumed
        </li>
        <li>
          <span className={`${table.swatch} ${styles.certainSelf}`} />
          {direction === 'callees' ? 'self' : 'self, of the first row'}
        </li>
      </ul>
    </footer>
  )
}
