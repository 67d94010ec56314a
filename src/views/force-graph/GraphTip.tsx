// The tooltip of the node or arc under the pointer or the focus.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Scene } from './scene.ts'
import { sceneArc } from './scene-arcs.ts'
import type { Pointed } from './use-pointing.ts'
import type { Size } from './zoom-targets.ts'
import { TIP_ID } from './drawing-props.ts'
import { BreakableName } from '../../ui/BreakableName.tsx'
import { NONE } from '../../../workers/core/base/columns.ts'
import { describeCycle } from '../../../workers/core/reports/graph/cycle-tips.ts'
import {
  describeArcChange,
  describeNodeChange,
  type TipText,
} from '../../../workers/core/reports/graph/drawing-text.ts'
import controls from '../../ui/controls.module.css'
import styles from './overlays.module.css'

/** Placed beside the described point, and inside the figure. */
export function GraphTip({
  opened,
  scene,
  tipTarget,
  size,
}: {
  readonly opened: ProfileView
  readonly scene: Scene
  readonly tipTarget: Pointed
  readonly size: Size
}) {
  const text = useMemo(() => tipOf(opened, scene, tipTarget), [opened, scene, tipTarget])
  if (!text) return null
  const { x, y } = tipTarget
  const isRight = x > size.width / 2
  const isLow = y > size.height * 0.6
  const across = isRight ? { right: Math.max(6, size.width - x + 16) } : { left: Math.max(6, x + 16) }
  const down = isLow ? { bottom: Math.max(6, size.height - y + 12) } : { top: Math.max(6, y + 12) }
  return (
    <div
      id={TIP_ID}
      className={`${controls.panel} ${styles.tip}`}
      role="tooltip"
      style={{ ...across, ...down }}
    >
      <p className={controls.title}>
        <BreakableName name={text.title} />
      </p>
      {text.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {text.formula !== '' && (
        <p className={controls.formula} data-formula>
          {text.formula}
        </p>
      )}
      {text.note !== '' && <p className={controls.note}>{text.note}</p>}
    </div>
  )
}

function tipOf(opened: ProfileView, scene: Scene, pointed: Pointed): TipText | null {
  if (pointed.kind === 'node') {
    const node = scene.nodeLink.nodes[pointed.index]
    if (!node) return null
    if (node.closed !== NONE) return describeCycle(scene.analyzed, scene.bounds, node.closed)
    return describeNodeChange(opened, scene.bounds, opened.asMeasured, node.function)
  }
  const at = sceneArc(scene, pointed.index)
  if (!at) return null
  const isWhole = [at.parent, at.child].some((node) => scene.nodeLink.nodes[node]?.closed !== NONE)
  if (!at.isCut && isWhole) return at.text
  if (!at.isCut && at.arc !== NONE)
    return describeArcChange(at.analyzed, scene.bounds, opened.asMeasured, at.arc)
  const { lines } = at.text
  return {
    ...at.text,
    lines: [at.arc === NONE ? `Cut: ${lines.join('; ')}` : `Cut. As measured: ${lines.join('; ')}`],
  }
}
