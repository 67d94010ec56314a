// Before there are numbers: no baseline, one being opened, or one that failed.
import { useEffect, useState } from 'react'
import type { ProfileView, StageProgress } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { compareWith, stopComparing } from '../../state/opening/baseline.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'
import { profileSummary } from '../../../workers/core/reports/profile-summary.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import styles from './diff.module.css'

export function NoBaseline({ opened }: { readonly opened: ProfileView }) {
  const total = profileSummary(opened, opened.files)[0]?.text ?? ''
  return (
    <div className={styles.start} data-empty>
      <h2>What changed?</h2>
      <div className={styles.slots}>
        <div className={styles.slot}>
          <p>This profile</p>
          <strong>{visibleText(opened.name)}</strong>
          <span>{total}</span>
        </div>
        <div className={`${styles.slot} ${styles.target}`}>
          <p>Another profile</p>
          <ChooseFiles look="primary" />
          <span>or drop them anywhere</span>
        </div>
      </div>
      <p>
        A program and its <code>gmon.out</code>, a saved profile, or gprof’s listing. A lone{' '}
        <code>gmon.out</code> is read with the current program.
      </p>
      <p>Functions are matched by name; sampling noise is separated from real change.</p>
    </div>
  )
}

function ChooseFiles({ look }: { readonly look: 'primary' | 'button' }) {
  return (
    <label className={controls[look]}>
      Choose files to compare with
      <input
        type="file"
        multiple
        className={controls.hidden}
        aria-label="Choose files to compare with"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // So that the same files can be chosen again.
          target.value = ''
          if (files.length > 0) void compareWith(files)
        }}
      />
    </label>
  )
}

export function OpeningBaseline({
  names,
  step,
}: {
  readonly names: readonly string[]
  readonly step: StageProgress | null
}) {
  const isLong = useIsLong()
  if (!isLong) return null
  const [first = ''] = names
  return (
    <div className={styles.start}>
      <h2>Opening {names.length === 1 ? visibleText(first) : `${formatCount(names.length)} files`} beside</h2>
      <p className={styles.opening}>
        <progress
          aria-label="Opening"
          {...(step && step.total > 0 ? { value: step.done, max: step.total } : {})}
        />
        <span>{step?.file ? visibleText(step.file) : ''}</span>
      </p>
      <Button onClick={stopComparing}>Cancel</Button>
    </div>
  )
}

/** Returns true after the delay, so that fast work shows nothing. */
function useIsLong(): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PROGRESS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLong
}

export function FailedBaseline({ problem }: { readonly problem: Problem }) {
  const { title, explanation, remedy } = problemText(problem)
  return (
    <div className={styles.start} role="alert">
      <h2>{title}</h2>
      <p>{explanation}</p>
      {remedy !== '' && (
        <p>
          <strong>{remedy}</strong>
        </p>
      )}
      <p className={styles.actions}>
        <ChooseFiles look="button" />
        <Button look="quiet" onClick={stopComparing}>
          Cancel
        </Button>
      </p>
    </div>
  )
}
