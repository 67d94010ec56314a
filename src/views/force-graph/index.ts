// The graph as the shell knows it.
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ViewDefinition, ViewExport } from '../view.ts'

const saveAs = (label: string, extension: 'svg' | 'png' | 'dot'): ViewExport => ({
  label,
  extension,
  make: async (opened) => (await import('./export/exports.ts')).exportGraph(opened, extension),
})

export const forceGraph: ViewDefinition = {
  id: 'force-graph',
  title: 'Graph',
  ...lazyPart(async () => (await import('./ForceGraph.tsx')).ForceGraph),
  exports: [saveAs('SVG', 'svg'), saveAs('PNG', 'png'), saveAs('DOT', 'dot')],
}
