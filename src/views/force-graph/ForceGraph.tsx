// The graph view: chooses what is drawn, has it laid out, combines the parts on screen.
import { Suspense, useCallback, useRef, useState } from 'react'
import { displayName } from '../../../workers/core/names/names.ts'
import { functionName } from '../../state/selectors.ts'
import { select } from '../../state/actions.ts'
import { setViewParams, useViewParams } from '../../state/url/view-params.ts'
import { isPlainKey, usePageKeys } from '../../ui/page-keys.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Breadcrumbs } from '../Breadcrumbs.tsx'
import { useTrail } from '../use-trail.ts'
import type { ViewProps } from '../view.ts'
import { graphParams, type GraphParams, openStub, type OpenStub } from './params.ts'
import { NO_PINS, usePins } from './positions.ts'
import { useLayout } from './use-layout.ts'
import { useScene } from './use-scene.ts'
import type { LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import { GraphFigure } from './GraphFigure.tsx'
import { useRestList } from './use-rest-list.ts'
import { aspectOf, useSize } from './use-size.ts'
import type { FigureHandle } from './use-fit.ts'
import styles from './force-graph.module.css'
import { Controls, ZoomButtons } from './Controls.tsx'
import { GraphFooter } from './GraphFooter.tsx'

// Not needed for the first drawing, so it loads separately.
const Empty = lazyPart(async () => (await import('./GraphStatus.tsx')).Empty).Component
const LeftOutList = lazyPart(async () => (await import('./LeftOutList.tsx')).LeftOutList).Component
const Status = lazyPart(async () => (await import('./GraphStatus.tsx')).Status).Component

/** Neighbours that one click on a stub adds; the rest keeps a stub. */
const AT_A_TIME = 20

export function ForceGraph({ opened, isPane = false }: ViewProps) {
  const { analyzed } = opened
  const params = useViewParams(graphParams)
  const { focus, choice, isAimless, scene, layout } = useScene(opened, params, isPane)
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  const size = useSize(surface)
  const { drawn, status, cancel, retry } = useLayout(scene, aspectOf(size), layout.style)
  const { pins, setPins } = usePins(drawn?.style ?? layout.style)
  const handle = useRef<FigureHandle | null>(null)

  useLayoutKey(params, layout.style)
  const { rest, isListOpen, closeList } = useRestList()
  const crumbs = useTrail(opened, focus === null ? null : functionName(opened, focus), (f) => {
    if (f === null) change({ ...params, scope: 'whole' }, 'push')
    else select(f, 'push')
  })
  const onOpen = useCallback(
    (side: OpenStub['side'], node: number) => {
      const f = drawn?.scene.nodeLink.nodes[node]?.function
      if (f !== undefined) change(openStub(params, side, functionName(opened, f), AT_A_TIME), 'push')
    },
    [drawn, params, opened],
  )
  const name = focus === null ? 'the whole profile' : displayName(analyzed.profile.functions, focus)
  const hasOpenStubs = params.open.length > 0 || params.also.length > 0
  const isEmpty = isAimless || scene?.nodes.length === 0
  // While a new graph is computed, the description is of the drawn one.
  const described = scene ?? drawn?.scene
  return (
    <div className={styles.view}>
      {!isPane && <Controls {...{ opened, params, layout }} onChange={change} />}
      <Breadcrumbs crumbs={crumbs} />
      <figure
        ref={described ? setSurface : null}
        className={styles.figure}
        data-pane={isPane || undefined}
        aria-label={`Call graph of ${name}`}
      >
        {drawn && size && !isEmpty && (
          <>
            <GraphFigure
              {...{ opened, drawn, pins, size, handle, hasOpenStubs, onOpen, rest }}
              onPins={setPins}
            />
            <ZoomButtons
              onZoom={(factor) => handle.current?.zoomBy(factor)}
              onFit={() => handle.current?.fit()}
              hasPins={pins.size > 0}
              onUnpinAll={() => setPins(() => NO_PINS)}
              hasOpenStubs={hasOpenStubs}
              onFoldStubs={() => change({ ...params, open: [], also: [] }, 'push')}
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
          {drawn && isListOpen && !isEmpty && (
            <LeftOutList
              opened={opened}
              scene={drawn.scene}
              onDraw={(f) => change({ ...params, also: [...params.also, functionName(opened, f)] }, 'push')}
              onClose={closeList}
            />
          )}
          {status.kind !== 'idle' && <Status status={status} onCancel={cancel} onRetry={retry} />}
        </Suspense>
      </figure>
      {!isPane && !isEmpty && described && (
        <GraphFooter opened={opened} drawn={described} choice={choice} layout={layout} />
      )}
    </div>
  )
}

function change(next: GraphParams, how: 'push' | 'replace'): void {
  setViewParams(graphParams, next, how)
}

/** Changes to the other layout with the L key, anywhere on the page. */
function useLayoutKey(params: GraphParams, style: LayoutStyle): void {
  const press = useCallback(
    (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'l' || !isPlainKey(event)) return false
      change({ ...params, layout: style === 'force' ? 'layered' : 'force' }, 'push')
      return true
    },
    [params, style],
  )
  usePageKeys(press)
}
