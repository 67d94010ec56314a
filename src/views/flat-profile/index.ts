// The flat profile as the shell knows it.
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ViewDefinition } from '../view.ts'

const part = lazyPart(async () => (await import('./FlatProfile.tsx')).FlatProfile)

export const flatProfile: ViewDefinition = {
  id: 'flat-profile',
  title: 'Flat profile',
  ...part,
}
