// How much of a function's total time is its own whatever its calls cost: the time of all code that runs below it only.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import { letGo } from '../../base/buffers.ts'
import { finish } from '../../base/steps.ts'
import { certainAtHand } from './at-hand.ts'
import type { FunctionIndex } from '../../profile/tables.ts'

/**
 * gprof shares out the time of a function with several callers by their calls, as if every call cost the same. But where
 * every way down to a function leads through one place, its time belongs to that place however it is shared out in
 * between:
 *
 *          main          every way to `k` leads through `parse`: all of k's time is part of parse's, for certain.
 *           │            How much of it was spent for `item` and how much for `list` is not known;
 *         parse          of theirs, `k` is no certain part.
 *         ╱   ╲
 *      item   list
 *         ╲   ╱
 *           k
 *
 * That is dominance: `parse` dominates `k`. On a graph without loops, and with each cycle as one node it has none, one
 * pass from callers to callees finds it: the nearest place that all ways to a node lead through is the nearest common
 * one of its callers. Arcs that pass no time (never counted, or to or from what a scenario leaves out) are no ways.
 *
 * Shape:  one value per function; members of a cycle all have the whole cycle's.
 * Unit:   ticks. Functions whose time shows in part only (`fraction` below 1) count as nothing: which part is assumed.
 * Limit:  rests on the calls that were counted. A call from code compiled without -pg is not seen.
 */
export function certainTicks(analyzed: AnalyzedProfile): Float64Array {
  return finish(certainTicksInSteps(analyzed))
}

/** The same with pauses, some thousand functions or arcs apart, so that whoever asks can do other things between. */
export function* certainTicksInSteps(analyzed: AnalyzedProfile): Generator<void, Float64Array> {
  const known = certainAtHand.get(analyzed)
  if (known) return known
  const sums = yield* sumDominated(analyzed)
  certainAtHand.set(analyzed, sums)
  return sums
}

/** Functions, or arcs, that are looked at between two pauses: a millisecond or two, in code not compiled yet. */
const STEP = 3000

const FULL = 1 - 1e-9

function* sumDominated(analyzed: AnalyzedProfile): Generator<void, Float64Array> {
  const { profile, times, cycles } = analyzed
  const { length } = profile.functions
  const { heads, list } = yield* callersFirst(analyzed)
  const tree = yield* dominators(analyzed, heads, list)
  const sums = new Float64Array(length + 1)
  yield
  for (let row = 0; row < length; row++) {
    if (row % STEP === STEP - 1) yield
    const f = row as FunctionIndex
    const head = heads[row]
    if (times.fraction[f] >= FULL) sums[head] += profile.functions.selfTicks[f]
  }
  for (let at = list.length - 1; at >= 0; at--) {
    if (at % STEP === STEP - 1) yield
    const head = list[at]
    const above = tree[head]
    if (above < length) sums[above] += sums[head]
  }
  yield
  if (cycles.length > 0) for (let row = 0; row < length; row++) sums[row] = sums[heads[row]]
  letGo([heads.buffer, list.buffer, tree.buffer])
  return sums
}

/** For each function the one that stands for it (itself, or one member for a whole cycle), and those, callers first. */
function* callersFirst({
  profile,
  cycles,
  times,
}: AnalyzedProfile): Generator<
  void,
  { readonly heads: Uint32Array<ArrayBuffer>; readonly list: Uint32Array<ArrayBuffer> }
> {
  const { length } = profile.functions
  const heads = new Uint32Array(length)
  let most = 0
  for (let row = 0; row < length; row++) {
    if (row % STEP === STEP - 1) yield
    const f = row as FunctionIndex
    const cycle = cycles.cycleOf[f]
    heads[row] = cycle === NONE ? row : cycles.members.items[cycles.members.offsets[cycle]]
    most = Math.max(most, times.order[f])
  }
  const start = new Uint32Array(most + 2)
  let count = 0
  for (let row = 0; row < length; row++) {
    if (row % STEP === STEP - 1) yield
    if (heads[row] !== row) continue
    const rank = most - times.order[row as FunctionIndex]
    start[rank + 1]++
    count++
  }
  for (let rank = 1; rank < start.length; rank++) start[rank] += start[rank - 1]
  const list = new Uint32Array(count)
  for (let row = 0; row < length; row++) {
    if (row % STEP === STEP - 1) yield
    if (heads[row] !== row) continue
    const rank = most - times.order[row as FunctionIndex]
    list[start[rank]] = row
    start[rank]++
  }
  letGo([start.buffer])
  return { heads, list }
}

/** For each head the nearest one that all ways to it lead through; `functions.length` where there is none. */
function* dominators(
  { profile, cycles, times }: AnalyzedProfile,
  heads: Uint32Array,
  list: Uint32Array,
): Generator<void, Uint32Array<ArrayBuffer>> {
  const { arcs, arcsByChild, functions } = profile
  const nowhere = functions.length
  yield
  const above = new Uint32Array(nowhere + 1).fill(nowhere)
  yield
  const depth = new Uint32Array(nowhere + 1)
  /** Some way further up, so that long chains are climbed in few steps. */
  const jump = new Uint32Array(nowhere + 1).fill(nowhere)
  yield
  /** The outermost one above. */
  const outermost = new Uint32Array(nowhere + 1).fill(nowhere)
  yield

  const climb = (from: number, to: number): number => {
    let at = from
    while (depth[at] > to) at = depth[jump[at]] >= to ? jump[at] : above[at]
    return at
  }
  const common = (one: number, other: number): number => {
    // What most programs' functions have in common is `main`, and that takes no climbing.
    if (outermost[one] !== outermost[other]) return nowhere
    if (depth[one] === 1 || one === other) return one
    let left = climb(one, depth[other])
    let right = climb(other, depth[left])
    while (left !== right) {
      const isFar = jump[left] !== jump[right]
      left = isFar ? jump[left] : above[left]
      right = isFar ? jump[right] : above[right]
    }
    return left
  }

  /** The nearest place that all ways to this one lead through, of those to others of its cycle `place`. */
  const placeAbove = (member: number, head: number, place: number): number => {
    if (times.fraction[member as FunctionIndex] === 0) return place
    const end = arcsByChild.offsets[member + 1]
    for (let at = arcsByChild.offsets[member]; at < end && place !== nowhere; at++) {
      const arc = arcsByChild.items[at]
      const parent = arcs.parent[arc]
      if (heads[parent] === head || arcs.count[arc] === 0 || times.fraction[parent] === 0) continue
      place = place === NONE ? heads[parent] : common(place, heads[parent])
    }
    return place
  }
  let work = 0
  for (let next = 0; next < list.length; next++) {
    const head = list[next]
    const cycle = cycles.cycleOf[head as FunctionIndex]
    const { items, offsets } = cycle === NONE ? { items: null, offsets: null } : cycles.members
    const from = offsets ? offsets[cycle] : 0
    const to = offsets ? offsets[cycle + 1] : 1
    let place: number = NONE
    for (let m = from; m < to; m++) {
      const member = items ? items[m] : head
      work += 1 + arcsByChild.offsets[member + 1] - arcsByChild.offsets[member]
      if (work >= STEP) {
        work = 0
        yield
      }
      place = placeAbove(member, head, place)
    }
    if (place === NONE) place = nowhere
    above[head] = place
    depth[head] = depth[place] + 1
    outermost[head] = place === nowhere ? head : outermost[place]
    const far = jump[place]
    jump[head] = depth[place] - depth[far] === depth[far] - depth[jump[far]] ? jump[far] : place
  }
  letGo([depth.buffer, jump.buffer, outermost.buffer])
  return above
}
