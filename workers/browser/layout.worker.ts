// Lays out a drawing outside the page’s thread, whose columns are transferred, not copied.
import { expose, transfer } from 'comlink'
import type { LayoutService } from '../api/contract.ts'
import { layoutLayered } from '../core/graph-layout/layered-layout.ts'
import { layoutGraph } from '../core/graph-layout/force-layout.ts'

const service: LayoutService = {
  async layout(input, style) {
    const result = style === 'layered' ? layoutLayered(input) : layoutGraph(input)
    const { x, y, level, bow, bendStart, bendX, bendY } = result
    return transfer(
      result,
      [x, y, level, bow, bendStart, bendX, bendY].map((column) => column.buffer),
    )
  },
}

expose(service)
