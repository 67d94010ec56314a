// The graph view: chooses what is drawn, has it laid out, and combines controls, drawing, legend
// and status.
import { Suspense, useCallback, useRef, useState } from 'react'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { functionName } from '../../state/selectors.ts'
import { setViewParams, useViewParams } from '../../state/url-sync.ts'
import { isPlainKey, usePageKeys } from '../../ui/page-keys.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ViewProps } from '../view.ts'
import { Controls, ZoomButtons } from './Controls.tsx'
import { NO_PINS } from './drawing/positions.ts'
import { GraphFooter } from './GraphFooter.tsx'
import { graphParams, type GraphParams, openStub, type OpenStub } from './params.ts'
import { GraphFigure } from './surface/GraphFigure.tsx'
import { aspectOf, type FigureHandle, useSize } from './surface/use-zoom.ts'
import { useLayout, usePins, useScene } from './use-layout.ts'
import styles from './force-graph.module.css'

// Not needed for the first drawing, so it loads separately.
const Empty = lazyPart(async () => (await import('./GraphStatus.tsx')).Empty).Component
const Status = lazyPart(async () => (await import('./GraphStatus.tsx')).Status).Component

/** Neighbours that one click on a stub adds; the rest keeps a stub. */
const AT_A_TIME = 20

export function ForceGraph({ opened }: ViewProps) {
  const { analyzed } = opened
  const params = useViewParams(graphParams)
  const { focus, limit, choice, nodeLink, isAimless, scene } = useScene(opened, params)
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  const size = useSize(surface)
  const { drawn, status, cancel, retry } = useLayout(scene, aspectOf(size), params.layout)
  const { pins, setPins } = usePins(drawn?.style ?? params.layout)
  const handle = useRef<FigureHandle | null>(null)

  useLayoutKey(params)
  const onOpen = useCallback(
    (side: OpenStub['side'], node: number) => {
      const f = drawn?.scene.nodeLink.nodes[node]?.function
      if (f !== undefined) change(openStub(params, side, functionName(opened, f), AT_A_TIME), 'push')
    },
    [drawn, params, opened],
  )
  const name = focus === null ? 'the whole profile' : displayName(analyzed.profile.functions, focus)
  const hasOpenStubs = params.open.length > 0
  const isEmpty = isAimless || scene?.nodes.length === 0
  // While a new graph is computed, the description is of the drawn one.
  const told = nodeLink ? { analyzed, nodeLink } : drawn?.scene
  return (
    <div className={styles.view}>
      <Controls params={params} limit={limit} onChange={change} />
      <figure ref={told ? setSurface : null} className={styles.figure} aria-label={`Call graph of ${name}`}>
        {drawn && size && !isEmpty && (
          <>
            <GraphFigure {...{ opened, drawn, pins, size, handle, hasOpenStubs, onOpen }} onPins={setPins} />
            <ZoomButtons
              onZoom={(factor) => handle.current?.zoomBy(factor)}
              onFit={() => handle.current?.fit()}
              hasPins={pins.size > 0}
              onUnpinAll={() => setPins(() => NO_PINS)}
              hasOpenStubs={hasOpenStubs}
              onFoldStubs={() => change({ ...params, open: [] }, 'push')}
            />
          </>
        )}
        <Suspense>
          {isEmpty && (
            <Empty
              {...{ analyzed, choice, isAimless }}
              onChange={(to) => change({ ...params, ...to }, 'push')}
            />
          )}
          {status.kind !== 'idle' && <Status status={status} onCancel={cancel} onRetry={retry} />}
        </Suspense>
      </figure>
      {!isEmpty && told && (
        <GraphFooter
          analyzed={told.analyzed}
          nodeLink={told.nodeLink}
          choice={choice}
          width={size?.width ?? 0}
        />
      )}
    </div>
  )
}

function change(next: GraphParams, how: 'push' | 'replace'): void {
  setViewParams(graphParams, next, how)
}

/** Toggles the layout with the L key, anywhere on the page. */
function useLayoutKey(params: GraphParams): void {
  const press = useCallback(
    (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'l' || !isPlainKey(event)) return false
      change({ ...params, layout: params.layout === 'force' ? 'layered' : 'force' }, 'push')
      return true
    },
    [params],
  )
  usePageKeys(press)
}
