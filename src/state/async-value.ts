// Where the answer to a question stands: one shape for all that is asked of a worker.
import type { Problem } from '../../workers/core/problems/problem.ts'

/**
 * A value that is asked for. `before`: the value that is shown until the next one is there, or that stays because it failed.
 *
 * `Progress`: by default how much is done, 0–1; null as long as it takes no time worth a word.
 */
export type AsyncValue<Value, Progress = number | null> =
  /** Not asked for. */
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly progress: Progress; readonly before: Value | null }
  | { readonly phase: 'ready'; readonly value: Value }
  /** `host/cancelled`: a person stopped it. */
  | { readonly phase: 'failed'; readonly problem: Problem; readonly before: Value | null }

export const IDLE = { phase: 'idle' } as const

/** The value to show: the one that is there, else the one before. */
export function valueOf<Value>(asked: AsyncValue<Value, unknown>): Value | null {
  if (asked.phase === 'ready') return asked.value
  return asked.phase === 'idle' ? null : asked.before
}

export function loading<Value, Progress>(
  progress: Progress,
  before: Value | null = null,
): AsyncValue<Value, Progress> {
  return { phase: 'loading', progress, before }
}

export function ready<Value>(value: Value): AsyncValue<Value, never> {
  return { phase: 'ready', value }
}

export function failed<Value>(problem: Problem, before: Value | null = null): AsyncValue<Value, never> {
  return { phase: 'failed', problem, before }
}

/** Without the question under way, and without what failed: the value before, if there was one. */
export function settled<Value>(asked: AsyncValue<Value, unknown>): AsyncValue<Value, never> {
  const value = valueOf(asked)
  return value === null ? IDLE : ready(value)
}
