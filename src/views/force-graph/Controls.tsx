// The graph's controls: the whole graph or around the selection, threshold, depth, limit on
// functions, zoom and fit.
import { formatThreshold } from '../../../workers/core/reports/graph/drawing-text.ts'
import buttons from '../../ui/controls.module.css'
import { StaticArcsSwitch } from '../StaticArcsSwitch.tsx'
import styles from './force-graph.module.css'
import { LIMITS, MOST_DEPTH, THRESHOLDS, type GraphParams } from './params.ts'
import switches from '../../ui/switch.module.css'

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
      <div className={switches.switch}>
        {scope('whole', 'Whole profile')}
        {scope('around', 'Around selection')}
      </div>
      <div className={switches.switch} role="group" aria-label="Layout" title="L changes the layout">
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
export function ZoomButtons({
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
        <button type="button" className={buttons.button} onClick={onFoldStubs}>
          Fold stubs
        </button>
      )}
      {hasPins && (
        <button type="button" className={buttons.button} onClick={onUnpinAll}>
          Unpin all
        </button>
      )}
      <button type="button" className={buttons.button} aria-label="Zoom in" onClick={() => onZoom(1.4)}>
        +
      </button>
      <button type="button" className={buttons.button} aria-label="Zoom out" onClick={() => onZoom(1 / 1.4)}>
        −
      </button>
      <button type="button" className={buttons.button} onClick={onFit}>
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
