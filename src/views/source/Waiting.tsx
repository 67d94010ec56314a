// Before there are lines: the progress of reading, or why there are none.
import type { AsyncValue } from '../../state/worker/async-value.ts'
import { stopLines } from '../../state/questions/lines.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { Button } from '../../ui/Button.tsx'
import sheet from '../../ui/table.module.css'
import styles from './source.module.css'

export function Waiting({
  found,
  onAgain,
}: {
  readonly found: Exclude<AsyncValue<unknown>, { readonly phase: 'ready' }>
  readonly onAgain: () => void
}) {
  if (found.phase === 'failed') {
    const { title, remedy } = problemText(found.problem)
    const isStopped = found.problem.code === 'host/cancelled'
    return (
      <div className={sheet.empty}>
        <p>{isStopped ? 'Not read.' : `${title}.`}</p>
        {!isStopped && remedy !== '' && <p>{remedy}</p>}
        <Button onClick={onAgain}>{isStopped ? 'Read the lines' : 'Try again'}</Button>
      </div>
    )
  }
  // A fast answer shows no progress.
  if (found.phase === 'idle' || found.progress === null)
    return <div className={sheet.empty} aria-busy="true" />
  return (
    <div className={`${sheet.empty} ${styles.reading}`}>
      <p>Reading the lines …</p>
      <progress aria-label="Reading the lines" value={found.progress} max={1} />
      <Button onClick={stopLines}>Cancel</Button>
    </div>
  )
}
