// The graph as the shell knows it.
import { lazy } from 'react'
import type { ViewDefinition, ViewExport } from '../view.ts'

const load = async () => ({ default: (await import('./ForceGraph.tsx')).ForceGraph })

const saveAs = (label: string, extension: 'svg' | 'png' | 'dot'): ViewExport => ({
  label,
  extension,
  make: async (opened) => (await import('./export/exports.ts')).exportGraph(opened, extension),
})

export const forceGraph: ViewDefinition = {
  id: 'force-graph',
  title: 'Graph',
  Component: lazy(load),
  preload: load,
  exports: [saveAs('SVG', 'svg'), saveAs('PNG', 'png'), saveAs('DOT', 'dot')],
}
