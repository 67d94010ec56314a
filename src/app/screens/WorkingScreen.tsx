// True progress, stage by stage, and a way out that works at once.
import type { StageProgress } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import { formatBytes, formatCount } from '../../../workers/core/reports/quantities.ts'
import { cancel } from '../../state/opening/open.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls.module.css'
import { CheckIcon } from '../../ui/controls.tsx'
import { howFar } from './stages.ts'
import { StartFrame } from './StartFrame.tsx'
import start from './start.module.css'
import styles from './working.module.css'

export function WorkingScreen({
  step,
  names,
}: {
  readonly step: StageProgress | null
  readonly names: readonly string[]
}) {
  const isWithCode = useStore((state) => state.shared.scenario.staticArcs)
  const { stages, current, percent } = howFar(step, isWithCode)
  return (
    <StartFrame>
      <h1 className={start.title}>
        Opening {names.length === 1 ? visibleText(names[0] ?? '') : `${names.length} files`}
      </h1>
      <div
        role="progressbar"
        aria-label="Opening"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${stages[current]?.words ?? ''}, ${percent} %`}
        className={styles.track}
      >
        <div className={styles.done} style={{ width: `${percent}%` }} />
      </div>
      <ol className={styles.stages}>
        {stages.map(({ stage, words, unit }, at) => (
          <li
            key={stage}
            className={styles.stage}
            data-state={at < current ? 'done' : at === current ? 'now' : 'next'}
          >
            <span className={styles.sign}>{at < current && <CheckIcon />}</span>
            <span>
              {words}
              {at === current && step?.file ? ` of ${visibleText(step.file)}` : ''}
            </span>
            {at === current && step && step.total > 0 && (
              <span className={styles.amount}>
                {unit === 'bytes'
                  ? `${formatBytes(step.done)} of ${formatBytes(step.total)}`
                  : `${formatCount(step.done)} of ${formatCount(step.total)}`}
              </span>
            )}
          </li>
        ))}
      </ol>
      <div className={start.actions}>
        <button type="button" className={controls.button} onClick={cancel}>
          Cancel
        </button>
      </div>
    </StartFrame>
  )
}
