// The stages of opening a profile, in words, and how much of the way each is.
import type { Stage, StageProgress } from '../../../workers/api/contract.ts'

export interface StageWords {
  readonly stage: Stage
  readonly words: string
  readonly unit: 'bytes' | 'number'
  /** Of the bar's length, beside the others: reading many profiles is nearly all of the work. */
  readonly length: number
}

const STAGES: readonly StageWords[] = [
  { stage: 'identify', words: 'Looking at the files', unit: 'number', length: 1 },
  { stage: 'symbols', words: 'Reading symbols', unit: 'bytes', length: 4 },
  { stage: 'profiles', words: 'Reading samples and calls', unit: 'bytes', length: 10 },
  { stage: 'lines', words: 'Finding source lines', unit: 'number', length: 1 },
  { stage: 'analysis', words: 'Passing time along arcs', unit: 'number', length: 2 },
  { stage: 'listing', words: 'Putting the listing in order', unit: 'number', length: 2 },
  { stage: 'code', words: 'Looking for calls in the program’s code', unit: 'bytes', length: 10 },
]

const lengthOf = (stages: readonly StageWords[]): number =>
  stages.reduce((sum, { length }) => sum + length, 0)

/** @returns the stages that are to be gone through, the one that `step` belongs to, and the whole in per cent */
export function howFar(
  step: StageProgress | null,
  isWithCode: boolean,
): { readonly stages: readonly StageWords[]; readonly current: number; readonly percent: number } {
  const stages = STAGES.filter(({ stage }) => stage !== 'code' || isWithCode)
  const current = Math.max(
    0,
    stages.findIndex(({ stage }) => stage === step?.stage),
  )
  const part = step && step.total > 0 ? Math.min(1, step.done / step.total) : 0
  const done = lengthOf(stages.slice(0, current)) + part * (stages[current]?.length ?? 0)
  return { stages, current, percent: Math.floor((100 * done) / lengthOf(stages)) }
}
