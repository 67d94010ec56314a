// The call graph as the shell knows it.
import { lazy } from 'react'
import type { ViewDefinition } from '../view.ts'

const load = async () => ({ default: (await import('./Arrangements.tsx')).Arrangements })

export const callGraph: ViewDefinition = {
  id: 'call-graph',
  title: 'Call graph',
  Component: lazy(load),
  preload: load,
}
