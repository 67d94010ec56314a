// Before there are numbers: nothing to compare with, a profile being opened, or one that cannot be.
import { useEffect, useState } from 'react'
import type { Step } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { problemText } from '../../../workers/core/reports/words/problem-text.ts'
import { compareWith, stopComparing } from '../../state/opening/baseline.ts'
import { PATIENCE_MS } from '../../state/worker/patience.ts'
import controls from '../../ui/controls/controls.module.css'
import styles from './compare.module.css'

export function NoBaseline() {
  return (
    <div className={styles.start}>
      <h2>What changed?</h2>
      <p>
        Choose the files of another profile, or drop them anywhere: its program and <code>gmon.out</code>, a
        saved profile, or gprof’s listing. A <code>gmon.out</code> alone is read by the program on screen.
      </p>
      <p>
        Functions are compared by name. What chance alone may do to sampled times is told apart from what
        changed.
      </p>
      <ChooseFiles look="primary" />
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
          // The same files can be chosen again.
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
  readonly step: Step | null
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
      <button type="button" className={controls.button} onClick={stopComparing}>
        Cancel
      </button>
    </div>
  )
}

/** Nothing that is done at once flashes. */
function useIsLong(): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
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
        <button type="button" className={controls.quiet} onClick={stopComparing}>
          Leave it
        </button>
      </p>
    </div>
  )
}
