// A drawing's functions and arcs → a graph in Graphviz's language, laid out by whoever reads it.
//
// Source: https://graphviz.org/doc/info/lang.html, https://graphviz.org/docs/attr-types/escString/ and
// https://graphviz.org/docs/attrs/newrank/, mclimit/ and nslimit/
import { visibleText } from '../../base/text.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { arcFigures, cycleLabels, describeExtent, heatClass, nodeFigures } from './drawing-text.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/call-graph-profile.ts'
import { displayName, wholeName } from '../names/names.ts'
import type { DrawnArc, NodeLink } from './node-link.ts'

/** By class of self time; black text can be read on each. */
const FILLS = ['#eef1f6', '#fbe3c4', '#f9c98d', '#f3a862', '#ee8f5a', '#e8764a'] as const
const ARC = '#8a94a6'
const HOT = '#d4380d'
const CYCLE = '#6b3fa0'
const SMALLEST_FONT = 9
const LARGEST_FONT = 24
const WIDEST_ARC = 9
/** Of more Graphviz would for minutes look for fewer crossings, where there are thousands anyway. */
const MANY_ARCS = 400
/** Bytes of a string: one of 16,384 Graphviz takes for one that never ends. */
const MOST_READ = 16_000
/** Bytes that a letter of a name may become: of an ampersand. */
const WIDEST = 5

/** `title` names the profile. Deterministic; nodes are n0, n1, … from the heaviest on. */
export function formatDot(analyzed: AnalyzedProfile, nodeLink: NodeLink, title: string): string {
  const { functions } = analyzed.profile
  const nodes = nodeLink.nodes.map((node, index) => {
    const name = displayName(functions, node.function)
    const figures = nodeFigures(nodeLink, node)
    return statement(`n${index}`, {
      label: figures === '' ? name : [name, figures],
      tooltip: tooltipOf(functions, node.function),
      fontsize: SMALLEST_FONT + (LARGEST_FONT - SMALLEST_FONT) * Math.sqrt(node.totalShare),
      fillcolor: FILLS[heatClass(node.selfShare)],
      ...(node.isHot ? { color: HOT, penwidth: 2 } : {}),
    })
  })
  // In a graph of many boxes its usual way to rank nodes, box by box, ends now and then with "trouble in init_rank".
  const ranking = nodeLink.cycles.length > 0 ? 'newrank=true, ' : ''
  const patience = nodeLink.arcs.length > MANY_ARCS ? 'mclimit=0.1, nslimit=1, ' : ''
  const lines = [
    `digraph ${quoted(title)} {`,
    `  graph [${ranking}${patience}rankdir=TB, ranksep=0.45, nodesep=0.3, fontname="Helvetica", fontsize=11, labelloc=b,`,
    `    label=${quoted([title, describeExtent(nodeLink)])}]`,
    `  node [shape=box, style="filled,rounded", fontname="Helvetica", color="${ARC}", margin="0.12,0.06"]`,
    `  edge [fontname="Helvetica", fontsize=9, color="${ARC}"]`,
    ...nodeLink.cycles.flatMap((cycle) => [
      `  subgraph cluster_${cycle.cycle + 1} {`,
      `    label=${quoted(cycleLabels(nodeLink, cycle)[0] ?? '')}`,
      `    style="filled,rounded"; fillcolor="#f4f0fa"; color="${CYCLE}"; fontcolor="${CYCLE}"; fontname="Helvetica"`,
      ...cycle.members.map((member) => `    ${nodes[member]}`),
      '  }',
    ]),
    ...nodes.flatMap((node, index) => (nodeLink.nodes[index].cycle === NONE ? [`  ${node}`] : [])),
    // Heaviest first: Graphviz breaks ties by order.
    ...nodeLink.arcs.toReversed().map((arc) => `  ${arcStatement(arc)}`),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

/** The whole name, unless that is longer than Graphviz reads. */
function tooltipOf(functions: FunctionTable, f: FunctionIndex): string {
  const whole = wholeName(functions, f)
  const isFit =
    whole.length < MOST_READ / WIDEST || new TextEncoder().encode(quoted(whole)).length < MOST_READ
  return isFit ? whole : displayName(functions, f)
}

function arcStatement(arc: DrawnArc): string {
  const colour = arc.isHot ? HOT : arc.kind === 'cycle' ? CYCLE : undefined
  const style = arc.count === 0 ? 'dotted' : arc.kind === 'cycle' ? 'dashed' : undefined
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
 * A quoted string; several lines stand centred one below the other. In labels Graphviz reads `\N` and the like, and
 * HTML's entities, so that both signs are escaped; what no text can hold becomes a question mark, controls of direction \\u202e.
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
