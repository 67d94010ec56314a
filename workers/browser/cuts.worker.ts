// Suggests cuts in a worker of its own, so that the profile's worker stays responsive. Ending
// this worker cancels the search.
import { expose } from 'comlink'
import type { CutsService } from '../api/contract.ts'
import { suggestCutsInAll } from '../core/analysis/cuts/suggest-cuts.ts'

const service: CutsService = {
  async suggest(cycles, request, onProgress) {
    return suggestCutsInAll(cycles, request, onProgress)
  },
}

expose(service)
