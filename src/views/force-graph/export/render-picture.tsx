// The drawing once more, whole, at its own size and with every label, beside the page: what is saved.
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Drawing } from '../drawing/Drawing.tsx'
import type { Emphasis } from '../drawing/emphasis.ts'
import { NO_PINS } from '../drawing/positions.ts'
import styles from '../force-graph.module.css'
import type { Picture } from './picture.ts'
import { standaloneSvg, type SvgFile } from './standalone-svg.ts'

const PLAIN: Emphasis = { near: null, strongArcs: new Set(), found: null }
const FULL = { scale: 1, hasFigures: true }
const NOTHING = () => undefined

export function renderPicture({ drawn, positions, place }: Picture, title: string): SvgFile {
  const aside = document.createElement('div')
  aside.className = styles.aside ?? ''
  aside.setAttribute('aria-hidden', 'true')
  place.append(aside)
  const root = createRoot(aside)
  try {
    flushSync(() =>
      root.render(
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
        </svg>,
      ),
    )
    const svg = aside.querySelector('svg')
    if (!svg) throw new Error('nothing was drawn')
    return standaloneSvg(svg, title)
  } finally {
    root.unmount()
    aside.remove()
  }
}
