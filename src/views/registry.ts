// The only list of views, in the order of their tabs; the nth answers to key n, be those before it there or not.
import type { ProfileView } from '../../workers/api/contract.ts'
import { callGraph } from './call-graph/index.ts'
import { compare } from './compare/index.ts'
import { cycles } from './cycles/index.ts'
import { flatProfile } from './flat-profile/index.ts'
import { forceGraph } from './force-graph/index.ts'
import { runs } from './runs/index.ts'
import { source } from './source/index.ts'
import type { ViewDefinition } from './view.ts'

export const views: readonly ViewDefinition[] = [
  flatProfile,
  callGraph,
  forceGraph,
  cycles,
  runs,
  compare,
  source,
]

export const keyOf = (view: ViewDefinition): number => views.indexOf(view) + 1

/** Null: whatever is opened. */
const isShown = ({ isFor }: ViewDefinition, opened: ProfileView | null): boolean =>
  !opened || !isFor || isFor(opened)

export const viewsFor = (opened: ProfileView): readonly ViewDefinition[] =>
  views.filter((view) => isShown(view, opened))

/** The flat profile stands in for what is not known here, or not there in this profile. */
export function viewById(id: string, opened: ProfileView | null): ViewDefinition {
  return views.find((view) => view.id === id && isShown(view, opened)) ?? flatProfile
}
