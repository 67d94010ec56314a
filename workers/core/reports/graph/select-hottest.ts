// Selects the functions or cycles with the most self time, with the callers that explain it.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { largestRows } from '../../base/largest-rows.ts'
import { groupAt } from '../../base/csr.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type Block, blockOf, cycleOfBlock, functionsOf, weightOfBlock } from './blocks.ts'
import type { ChosenNodes } from './chosen-nodes.ts'
import type { NodeLinkChoice } from './graph-choice.ts'
import type { HotPath } from './hot-path.ts'
import { MOST_NEAR } from './select-around.ts'
import { STEP, type Weights } from './weights.ts'

/** Part of what as many functions with the most self time have that is drawn before any callers. */
const HOTTEST_PART = 0.82
/** Part of a block's time whose callers are drawn, from which on it is explained. */
const EXPLAINED = 0.5
/** Longest chain of callers that is added for one block. */
const LONGEST_CHAIN = 6
/** How much more a chain counts for a block of which no caller is drawn. */
const ALONE = 2
/** How much less a chain counts that does not reach a drawn block or a root. */
const UNCONNECTED = 0.5
/** Callers of a block that are looked at, the heaviest. */
const MOST_CALLERS = 40

/**
 * Adds functions and cycles by self time, until they have 82% of what as many of the hottest functions have; then
 * the hot path and what is missing of small cycles; then the callers that explain all these; then further ones,
 * each with its callers if there is room. Only what reaches the threshold, but for the hot path and small cycles.
 *
 * @returns the number of functions that reach the threshold and are not drawn
 */
export function* addHottest(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  choice: NodeLinkChoice,
  chosen: ChosenNodes,
): Generator<void, number> {
  const { limit } = choice
  const candidates = yield* findCandidates(analyzed, weights, choice, chosen)
  if (candidates.rows.length === 0) return 0
  const { selfOf, least } = candidates
  const inTurn = yield* hottestFirst(analyzed, weights, candidates, limit)
  let sum = 0
  let next = 0
  for (; next < inTurn.length && sum < HOTTEST_PART * candidates.hottestSelf && chosen.room > 0; next++) {
    chosen.addRow(inTurn[next])
    sum += selfOf(inTurn[next])
  }
  for (const f of hotPath.functions.slice(0, limit)) if (chosen.room > 0) chosen.addAlone(f)
  for (const f of Array.from(chosen.functions)) chosen.add(f)
  const drawn = new Set<Block>()
  for (const f of chosen.functions) drawn.add(blockOf(analyzed, f))
  for (const cycle of chosen.closed) drawn.add(analyzed.profile.functions.length + cycle)
  const callers = new CallersOf(analyzed, weights)
  while (chosen.room > 0) {
    yield
    let best: Chain | null = null
    for (const block of drawn) {
      const chain = chainAbove(analyzed, weights, callers, chosen, block, least)
      if (chain && (best === null || chain.gain > best.gain)) best = chain
    }
    if (best === null) break
    for (const block of best.blocks) {
      chosen.addBlock(block)
      drawn.add(block)
    }
  }
  for (; next < inTurn.length && chosen.room > 0; next++) {
    const block =
      cycleOfBlock(analyzed, inTurn[next]) === NONE
        ? blockOf(analyzed, inTurn[next] as FunctionIndex)
        : inTurn[next]
    if (chosen.hasBlock(block)) continue
    chosen.addBlock(block)
    yield
    const chain = chainAbove(analyzed, weights, callers, chosen, block, least)
    for (const caller of chain?.blocks ?? []) chosen.addBlock(caller)
  }
  let above = 0
  for (const f of candidates.reaching) if (!chosen.has(f)) above++
  return above
}

interface Candidates {
  /** The threshold, in ticks; or calls. */
  readonly least: number
  /** Functions that reach the threshold. */
  readonly reaching: readonly FunctionIndex[]
  /** What may be drawn: functions, those of small cycles one by one, and larger cycles as blocks. */
  readonly rows: readonly Block[]
  /** Self time of a row, in ticks; or calls. */
  readonly selfOf: (row: Block) => number
  /** What the hottest functions have, as many as may be drawn. */
  readonly hottestSelf: number
}

function* findCandidates(
  analyzed: AnalyzedProfile,
  weights: Weights,
  { threshold, limit }: NodeLinkChoice,
  chosen: ChosenNodes,
): Generator<void, Candidates> {
  const { cycles, profile, times } = analyzed
  const { length } = profile.functions
  const least = Math.max(threshold * weights.whole, Number.MIN_VALUE)
  const selfOfFunction = (f: number): number => weights.ofSelf(f as FunctionIndex)
  const selfOfCycle = new Float64Array(cycles.length)
  const isSmall = (cycle: CycleIndex): boolean => chosen.drawingOf(cycle) === 'small'
  const reaching: FunctionIndex[] = []
  const rows: Block[] = []
  let hottest: number[] = []
  for (let from = 0; from < length; from += STEP) {
    if (from > 0) yield
    const part: number[] = []
    for (let f = from as FunctionIndex; f < Math.min(length, from + STEP); f = (f + 1) as FunctionIndex) {
      part.push(f)
      const cycle = cycles.cycleOf[f]
      if (cycle !== NONE) selfOfCycle[cycle] += selfOfFunction(f)
      const isReaching = times.isPrinted[f] !== 0 && weights.ofFunction(f) >= least
      if (isReaching) reaching.push(f)
      const isOwnRow = cycle === NONE ? isReaching : isSmall(cycle) && weights.ofCycle(cycle) >= least
      if (isOwnRow) rows.push(f)
    }
    hottest = largestRows([...hottest, ...part], selfOfFunction, limit)
  }
  for (let cycle = 0 as CycleIndex; cycle < cycles.length; cycle = (cycle + 1) as CycleIndex) {
    if (cycle % STEP === STEP - 1) yield
    if (!isSmall(cycle) && weights.ofCycle(cycle) >= least) rows.push(length + cycle)
  }
  const selfOf = (row: Block): number => (row < length ? selfOfFunction(row) : selfOfCycle[row - length])
  return {
    least,
    reaching,
    rows,
    selfOf,
    hottestSelf: hottest.reduce((sum, f) => sum + selfOfFunction(f), 0),
  }
}

