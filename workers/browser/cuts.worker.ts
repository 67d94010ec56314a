// Suggests cuts in a worker of its own, so that the profile's worker stays responsive. Ending
// this worker cancels the search.
import { expose } from 'comlink'
import type { CutsService } from '../api/contract.ts'
import { cutCandidates } from '../core/analysis/cuts/cut-candidates.ts'
import { graphAt } from '../core/analysis/cuts/cycle-arcs.ts'
import { suggestCutsByCycle } from '../core/analysis/cuts/cuts-by-cycle.ts'

const service: CutsService = {
  async suggest(cycles, request, onProgress) {
    return suggestCutsByCycle(cycles, request, onProgress)
  },
  async candidates(cycles, limit, onProgress) {
    return cutCandidates(graphAt(cycles, 0), limit, onProgress)
  },
}

expose(service)
