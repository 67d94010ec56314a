// The whole graph at rest with all its labels, for export.
import { type ReactElement, useLayoutEffect } from 'react'
import type { NodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { Drawing, type Emphasis } from './Drawing.tsx'
import { type Drawn, NO_PINS, type Positions } from './scene.ts'
import styles from './force-graph.module.css'

// The current drawing, set by the figure and read by the export. The export loads separately and
// shares no code with the view.

/** The drawing to export. */
export interface Picture {
  readonly nodeLink: NodeLink
  /** An `svg` element, including nodes that the user has moved. */
  readonly still: ReactElement
  /** An element in which the view's colours apply. */
  readonly place: Element
  /** Class of an element in it that is not visible. */
  readonly aside: string
}

let current: Picture | null = null

function setPicture(picture: Picture | null): void {
  current = picture
}

/** Returns the current drawing; null if the graph is not on screen. */
export function currentPicture(): Picture | null {
  return current
}

// The drawing for export: complete, at its own size, with every label.

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

/** Provides the drawing for export, at rest and complete, while the figure is mounted. */
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
