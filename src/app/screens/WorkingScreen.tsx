// Progress of opening a profile, stage by stage, with a button that cancels it.
import { useStore } from '../../state/store.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { cancel } from '../../state/opening/open.ts'
import type { Stage, StageProgress } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { formatBytes, formatCount } from '../../../workers/core/quantities.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './start.module.css'
import { StartFrame } from './StartFrame.tsx'

export function WorkingScreen({
  step,
  names,
}: {
  readonly step: StageProgress | null
  readonly names: readonly string[]
}) {
  const isWithCode = useStore((state) => state.shared.scenario.staticArcs)
  const { stages, current, percent } = openingProgress(step, isWithCode)
  return (
    <StartFrame>
      <h1 className={styles.title}>
        Opening {names.length === 1 ? visibleText(names[0] ?? '') : `${names.length} files`}
      </h1>
      <div
        role="progressbar"
        aria-label="Opening"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${stages[current]?.words ?? ''}, ${percent}%`}
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
      <div className={styles.actions}>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </StartFrame>
  )
}

/** A stage's label and its share of the progress bar. */
export interface StageLabel {
  readonly stage: Stage
  readonly words: string
  readonly unit: 'bytes' | 'number'
  /**
   * Share of the bar relative to the other stages: reading many profiles is nearly all of the work.
   */
  readonly length: number
}

const STAGES: readonly StageLabel[] = [
  { stage: 'identify', words: 'Checking files', unit: 'number', length: 1 },
  { stage: 'symbols', words: 'Reading symbols', unit: 'bytes', length: 4 },
  { stage: 'profiles', words: 'Reading samples and calls', unit: 'bytes', length: 10 },
  { stage: 'lines', words: 'Finding source lines', unit: 'number', length: 1 },
  { stage: 'analysis', words: 'Propagating time', unit: 'number', length: 2 },
  { stage: 'listing', words: 'Sorting', unit: 'number', length: 2 },
  { stage: 'code', words: 'Looking for calls in the program’s code', unit: 'bytes', length: 10 },
]

const lengthOf = (stages: readonly StageLabel[]): number =>
  stages.reduce((sum, { length }) => sum + length, 0)

/** @returns all stages, the current one, and the overall progress in percent */
function openingProgress(
  step: StageProgress | null,
  isWithCode: boolean,
): { readonly stages: readonly StageLabel[]; readonly current: number; readonly percent: number } {
  const stages = STAGES.filter(({ stage }) => stage !== 'code' || isWithCode)
  const current = Math.max(
    0,
    stages.findIndex(({ stage }) => stage === step?.stage),
  )
  const part = step && step.total > 0 ? Math.min(1, step.done / step.total) : 0
  const done = lengthOf(stages.slice(0, current)) + part * (stages[current]?.length ?? 0)
  return { stages, current, percent: Math.floor((100 * done) / lengthOf(stages)) }
}
