// The cycles as the shell knows them.
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ViewDefinition } from '../view.ts'

export const cycles: ViewDefinition = {
  id: 'cycles',
  title: 'Cycles',
  ...lazyPart(async () => (await import('./Cycles.tsx')).Cycles),
}
