// What of a drawing's figures and tips a scenario changed.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { describeArc, describeNode, nodeFigures, type TipText } from '../node-link/drawing-text.ts'
import { totalShare } from '../node-link/weights.ts'
import type { DrawnFunction, NodeLink } from '../node-link/node-link.ts'
import { fractionOf } from '../quantities.ts'
import type { Analysis } from '../listing/listing.ts'
import { measuredArc } from '../../analysis/scenario/apply-scenario.ts'

/** A node's figures as measured; undefined where they are the same. */
export function figuresWas(
  plain: AnalyzedProfile,
  nodeLink: NodeLink,
  node: DrawnFunction,
): string | undefined {
  const { printedTicks, times } = plain
  const figures = nodeFigures(nodeLink, {
    ...node,
    selfShare: fractionOf(times.propagatedSelf[node.function], printedTicks),
    totalShare: totalShare(plain, node.function),
  })
  return figures === nodeFigures(nodeLink, node) ? undefined : figures
}

/** A function's tip, with what was measured where that differs. */
export function describeNodeBeside(now: Analysis, plain: Analysis | undefined, f: FunctionIndex): TipText {
  const tip = describeNode(now.analyzed, now.listing, f)
  return plain ? withLines(tip, describeNode(plain.analyzed, plain.listing, f)) : tip
}

export function describeArcBeside(
  analyzed: AnalyzedProfile,
  plain: Analysis | undefined,
  arc: ArcIndex,
): TipText {
  const tip = describeArc(analyzed, arc)
  const there = plain ? measuredArc(analyzed, arc) : NONE
  return plain && there !== NONE ? withLines(tip, describeArc(plain.analyzed, there)) : tip
}

function withLines(tip: TipText, plain: TipText): TipText {
  const differing = plain.lines.filter((line, at) => line !== tip.lines[at])
  return differing.length === 0
    ? tip
    : { ...tip, lines: [...tip.lines, `As measured: ${differing.join('; ')}`] }
}
