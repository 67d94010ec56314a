// The diff view: choosing a baseline, both profiles in brief, the table of functions.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { useBeforeAfter } from '../../state/questions/diff.ts'
import { useStore } from '../../state/store.ts'
import type { ViewProps } from '../view.ts'
import table from '../../ui/table.module.css'
import { NoBaseline, OpeningBaseline, FailedBaseline } from './ChooseBaseline.tsx'
import { DiffTable } from './DiffTable.tsx'

export function DiffView({ opened }: ViewProps) {
  const baseline = useStore((state) => state.ui.baseline)
  switch (baseline.phase) {
    case 'idle':
      return <NoBaseline opened={opened} />
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
  if (!compared) return <p className={table.empty}>Finding the same functions in both …</p>
  return <DiffTable opened={opened} compared={compared} />
}
