// The whole graph at rest with all its labels, kept for export while it is on screen.
import { type ReactElement, useLayoutEffect } from 'react'
import type { NodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { Drawing } from './drawing/Drawing.tsx'
import type { Emphasis } from './drawing/emphasis.ts'
import { NO_PINS, type Positions } from './drawing/positions.ts'
import type { Drawn } from './use-layout.ts'
import styles from './force-graph.module.css'

// The drawing on screen, for whoever saves it: set by the figure, asked for by the export panel. Saving is code of its
// own, loaded when asked for, and shares none with the view.

export interface Picture {
  readonly nodeLink: NodeLink
  /** As an `svg`, with what a person has moved. */
  readonly still: ReactElement
  /** Inside it the view's colours hold. */
  readonly place: Element
  /** For an element in it that is not to be seen. */
  readonly aside: string
}

let current: Picture | null = null

function setPicture(picture: Picture | null): void {
  current = picture
}

export function currentPicture(): Picture | null {
  return current
}

// The drawing once more, whole, at its own size and with every label: what is saved.

const PLAIN: Emphasis = { near: null, strongArcs: new Set(), found: null }
const FULL = { scale: 1, hasFigures: true }
const NOTHING = () => undefined

export function StaticGraph({ drawn, positions }: { readonly drawn: Drawn; readonly positions: Positions }) {
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

// What saving the drawing needs, as long as the figure is there: the whole of it, at rest.

export function useSavedPicture(svg: SVGSVGElement | null, drawn: Drawn, resting: Positions): void {
  useLayoutEffect(() => {
    const place = svg?.parentElement
    if (place) {
      const still = <StaticGraph drawn={drawn} positions={resting} />
      setPicture({ nodeLink: drawn.scene.nodeLink, still, place, aside: styles.aside ?? '' })
    }
    return () => setPicture(null)
  }, [svg, drawn, resting])
}
