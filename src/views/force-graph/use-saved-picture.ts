// Provides the drawing for export while the figure is mounted.
import { createElement, useLayoutEffect } from 'react'
import type { Positions } from './positions.ts'
import type { Drawn } from './use-layout.ts'
import styles from './force-graph.module.css'
import { StaticGraph } from './StaticGraph.tsx'
import { setPicture } from './current-picture.ts'

/** Provides the drawing for export, at rest and complete, while the figure is mounted. */
export function useSavedPicture(svg: SVGSVGElement | null, drawn: Drawn, resting: Positions): void {
  useLayoutEffect(() => {
    const place = svg?.parentElement
    if (place) {
      const still = (title: string) => createElement(StaticGraph, { drawn, positions: resting, title })
      setPicture({ scene: drawn.scene, still, place, aside: styles.aside ?? '' })
    }
    return () => setPicture(null)
  }, [svg, drawn, resting])
}
