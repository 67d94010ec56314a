// The boxes of an icicle as a few outlines, one for each way of filling them: thousands of boxes, a handful of elements.
import type { FunctionIndex } from '../../../../workers/core/profile/tables.ts'
import type { Icicle, IcicleBox } from '../../../../workers/core/reports/call-tree/icicle.ts'

/** Between boxes that are wide enough to spare it. */
const GAP = 1
const SPARES_A_GAP = 2.5
/** Self time is a line at the bottom of the box. */
const SELF = 3

/** Pixels from one level to the next: a name fits into the lowest; higher than the highest is no easier to read. */
const LOWEST = 24
const HIGHEST = 88
/** From here on a box says its time, below its name, and from there on self time and calls below that. */
const TWO_LINES = 38
const THREE_LINES = 58
/** What the page has above and below the picture. */
const FRAME = 260

/** So high that few levels fill the window. Not a matter of what else is open: nothing moves when details come and go. */
export function levelHeight(levels: number, windowHeight: number): number {
  const room = Math.floor((windowHeight - FRAME) / Math.max(1, levels))
  return Math.max(LOWEST, Math.min(HIGHEST, room))
}

/** How many lines of figures a box has below its name. */
export function figureLines(high: number): 0 | 1 | 2 {
  return high >= THREE_LINES ? 2 : high >= TWO_LINES ? 1 : 0
}

export interface IciclePaths {
  readonly certain: string
  readonly assumed: string
  readonly certainCycle: string
  readonly assumedCycle: string
  readonly certainSelf: string
  readonly assumedSelf: string
  readonly found: string
  readonly selected: string
}

export function icicleLines(
  drawing: Icicle,
  high: number,
  isFound: (f: FunctionIndex) => boolean,
  selected: FunctionIndex | null,
): IciclePaths {
  const parts: Record<keyof IciclePaths, string[]> = {
    certain: [],
    assumed: [],
    certainCycle: [],
    assumedCycle: [],
    certainSelf: [],
    assumedSelf: [],
    found: [],
    selected: [],
  }
  for (const level of drawing.levels) for (const box of level) addBox(parts, box, high, isFound, selected)
  const joined = Object.entries(parts).map(([name, rects]) => [name, rects.join('')])
  return Object.fromEntries(joined) as IciclePaths
}

function addBox(
  parts: Record<keyof IciclePaths, string[]>,
  box: IcicleBox,
  high: number,
  isFound: (f: FunctionIndex) => boolean,
  selected: FunctionIndex | null,
): void {
  const { left, certain, childrenEnd, node } = box
  const top = box.level * high
  const width = box.width - (box.width > SPARES_A_GAP ? GAP : 0)
  const height = high - GAP
  const solid = Math.min(width, certain)
  const [solidPart, hatchedPart] =
    node.kind === 'cycle' ? (['certainCycle', 'assumedCycle'] as const) : (['certain', 'assumed'] as const)
  if (solid > 0) parts[solidPart].push(rect(left, top, solid, height))
  if (width - solid > 0.05) parts[hatchedPart].push(rect(left + solid, top, width - solid, height))
  const self = left + width - childrenEnd
  if (self > 0.25) {
    const line = rect(childrenEnd, top + height - SELF, self, SELF)
    parts[box.isSelfCertain ? 'certainSelf' : 'assumedSelf'].push(line)
  }
  if (isFound(node.function)) parts.found.push(rect(left, top, width, height))
  if (node.function === selected && width > 1)
    parts.selected.push(rect(left + 1, top + 1, width - 2, height - 2))
}

function rect(x: number, y: number, width: number, height: number): string {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`
}

const short = (value: number): number => Math.round(value * 100) / 100
