// The call graph as a tree under one function: its tools, the rows or the icicle, and a legend.
import { useMemo } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import { NONE } from '../../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../../workers/core/profile/call-graph-profile.ts'
import {
  callTree,
  type CallTree,
  childCount,
  type Direction,
  initialRoot,
} from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { nodeName } from '../../../../workers/core/reports/call-tree/tree-text.ts'
import { findFunction } from '../../../../workers/core/reports/search-matches.ts'
import { displayName } from '../../../../workers/core/reports/names/names.ts'
import { selectedOf, useCertain, useSelected } from '../../../state/selectors.ts'
import { ArrangementSwitch, type CallGraphParams, rootAt } from '../ArrangementSwitch.tsx'
import { IcicleView } from './IcicleView.tsx'
import { TreeGrid } from './TreeGrid.tsx'
import controls from '../../../ui/controls.module.css'
import sheet from '../../../ui/table/sheet.module.css'
import styles from './call-tree.module.css'

export function CallTreeView({
  opened,
  params,
  direction,
}: {
  readonly opened: ProfileView
  readonly params: CallGraphParams
  readonly direction: Direction
}) {
  const { analyzed, listing, asMeasured } = opened
  const certain = useCertain()
  const root = selectedOf(opened, params.root) ?? initialRoot(analyzed, listing, direction)
  const tree = useMemo(
    () => (root === NONE ? null : callTree(analyzed, listing, direction, root, certain)),
    [analyzed, listing, direction, root, certain],
  )
  const plain = useMemo((): CallTree | null => {
    if (!asMeasured || root === NONE) return null
    return callTree(asMeasured.analyzed, asMeasured.listing, direction, root, null)
  }, [asMeasured, direction, root])
  const steps = useMemo(() => stepsOf(opened, params.zoom), [opened, params.zoom])
  if (!tree) {
    return (
      <div className={`${sheet.view} ${styles.view}`}>
        <div className={`${sheet.tools} ${styles.tools}`}>
          <ArrangementSwitch opened={opened} />
        </div>
        <p className={sheet.empty}>No function was called or took time: there is no tree.</p>
      </div>
    )
  }
  const name = nodeName(tree, tree.root)
  return (
    <div className={`${sheet.view} ${styles.view}`}>
      <TreeTools opened={opened} tree={tree} isRootChosen={params.root !== null} />
      {childCount(tree, tree.root) === 0 && (
        <p className={styles.leafNote}>
          {direction === 'callees'
            ? `${name} calls nothing that was counted.`
            : `Nobody calls ${name} as far as the profile knows.`}
        </p>
      )}
      {params.drawing === 'tree' ? (
        <TreeGrid key={`${direction} ${root}`} opened={opened} tree={tree} plain={plain} />
      ) : (
        <IcicleView opened={opened} tree={tree} plain={plain} steps={steps} />
      )}
      <Legend direction={direction} isIcicle={params.drawing === 'icicle'} />
    </div>
  )
}

/** The tree's root, and ways to choose another. */
function TreeTools({
  opened,
  tree,
  isRootChosen,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly isRootChosen: boolean
}) {
  const selected = useSelected(opened)
  const { functions } = opened.analyzed.profile
  const name = nodeName(tree, tree.root)
  const other = selected !== null && selected !== tree.root.function ? selected : null
  return (
    <div className={`${sheet.tools} ${styles.tools}`}>
      <ArrangementSwitch opened={opened} />
      <h2 className={styles.title}>
        <span className={styles.of}>of </span>
        <code title={name}>{name}</code>
      </h2>
      {other !== null && (
        <button
          type="button"
          className={controls.quiet}
          title="Grows the tree under the selected function (r)"
          onClick={() => rootAt(opened, other)}
        >
          <span className={styles.other}>Begin with {displayName(functions, other)}</span>
        </button>
      )}
      {isRootChosen && (
        <button
          type="button"
          className={controls.quiet}
          title={
            tree.direction === 'callees'
              ? 'Begins with the most total time'
              : 'Begins with the most self time'
          }
          onClick={() => rootAt(opened, null)}
        >
          From the top
        </button>
      )}
    </div>
  )
}

/** Returns the functions that the link names, as far as this profile has them. */
function stepsOf(opened: ProfileView, names: CallGraphParams['zoom']): readonly FunctionIndex[] {
  const steps: FunctionIndex[] = []
  for (const { name, address } of names) {
    const f = findFunction(opened.analyzed.profile.functions, name, address)
    if (f === NONE) break
    steps.push(f)
  }
  return steps
}

// Explains the bars and boxes, and how they are estimated.

export function Legend({
  direction,
  isIcicle,
}: {
  readonly direction: Direction
  readonly isIcicle: boolean
}) {
  return (
    <footer className={styles.legend}>
      <p>
        {isIcicle ? 'Widths are' : 'Times along a path are'} gprof’s assumption: every call of a function
        costs the same.
      </p>
      <ul className={styles.keys} aria-label="Legend">
        <li>
          <span className={`${styles.swatch} ${isIcicle ? styles.boxCertain : styles.certainChildren}`} />
          certain
        </li>
        <li>
          <span className={`${styles.swatch} ${isIcicle ? styles.boxAssumed : styles.assumedChildren}`} />
          assumed
        </li>
        {/* Callers have it only in their bars: their boxes show all time that came along their
            path. */}
        {(direction === 'callees' || !isIcicle) && (
          <li>
            <span className={`${styles.swatch} ${styles.certainSelf}`} />
            {direction === 'callees' ? 'self' : 'self, of the first row'}
          </li>
        )}
      </ul>
    </footer>
  )
}
