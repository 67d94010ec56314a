// The functions that the graph leaves out, as one node or as a list.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { asArray, NONE } from '../../base/columns.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { isActive } from '../listing/active-functions.ts'
import { formatCount, formatShare } from '../../quantities.ts'
import { nodesByFunction, type NodeLink } from './drawing.ts'
import { STEP } from './weights.ts'

/**
 * Returns the label of the node for all functions that are not drawn, of two lines: "291 more", "self 41.0%";
 * null if nothing of the time is left out, and in a drawing around one function or of calls.
 */
export function restLabel(
  { functions, selfShare }: NodeLink['leftOut'],
  focus: number,
): readonly [string, string] | null {
  if (functions === 0 || !(selfShare > 0) || focus !== NONE) return null
  return [`${formatCount(functions)} more`, `self ${formatShare(selfShare)}`]
}

/**
 * Lists the active functions that are not drawn, those with the most self time first, of equal ones those
 * with the most total time; yields between steps. As FunctionIndex.
 */
export function* functionsLeftOut(
  analyzed: AnalyzedProfile,
  { nodes }: Pick<NodeLink, 'nodes'>,
): Generator<void, Uint32Array<ArrayBuffer>> {
  const { profile, times } = analyzed
  const drawn = nodesByFunction(analyzed, nodes)
  const rows: FunctionIndex[] = []
  const { length } = profile.functions
  for (let f = 0 as FunctionIndex; f < length; f = (f + 1) as FunctionIndex) {
    if (f % STEP === STEP - 1) yield
    if (!drawn.has(f) && isActive(profile, f)) rows.push(f)
  }
  const total = new Float64Array(length)
  for (const f of rows) total[f] = times.propagatedSelf[f] + times.propagatedChild[f]
  yield
  const byTotal = orderOfNumbers(total, true, Uint32Array.from(rows))
  yield
  return orderOfNumbers(asArray(times.propagatedSelf), true, byTotal)
}
