// The picture of the flame view with its path, scale, strip, legend.
import { type FocusEvent, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { CallTree, TreeNode } from '../../../workers/core/reports/call-tree/tree-node.ts'
import { childCount, keyOf, pathTo } from '../../../workers/core/reports/call-tree/call-tree.ts'
import { describeExtent, explainBox } from '../../../workers/core/reports/call-tree/box-text.ts'
import { nodeName, treeDifferences } from '../../../workers/core/reports/call-tree/tree-text.ts'
import { boxAt, icicle, type IcicleBox } from '../../../workers/core/reports/call-tree/icicle.ts'
import {
  extentOf,
  scaleMarks,
  WHOLE,
  type Window,
  windowAround,
  windowOf,
  zoomWindow,
} from '../../../workers/core/reports/call-tree/icicle-window.ts'
import { shareOf } from '../../../workers/core/quantities.ts'
import { useFound, useSearchMark } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { useViewParams } from '../../state/url/view-params.ts'
import { Legend, Swatch } from '../../ui/Legend.tsx'
import { Tooltip, type TooltipContent } from '../../ui/Tooltip.tsx'
import { useWidth } from '../../ui/media.ts'
import { Breadcrumbs } from '../Breadcrumbs.tsx'
import { useTrail } from '../use-trail.ts'
import { flameParams, rootFlameAt, zoomTo } from '../call-trees.ts'
import { nodeOfPath, type PathStep } from '../flame-path.ts'
import { hoverNode, useSelectedHead } from '../tree-nodes.ts'
import { Boxes } from './Boxes.tsx'
import { ROW } from './box-rules.ts'
import { FlamePicture } from './FlamePicture.tsx'
import { Overview } from './Overview.tsx'
import { RingMark } from './RingMark.tsx'
import { Scale } from './Scale.tsx'
import { useVisibleLevels } from './use-visible-levels.ts'
import table from '../../ui/table.module.css'
import { RestTable } from './RestTable.tsx'
import styles from './flame.module.css'
import { useBoxMoves } from './use-box-moves.ts'
import { useWheelZoom } from './use-wheel-zoom.ts'

export function FlameFigure({
  opened,
  tree,
  measured,
  zoom: path,
  isPane,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly measured: CallTree | null
  readonly zoom: readonly PathStep[]
  readonly isPane: boolean
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const found = useFound(opened)
  const selected = useSelectedHead(opened)
  const hovered = useStore((state) => state.ui.hovered)
  const mark = useSearchMark()
  const top = useMemo(() => nodeOfPath(opened, tree, path), [opened, tree, path])
  const { root } = useViewParams(flameParams)
  const toRoots = useTrail(opened, root, (f) => rootFlameAt(opened, f))
  // The last root is where the tree begins.
  const crumbs = [
    ...toRoots.slice(0, -1),
    ...pathTo(top).map((node) => ({
      key: keyOf(node),
      name: nodeName(tree, node),
      onGo: () => zoomTo(opened, tree, node),
    })),
  ]
  const { part, setPart } = useWindow(top)
  const drawing = useMemo(() => icicle(tree, top, width, part), [tree, top, width, part])
  const boxes = useMemo(() => drawing.levels.flat(), [drawing])
  const extent = useMemo(() => extentOf(tree, top), [tree, top])
  const share = shareOf(tree.analyzed.profile, top.totalTicks)
  const marks = useMemo(() => scaleMarks(width, share, part), [width, share, part])
  const { active, setActiveKey, zoom, toggle, onKeyDown, isWalking } = useBoxMoves(
    { opened, tree, drawing, boxes, top, scroller },
    { part, setPart },
  )
  const levels = useVisibleLevels(scroller)
  const [pointed, setPointed] = useState<IcicleBox | null>(null)
  /** Shows a part of the whole tree. */
  const showPart = (next: Window) => {
    if (top.parent) zoomTo(opened, tree, tree.root)
    setPart(next, tree.root)
  }
  useWheelZoom(
    scroller,
    (factor, at) => {
      // Beyond the box that fills the width, zooming out shows what is around it.
      if (factor > 1 && top.parent && part.to - part.from > 0.999) showPart(zoomWindow(extent, factor, at))
      else setPart(zoomWindow(part, factor, at))
    },
    (by) =>
      setPart(windowAround((part.from + part.to) / 2 + by * (part.to - part.from), part.to - part.from)),
  )
  const point = (box: IcicleBox | null) => {
    setPointed(box)
    hoverNode(box && box.node)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const place = event.currentTarget.getBoundingClientRect()
    point(boxAt(drawing, Math.floor((event.clientY - place.top) / ROW), event.clientX - place.left))
  }
  const explain = useCallback(
    (key: string) => explainKey(tree, measured, boxes, key),
    [tree, measured, boxes],
  )
  const name = nodeName(tree, top)
  const height = drawing.levels.length * ROW
  const isEmpty = drawing.count === 0
  return (
    <>
      {!isEmpty && <Overview {...{ tree, width, found }} shown={windowOf(part, extent)} onShow={showPart} />}
      <Breadcrumbs crumbs={crumbs} />
      {!isEmpty && <Scale marks={marks} width={width} />}
      <Tooltip content={explain} className={table.tip}>
        <div className={styles.flame} ref={scroller} data-rest={!isPane && top.kind === 'rest'}>
          {isEmpty ? (
            <p className={table.empty}>
              No time was sampled here. Widths show time; the call tree shows the calls.
            </p>
          ) : (
            <div
              role="tree"
              aria-label={`Flame view of ${name}`}
              className={styles.surface}
              style={{ height }}
              onKeyDown={onKeyDown}
              onFocus={(event: FocusEvent) => {
                // A tooltip follows the arrow keys, not a focus that came by itself.
                if (!isWalking()) event.stopPropagation()
              }}
              onPointerMove={onPointerMove}
              onPointerLeave={() => point(null)}
            >
              <FlamePicture {...{ tree, drawing, width, height, found, selected, hovered }} />
              <Boxes
                {...{ tree, levels, drawing, active, pointed, selected, mark }}
                onZoom={zoom}
                onToggle={toggle}
                onFocus={setActiveKey}
              />
            </div>
          )}
        </div>
      </Tooltip>
      {!isPane && top.kind === 'rest' && <RestTable {...{ opened, tree }} rest={top} />}
      {!isPane && <FlameLegend tree={tree} extent={describeExtent(drawing, found)} />}
    </>
  )
}

/** @param key of a box, as set in Boxes */
function explainKey(
  tree: CallTree,
  measured: CallTree | null,
  boxes: readonly IcicleBox[],
  key: string,
): TooltipContent | null {
  const box = boxes.find(({ node }) => keyOf(node) === key)
  const explanation = box ? explainBox(tree, box.node) : null
  const was = box && measured ? treeDifferences(tree, measured, box.node).total : undefined
  return explanation && { ...explanation, was }
}

/** The part of the top box that is shown. Another top box is shown whole. */
function useWindow(top: TreeNode) {
  const key = keyOf(top)
  const [state, setState] = useState({ key, part: WHOLE })
  const part = state.key === key ? state.part : WHOLE
  const setPart = (next: Window, of: TreeNode = top) => setState({ key: keyOf(of), part: next })
  return { part, setPart }
}

function FlameLegend({ tree, extent }: { readonly tree: CallTree; readonly extent: string }) {
  const isLeaf = childCount(tree, tree.root) === 0
  const isOfCallees = tree.direction === 'callees'
  const self = { text: 'self', mark: <Swatch className={styles.swatchSelf} /> }
  const ring = { text: isOfCallees ? 'cycle: m opens or closes it' : 'cycle', mark: <RingMark /> }
  return (
    <Legend
      marks={[
        ...(isOfCallees ? [self] : []),
        { text: isOfCallees ? 'callees' : 'passed along', mark: <Swatch className={styles.swatchCallees} /> },
        {
          text: 'estimated',
          mark: <Swatch className={`${styles.swatchCallees} ${styles.swatchEstimated}`} />,
        },
        ...(tree.analyzed.cycles.length > 0 ? [ring] : []),
      ]}
    >
      {isLeaf && `No recorded ${tree.direction}. `}
      Shares are of all recorded samples; widths assume that all calls of a function cost the same.{' '}
      <span role="status" aria-label="What is drawn">
        {extent}
      </span>
    </Legend>
  )
}
