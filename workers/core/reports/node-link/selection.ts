// Which functions are drawn: the whole above a share with its hot path, or a function with its surroundings.
import { membersOf } from '../../analysis/time/arc-share.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import type { HotPath } from './hot-path.ts'
import { largestRows } from './largest.ts'
import type { Expansion, NodeLinkChoice } from './choice.ts'
import { STEP, type Weights } from './weights.ts'

export interface Selection {
  readonly functions: ReadonlySet<FunctionIndex>
  /** Functions that reach the threshold and had no room. */
  readonly overLimit: number
}

/** Never more than this, however many stubs are opened: the drawing is SVG. */
const MOST_NODES = 300
/** Callers or callees of the focus that are drawn, and of each function farther away; the rest is a stub. */
const MOST_NEAR = 12
const MOST_FAR = 6

export function* selectFunctions(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  choice: NodeLinkChoice,
): Generator<void, Selection> {
  const chosen = new Chosen(analyzed, weights, choice)
  const overLimit =
    choice.focus === null
      ? yield* addWhole(analyzed, weights, hotPath, choice, chosen)
      : addAround(analyzed, weights, choice, choice.focus, chosen)
  for (const expansion of choice.expanded) expand(analyzed, weights, expansion, chosen.functions)
  return { functions: chosen.functions, overLimit }
}

/** What has been chosen so far; a cycle comes as a whole, as far as there is room. */
class Chosen {
  readonly functions = new Set<FunctionIndex>()
  readonly #analyzed: AnalyzedProfile
  readonly #weights: Weights
  readonly #choice: NodeLinkChoice
  readonly #cyclesSeen = new Set<CycleIndex>()

  constructor(analyzed: AnalyzedProfile, weights: Weights, choice: NodeLinkChoice) {
    this.#analyzed = analyzed
    this.#weights = weights
    this.#choice = choice
  }

  get room(): number {
    return this.#choice.limit - this.functions.size
  }

  /** The functions newly chosen: `f` and its fellow members. */
  add(f: FunctionIndex): FunctionIndex[] {
    if (this.room <= 0) return []
    const added = this.functions.has(f) ? [] : [f]
    this.functions.add(f)
    const cycle = this.#analyzed.cycles.cycleOf[f]
    if (cycle === NONE || this.#cyclesSeen.has(cycle) || !this.#isWelcome(cycle)) return added
    this.#cyclesSeen.add(cycle)
    return [...added, ...this.addMembers(cycle)]
  }

  #isWelcome(cycle: CycleIndex): boolean {
    const { offsets } = this.#analyzed.cycles.members
    return this.#choice.focus === null || offsets[cycle + 1] - offsets[cycle] <= this.#choice.memberLimit
  }

