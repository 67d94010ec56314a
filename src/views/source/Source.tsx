// Where within a function the time is: its lines, or those of all functions that were sampled.
import { useSelected } from '../../state/selectors.ts'
import { useViewParams } from '../../state/view-params.ts'
import type { ViewProps } from '../view.ts'
import { FunctionSource } from './FunctionSource.tsx'
import { HotLines } from './HotLines.tsx'
import { sourceParams } from './params.ts'

export function Source({ opened }: ViewProps) {
  const { shows } = useViewParams(sourceParams)
  const f = useSelected(opened)
  return shows === 'sampled' || f === null ? (
    <HotLines opened={opened} />
  ) : (
    <FunctionSource key={f} opened={opened} f={f} />
  )
}
