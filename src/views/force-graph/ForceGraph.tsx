// The graph view: chooses what is drawn, has it laid out, and combines controls, drawing, legend
// and status.
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { functionName, select, setViewParams, useViewParams } from '../../state/store.ts'
import { isPlainKey, lazyPart, usePageKeys, useWidth } from '../../ui/page.ts'
import { Breadcrumbs, useTrail } from '../Breadcrumbs.tsx'
import { FoldSwitch, StaticArcsSwitch, type ViewProps } from '../view.tsx'
import {
  graphParams,
  type GraphParams,
  LIMITS,
  MOST_DEPTH,
  openStub,
  type OpenStub,
  THRESHOLDS,
} from './params.ts'
import { NO_PINS, usePins } from './positions.ts'
import type { Scene } from './scene.ts'
import { useLayout } from './use-layout.ts'
import { useScene } from './use-scene.ts'
import type { LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import type { ChosenLayout } from '../../../workers/core/reports/graph/choose-layout.ts'
import { GraphFigure } from './GraphFigure.tsx'
import { useRestList } from './use-rest-list.ts'
import { aspectOf, type FigureHandle, useSize } from './use-zoom.ts'
import {
  describeDrawn,
  describeLimits,
  formatThreshold,
} from '../../../workers/core/reports/graph/drawing-text.ts'
import type { NodeLinkChoice } from '../../../workers/core/reports/graph/graph-choice.ts'
import { HelpIcon, Popover } from '../../ui/controls.tsx'
import { groupItems, LegendList, markItems } from './legend.tsx'
import controls from '../../ui/controls.module.css'
import styles from './force-graph.module.css'

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

// The graph's controls: the whole graph or around the selection, threshold, depth, limit on
// functions, zoom and fit.

/** Props of the graph's controls. */
export interface ControlsProps extends ViewProps {
  readonly params: GraphParams
  readonly layout: ChosenLayout
  readonly onChange: (params: GraphParams, how: 'push' | 'replace') => void
}

/** Widths of the toolbar in pixels, of the whole profile and around a function, with room for more of it. */
const ROOM_FOR_REACH = [720, 960] as const
const ROOM_FOR_ALL = [860, 1090] as const

const DEPTHS = Array.from({ length: MOST_DEPTH + 1 }, (_, depth) => depth)

export function Controls({ opened, params, layout: chosen, onChange }: ControlsProps) {
  const step = THRESHOLDS.findLastIndex((threshold) => threshold <= params.threshold + 1e-12)
  const isAround = params.scope === 'around'
  const option = (to: Partial<GraphParams>, isOn: boolean, text: string) => (
    <button type="button" aria-pressed={isOn} onClick={() => onChange({ ...params, ...to }, 'push')}>
      {text}
    </button>
  )
  const scope = (to: GraphParams['scope'], text: string) => option({ scope: to }, params.scope === to, text)
  const layout = (to: GraphParams['layout'], text: string) =>
    option({ layout: to }, params.layout === to, text)
  const automatic = `Auto: ${chosen.style}`
  const toolbar = useRef<HTMLDivElement>(null)
  const width = useWidth(toolbar)
  const [isOpen, setOpen] = useState(false)
  const toggle = useCallback(() => setOpen((before) => !before), [])
  // In one line: what does not fit is in a menu.
  const fits = ([whole, around]: readonly [number, number]) =>
    width === 0 || width >= (isAround ? around : whole)
  const hasRoom = fits(ROOM_FOR_REACH)
  const reach = (
    <>
      <label className={styles.control}>
        At least
        <input
          type="range"
          aria-label="Threshold"
          min={0}
          max={THRESHOLDS.length - 1}
          step={1}
          value={step}
          aria-valuetext={`${formatThreshold(params.threshold)} of ${isAround ? 'the selected function' : 'all time'}`}
          onChange={(event) => {
            const threshold = THRESHOLDS[event.target.valueAsNumber] ?? params.threshold
            onChange({ ...params, threshold }, 'replace')
          }}
        />
        <output className={styles.value}>{formatThreshold(params.threshold)}</output>
      </label>
      {isAround && (
        <>
          <Choice
            label="Callers"
            value={params.callersDepth}
            values={DEPTHS}
            onChange={(callersDepth) => onChange({ ...params, callersDepth }, 'push')}
          />
          <Choice
            label="Callees"
            value={params.calleesDepth}
            values={DEPTHS}
            onChange={(calleesDepth) => onChange({ ...params, calleesDepth }, 'push')}
          />
        </>
      )}
    </>
  )
  const rest = (
    <>
      <Choice
        label="At most"
        value={params.limit}
        values={LIMITS}
        onChange={(limit) => onChange({ ...params, limit }, 'push')}
      />
      <StaticArcsSwitch />
      <FoldSwitch opened={opened} />
    </>
  )
  return (
    <div className={styles.controls} role="toolbar" aria-label="Graph" ref={toolbar}>
      <div className={controls.switch}>
        {scope('whole', 'Whole profile')}
        {scope('around', 'Around selection')}
      </div>
      <div className={controls.switch} role="group" aria-label="Layout" title="L changes the layout">
        {layout('auto', params.layout === 'auto' ? automatic : 'Auto')}
        {layout('force', 'Force')}
        {layout('layered', 'Layered')}
      </div>
      {hasRoom && reach}
      {fits(ROOM_FOR_ALL) ? (
        rest
      ) : (
        <div className={styles.more}>
          <Popover label="Options" icon={<span aria-hidden="true">⋯</span>} isOpen={isOpen} onToggle={toggle}>
            {!hasRoom && reach}
            {rest}
          </Popover>
        </div>
      )}
    </div>
  )
}

/**
 * Zoom and fit. The buttons that unpin nodes and close stubs are here as well: they come and go,
 * and among the controls they would move the drawing.
 */
function ZoomButtons({
  onZoom,
  onFit,
  hasPins,
  onUnpinAll,
  hasOpenStubs,
  onFoldStubs,
}: {
  readonly onZoom: (factor: number) => void
  readonly onFit: () => void
  readonly hasPins: boolean
  readonly onUnpinAll: () => void
  readonly hasOpenStubs: boolean
  readonly onFoldStubs: () => void
}) {
  return (
    <div className={styles.zoom}>
      {hasOpenStubs && (
        <button type="button" className={controls.button} onClick={onFoldStubs}>
          Fold stubs
        </button>
      )}
      {hasPins && (
        <button type="button" className={controls.button} onClick={onUnpinAll}>
          Unpin all
        </button>
      )}
      <button type="button" className={controls.button} aria-label="Zoom in" onClick={() => onZoom(1.4)}>
        +
      </button>
      <button type="button" className={controls.button} aria-label="Zoom out" onClick={() => onZoom(1 / 1.4)}>
        −
      </button>
      <button type="button" className={controls.button} onClick={onFit}>
        Fit
      </button>
    </div>
  )
}

function Choice({
  label,
  value,
  values,
  onChange,
}: {
  readonly label: string
  readonly value: number
  readonly values: readonly number[]
  readonly onChange: (value: number) => void
}) {
  const offered = values.includes(value) ? values : [...values, value].toSorted((a, b) => a - b)
  return (
    <label className={styles.control}>
      {label}
      <select value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}

// Below the graph, in one line: how much of the profile is drawn, the colours of its groups, and the rest of
// the legend on request.

function GraphFooter({
  opened,
  drawn,
  choice,
  layout,
}: {
  readonly opened: ProfileView
  readonly drawn: Scene
  readonly choice: NodeLinkChoice
  readonly layout: ChosenLayout
}) {
  const { analyzed, nodeLink } = drawn
  const [isOpen, setOpen] = useState(false)
  const toggle = useCallback(() => setOpen((before) => !before), [])
  const groups = useMemo(() => groupItems(drawn), [drawn])
  return (
    <div className={styles.foot}>
      <p className={styles.extent} role="status" aria-label="What is drawn">
        {[describeDrawn(analyzed, nodeLink, choice), ...describeLimits(analyzed, nodeLink), layout.reason]
          .filter((sentence) => sentence !== '')
          .join(' ')}
      </p>
      <div className={styles.groups}>
        <LegendList items={groups} label="Colours" />
      </div>
      <div className={styles.legend}>
        <Popover label="Legend" icon={<HelpIcon />} isOpen={isOpen} onToggle={toggle}>
          <LegendList items={[...markItems(drawn), ...groups]} label={`Legend of ${opened.name}`} />
        </Popover>
      </div>
    </div>
  )
}
