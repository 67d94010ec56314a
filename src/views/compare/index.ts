// The comparison with another profile as the shell knows it.
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ViewDefinition } from '../view.ts'

const load = () => import('./compare-part.ts')

export const compare: ViewDefinition = {
  id: 'compare',
  title: 'Compare',
  ...lazyPart(async () => (await load()).Compare),
  exports: [
    {
      label: 'Comparison as CSV',
      extension: 'csv',
      make: async (opened) => (await load()).exportTable(opened),
    },
    {
      label: 'What changed, as Markdown',
      extension: 'md',
      make: async (opened) => (await load()).exportMarkdown(opened),
    },
  ],
  exportWords:
    'CSV: all functions, unrounded; Markdown, for a pull request: those that changed by more than chance',
  Details: lazyPart(async () => (await load()).Changes).Component,
  isThere: ({ ui }) => ui.baseline.phase === 'ready',
}
