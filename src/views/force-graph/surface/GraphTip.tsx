// The numbers behind the node or arc under the pointer or the keyboard's focus.
import { useMemo } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import { TIP_ID } from '../drawing/NodeMark.tsx'
import { BreakableName } from '../../../ui/text/BreakableName.tsx'
import tips from '../../../ui/overlays/tip.module.css'
import styles from './overlays.module.css'
import type { Scene } from '../scene/scene.ts'
import { tipOf } from './tip.ts'
import type { Pointed } from './use-pointing.ts'
import type { Size } from './zoom/transforms.ts'

/** Keeps beside the point it tells about, and inside the figure. */
export function GraphTip({
  opened,
  scene,
  told,
  size,
}: {
  readonly opened: ProfileView
  readonly scene: Scene
  readonly told: Pointed
  readonly size: Size
}) {
  const text = useMemo(() => tipOf(opened, scene, told), [opened, scene, told])
  if (!text) return null
  const { x, y } = told
  const isRight = x > size.width / 2
  const isLow = y > size.height * 0.6
  const across = isRight ? { right: Math.max(6, size.width - x + 16) } : { left: Math.max(6, x + 16) }
  const down = isLow ? { bottom: Math.max(6, size.height - y + 12) } : { top: Math.max(6, y + 12) }
  return (
    <div id={TIP_ID} className={`${tips.panel} ${styles.tip}`} role="tooltip" style={{ ...across, ...down }}>
      <p className={tips.title}>
        <BreakableName name={text.title} />
      </p>
      {text.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {text.formula !== '' && (
        <p className={tips.formula} data-formula>
          {text.formula}
        </p>
      )}
      {text.note !== '' && <p className={tips.note}>{text.note}</p>}
    </div>
  )
}
