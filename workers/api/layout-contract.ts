// What the page asks of the layout worker.
import type { LayoutInput, LayoutResult, LayoutStyle } from '../core/graph-layout/layout-input.ts'

export interface LayoutService {
  layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutResult>
}
