// The call graph as a tree under one function, with its tools above, a legend below.
import type { ProfileView } from '../../../../workers/api/contract.ts'
import type { Direction } from '../../../../workers/core/reports/call-tree/tree-node.ts'
import { childCount } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { nodeName } from '../../../../workers/core/reports/call-tree/tree-text.ts'
import { shortenName } from '../../../../workers/core/names/shorten-name.ts'
import { ArrangementSwitch } from '../ArrangementSwitch.tsx'
import { type CallGraphParams, rootAt } from '../params.ts'
import { Legend, Swatch } from '../../../ui/Legend.tsx'
import { Breadcrumbs } from '../../Breadcrumbs.tsx'
import { RootTools } from '../../RootTools.tsx'
import { useTrail } from '../../use-trail.ts'
import { useCallTree } from '../../call-trees.ts'
import table from '../../../ui/table.module.css'
import styles from './call-tree.module.css'
import { TreeGrid } from './TreeGrid.tsx'

/** Characters of a name in the lines above the tree. */
const MOST_OF_NAME = 48

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
  return (
    <div className={table.view}>
      <RootTools
        opened={opened}
        tree={tree}
        mostOfOther={MOST_OF_NAME}
        rootTitle="Grows the tree under the selected function (r)"
        onRoot={(f) => rootAt(opened, f)}
      >
        <ArrangementSwitch opened={opened} />
      </RootTools>
      {!tree && <p className={table.empty}>No function was called or took time: there is no tree.</p>}
      {tree && (
        <>
          <Breadcrumbs crumbs={crumbs} />
          {childCount(tree, tree.root) === 0 && (
            <p className={styles.leafNote}>
              {shortenName(nodeName(tree, tree.root), MOST_OF_NAME)} has no recorded {direction}.
            </p>
          )}
          <TreeGrid key={`${direction} ${tree.root.step}`} opened={opened} tree={tree} measured={measured} />
          <Legend
            marks={[
              { text: 'certain', mark: <Swatch className={styles.swatchCertain} /> },
              { text: 'assumed', mark: <Swatch className={styles.swatchAssumed} /> },
              {
                text: direction === 'callees' ? 'self' : 'self, of the first row',
                mark: <Swatch className={styles.swatchSelf} />,
              },
            ]}
          >
            Times along a path are gprof’s assumption: every call of a function costs the same.
          </Legend>
        </>
      )}
    </div>
  )
}
