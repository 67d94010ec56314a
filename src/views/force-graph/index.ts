// The graph as the shell knows it.
import { lazy } from 'react'
import type { ViewDefinition } from '../view.ts'

const load = async () => ({ default: (await import('./ForceGraph.tsx')).ForceGraph })

export const forceGraph: ViewDefinition = {
  id: 'force-graph',
  title: 'Graph',
  Component: lazy(load),
  preload: load,
}
