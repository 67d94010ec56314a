// Looks for cuts beside the profile's own worker, which stays free for questions meanwhile; ending this one cancels.
import { expose } from 'comlink'
import type { CutsService } from '../api/cuts-contract.ts'
import { suggestCutsIn } from '../core/analysis/cuts/suggest-cuts.ts'

const service: CutsService = {
  async suggest(cycles, request, onStep) {
    return cycles.map((cycle, done) => {
      onStep(done)
      return suggestCutsIn(cycle, request)
    })
  },
}

expose(service)
