// The only list of views, in the order of their tabs; the nth answers to key n.
import { callGraph } from './call-graph/index.ts'
import { compare } from './compare/index.ts'
import { cycles } from './cycles/index.ts'
import { flatProfile } from './flat-profile/index.ts'
import { forceGraph } from './force-graph/index.ts'
import type { ViewDefinition } from './view.ts'

export const views: readonly ViewDefinition[] = [flatProfile, callGraph, forceGraph, cycles, compare]

export function viewById(id: string): ViewDefinition {
  return views.find((view) => view.id === id) ?? flatProfile
}
