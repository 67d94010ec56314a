// The call graph's entries as the shell knows them.
import { lazy } from 'react'
import type { ViewDefinition } from '../view.ts'

const load = async () => ({ default: (await import('./CallGraph.tsx')).CallGraph })

export const callGraph: ViewDefinition = {
  id: 'call-graph',
  title: 'Call graph',
  Component: lazy(load),
  preload: load,
}
