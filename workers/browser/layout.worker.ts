// Lays a drawing out off the page's thread; the answer's columns are moved, not copied.
import { expose, transfer } from 'comlink'
import type { LayoutService } from '../api/layout-contract.ts'
import { layoutGraph } from '../core/graph-layout/layout.ts'

const service: LayoutService = {
  async layout(input) {
    const result = layoutGraph(input)
    return transfer(result, [result.x.buffer, result.y.buffer, result.level.buffer, result.bow.buffer])
  },
}

expose(service)
