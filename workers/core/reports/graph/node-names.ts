// Names of nodes: those of functions, or "cycle 3: eval" for a cycle that is one node.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { formatCount } from '../../quantities.ts'
import { baseNames } from '../../names/shorten-name.ts'
import { displayName } from '../../names/names.ts'
import { distinctNames } from './distinct-names.ts'
import type { DrawnNode } from './drawing.ts'
import { sizeOfCycle } from '../cycle-size.ts'

type Named = Pick<DrawnNode, 'function' | 'closed'>

/** Returns the full name of a node: "cycle 3: eval and 31 more" for a cycle. */
export function nodeName(analyzed: AnalyzedProfile, { function: f, closed }: Named): string {
  const name = displayName(analyzed.profile.functions, f)
  if (closed === NONE) return name
  return `cycle ${closed + 1}: ${name} and ${formatCount(sizeOfCycle(analyzed, closed) - 1)} more`
}

/** What a name may be longer by, so that it differs from another one. */
const TO_DIFFER = 10

/** Returns short names of nodes that differ from one another, of about so many characters. */
export function shortNodeNames(analyzed: AnalyzedProfile, nodes: readonly Named[], most: number): string[] {
  const { functions } = analyzed.profile
  const full = nodes.map((node) => displayName(functions, node.function))
  const names = distinctNames(full, baseNames(full, most), most + TO_DIFFER)
  return nodes.map(({ closed }, at) => (closed === NONE ? '' : `cycle ${closed + 1}: `) + (names[at] ?? ''))
}
