// `npm run census -- graph PROGRAM GMON`: how much of the self time the graph of a profile shows, and how many
// arcs each layout crosses, as a row of the table in docs/graph.md.
import { basename, dirname } from 'node:path'
import { openFileSource } from '../../workers/node/file-source.ts'
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario/scenario.ts'
import type { AnalyzedProfile } from '../../workers/core/analysis/analyzed-profile.ts'
import { largestRows } from '../../workers/core/base/largest-rows.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { openProfile } from '../../workers/core/pipeline/open-profile.ts'
import { boundsOf } from '../../workers/core/trust/bounds/bounds.ts'
import { finish } from '../../workers/core/base/yielder.ts'
import { countCrossings } from '../../workers/core/graph-layout/crossings.ts'
import { layoutGraph } from '../../workers/core/graph-layout/force-layout.ts'
import { layoutLayered } from '../../workers/core/graph-layout/layered-layout.ts'
import type { LayoutStyle } from '../../workers/core/graph-layout/layout-input.ts'
import { chooseLayout } from '../../workers/core/reports/graph/choose-layout.ts'
import { DEFAULT_CHOICE } from '../../workers/core/reports/graph/graph-choice.ts'
import { listNodeLink } from '../../workers/core/reports/graph/node-link.ts'
import type { NodeLink } from '../../workers/core/reports/graph/drawing.ts'
import { formatShare } from '../../workers/core/quantities.ts'
import { arcShapes } from '../../src/views/force-graph/arc-shapes.ts'
import { LIMITS_OF_PAGE } from '../../src/views/force-graph/params.ts'
import { applyPins, NO_PINS } from '../../src/views/force-graph/positions.ts'
import { buildScene, layoutInputOf, shapeIn } from '../../src/views/force-graph/scene.ts'

/** Ratio of width to height of the page's figure on a usual screen. */
const ASPECT = 1.6

/** Heading of the table. */
export const GRAPH_HEADING = `| program | functions | drawn | of ${LIMITS_OF_PAGE.limit} hottest | part | nodes | arcs | arcs outside cycles | force | layered | chosen |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- |`

/**
 * Returns the table's row of one profile.
 *
 * @throws Error if the files are no profile
 */
export async function graphRow(program: string, profiles: readonly string[]): Promise<string> {
  const sources = await Promise.all([program, ...profiles].map((path) => openFileSource(path)))
  const options = { scenario: EMPTY_SCENARIO, asMeasured: false, shift: 0, withoutNames: false }
  const opened = await openProfile(sources, options, () => undefined)
  if (!opened.ok) throw new Error(`${program}: ${opened.problem.problem.code}`)
  const { analyzed } = opened.value
  const nodeLink = finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, ...LIMITS_OF_PAGE }))
  const shown = nodeLink.nodes.reduce((sum, node) => sum + node.selfTicks, 0)
  const { all, hottest } = selfTimes(analyzed)
  const cells = [
    basename(dirname(program)),
    nodeLink.functions + nodeLink.leftOut.functions,
    formatShare(shown / all),
    formatShare(hottest / all),
    (shown / hottest).toFixed(2),
    nodeLink.nodes.length,
    nodeLink.arcs.length,
    nodeLink.layoutArcs,
    crossings(analyzed, nodeLink, 'force'),
    crossings(analyzed, nodeLink, 'layered'),
    chooseLayout(nodeLink).style,
  ]
  return `| ${cells.join(' | ')} |`
}

/** Returns the self time of all functions, and of as many of the hottest as the graph draws. */
function selfTimes({ profile, times }: AnalyzedProfile): { readonly all: number; readonly hottest: number } {
  const selfOf = (f: number): number => times.propagatedSelf[f as FunctionIndex] ?? 0
  const rows = Array.from({ length: profile.functions.length }, (_, f) => f)
  const sum = (of: readonly number[]): number => of.reduce((total, f) => total + selfOf(f), 0)
  return { all: sum(rows), hottest: sum(largestRows(rows, selfOf, LIMITS_OF_PAGE.limit)) }
}

/** Counts the pairs of arcs that cross in a layout, as the page draws it. */
function crossings(analyzed: AnalyzedProfile, nodeLink: NodeLink, style: LayoutStyle): number {
  const scene = buildScene(analyzed, nodeLink, null, shapeIn(style), finish(boundsOf(analyzed)))
  const input = layoutInputOf(scene, ASPECT)
  const result = style === 'layered' ? layoutLayered(input) : layoutGraph(input)
  const positions = applyPins(result, nodeLink, NO_PINS)
  const shapes = arcShapes(scene, positions)
  return countCrossings(
    nodeLink.arcs.map(({ parent, child }, arc) => ({
      points: shapes[arc]?.points ?? [],
      from: parent,
      to: child,
    })),
    scene.nodes.map(({ halfWidth, halfHeight }, node) => ({
      x: result.x[node] ?? 0,
      y: result.y[node] ?? 0,
      reach: Math.hypot(halfWidth, halfHeight) + NEAR,
    })),
  )
}

/** Distance from a mark within which its arcs run side by side, in pixels. */
const NEAR = 20
