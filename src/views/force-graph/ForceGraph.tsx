// The graph: chooses what is drawn, has it laid out, and puts controls, picture, legend and words together.
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { NONE } from '../../../workers/core/base/brand.ts'
import type { LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { findFunction } from '../../../workers/core/reports/search/find-function.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from '../../../workers/core/reports/node-link/choice.ts'
import { describeExtent, describeLeftOut } from '../../../workers/core/reports/node-link/drawing-text.ts'
import { listNodeLink } from '../../../workers/core/reports/node-link/node-link.ts'
import { functionName, useSelected } from '../../state/selectors.ts'
import { setViewParams, useViewParams } from '../../state/view-params.ts'
import { isPlainKey, usePageKeys } from '../../ui/controls/page-keys.ts'
import { useNarrowWindow } from '../../ui/display/use-narrow-window.ts'
import type { ViewProps } from '../view.ts'
import { Controls, ZoomButtons } from './Controls.tsx'
import styles from './force-graph.module.css'
import { GraphFigure } from './surface/GraphFigure.tsx'
import { isCrowded } from './drawing/emphasis.ts'
import { Legend } from './Legend.tsx'
import { graphParams, openStub, type GraphParams, type OpenStub } from './params.ts'
import { buildScene } from './scene/scene.ts'
import type { FigureHandle } from './surface/zoom/use-fit.ts'
import { useLayout } from './use-layout.ts'
import { NO_PINS, type Pins } from './drawing/positions.ts'
import { aspectOf, useSize } from './surface/zoom/use-size.ts'

// What a first look does without comes in on its own.
const Empty = lazy(async () => ({ default: (await import('./Empty.tsx')).Empty }))
const Status = lazy(async () => ({ default: (await import('./Status.tsx')).Status }))

/** Neighbours that one click on a stub adds; the rest keeps a stub. */
const AT_A_TIME = 20
/** A place in one layout means nothing in the other. */
type PinsByStyle = Readonly<Record<LayoutStyle, Pins>>

/** So few have names that can be read on a phone. */
const LIMIT_WHERE_NARROW = 40
/** Up to this width in pixels the legend is folded at first. */
const NARROW = 700

export function ForceGraph({ opened }: ViewProps) {
  const { analyzed, asMeasured } = opened
  const params = useViewParams(graphParams)
  const selected = useSelected(opened)
  const focus = params.scope === 'around' ? selected : null
  const isNarrow = useNarrowWindow()
  const limit = params.limit ?? (isNarrow ? LIMIT_WHERE_NARROW : DEFAULT_CHOICE.limit)
  const choice = useMemo(() => choiceOf(opened, params, focus, limit), [opened, params, focus, limit])
  const nodeLink = useMemo(() => listNodeLink(analyzed, choice), [analyzed, choice])
  const isAimless = params.scope === 'around' && focus === null
  const scene = useMemo(
    () => (isAimless ? null : buildScene(analyzed, nodeLink, asMeasured?.analyzed)),
    [analyzed, asMeasured, nodeLink, isAimless],
  )
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  const size = useSize(surface)
  const { drawn, status, cancel, retry } = useLayout(scene, aspectOf(size), params.layout)
  const handle = useRef<FigureHandle | null>(null)
  const [allPins, setAllPins] = useState<PinsByStyle>({ force: NO_PINS, layered: NO_PINS })
  const style = drawn?.style ?? params.layout
  const pins = allPins[style]
  const setPins = useCallback(
    (next: (before: Pins) => Pins) => setAllPins((all) => ({ ...all, [style]: next(all[style]) })),
    [style],
  )

  const change = useCallback(
    (next: GraphParams, how: 'push' | 'replace') => setViewParams(graphParams, next, how),
    [],
  )
  const press = useCallback(
    (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'l' || !isPlainKey(event)) return false
      change({ ...params, layout: params.layout === 'force' ? 'layered' : 'force' }, 'push')
      return true
    },
    [change, params],
  )
  usePageKeys(press)
  const onOpen = useCallback(
    (side: OpenStub['side'], node: number) => {
      const f = drawn?.scene.nodeLink.nodes[node]?.function
      if (f !== undefined) change(openStub(params, side, functionName(opened, f), AT_A_TIME), 'push')
    },
    [drawn, change, params, opened],
  )
  const name = focus === null ? 'the whole profile' : displayName(analyzed.profile.functions, focus)
  const isEmpty = scene !== null && scene.nodes.length === 0
  return (
    <div className={styles.view}>
      <Controls
        params={params}
        limit={limit}
        onChange={change}
        hasPins={pins.size > 0}
        onUnpinAll={() => setPins(() => NO_PINS)}
      />
      <figure ref={setSurface} className={styles.figure} aria-label={`Call graph of ${name}`}>
        {drawn && size && scene && !isEmpty && (
          <>
            <GraphFigure {...{ opened, drawn, pins, size, handle, onOpen }} onPins={setPins} />
            <ZoomButtons
              onZoom={(factor) => handle.current?.zoomBy(factor)}
              onFit={() => handle.current?.fit()}
            />
          </>
        )}
        <Suspense>
          {(isAimless || isEmpty) && (
            <Empty
              {...{ analyzed, choice, isAimless }}
              onChange={(to) => change({ ...params, ...to }, 'push')}
            />
          )}
          {status.kind !== 'idle' && <Status status={status} onCancel={cancel} onRetry={retry} />}
        </Suspense>
      </figure>
      {!isAimless && !isEmpty && (
        <div className={styles.foot}>
          <Legend
            measure={nodeLink.measure}
            hasCycles={nodeLink.cycles.length > 0}
            hasStaticArcs={nodeLink.arcs.some(({ isStatic }) => isStatic)}
            isCrowded={isCrowded(nodeLink)}
            isOpen={(size?.width ?? 0) > NARROW}
          />
          <p className={styles.extent} role="status" aria-label="What is drawn">
            {[`${describeExtent(nodeLink)}.`, ...describeLeftOut(analyzed, nodeLink, choice)].join(' ')}
          </p>
        </div>
      )}
    </div>
  )
}

function choiceOf(
  opened: OpenedProfile,
  params: GraphParams,
  focus: FunctionIndex | null,
  limit: number,
): NodeLinkChoice {
  const { functions } = opened.analyzed.profile
  return {
    ...DEFAULT_CHOICE,
    focus,
    callersDepth: params.callersDepth,
    calleesDepth: params.calleesDepth,
    threshold: params.threshold,
    limit,
    expanded: params.open.flatMap(({ side, amount, name }) => {
      const f = findFunction(functions, name.name, name.address)
      return f === NONE ? [] : [{ function: f, side, amount }]
    }),
  }
}
