// The searches for cuts, in this thread in place of their worker.
import { vi } from 'vitest'
import { CutsClient } from '../../workers/api/task-clients.ts'
import { cutCandidates } from '../../workers/core/analysis/cuts/cut-candidates.ts'
import { suggestCutsByCycle } from '../../workers/core/analysis/cuts/cuts-by-cycle.ts'
import { graphAt } from '../../workers/core/analysis/cuts/cycle-arcs.ts'

/**
 * Replaces the worker that searches for cuts, until mocks are restored.
 *
 * @param stuck the search that never ends
 */
export function searchCutsHere(stuck?: 'suggest' | 'candidates'): void {
  const never = new Promise<never>(() => {})
  vi.spyOn(CutsClient.prototype, 'suggest').mockImplementation((cycles, request) =>
    stuck === 'suggest'
      ? never
      : Promise.resolve({ kind: 'done', cuts: suggestCutsByCycle(cycles, request, () => undefined) }),
  )
  vi.spyOn(CutsClient.prototype, 'candidates').mockImplementation((cycles, limit, onProgress) => {
    onProgress(1, 7)
    if (stuck === 'candidates') return never
    return Promise.resolve({ kind: 'done', cuts: cutCandidates(graphAt(cycles, 0), limit, onProgress) })
  })
}
