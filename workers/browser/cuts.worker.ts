// Looks for cuts beside the profile's own worker, which stays free for questions meanwhile; ending this one cancels.
import { expose } from 'comlink'
import type { CutsService } from '../api/contract.ts'
import { suggestCutsInAll } from '../core/analysis/cuts/suggest-cuts.ts'

const service: CutsService = {
  async suggest(cycles, request, onProgress) {
    return suggestCutsInAll(cycles, request, onProgress)
  },
}

expose(service)
