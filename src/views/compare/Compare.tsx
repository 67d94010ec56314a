// What changed from one profile to another: the one on screen, and one that was opened beside it.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { useBeforeAfter } from '../../state/before-after.ts'
import { useStore } from '../../state/store.ts'
import sheet from '../../ui/rows/sheet.module.css'
import type { ViewProps } from '../view.ts'
import { Comparison } from './Comparison.tsx'
import { FailedBaseline, NoBaseline, OpeningBaseline } from './BaselineStates.tsx'

export function Compare({ opened }: ViewProps) {
  const baseline = useStore((state) => state.ui.baseline)
  switch (baseline.phase) {
    case 'idle':
      return <NoBaseline />
    case 'loading':
      return <OpeningBaseline {...baseline.progress} />
    case 'failed':
      return <FailedBaseline problem={baseline.problem} />
    case 'ready':
      return <Ready opened={opened} />
  }
}

function Ready({ opened }: { readonly opened: ProfileView }) {
  const compared = useBeforeAfter(opened)
  if (!compared) return <p className={sheet.empty}>Finding the same functions in both …</p>
  return <Comparison opened={opened} compared={compared} />
}
