// The numbers behind the node or arc under the pointer or the keyboard's focus.
import type { TipText } from '../../../../workers/core/reports/node-link/drawing-text.ts'
import { TIP_ID } from '../drawing/NodeMark.tsx'
import { BreakableName } from '../../../ui/text/BreakableName.tsx'
import tips from '../../../ui/overlays/tip.module.css'
import styles from '../force-graph.module.css'
import type { Size } from './zoom/use-zoom.ts'

/** `x` and `y` in the figure's pixels; the tip keeps beside that point and inside the figure. */
export function GraphTip({
  text,
  x,
  y,
  size,
}: {
  readonly text: TipText
  readonly x: number
  readonly y: number
  readonly size: Size
}) {
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
