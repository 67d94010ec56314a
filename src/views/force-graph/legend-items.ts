// What areas, bars, colours, widths, strokes of the graph mean.
import { NONE } from '../../../workers/core/base/columns.ts'
import { drawnGroups, formatThreshold, HEAT_STEPS } from '../../../workers/core/reports/graph/drawing-text.ts'
import { groupsOf } from '../../state/names-and-groups.ts'
import type { Scene } from './scene.ts'

/** The symbol of an item: a colour, discs or a bar of a node, an arc in one of the styles of legend.module.css. */
export type LegendSymbol =
  | { readonly kind: 'none' | 'calls' | 'times' | 'bar' | 'closed' }
  | { readonly kind: 'group'; readonly hue: number }
  | { readonly kind: 'heat'; readonly shape: Scene['shape'] }
  | {
      readonly kind: 'arc'
      readonly width: number
      readonly styles?: readonly ('estimate' | 'inside' | 'back' | 'uncounted')[]
      readonly hasHead?: boolean
      readonly isHot?: boolean
    }

/** One meaning: a symbol of so many pixels in width, 16 in height, and its text. */
export interface LegendItem {
  readonly text: string
  readonly width: number
  readonly symbol: LegendSymbol
}

/** Returns the colours of the drawn groups, those with most self time first. Groups may share a colour. */
export function groupItems({ analyzed, nodeLink }: Scene): readonly LegendItem[] {
  const labels = new Map<number, string[]>()
  for (const { label, hue } of drawnGroups(groupsOf(analyzed.profile), nodeLink))
    labels.set(hue, [...(labels.get(hue) ?? []), label])
  return [...labels].map(([hue, names]) => ({
    text: names.join(', '),
    width: 10,
    symbol: { kind: 'group', hue },
  }))
}

/** Returns the meanings of all other marks that the drawing has. */
export function markItems({
  shape,
  nodeLink: { measure, nodes, arcs, cycles },
}: Scene): readonly LegendItem[] {
  const isTime = measure === 'time'
  const items: LegendItem[] = []
  const add = (text: string, width: number, symbol: LegendSymbol) => items.push({ text, width, symbol })
  const addArc = (text: string, arc: Omit<LegendSymbol & { kind: 'arc' }, 'kind'>) =>
    add(text, 30, { kind: 'arc', ...arc })
  if (shape === 'disc' && isTime) add('area: certain, ring: possible, disc: self', 16, { kind: 'times' })
  else if (shape === 'disc') add('area: calls', 16, { kind: 'calls' })
  else if (isTime) add('bar: self, certain, possible', 30, { kind: 'bar' })
  if (isTime) {
    const [first, last] = [HEAT_STEPS[0], HEAT_STEPS.at(-1) ?? 1].map(formatThreshold)
    add(`self time: under ${first} to over ${last}`, 12 * (HEAT_STEPS.length + 1), { kind: 'heat', shape })
  }
  addArc(isTime ? 'thickness: time' : 'thickness: calls', { width: 4, hasHead: true })
  if (isTime) addArc('hot path', { width: 4, hasHead: true, isHot: true })
  if (arcs.some(({ isEstimate }) => isEstimate))
    addArc('estimate: the callee has other callers', { width: 4, styles: ['estimate'] })
  if (cycles.length > 0) addArc('call inside a cycle: passes no time', { width: 2, styles: ['inside'] })
  if (arcs.some(({ isBack }) => isBack)) addArc('call back up', { width: 1.2, styles: ['inside', 'back'] })
  if (nodes.some(({ closed }) => closed !== NONE))
    add('a cycle as one node; + opens it', 22, { kind: 'closed' })
  if (isTime) add('≈ estimate', 0, { kind: 'none' })
  if (arcs.some(({ isStatic }) => isStatic))
    addArc('static call, not counted', { width: 1.5, styles: ['uncounted'], hasHead: true })
  return items
}
