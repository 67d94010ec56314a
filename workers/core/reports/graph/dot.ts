// Exports the drawn functions with their arcs as a Graphviz graph, without a layout.
//
// Source: https://graphviz.org/doc/info/lang.html,
// https://graphviz.org/docs/attr-types/escString/ and https://graphviz.org/docs/attrs/newrank/,
// mclimit/ and nslimit/
import { visibleText } from '../../base/visible-text.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { NONE } from '../../base/columns.ts'
import { arcFigures, cycleLabels, describeExtent, heatClass, nodeFigures } from './drawing-text.ts'
import { restLabel } from './left-out.ts'
import { boundsOfNode, isEstimate } from './node-bounds.ts'
import { nodeName } from './node-names.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/call-graph-profile.ts'
import { displayName, wholeName } from '../../names/names.ts'
import type { DrawnArc, NodeLink } from './drawing.ts'

/** By class of self time; black text is readable on each. */
const FILLS = ['#eef1f6', '#fbe3c4', '#f9c98d', '#f3a862', '#ee8f5a', '#e8764a'] as const
const ARC = '#8a94a6'
const HOT = '#d4380d'
const CYCLE = '#6b3fa0'
const SMALLEST_FONT = 9
const LARGEST_FONT = 24
const WIDEST_ARC = 9
/**
 * Number of arcs beyond which Graphviz would spend minutes on minimising crossings, of which
 * there are thousands anyway.
 */
const MANY_ARCS = 400
/** Largest string in bytes: Graphviz takes one of 16,384 bytes for unterminated. */
const MOST_READ = 16_000
/** Bytes that a character of a name may become, at most: an ampersand. */
const WIDEST = 5

/**
 * Returns the graph in the DOT language, without positions, ended by a line break. Deterministic; nodes are
 * n0, n1, … from the heaviest on.
 *
 * @param title name of the profile, as text
 */
export function formatDot(
  analyzed: AnalyzedProfile,
  nodeLink: NodeLink,
  title: string,
  bounds: Bounds | null,
): string {
  const { functions } = analyzed.profile
  const nodes = nodeLink.nodes.map((node, index) => {
    const name = nodeName(analyzed, node)
    const figures = nodeFigures(nodeLink, node, isEstimate(analyzed, boundsOfNode(analyzed, bounds, node)))
    return statement(`n${index}`, {
      label: figures === '' ? name : [name, figures],
      tooltip: node.closed === NONE ? tooltipOf(functions, node.function) : name,
      fontsize: SMALLEST_FONT + (LARGEST_FONT - SMALLEST_FONT) * Math.sqrt(node.totalShare),
      fillcolor: FILLS[heatClass(node.selfShare)],
      ...(node.closed === NONE ? {} : { color: CYCLE, peripheries: 2 }),
      ...(node.isHot ? { color: HOT, penwidth: 2 } : {}),
    })
  })
  // With many clusters, Graphviz's default ranking sometimes ends with "trouble in init_rank".
  const ranking = nodeLink.cycles.length > 0 ? 'newrank=true, ' : ''
  const patience = nodeLink.arcs.length > MANY_ARCS ? 'mclimit=0.1, nslimit=1, ' : ''
  const lines = [
    `digraph ${quoted(title)} {`,
    `  graph [${ranking}${patience}rankdir=TB, ranksep=0.45, nodesep=0.3, fontname="Helvetica", fontsize=11, labelloc=b,`,
    `    label=${quoted([title, describeExtent(analyzed, nodeLink), ...legendOf(nodeLink)])}]`,
    `  node [shape=box, style="filled,rounded", fontname="Helvetica", color="${ARC}", margin="0.12,0.06"]`,
    `  edge [fontname="Helvetica", fontsize=9, color="${ARC}"]`,
    ...nodeLink.cycles.flatMap((cycle) => [
      `  subgraph cluster_${cycle.cycle + 1} {`,
      `    label=${quoted(cycleLabels(nodeLink, cycle)[0] ?? '')}`,
      `    style="filled,rounded"; fillcolor="#f4f0fa"; color="${CYCLE}"; fontcolor="${CYCLE}"; fontname="Helvetica"`,
      ...cycle.members.map((member) => `    ${nodes[member]}`),
      '  }',
    ]),
    ...restStatement(nodeLink),
    ...nodes.flatMap((node, index) => (nodeLink.nodes[index].cycle === NONE ? [`  ${node}`] : [])),
    // Heaviest first: Graphviz breaks ties by order.
    ...nodeLink.arcs.toReversed().map((arc) => `  ${arcStatement(arc)}`),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

/** The functions that are not drawn, as one node. */
function restStatement({ leftOut, focus }: NodeLink): readonly string[] {
  const label = restLabel(leftOut, focus)
  if (label === null) return []
  return [`  ${statement('rest', { label, style: 'dashed,rounded', fontsize: SMALLEST_FONT })}`]
}

/** Lines that say what colours and lines mean, as far as they are used. */
function legendOf({ measure, nodes, arcs, cycles }: NodeLink): readonly string[] {
  const meanings = [
    ...(measure === 'time' ? ['box colour: self time', 'red: hot path'] : []),
    `thickness: ${measure}`,
    ...(arcs.some((arc) => arc.isEstimate) ? ['dashed: estimate'] : []),
    ...(cycles.length > 0 ? ['violet: call inside a cycle, dashed back up'] : []),
    ...(nodes.some(({ closed }) => closed !== NONE) ? ['double violet: a cycle as one node'] : []),
    ...(arcs.some(({ isStatic }) => isStatic) ? ['dotted: static call'] : []),
  ]
  return [meanings.join(' · ')]
}

/** The full name, unless it is longer than Graphviz can read. */
function tooltipOf(functions: FunctionTable, f: FunctionIndex): string {
  const whole = wholeName(functions, f)
  const isFit =
    whole.length < MOST_READ / WIDEST || new TextEncoder().encode(quoted(whole)).length < MOST_READ
  return isFit ? whole : displayName(functions, f)
}

function arcStatement(arc: DrawnArc): string {
  const colour = arc.isHot ? HOT : arc.kind === 'cycle' ? CYCLE : undefined
  const style = arc.count === 0 ? 'dotted' : arc.isBack || arc.isEstimate ? 'dashed' : undefined
  return statement(`n${arc.parent} -> n${arc.child}`, {
    label: arcFigures(arc),
    penwidth: 1 + (WIDEST_ARC - 1) * Math.min(1, arc.share),
    weight: 1 + Math.round(arc.share * 99),
    ...(colour === undefined ? {} : { color: colour }),
    ...(style === undefined ? {} : { style }),
  })
}

function statement(
  subject: string,
  attributes: Readonly<Record<string, string | number | readonly string[]>>,
): string {
  const list = Object.entries(attributes).map(([key, value]) =>
    typeof value === 'number' ? `${key}=${Number(value.toFixed(2))}` : `${key}=${quoted(value)}`,
  )
  return `${subject} [${list.join(', ')}]`
}

/**
 * Returns a quoted string; several lines are centred, one below the other. Graphviz interprets
 * `\N` and the like in labels, and HTML entities, so both are escaped. Invalid characters become
 * question marks, and direction controls \\u202e.
 */
function quoted(lines: string | readonly string[]): string {
  const escaped = (typeof lines === 'string' ? [lines] : lines).map((line) =>
    visibleText(line.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '?'))
      .replaceAll('\\', '\\\\')
      .replaceAll('"', '\\"')
      .replaceAll('&', '&amp;'),
  )
  return `"${escaped.join('\\n')}"`
}
