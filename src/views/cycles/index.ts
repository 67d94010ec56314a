// The cycles as the shell knows them.
import { lazy } from 'react'
import type { ViewDefinition } from '../view.ts'

const load = async () => ({ default: (await import('./Cycles.tsx')).Cycles })

export const cycles: ViewDefinition = {
  id: 'cycles',
  title: 'Cycles',
  Component: lazy(load),
  preload: load,
}
