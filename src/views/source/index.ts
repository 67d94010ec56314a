// The source as the shell knows it.
import { hasLines } from '../../state/source-files.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ViewDefinition } from '../view.ts'

export const source: ViewDefinition = {
  id: 'source',
  title: 'Source',
  ...lazyPart(async () => (await import('./Source.tsx')).Source),
  isFor: hasLines,
}
