// The runs as the shell knows them.
import { hasSeveralRuns } from '../../state/opening/runs.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ViewDefinition } from '../view.ts'

export const runs: ViewDefinition = {
  id: 'runs',
  title: 'Runs',
  ...lazyPart(async () => (await import('./Runs.tsx')).Runs),
  isFor: hasSeveralRuns,
}
