// Looks for cuts beside the profile's own worker, which stays free for questions meanwhile; ending this one cancels.
import { expose } from 'comlink'
import type { CutsService } from '../api/cuts-contract.ts'
import { suggestCutsInAll } from '../core/analysis/cuts/suggest-in-all.ts'

const service: CutsService = {
  async suggest(cycles, request, onStep) {
    return suggestCutsInAll(cycles, request, onStep)
  },
}

expose(service)
