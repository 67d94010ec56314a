// The graph's controls: the whole graph or around the selection, threshold, depth, limit on functions,
// zoom.
import { useCallback, useRef, useState } from 'react'
import { useWidth } from '../../ui/media.ts'
import { FoldSwitch, StaticArcsSwitch } from '../ScenarioSwitches.tsx'
import type { ViewProps } from '../view.ts'
import { type GraphParams, LIMITS, MOST_DEPTH, THRESHOLDS } from './params.ts'
import type { ChosenLayout } from '../../../workers/core/reports/graph/choose-layout.ts'
import { formatThreshold } from '../../../workers/core/reports/graph/drawing-text.ts'
import { Popover } from '../../ui/Popover.tsx'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import styles from './force-graph.module.css'

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
      {hasOpenStubs && <Button onClick={onFoldStubs}>Fold stubs</Button>}
      {hasPins && <Button onClick={onUnpinAll}>Unpin all</Button>}
      <Button aria-label="Zoom in" onClick={() => onZoom(1.4)}>
        +
      </Button>
      <Button aria-label="Zoom out" onClick={() => onZoom(1 / 1.4)}>
        −
      </Button>
      <Button onClick={onFit}>Fit</Button>
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
