// One node of the call tree as a row, with a bar for its time: lower bounds solid, estimates hatched.
import { memo, type MouseEvent } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import {
  type CallTree,
  isFunctionNode,
  type TreeNode,
} from '../../../../workers/core/reports/call-tree/tree-node.ts'
import { childCount } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { type TreeColumn, treeRowText } from '../../../../workers/core/reports/call-tree/tree-text.ts'
import type { MarkRange } from '../../../../workers/core/reports/search/match-marks.ts'
import { NONE } from '../../../../workers/core/base/columns.ts'
import type { Differences } from '../../../../workers/core/reports/differences.ts'
import { RightIcon } from '../../../ui/icons.tsx'
import { headed, spokenRow } from '../../../ui/grid-cells.ts'
import { GridRow, type RowPlace } from '../../../ui/GridRow.tsx'
import { TimeBar } from '../../../ui/TimeBar.tsx'
import { shownUnit } from '../../../../workers/core/quantities.ts'
import { groupsOf } from '../../../state/names-and-groups.ts'
import { GroupMark } from '../../../ui/GroupMark.tsx'
import { NameLink } from '../../../ui/NameLink.tsx'
import controls from '../../../ui/controls.module.css'
import { CycleTag } from '../../CycleTag.tsx'
import { menuOfNode } from '../../tree-nodes.ts'
import lines from '../lines.module.css'
import styles from './call-tree.module.css'

const NUMBERS: readonly TreeColumn[] = ['share', 'total', 'self', 'calls']
/** Deeper levels are not indented further. */
const MOST_INDENT = 24

/** Props of a row of the call tree. */
export interface TreeRowProps extends RowPlace {
  readonly opened: ProfileView
  /** The link of the name; null for a part of the program. */
  readonly href: string | null
  readonly tree: CallTree
  readonly node: TreeNode
  readonly place: { readonly position: number; readonly of: number }
  readonly isOpen: boolean
  readonly was: Differences<TreeColumn>
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onFocus: (row: number) => void
  readonly onPick: (row: number, node: TreeNode) => void
  readonly onToggle: (row: number, node: TreeNode) => void
}

/** A row of the call tree. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { opened, href, tree, node, row, top, place, isOpen, isActive, isSelected, was, mark } = props
  const text = treeRowText(tree, node)
  const name = [text.name, text.mark].join(' ').trim()
  const unit = shownUnit(opened.analyzed.profile.abbreviation)
  const isLeaf = childCount(tree, node) === 0
  const onClick = (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a, button') !== null
    if (!isLink) props.onPick(row, node)
  }
  return (
    <GridRow
      {...{ row, top, isActive, isSelected }}
      aria-label={spokenRow(
        name,
        text.share === '' ? '' : `${text.share} of all samples`,
        headed('total', text.total, unit),
        headed('self', text.self, unit),
        headed('calls', text.calls),
      )}
      aria-level={node.depth + 1}
      aria-posinset={place.position}
      aria-setsize={place.of}
      aria-expanded={isLeaf ? undefined : isOpen}
      {...menuOfNode(node)}
      data-kind={node.kind}
      className={`${lines.line} ${styles.row}`}
      onFocus={() => props.onFocus(row)}
      onPlainClick={onClick}
      onDoubleClick={() => !isLeaf && props.onToggle(row, node)}
    >
      {NUMBERS.map((column) => (
        <div
          key={column}
          role="gridcell"
          tabIndex={-1}
          data-tip={`${column}:${row}`}
          className={`${lines.number} ${styles[column] ?? ''}`}
        >
          {column === 'share' && <TimeBar {...text.bar} />}
          <span data-was={was[column]}>{text[column]}</span>
        </div>
      ))}
      <div
        role="rowheader"
        tabIndex={-1}
        aria-label={name}
        className={`${lines.name} ${styles.name}`}
        style={{ '--depth': Math.min(node.depth, MOST_INDENT) } as object}
      >
        {isLeaf ? (
          <span className={styles.leaf} />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={`${lines.fold} ${styles.fold}`}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Fold' : 'Open'} ${text.name}`}
            onClick={() => props.onToggle(row, node)}
          >
            <RightIcon />
          </button>
        )}
        {isFunctionNode(node) && <GroupMark group={groupsOf(tree.analyzed.profile).groupOf(node.function)} />}
        {href === null ? (
          <span className={styles.part}>{text.name}</span>
        ) : (
          <NameLink name={text.name} href={href} mark={mark} tabIndex={-1} className={styles.link} />
        )}
        {text.mark !== '' &&
          (node.cycle === NONE ? (
            <span className={`${controls.tag} ${styles.tag}`} title={text.mark}>
              {text.mark}
            </span>
          ) : (
            <CycleTag opened={opened} cycle={node.cycle} className={styles.tag} tabIndex={-1}>
              {text.mark}
            </CycleTag>
          ))}
      </div>
    </GridRow>
  )
})
