// The walk that finds cycles, when some arcs are cut. Most cuts do not change it: an arc that led to a function the walk had
// finished already was only passed by, and without that arc the walk is the same. Only for other cuts it is walked again.
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { ArcIndex } from '../../profile/tables.ts'
import { walkOf } from '../time/arc-walk.ts'
import { listCycles, type CycleMembers } from '../cycles/build-cycles.ts'
import { findComponentsAmong, type Components } from '../cycles/cycles.ts'

/** What a walk found. */
export interface CutWalk {
  /** ArcIndex of the profile, ascending: without these. */
  readonly cutArcs: Uint32Array
  readonly components: Components
  readonly cycles: CycleMembers
}

/** Walks that are remembered: undo and redo lead back to the last few, and most cuts go on from the last. */
const KEPT = 4

/** One profile's walks. Remembers the last few. */
export class CutWalks {
  readonly #profile: CallGraphProfile
  readonly #uncut: CutWalk
  /** The last one first. */
  #recent: readonly CutWalk[] = []

  constructor(profile: CallGraphProfile) {
    const { byParent } = walkOf(profile)
    this.#profile = profile
    this.#uncut = resultOf(new Uint32Array(0), findComponentsAmong(byParent.offsets, byParent.other))
  }

  /** What is not to be given away. */
  get kept(): readonly unknown[] {
    return [this.#uncut, this.#recent]
  }

  get uncut(): CutWalk {
    return this.#uncut
  }

  /** @param cutArcs ascending */
  without(cutArcs: Uint32Array): CutWalk {
    const alike = [...this.#recent, this.#uncut].find((walk) => this.#isWalkedAlike(walk, cutArcs))
    if (alike) return alike
    const components = componentsWithout(this.#profile, cutArcs)
    const walk = resultOf(cutArcs.slice(), components)
    this.#recent = [walk, ...this.#recent].slice(0, KEPT)
    return walk
  }

  /** Whether a known walk is the one without these arcs: it lacks some of them, and passed by all the others. */
  #isWalkedAlike({ cutArcs, components }: CutWalk, cut: Uint32Array): boolean {
    const { parent, child } = this.#profile.arcs
    const { arc: arcAt } = walkOf(this.#profile).byParent
    const { order, entrance } = components
    let known = 0
    for (const row of cut) {
      if (cutArcs[known] === row) {
        known++
        continue
      }
      const [from, to] = [parent[row as ArcIndex], child[row as ArcIndex]]
      if (from === to) continue
      if (order[from] === order[to] || (entrance[to] >= 0 && arcAt[entrance[to]] === row)) return false
    }
    return known === cutArcs.length
  }
}

function resultOf(cutArcs: Uint32Array, components: Components): CutWalk {
  return { cutArcs, components, cycles: listCycles(components) }
}

/** An arc from a node to itself leads the walk nowhere: each cut arc becomes one. */
function componentsWithout(profile: CallGraphProfile, cutArcs: Uint32Array): Components {
  const { offsets, arc, other } = walkOf(profile).byParent
  const childAt = other.slice()
  for (const row of cutArcs) {
    const parent = profile.arcs.parent[row as ArcIndex]
    for (let at = offsets[parent]; at < offsets[parent + 1]; at++) if (arc[at] === row) childAt[at] = parent
  }
  return findComponentsAmong(offsets, childAt)
}
