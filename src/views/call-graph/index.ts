// The call graph as the shell knows it.
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ViewDefinition } from '../view.ts'

export const callGraph: ViewDefinition = {
  id: 'call-graph',
  title: 'Call graph',
  ...lazyPart(async () => (await import('./Arrangements.tsx')).Arrangements),
}
