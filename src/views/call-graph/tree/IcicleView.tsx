// The icicle: the same tree, each box as wide as its time. What is narrow is drawn all the same; what can hold a name,
// and whatever the pointer or the keys are at, is a box one can reach.
import { useCallback, useMemo, useRef, useState, type PointerEvent } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../../workers/core/profile/tables.ts'
import { keyOf, nodeAlong, type CallTree } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { explainBox } from '../../../../workers/core/reports/call-tree/explain-node.ts'
import { boxAt, icicle, type IcicleBox } from '../../../../workers/core/reports/call-tree/icicle.ts'
import { describeExtent } from '../../../../workers/core/reports/call-tree/icicle-text.ts'
import { nodeName } from '../../../../workers/core/reports/call-tree/row-text.ts'
import { treeDifferences } from '../../../../workers/core/reports/what-if/tree-differences.ts'
import { useSearchMark, useSelected } from '../../../state/selectors.ts'
import { useFound } from '../../../state/use-found.ts'
import { Tip, type TipContent } from '../../../ui/overlays/Tip.tsx'
import { useWidth } from '../../../ui/display/use-width.ts'
import { useWindowHeight } from '../../../ui/display/use-window-height.ts'
import { Boxes } from './Boxes.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { icicleLines, levelHeight } from './icicle-paths.ts'
import { IciclePicture } from './IciclePicture.tsx'
import { useBoxMoves } from './use-box-moves.ts'
import sheet from '../../../ui/rows/sheet.module.css'
import styles from './icicle.module.css'

export function IcicleView({
  opened,
  tree,
  plain,
  steps,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly plain: CallTree | null
  readonly steps: readonly FunctionIndex[]
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const found = useFound(opened)
  const selected = useSelected(opened)
  const top = useMemo(() => nodeAlong(tree, steps), [tree, steps])
  const drawing = useMemo(() => icicle(tree, top, width), [tree, top, width])
  const high = levelHeight(drawing.levels.length, useWindowHeight())
  const mark = useSearchMark()
  const lines = useMemo(
    () => icicleLines(drawing, high, (f) => found?.[f] === 1, selected),
    [drawing, high, found, selected],
  )
  const [pointed, setPointed] = useState<IcicleBox | null>(null)
  const boxes = useMemo(() => drawing.levels.flat(), [drawing])
  const { active, setActiveKey, zoom, onKeyDown } = useBoxMoves(opened, drawing, boxes, top, scroller)
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('[data-box]')) return
    const place = event.currentTarget.getBoundingClientRect()
    setPointed(boxAt(drawing, Math.floor((event.clientY - place.top) / high), event.clientX - place.left))
  }
  const explain = useCallback((key: string) => explainKey(tree, plain, boxes, key), [tree, plain, boxes])
  const name = nodeName(tree, top)
  const height = drawing.levels.length * high
  return (
    <>
      <Breadcrumbs opened={opened} tree={tree} top={top} />
      <Tip content={explain} className={sheet.tip}>
        <div className={styles.icicle} ref={scroller}>
          {drawing.count === 0 ? (
            <p className={sheet.empty}>
              No time was sampled here, and widths stand for time. The tree tells the calls.
            </p>
          ) : (
            <div
              role="tree"
              aria-label={`Icicle of ${name}`}
              className={styles.surface}
              style={{ height }}
              onKeyDown={onKeyDown}
              onPointerMove={onPointerMove}
              onPointerLeave={() => setPointed(null)}
            >
              <IciclePicture lines={lines} width={width} height={height} />
              <Boxes
                {...{ tree, boxes, high, active, pointed, selected, mark }}
                onZoom={zoom}
                onFocus={setActiveKey}
              />
            </div>
          )}
          <p className={styles.extent} role="status" aria-label="What is drawn">
            {describeExtent(drawing, found)}
          </p>
        </div>
      </Tip>
    </>
  )
}

/** @param key as Boxes names them */
function explainKey(
  tree: CallTree,
  plain: CallTree | null,
  boxes: readonly IcicleBox[],
  key: string,
): TipContent | null {
  const box = boxes.find(({ node }) => keyOf(node) === key)
  const told = box ? explainBox(tree, box.node) : null
  const was = box && plain ? treeDifferences(tree, plain, box.node).total : undefined
  return told && { ...told, was }
}
