// Tooltips of a line's numbers.
import type { FunctionLines, ProfileView } from '../../../workers/api/contract.ts'
import {
  certainPartOfLines,
  type CodeFacts,
  sumOfFacts,
} from '../../../workers/core/reports/lines/line-facts.ts'
import {
  explainCalls,
  explainSelf,
  explainTotalOf,
  LINE_HEADINGS,
} from '../../../workers/core/reports/lines/explain-lines.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'
import type { TooltipContent } from '../../ui/Tooltip.tsx'

/** The data that tooltips of lines need. */
export interface LineContext extends Pick<ProfileView, 'analyzed'>, Pick<FunctionLines, 'sections'> {
  readonly bounds: Bounds | null
  readonly facts: CodeFacts
}

/**
 * Returns the tooltip for a key; null if it has none.
 *
 * @param key of a heading; or of a number: its column, its section, and its row in the section, −1
 * for all of it
 */
export function explainKey(
  key: string,
  { analyzed, bounds, sections, facts }: LineContext,
): TooltipContent | null {
  const [what = '', section, row] = key.split(':')
  if (section === undefined) return LINE_HEADINGS[what as keyof typeof LINE_HEADINGS]
  const at = Number(section)
  const line = sections[at]?.line[Number(row)]
  const inSection = facts.lines[at] ?? []
  const one = inSection[Number(row)]
  const own = line === undefined ? inSection : one ? [one] : null
  if (!own) return null
  const all = sections[at]?.name === sections[0]?.name ? 'its lines in this file' : 'all lines inlined here'
  const where = line === undefined ? all : `line ${line}`
  if (what === 'calls') return explainCalls(analyzed, where, one?.calls ?? [])
  const sum = sumOfFacts(own)
  if (what === 'self') return explainSelf(analyzed, where, sum.self, facts.factor)
  return explainTotalOf(analyzed, bounds, where, sum, certainPartOfLines(analyzed, bounds, own))
}