/** Orders rows by self time, then by total time: as many as there is room for. */
function* hottestFirst(
  analyzed: AnalyzedProfile,
  weights: Weights,
  { rows, selfOf }: Candidates,
  limit: number,
): Generator<void, readonly Block[]> {
  const total = (row: Block): number => weightOfBlock(analyzed, weights, row)
  const worthwhile = weights.measure === 'calls' ? yield* withNarrowFans(analyzed, rows, total) : rows
  const most = 2 * limit
  let [hottest, others]: [readonly Block[], readonly Block[]] = [[], []]
  for (let at = 0; at < worthwhile.length; at += STEP) {
    if (at > 0) yield
    const part = worthwhile.slice(at, at + STEP)
    hottest = largestRows([...hottest, ...part.filter((row) => selfOf(row) > 0)], selfOf, most)
    others = largestRows([...others, ...part.filter((row) => !(selfOf(row) > 0))], total, most)
  }
  return [...hottest, ...others]
}

/** Callers that are not drawn, upwards from a block to a drawn one or to a root. */
interface Chain {
  readonly blocks: readonly Block[]
  /** Time that it explains, for each block that it takes. */
  readonly gain: number
}

/** Returns the chain of the heaviest caller that is not drawn; null if the block is explained or has no room. */
function chainAbove(
  analyzed: AnalyzedProfile,
  weights: Weights,
  callers: CallersOf,
  chosen: ChosenNodes,
  block: Block,
  least: number,
): Chain | null {
  const above = callers.of(block)
  let explained = 0
  let first: (typeof above)[number] | undefined
  for (const caller of above) {
    if (chosen.hasBlock(caller.block)) explained += caller.weight
    else if (weightOfBlock(analyzed, weights, caller.block) >= least) first ??= caller
  }
  if (!first || !(first.weight > 0) || explained >= EXPLAINED * weightOfBlock(analyzed, weights, block))
    return null
  const gain = (explained > 0 ? 1 : ALONE) * first.weight
  const blocks = [first.block]
  let cost = chosen.costOf(first.block)
  for (let at = first.block; blocks.length <= LONGEST_CHAIN;) {
    const heaviest = callers
      .of(at)
      .find(({ block: other }) => weightOfBlock(analyzed, weights, other) >= least)
    if (!heaviest || chosen.hasBlock(heaviest.block)) {
      if (cost <= chosen.room) return { blocks, gain: gain / cost }
      break
    }
    at = heaviest.block
    blocks.push(at)
    cost += chosen.costOf(at)
  }
  // The chain is too long: its first caller alone explains something.
  const single = chosen.costOf(first.block)
  return single > chosen.room ? null : { blocks: [first.block], gain: (gain * UNCONNECTED) / single }
}

/** The heaviest callers of blocks, by the time that they get from them. */
class CallersOf {
  readonly #analyzed: AnalyzedProfile
  readonly #weights: Weights
  readonly #lists = new Map<Block, readonly { readonly block: Block; readonly weight: number }[]>()

  constructor(analyzed: AnalyzedProfile, weights: Weights) {
    this.#analyzed = analyzed
    this.#weights = weights
  }

  of(block: Block): readonly { readonly block: Block; readonly weight: number }[] {
    const list = this.#lists.get(block)
    if (list) return list
    const { arcs, arcsByChild } = this.#analyzed.profile
    const sums = new Map<Block, number>()
    for (const f of functionsOf(this.#analyzed, block)) {
      for (const arc of groupAt(arcsByChild, f)) {
        const caller = blockOf(this.#analyzed, arcs.parent[arc])
        if (caller !== block) sums.set(caller, (sums.get(caller) ?? 0) + this.#weights.ofArc(arc))
      }
    }
    const made = largestRows(sums.keys(), (caller) => sums.get(caller) ?? 0, MOST_CALLERS).map((caller) => ({
      block: caller,
      weight: sums.get(caller) ?? 0,
    }))
    this.#lists.set(block, made)
    return made
  }
}

/**
 * Keeps the largest functions of each fan; the rest becomes its caller's stub. Without times,
 * start-up code makes fans: dozens of functions, each called once by one caller and calling
 * nothing.
 */
function* withNarrowFans(
  analyzed: AnalyzedProfile,
  candidates: readonly Block[],
  weightOf: (block: Block) => number,
): Generator<void, readonly Block[]> {
  const { arcs, arcsByParent, arcsByChild } = analyzed.profile
  const others: Block[] = []
  const fans = new Map<FunctionIndex, Block[]>()
  let looked = 0
  for (const row of candidates) {
    if (++looked % STEP === 0) yield
    const isLeaf =
      cycleOfBlock(analyzed, row) === NONE &&
      arcsByParent.offsets[row as FunctionIndex] === arcsByParent.offsets[row + 1] &&
      arcsByChild.offsets[row + 1] - arcsByChild.offsets[row] === 1
    if (!isLeaf) others.push(row)
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
