// What saving the drawing needs, as long as the figure is there: the whole of it, at rest.
import { useLayoutEffect } from 'react'
import type { Positions } from '../drawing/positions.ts'
import { setPicture } from '../export/picture.ts'
import { Still } from '../export/Still.tsx'
import styles from '../force-graph.module.css'
import type { Drawn } from '../use-layout.ts'

export function useSavedPicture(svg: SVGSVGElement | null, drawn: Drawn, resting: Positions): void {
  useLayoutEffect(() => {
    const place = svg?.parentElement
    if (place) {
      const still = <Still drawn={drawn} positions={resting} />
      setPicture({ nodeLink: drawn.scene.nodeLink, still, place, aside: styles.aside ?? '' })
    }
    return () => setPicture(null)
  }, [svg, drawn, resting])
}
