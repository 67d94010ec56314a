// The functions or closed cycles that the graph draws, as they are chosen.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { membersOf } from '../../analysis/arc-times.ts'
import { NONE } from '../../base/columns.ts'
import { largestRows } from '../../base/largest-rows.ts'
import { groupAt } from '../../base/csr.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type Block, blockOf, cycleOfBlock } from './blocks.ts'
import type { NodeLinkChoice } from './graph-choice.ts'
import { sizeOfCycle } from '../cycle-size.ts'
import { type CycleDrawing, cycleDrawings } from './open-cycles.ts'
import type { Weights } from './weights.ts'

/** Chosen nodes. A cycle is added as a whole: as one node, or by its members as far as there is room. */
export class ChosenNodes {
  readonly functions = new Set<FunctionIndex>()
  readonly closed = new Set<CycleIndex>()
  readonly drawingOf: (cycle: CycleIndex) => CycleDrawing
  readonly #analyzed: AnalyzedProfile
  readonly #weights: Weights
  readonly #choice: NodeLinkChoice
  readonly #cyclesSeen = new Set<CycleIndex>()
  /** Members of cycles that the user opened: they take no room from others. */
  #extra = 0

  constructor(analyzed: AnalyzedProfile, weights: Weights, choice: NodeLinkChoice) {
    this.#analyzed = analyzed
    this.#weights = weights
    this.#choice = choice
    this.drawingOf = cycleDrawings(analyzed, choice)
  }

  get size(): number {
    return this.functions.size + this.closed.size
  }

  get room(): number {
    return this.#choice.limit - (this.size - this.#extra)
  }

  /** Whether a function is drawn, by itself or in the node of its cycle. */
  has(f: FunctionIndex): boolean {
    const cycle = this.#analyzed.cycles.cycleOf[f]
    return this.functions.has(f) || (cycle !== NONE && this.closed.has(cycle))
  }

  hasBlock(block: Block): boolean {
    const cycle = cycleOfBlock(this.#analyzed, block)
    return cycle === NONE
      ? this.functions.has(block as FunctionIndex)
      : this.closed.has(cycle) || this.#cyclesSeen.has(cycle)
  }

  /** Returns how much room a block takes. */
  costOf(block: Block): number {
    const cycle = cycleOfBlock(this.#analyzed, block)
    return cycle === NONE || this.drawingOf(cycle) !== 'small' ? 1 : sizeOfCycle(this.#analyzed, cycle)
  }

  /** Adds a function, or its closed cycle; without its fellow members, and though there is no room. */
  addAlone(f: FunctionIndex): boolean {
    if (this.has(f)) return false
    const cycle = this.#analyzed.cycles.cycleOf[f]
    if (cycle !== NONE && this.drawingOf(cycle) === 'closed') this.closed.add(cycle)
    else this.functions.add(f)
    return true
  }

  /**
   * Adds `f` with its fellow members, if there is room, and returns one function of each new node. Of a large
   * cycle around whose member the graph is drawn only that member is added.
   */
  add(f: FunctionIndex): FunctionIndex[] {
    if (this.room <= 0) return []
    const added = this.addAlone(f) ? [f] : []
    const cycle = this.#analyzed.cycles.cycleOf[f]
    if (cycle === NONE || this.closed.has(cycle) || this.#cyclesSeen.has(cycle)) return added
    const isLarge = sizeOfCycle(this.#analyzed, cycle) > this.#choice.memberLimit
    if (this.#choice.focus !== null && isLarge) return added
    return [...added, ...this.#addMembers(cycle)]
  }

  /** Adds a function without its fellow members, or the cycle of a block. */
  addRow(row: Block): void {
    if (cycleOfBlock(this.#analyzed, row) === NONE) this.addAlone(row as FunctionIndex)
    else this.addBlock(row)
  }

  /** Adds a block, as far as there is room. */
  addBlock(block: Block): void {
    if (this.room <= 0) return
    const cycle = cycleOfBlock(this.#analyzed, block)
    if (cycle === NONE) this.addAlone(block as FunctionIndex)
    else if (this.drawingOf(cycle) === 'closed') this.closed.add(cycle)
    else this.#addMembers(cycle)
  }

  #addMembers(cycle: CycleIndex): FunctionIndex[] {
    this.#cyclesSeen.add(cycle)
    const members = [...membersOf(this.#analyzed.cycles, cycle)]
    const already = members.filter((member) => this.functions.has(member)).length
    const isOpened = this.drawingOf(cycle) === 'opened'
    const most = Math.min(isOpened ? Infinity : this.room, this.#choice.memberLimit - already)
    const rest = members.filter((member) => !this.functions.has(member))
    const added = this.#leading(rest, most)
    for (const member of added) this.functions.add(member)
    if (isOpened) this.#extra += Math.max(0, added.length + already - 1)
    return added
  }

  /** Returns the members with the most time; up to half of them are the cycle's entries, if it has so many. */
  #leading(members: readonly FunctionIndex[], most: number): FunctionIndex[] {
    const weight = (f: number): number => this.#weights.ofFunction(f as FunctionIndex)
    const entering = new Map(members.map((f) => [f, this.#callsFromOutside(f)]))
    const isEntry = (f: FunctionIndex): boolean => (entering.get(f) ?? 0) > 0
    const entries = largestRows(
      members.filter(isEntry),
      (f) => entering.get(f as FunctionIndex) ?? 0,
      Math.ceil(Math.max(0, most) / 2),
    ) as FunctionIndex[]
    const first = new Set(entries)
    const others = members.filter((f) => !first.has(f))
    return [...entries, ...(largestRows(others, weight, most - entries.length) as FunctionIndex[])]
  }

  #callsFromOutside(f: FunctionIndex): number {
    const { arcs, arcsByChild } = this.#analyzed.profile
    const own = blockOf(this.#analyzed, f)
    let calls = 0
    for (const arc of groupAt(arcsByChild, f))
      if (blockOf(this.#analyzed, arcs.parent[arc]) !== own) calls += arcs.count[arc]
    return calls
  }
}
