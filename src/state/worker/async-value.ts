// The state of an answer of the worker: idle, loading, ready, failed.
import type { Problem } from '../../../workers/core/problems/problem.ts'

/**
 * A value that is requested asynchronously. `before`: the previous value, shown until the new one
 * arrives, or kept because the request failed.
 *
 * `Progress`: by default the fraction done, 0–1; null until it is slow enough to show.
 */
export type AsyncValue<Value, Progress = number | null> =
  /** Not requested. */
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly progress: Progress; readonly before: Value | null }
  | { readonly phase: 'ready'; readonly value: Value }
  /** `host/cancelled`: the user cancelled it. */
  | { readonly phase: 'failed'; readonly problem: Problem; readonly before: Value | null }

/** The state of a value that is not requested. */
export const IDLE = { phase: 'idle' } as const

/** Returns the value to show: the current one, else the previous one. */
export function valueOf<Value>(asked: AsyncValue<Value, unknown>): Value | null {
  if (asked.phase === 'ready') return asked.value
  return asked.phase === 'idle' ? null : asked.before
}

/** Returns a value in the state `loading`. */
export function loading<Value, Progress>(
  progress: Progress,
  before: Value | null = null,
): AsyncValue<Value, Progress> {
  return { phase: 'loading', progress, before }
}

/** Returns a value in the state `ready`. */
export function ready<Value>(value: Value): AsyncValue<Value, never> {
  return { phase: 'ready', value }
}

/** Returns a value in the state `failed`. */
export function failed<Value>(problem: Problem, before: Value | null = null): AsyncValue<Value, never> {
  return { phase: 'failed', problem, before }
}

/** Drops a pending request or a failure: returns the previous value as `ready`, or `idle`. */
export function settled<Value>(asked: AsyncValue<Value, unknown>): AsyncValue<Value, never> {
  const value = valueOf(asked)
  return value === null ? IDLE : ready(value)
}
