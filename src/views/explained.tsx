// What a tooltip says about a number.
import type { Explanation } from '../../workers/core/reports/explain/explanation.ts'
import type { TooltipContent } from '../ui/Tooltip.tsx'
import { Symbols } from '../ui/Symbols.tsx'

/** Returns an explanation as the content of a tooltip, with its equations in symbols. */
export function withSymbols(explanation: Explanation): TooltipContent {
  const { title, formula, note, equations } = explanation
  return { title, formula, note, ...(equations && { symbols: <Symbols equations={equations} /> }) }
}