  addMembers(cycle: CycleIndex): FunctionIndex[] {
    this.#cyclesSeen.add(cycle)
    const members = [...membersOf(this.#analyzed.cycles, cycle)]
    const already = members.filter((member) => this.functions.has(member)).length
    const most = Math.min(this.room, this.#choice.memberLimit - already)
    const rest = members.filter((member) => !this.functions.has(member))
    const added = largestRows(
      rest,
      (f) => this.#weights.ofFunction(f as FunctionIndex),
      most,
    ) as FunctionIndex[]
    for (const member of added) this.functions.add(member)
    return added
  }
}

/**
 * Where calls are all there is, start-up code draws fans: dozens of functions, each called once by one caller and calling
 * nobody. Of each fan the largest are kept; the rest is that caller's stub.
 */
function* withNarrowFans(
  analyzed: AnalyzedProfile,
  candidates: readonly number[],
  weightOf: (row: number) => number,
): Generator<void, readonly number[]> {
  const { functions, arcs, arcsByParent, arcsByChild } = analyzed.profile
  const others: number[] = []
  const fans = new Map<FunctionIndex, number[]>()
  let looked = 0
  for (const row of candidates) {
    if (++looked % STEP === 0) yield
    const f = row as FunctionIndex
    const isLeaf =
      row < functions.length &&
      arcsByParent.offsets[row] === arcsByParent.offsets[row + 1] &&
      arcsByChild.offsets[row + 1] - arcsByChild.offsets[row] === 1
    if (!isLeaf) others.push(f)
    else {
      const caller = arcs.parent[arcsByChild.items[arcsByChild.offsets[row]]]
      const fan = fans.get(caller)
      if (fan) fan.push(row)
      else fans.set(caller, [row])
    }
  }
  for (const fan of fans.values()) {
    looked += fan.length
    if (looked >= STEP) {
      looked = 0
      yield
    }
    others.push(...largestRows(fan, weightOf, MOST_NEAR))
  }
  return others
}

/** Functions and whole cycles above the threshold, heaviest first; the hot path with its cycles before all others. */
function* addWhole(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  { threshold, limit }: NodeLinkChoice,
  chosen: Chosen,
): Generator<void, number> {
  const { cycles, profile, times } = analyzed
  const length = profile.functions.length
  const least = Math.max(threshold * weights.whole, Number.MIN_VALUE)
  // One row per function, then one per cycle; members are represented by their cycle.
  const weightOf = (row: number): number =>
    row < length ? weights.ofFunction(row as FunctionIndex) : weights.ofCycle((row - length) as CycleIndex)
  const candidates: number[] = []
  let reaching = 0
  for (let f = 0 as FunctionIndex; f < length; f = (f + 1) as FunctionIndex) {
    if (f % STEP === STEP - 1) yield
    if (times.isPrinted[f] === 0 || weightOf(f) < least) continue
    reaching++
    if (cycles.cycleOf[f] === NONE) candidates.push(f)
  }
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    if (cycle % STEP === STEP - 1) yield
    if (weightOf(length + cycle) >= least) candidates.push(length + cycle)
  }
  if (candidates.length === 0) return 0
  for (const f of hotPath.functions.slice(0, limit)) chosen.functions.add(f)
  for (const f of hotPath.functions) chosen.add(f)
  const worthwhile =
    weights.measure === 'calls' ? yield* withNarrowFans(analyzed, candidates, weightOf) : candidates
  let largest: readonly number[] = []
  for (let at = 0; at < worthwhile.length; at += STEP) {
    if (at > 0) yield
    largest = largestRows([...largest, ...worthwhile.slice(at, at + STEP)], weightOf, limit)
  }
  for (const row of largest) {
    if (chosen.room <= 0) break
    if (row < length) chosen.add(row as FunctionIndex)
    else chosen.addMembers((row - length) as CycleIndex)
  }
  let drawn = 0
  for (const f of chosen.functions) if (weightOf(f) >= least) drawn++
  return Math.max(0, reaching - drawn)
}

/**
 * Callers upwards and callees downwards, breadth first, heaviest arcs first. Those that touch the focus are drawn
 * whatever they weigh; farther ones when they reach the threshold's share of the focus. A cycle comes as a whole if it
 * is small; of a large one only what is reached, or it would fill the drawing.
 */
function addAround(
  analyzed: AnalyzedProfile,
  weights: Weights,
  choice: NodeLinkChoice,
  focus: FunctionIndex,
  chosen: Chosen,
): number {
  const cycle = analyzed.cycles.cycleOf[focus]
  const whole = cycle === NONE ? weights.ofFunction(focus) : weights.ofCycle(cycle)
  const least = choice.threshold * whole
  const start = chosen.add(focus)
  const reach = { callers: start, callees: start }
  const depths = { callers: choice.callersDepth, callees: choice.calleesDepth }
  let overLimit = 0
  const addNext = (side: keyof typeof reach, depth: number): FunctionIndex[] => {
    const most = depth === 1 ? MOST_NEAR : MOST_FAR
    const next: FunctionIndex[] = []
    for (const other of reach[side].flatMap((f) => neighbours(analyzed, weights, f, side, most))) {
      if (chosen.functions.has(other) || (depth > 1 && weights.ofFunction(other) < least)) continue
      const added = chosen.add(other)
      if (added.length === 0) overLimit++
      next.push(...added)
    }
    return next
  }
  for (let depth = 1; depth <= Math.max(depths.callers, depths.callees); depth++) {
    if (depth <= depths.callers) reach.callers = addNext('callers', depth)
    if (depth <= depths.callees) reach.callees = addNext('callees', depth)
  }
  return overLimit
}

function expand(
  analyzed: AnalyzedProfile,
  weights: Weights,
  { function: f, side, amount }: Expansion,
  functions: Set<FunctionIndex>,
): void {
  if (!functions.has(f)) return
  const most = Math.min(amount, MOST_NODES - functions.size)
  const cycle = analyzed.cycles.cycleOf[f]
  if (side === 'members' && cycle === NONE) return
  const left =
    side === 'members' && cycle !== NONE
      ? largestRows(
          [...membersOf(analyzed.cycles, cycle)].filter((member) => !functions.has(member)),
          (member) => weights.ofFunction(member as FunctionIndex),
          most,
        )
      : neighbours(analyzed, weights, f, side === 'callers' ? 'callers' : 'callees', most, functions)
  for (const other of left) functions.add(other as FunctionIndex)
}

/** Callers or callees by the weight of the arc (time passed, then calls), without the function itself and `except`. */
function neighbours(
  { profile }: AnalyzedProfile,
  weights: Weights,
  f: FunctionIndex,
  side: 'callers' | 'callees',
  most: number,
  except?: ReadonlySet<FunctionIndex>,
): FunctionIndex[] {
  const { arcs } = profile
  const rows = side === 'callers' ? profile.arcsByChild : profile.arcsByParent
  const end = side === 'callers' ? arcs.parent : arcs.child
  const candidates: number[] = []
  for (let at = rows.offsets[f]; at < rows.offsets[f + 1]; at++) {
    const arc = rows.items[at]
    if (end[arc] !== f && !except?.has(end[arc])) candidates.push(arc)
  }
  const weight = (arc: number): number =>
    weights.ofArc(arc as ArcIndex) + arcs.count[arc as ArcIndex] * Number.EPSILON
  return largestRows(candidates, weight, most).map((arc) => end[arc as ArcIndex])
}
