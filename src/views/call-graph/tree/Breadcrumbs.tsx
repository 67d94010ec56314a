// The way from the root to the box that fills the icicle; each step leads back there.
import type { ProfileView } from '../../../../workers/api/contract.ts'
import {
  keyOf,
  pathTo,
  type CallTree,
  type TreeNode,
} from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { nodeName } from '../../../../workers/core/reports/call-tree/row-text.ts'
import { zoomTo } from '../arrange.ts'
import styles from './breadcrumbs.module.css'

export function Breadcrumbs({
  opened,
  tree,
  top,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly top: TreeNode
}) {
  if (top.parent === null) return null
  return (
    <nav aria-label="Path" className={styles.path}>
      <ol>
        {pathTo(top).map((node) => (
          <li key={keyOf(node)}>
            <button
              type="button"
              aria-current={node === top ? 'true' : undefined}
              title={nodeName(tree, node)}
              onClick={() => zoomTo(opened, node)}
            >
              {nodeName(tree, node)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
