// The menu of an arc of the graph.
import type { NodeLink } from '../../../workers/core/reports/graph/drawing.ts'
import { menuOf } from '../menu-subject.ts'

/** Returns the menu of the arc between two nodes, as an attribute. */
export function menuOfArc(
  { nodes }: NodeLink,
  { parent, child }: { readonly parent: number; readonly child: number },
): string | undefined {
  const [from, to] = [nodes[parent]?.function, nodes[child]?.function]
  if (from === undefined || to === undefined) return undefined
  return menuOf(null, { parent: from, child: to })['data-menu']
}
