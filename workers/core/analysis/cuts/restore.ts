// Cuts that are not needed, taken back: a set of arcs without which there is no cycle → one of which each is needed.
import { topologicalOrder, type CutFlags, type Digraph } from './digraph.ts'
import type { Work } from './work.ts'

/**
 * Restores every cut arc that closes no cycle with the arcs that stay, dearest first, equal ones last first; or by what
 * `worth` says of each arc instead of its weight.
 *
 * The arcs that stay are kept in a topological order that is mended where a restored arc leads back in it: what lies
 * between its ends is searched and no more (Pearce and Kelly 2006).
 */
export function restoreNeedless(
  graph: Digraph,
  cut: CutFlags,
  work: Work,
  worth: Float64Array = graph.weight,
): CutFlags {
  const { nodes, from, to, out, into } = graph
  const kept = cut.slice()
  const order = topologicalOrder(graph, kept)
  if (!order) return kept
  const position = new Int32Array(nodes)
  for (let at = 0; at < nodes; at++) position[order[at]] = at
  const seen = new Int32Array(nodes)
  let round = 0

  /** What is reached from `start` without leaving the stretch that ends at `limit`. */
  const reach = (start: number, limit: number, forwards: boolean): number[] => {
    const reached = [start]
    round++
    seen[start] = round
    for (let done = 0; done < reached.length; done++) {
      const node = reached[done]
      const arcs = forwards ? out : into
      for (let at = arcs.offsets[node]; at < arcs.offsets[node + 1]; at++) {
        const arc = arcs.items[at]
        const next = forwards ? to[arc] : from[arc]
        if (kept[arc] === 1 || seen[next] === round) continue
        if (forwards ? position[next] > limit : position[next] < limit) continue
        seen[next] = round
        reached.push(next)
      }
      work.used += arcs.offsets[node + 1] - arcs.offsets[node]
    }
    return reached
  }
  const candidates: number[] = []
  for (let arc = 0; arc < kept.length; arc++) if (kept[arc] === 1) candidates.push(arc)
  candidates.sort((left, right) => worth[right] - worth[left] || right - left)
  for (const arc of candidates) {
    const parent = from[arc]
    const child = to[arc]
    if (position[parent] > position[child]) {
      const after = reach(child, position[parent], true)
      if (seen[parent] === round) continue
      rearrange(position, reach(parent, position[child], false), after)
    }
    kept[arc] = 0
  }
  return kept
}

/** Moves all that leads to the parent before all that the child leads to, within the places they have. */
function rearrange(position: Int32Array, before: number[], after: number[]): void {
  const byPosition = (left: number, right: number): number => position[left] - position[right]
  const moved = [...before.sort(byPosition), ...after.sort(byPosition)]
  const places = moved.map((node) => position[node]).sort((left, right) => left - right)
  moved.forEach((node, at) => {
    position[node] = places[at]
  })
}
