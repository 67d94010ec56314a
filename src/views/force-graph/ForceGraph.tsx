// The graph view: chooses what is drawn, has it laid out, and combines controls, drawing, legend
// and status.
import { Suspense, useCallback, useRef, useState } from 'react'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { functionName, setViewParams, useViewParams } from '../../state/store.ts'
import { isPlainKey, lazyPart, usePageKeys } from '../../ui/page.ts'
import { StaticArcsSwitch, type ViewProps } from '../view.tsx'
import {
  graphParams,
  type GraphParams,
  LIMITS,
  MOST_DEPTH,
  NO_PINS,
  openStub,
  type OpenStub,
  THRESHOLDS,
  useLayout,
  usePins,
  useScene,
} from './scene.ts'
import { GraphFigure } from './GraphFigure.tsx'
import { aspectOf, type FigureHandle, useSize } from './use-zoom.ts'
import {
  describeExtent,
  describeLeftOut,
  formatThreshold,
  HEAT_STEPS,
} from '../../../workers/core/reports/graph/drawing-text.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { NodeLinkChoice } from '../../../workers/core/reports/graph/selection.ts'
import type { NodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import controls from '../../ui/controls.module.css'
import styles from './force-graph.module.css'
import drawing from './drawing.module.css'

// Not needed for the first drawing, so it loads separately.
const Empty = lazyPart(async () => (await import('./GraphStatus.tsx')).Empty).Component
const Status = lazyPart(async () => (await import('./GraphStatus.tsx')).Status).Component

/** Neighbours that one click on a stub adds; the rest keeps a stub. */
const AT_A_TIME = 20

export function ForceGraph({ opened, isPane = false }: ViewProps) {
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
  const described = nodeLink ? { analyzed, nodeLink } : drawn?.scene
  return (
    <div className={styles.view}>
      {!isPane && <Controls params={params} limit={limit} onChange={change} />}
      <figure
        ref={described ? setSurface : null}
        className={styles.figure}
        aria-label={`Call graph of ${name}`}
      >
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
      {!isPane && !isEmpty && described && (
        <GraphFooter
          analyzed={described.analyzed}
          nodeLink={described.nodeLink}
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

// The graph's controls: the whole graph or around the selection, threshold, depth, limit on
// functions, zoom and fit.

/** Props of the graph's controls. */
export interface ControlsProps {
  readonly params: GraphParams
  /** Number of functions drawn at most, chosen or by default. */
  readonly limit: number
  readonly onChange: (params: GraphParams, how: 'push' | 'replace') => void
}

const DEPTHS = Array.from({ length: MOST_DEPTH + 1 }, (_, depth) => depth)

export function Controls({ params, limit, onChange }: ControlsProps) {
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
  return (
    <div className={styles.controls} role="toolbar" aria-label="Graph">
      <div className={controls.switch}>
        {scope('whole', 'Whole profile')}
        {scope('around', 'Around selection')}
      </div>
      <div className={controls.switch} role="group" aria-label="Layout" title="L changes the layout">
        {layout('force', 'Force')}
        {layout('layered', 'Layered')}
      </div>
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
      <Choice
        label="At most"
        value={limit}
        values={LIMITS}
        onChange={(most) => onChange({ ...params, limit: most }, 'push')}
      />
      <StaticArcsSwitch />
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

// Below the graph: the legend, and how much of the profile is drawn.

/** Up to this width in pixels the legend is folded at first. */
const NARROW = 700

function GraphFooter({
  analyzed,
  nodeLink,
  choice,
  width,
}: {
  readonly analyzed: AnalyzedProfile
  readonly nodeLink: NodeLink
  readonly choice: NodeLinkChoice
  readonly width: number
}) {
  return (
    <div className={styles.foot}>
      <Legend
        measure={nodeLink.measure}
        hasCycles={nodeLink.cycles.length > 0}
        hasEstimates={nodeLink.arcs.some(({ isEstimate }) => isEstimate)}
        hasStaticArcs={nodeLink.arcs.some(({ isStatic }) => isStatic)}
        isOpen={width > NARROW}
      />
      <p className={styles.extent} role="status" aria-label="What is drawn">
        {[`${describeExtent(nodeLink)}.`, ...describeLeftOut(analyzed, nodeLink, choice)].join(' ')}
      </p>
    </div>
  )
}

// The scales: the meaning of areas, colours, widths and strokes.

export function Legend({
  measure,
  hasCycles,
  hasEstimates,
  hasStaticArcs,
  isOpen,
}: {
  readonly isOpen: boolean
  /** Whether the time of an arc is an estimate. */
  readonly hasEstimates: boolean
  readonly hasStaticArcs: boolean
  readonly measure: 'time' | 'calls'
  readonly hasCycles: boolean
}) {
  const isTime = measure === 'time'
  return (
    <details className={styles.legendFold} open={isOpen} aria-label="Legend">
      <summary>Legend</summary>
      <ul className={styles.legend}>
        <li>
          <svg width="30" height="18" aria-hidden="true">
            <circle className={drawing.total} cx="10" cy="9" r="8" />
            {isTime && <circle className={drawing.self} cx="10" cy="9" r="4" data-heat="4" />}
          </svg>
          {isTime ? 'area: total, disc: self' : 'area: calls'}
        </li>
        {isTime && (
          <li className={styles.heatKey}>
            self
            <span className={styles.heats}>
              {HEAT_STEPS.map((step, index) => (
                <span key={step} className={styles.heat} data-heat={index}>
                  &lt; {formatThreshold(step)}
                </span>
              ))}
              <span className={styles.heat} data-heat={HEAT_STEPS.length}>
                more
              </span>
            </span>
          </li>
        )}
        <li>
          <svg width="30" height="12" aria-hidden="true">
            <path className={styles.legendLine} d="M1,6H24" strokeWidth="4" />
            <path className={styles.legendHead} d="M21,1L29,6L21,11Z" />
          </svg>
          {isTime ? 'thickness: time' : 'thickness: calls'}
        </li>
        {isTime && (
          <li>
            <svg width="30" height="12" aria-hidden="true" data-hot="true" className={styles.legendHot}>
              <path className={styles.legendLine} d="M1,6H24" strokeWidth="4" />
              <path className={styles.legendHead} d="M21,1L29,6L21,11Z" />
            </svg>
            hot path
          </li>
        )}
        {hasEstimates && (
          <li>
            <svg width="30" height="12" aria-hidden="true">
              <path className={`${styles.legendLine} ${styles.legendEstimate}`} d="M1,6H27" strokeWidth="4" />
            </svg>
            estimate: the callee has other callers
          </li>
        )}
        {hasCycles && (
          <li>
            <svg width="30" height="12" aria-hidden="true">
              <path className={styles.legendDash} d="M1,6H29" />
            </svg>
            call inside a cycle: passes no time
          </li>
        )}
        {hasStaticArcs && (
          <li>
            <svg width="30" height="12" aria-hidden="true">
              <path className={styles.legendDots} d="M1,6H24" />
              <path className={styles.legendHead} d="M21,1L29,6L21,11Z" />
            </svg>
            static call, not counted
          </li>
        )}
      </ul>
    </details>
  )
}
