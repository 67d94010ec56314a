// What the page asks of the layout worker.
import type { LayoutInput, LayoutResult } from '../core/graph-layout/layout-input.ts'

export interface LayoutService {
  layout(input: LayoutInput): Promise<LayoutResult>
}
