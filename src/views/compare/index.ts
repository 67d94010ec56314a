// The comparison with another profile as the shell knows it.
import { lazy } from 'react'
import type { ViewDefinition } from '../view.ts'

const load = () => import('./compare-part.ts')

export const compare: ViewDefinition = {
  id: 'compare',
  title: 'Compare',
  Component: lazy(async () => ({ default: (await load()).Compare })),
  preload: load,
  exports: [
    {
      label: 'Comparison as CSV',
      extension: 'csv',
      make: async (opened) => (await load()).exportTable(opened),
    },
  ],
  exportWords: 'all functions, unrounded',
  Details: lazy(async () => ({ default: (await load()).Changes })),
  isThere: ({ local }) => local.beside?.phase === 'ready',
}
