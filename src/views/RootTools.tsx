// The tools above a tree of calls: its root, and a button that makes the selected function the root.
import type { ReactNode } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { displayName } from '../../workers/core/names/names.ts'
import { shortenName } from '../../workers/core/names/shorten-name.ts'
import { type CallTree, functionOf } from '../../workers/core/reports/call-tree/tree-node.ts'
import { nodeName } from '../../workers/core/reports/call-tree/tree-text.ts'
import { useSelected } from '../state/selectors.ts'
import { Button } from '../ui/Button.tsx'
import table from '../ui/table.module.css'
import styles from './root-tools.module.css'

/** Characters of the root's name; its title is the whole name. */
const MOST_OF_ROOT = 48

export function RootTools({
  opened,
  tree,
  mostOfOther,
  rootTitle,
  onRoot,
  children,
}: {
  readonly opened: ProfileView
  /** Null for a profile without a tree, which has no root. */
  readonly tree: CallTree | null
  /** Characters of the selected function's name. */
  readonly mostOfOther: number
  /** What the button of the selected function does. */
  readonly rootTitle: string
  readonly onRoot: (f: FunctionIndex) => void
  /** The tools before the root. */
  readonly children: ReactNode
}) {
  const selected = useSelected(opened)
  const name = tree ? nodeName(tree, tree.root) : ''
  const other = tree && selected !== functionOf(tree.root) ? selected : null
  return (
    <div className={`${table.tools} ${styles.tools}`}>
      {children}
      {tree && (
        <h2 className={styles.title}>
          <span className={styles.of}>of </span>
          <code title={name}>{shortenName(name, MOST_OF_ROOT)}</code>
        </h2>
      )}
      {other !== null && (
        <Button look="quiet" title={rootTitle} onClick={() => onRoot(other)}>
          <span className={styles.other}>
            Root: {shortenName(displayName(opened.analyzed.profile.functions, other), mostOfOther)}
          </span>
        </Button>
      )}
    </div>
  )
}
