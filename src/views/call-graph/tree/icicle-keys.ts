// What the keys do on a box of the icicle.
import type { ProfileView } from '../../../../workers/api/contract.ts'
import { stepFrom, type Icicle, type IcicleBox } from '../../../../workers/core/reports/call-tree/icicle.ts'
import { openEntry, select } from '../../../state/actions.ts'
import { rootAt } from '../arrange.ts'

/** How the icicle moves from box to box, and in and out of them. */
export interface BoxMoves {
  readonly focus: (box: IcicleBox) => void
  readonly zoom: (box: IcicleBox) => void
  /** False if there is nothing to leave. */
  readonly leave: () => boolean
}

const WAYS: ReadonlyMap<string, 'down' | 'up' | 'left' | 'right'> = new Map([
  ['ArrowDown', 'down'],
  ['ArrowUp', 'up'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
])

/** Arrows, Page keys, Home and End walk, Enter zooms, Backspace leaves, Space selects. True if the key was one of these. */
export function pressOnBox(
  key: string,
  box: IcicleBox,
  { opened, drawing }: { readonly opened: ProfileView; readonly drawing: Icicle },
  moves: BoxMoves,
): boolean {
  const next = targetOf(key, box, drawing)
  if (next !== undefined) {
    if (next) {
      select(next.node.function, 'replace')
      moves.focus(next)
    }
    return true
  }
  if (key === 'Enter') moves.zoom(box)
  else if (key === ' ') select(box.node.function, 'push')
  else if (key === 'o') openEntry(box.node.function)
  else if (key === 'r') rootAt(opened, box.node.function)
  else return key === 'Backspace' && moves.leave()
  return true
}

/** The box that a key leads to, null if there is none that way, undefined if the key leads nowhere. */
function targetOf(key: string, from: IcicleBox, drawing: Icicle): IcicleBox | null | undefined {
  const way = WAYS.get(key)
  if (way) return stepFrom(drawing, from, way)
  if (key === 'PageDown') return deepest(drawing, from)
  if (key === 'Home' || key === 'PageUp') return drawing.levels[0]?.[0]
  return key === 'End' ? drawing.levels.at(-1)?.at(-1) : undefined
}

function deepest(drawing: Icicle, from: IcicleBox): IcicleBox {
  let box = from
  for (let next: IcicleBox | null = from; next; next = stepFrom(drawing, box, 'down')) box = next
  return box
}
