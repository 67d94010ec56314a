// The boxes of the icicle that can be reached: those with room for a name, and those the pointer or the keys are at.
import type { FunctionIndex } from '../../../../workers/core/profile/tables.ts'
import { keyOf, type CallTree } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import {
  boxFigures,
  boxRest,
  boxTime,
  describeBox,
} from '../../../../workers/core/reports/call-tree/explain-node.ts'
import type { IcicleBox } from '../../../../workers/core/reports/call-tree/icicle.ts'
import { markOf, rowName } from '../../../../workers/core/reports/call-tree/row-text.ts'
import type { MarkRange } from '../../../../workers/core/reports/search/mark-ranges.ts'
import { nameParts } from '../../../../workers/core/reports/names/name-parts.ts'
import { Marked } from '../../../ui/text/Marked.tsx'
import { LongName } from '../../../ui/text/LongName.tsx'
import { figureLines } from './icicle-paths.ts'
import styles from './icicle.module.css'

const HOLDS_A_NAME = 26
const HOLDS_A_TIME = 52
/** Narrower ones have room for the function's own name alone. */
const HOLDS_A_SCOPE = 104
const HOLDS_A_SHARE = 104
/** Of a letter of the figures, and of the room beside them. */
const LETTER = 6.4
const BESIDE = 10

export function Boxes({
  tree,
  boxes,
  high,
  active,
  pointed,
  selected,
  mark,
  onZoom,
  onFocus,
}: {
  readonly tree: CallTree
  readonly boxes: readonly IcicleBox[]
  /** From one level to the next. */
  readonly high: number
  readonly active: IcicleBox | null
  readonly pointed: IcicleBox | null
  readonly selected: FunctionIndex | null
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onZoom: (box: IcicleBox) => void
  readonly onFocus: (key: string) => void
}) {
  return boxes
    .filter((box) => box.width >= HOLDS_A_NAME || box === active || box === pointed)
    .map((box) => {
      const { node } = box
      const key = keyOf(node)
      const name = rowName(tree, node)
      const parts = nameParts(name)
      const own = parts.own.replace(/^::/, '')
      const cycle = markOf(node)
      return (
        <div
          key={key}
          role="treeitem"
          aria-level={box.level + 1}
          aria-selected={node.function === selected}
          aria-label={describeBox(tree, node)}
          tabIndex={box === active ? 0 : -1}
          data-box={key}
          data-tip={key}
          className={styles.box}
          style={{
            left: box.left,
            top: box.level * high,
            width: Math.max(2, box.width - 1),
            height: high - 1,
          }}
          onClick={() => onZoom(box)}
          onFocus={() => onFocus(key)}
        >
          {box.width >= HOLDS_A_NAME && (
            <span className={styles.label}>
              <span className={styles.boxLine}>
                <span className={styles.boxName}>
                  {box.width < HOLDS_A_SCOPE ? (
                    <Marked text={own} ranges={mark(own)} />
                  ) : (
                    <LongName {...parts} ranges={mark(name)} />
                  )}
                </span>
                {cycle !== '' && node.kind === 'cycle' && <span className={styles.boxCycle}>{cycle}</span>}
              </span>
              {figureLines(high) >= 1 && (
                <span className={styles.boxFigures} data-figures={figuresIn(tree, box)} />
              )}
              {figureLines(high) === 2 && (
                <span className={styles.boxFigures} data-figures={restIn(tree, box)} />
              )}
            </span>
          )}
        </div>
      )
    })
}

function restIn(tree: CallTree, { node, width }: IcicleBox): string {
  const fitting = boxRest(tree, node).filter((text) => text.length * LETTER + BESIDE <= width)
  return fitting[0] ?? ''
}

/** Half a number would mislead: as many figures as have room. */
function figuresIn(tree: CallTree, { node, width }: IcicleBox): string {
  if (width < HOLDS_A_TIME) return ''
  return width < HOLDS_A_SHARE ? boxTime(tree, node) : boxFigures(tree, node)
}
