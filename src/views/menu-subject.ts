// The function, the arc or the cycle that an element shows, for the menu that the workspace opens on it.
import type { ProfileView } from '../../workers/api/contract.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'

/** The ends of an arc. */
export interface ArcEnds {
  readonly parent: FunctionIndex
  readonly child: FunctionIndex
}

/** Returns the ends of an arc; null if there is no such arc. */
export function arcEnds({ analyzed }: ProfileView, arc: ArcIndex): ArcEnds | null {
  const { arcs } = analyzed.profile
  const [parent, child] = [arcs.parent[arc], arcs.child[arc]]
  return parent === undefined || child === undefined ? null : { parent, child }
}

/** What a menu is for: a function, an arc, a function at the end of an arc, or a cycle. */
export interface MenuSubject {
  readonly f: FunctionIndex | null
  readonly arc: ArcEnds | null
  readonly cycle: CycleIndex | null
}

/** Returns the attribute of an element that shows this function, or this arc. */
export const menuOf = (f: FunctionIndex | null, arc: ArcEnds | null = null): { 'data-menu': string } => ({
  'data-menu': `${f ?? ''} ${arc ? `${arc.parent} ${arc.child}` : ''}`,
})

/** First word of the attribute of an element that shows a cycle. */
const CYCLE = 'cycle'

/** Returns the attribute of an element that shows this cycle as a whole. */
export const menuOfCycle = (cycle: CycleIndex): { 'data-menu': string } => ({
  'data-menu': `${CYCLE} ${cycle}`,
})

/** Returns what the element at an event shows; null if it has no menu. */
export function menuSubjectAt(target: EventTarget | null): (MenuSubject & { element: Element }) | null {
  const element = target instanceof Element ? target.closest('[data-menu]') : null
  if (!element) return null
  const [f = '', parent = '', child = ''] = (element.getAttribute('data-menu') ?? '').split(' ')
  if (f === CYCLE) return { f: null, arc: null, cycle: Number(parent) as CycleIndex, element }
  const index = (text: string) => Number(text) as FunctionIndex
  return {
    cycle: null,
    f: f === '' ? null : index(f),
    arc: parent === '' ? null : { parent: index(parent), child: index(child) },
    element,
  }
}
