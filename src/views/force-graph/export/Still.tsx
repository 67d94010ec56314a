// The drawing once more, whole, at its own size and with every label: what is saved.
import { Drawing } from '../drawing/Drawing.tsx'
import type { Emphasis } from '../drawing/emphasis.ts'
import { NO_PINS, type Positions } from '../drawing/positions.ts'
import type { Drawn } from '../use-layout.ts'

const PLAIN: Emphasis = { near: null, strongArcs: new Set(), found: null }
const FULL = { scale: 1, hasFigures: true }
const NOTHING = () => undefined

export function Still({ drawn, positions }: { readonly drawn: Drawn; readonly positions: Positions }) {
  return (
    <svg>
      <Drawing
        scene={drawn.scene}
        style={drawn.style}
        positions={positions}
        level={FULL}
        hasCounts
        emphasis={PLAIN}
        selected={null}
        active={-1}
        described={null}
        pins={NO_PINS}
        refer={NOTHING}
        onOpen={NOTHING}
      />
    </svg>
  )
}
