// A worker that reads a function's numbers in each run, which answers when the test decides.
import type { FunctionInRun } from '../../workers/api/contract.ts'
import type { Result } from '../../workers/core/base/result.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'
import type { FakeService } from './fake-connection.ts'

/** Answer of a request for per-run numbers. */
export type EachRun = Result<readonly FunctionInRun[], Problem>

/** Returns a fake worker for per-run numbers, and the controls to report progress and answer. */
export function eachRunWorker() {
  const state = {
    asked: [] as number[],
    stopped: 0,
    step: (_part: number): void => {},
    answer: (_answer: EachRun): void => {},
  }
  const answers: Partial<FakeService> = {
    inEachRun(_files, f, { signal, onProgress }) {
      state.asked.push(f)
      state.step = (part) => onProgress?.({ done: part, total: 1 })
      signal?.addEventListener('abort', () => state.stopped++)
      return new Promise((resolve) => (state.answer = resolve))
    },
  }
  return { state, answers }
}

/** Returns the numbers of one rank, with three calls. */
export const inRun = (rank: number, ticks: number): FunctionInRun => ({
  run: { name: `gmon.${rank}`, nth: 1 },
  ticks,
  calls: 3,
  selfCalls: 0,
})
