/**
 * Orders functions for a linker, with callers beside their most called callees, as `gprof -r`
 * prints it.
 *
 * The arcs with the most calls join functions into chains, most calls first; each function gets
 * at most two neighbours. Functions that many hot arcs lead to come before the chains, unused
 * ones at the end.
 *
 * Source: behaviour of GNU gprof 2.40, arbitrary choices included.
 */
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { groupAt } from '../../base/csr.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { EntryLines } from '../listing/entry-lines.ts'
import { allLines } from '../listing/lines-on-request.ts'
import type { EntryIndex } from '../listing/entries.ts'
import type { Listing } from '../listing/listing.ts'

const NO_NEIGHBOUR = -1
/** Share of all calls that hot arcs make up. */
const HOT_SHARE = 0.9
/** Share beyond which arcs do not decide about neighbours. */
const MOST_SHARE = 0.99
/** One in this many functions may come before all chains. */
const SET_BEFORE = 80
const ENDS_SET_BEFORE = 5

interface Arc {
  readonly parent: number
  readonly child: number
  readonly count: number
  isPlaced: boolean
}

/**
 * Returns all functions (FunctionIndex) in linker order, each once, as `gprof -r` prints them: callers
 * beside their most called callees, unused functions at the end.
 *
 * @param printed the listing, if its call graph was printed before: for each printed entry, gprof's lists
 *   of arcs are then in the order of its lines
 */
export function orderFunctions(analyzed: AnalyzedProfile, printed: Listing | null): FunctionIndex[] {
  const placement = new Placement(analyzed, printed)
  placement.orderAll()
  return placement.order as FunctionIndex[]
}

/**
 * Returns the functions (FunctionIndex) that represent files, and no others: ordered by the arcs among
 * them, the rest by address.
 *
 * @param isMapped by FunctionIndex: 1 for a function that represents a file
 */
export function orderMapped(analyzed: AnalyzedProfile, isMapped: Uint8Array): FunctionIndex[] {
  const placement = new Placement(analyzed, null)
  placement.orderSome(isMapped)
  return placement.order as FunctionIndex[]
}

class Placement {
  readonly order: number[] = []
  readonly #isPlaced: Uint8Array
  readonly #previous: Int32Array
  readonly #next: Int32Array

  readonly #profile: CallGraphProfile
  /** Arc by row of the arc table; null for direct recursion. */
  readonly #byRow: readonly (Arc | null)[]
  /** Arcs, most calls first. */
  readonly #arcs: readonly Arc[]

  /** Lines of the printed call graph. */
  readonly #lines: EntryLines | null
  /** 1 for a function whose entry was printed. */
  readonly #wasPrinted: Uint8Array

  constructor(analyzed: AnalyzedProfile, printed: Listing | null) {
    const { profile } = analyzed
    const { length } = profile.functions
    this.#profile = profile
    this.#lines = printed && allLines(analyzed, printed.lines)
    this.#wasPrinted = new Uint8Array(length)
    for (const entry of printed?.entries.printed ?? []) {
      const f = printed?.entries.functionOf[entry as EntryIndex] ?? NO_NEIGHBOUR
      if (f >= 0) this.#wasPrinted[f] = 1
    }
    this.#isPlaced = new Uint8Array(length)
    this.#previous = new Int32Array(length).fill(NO_NEIGHBOUR)
    this.#next = new Int32Array(length).fill(NO_NEIGHBOUR)
    const { parent, child, count } = profile.arcs
    this.#byRow = Array.from({ length: profile.arcs.length }, (_, a) => {
      const arc = a as ArcIndex
      const ends = { parent: parent[arc], child: child[arc] }
      return ends.parent === ends.child ? null : { ...ends, count: count[arc], isPlaced: false }
    })
    this.#arcs = this.#byRow.filter((arc) => arc !== null).sort((left, right) => right.count - left.count)
  }

  orderAll(): void {
    const { functions } = this.#profile
    const used: number[] = []
    const unused: number[] = []
    for (let f = 0; f < functions.length; f++) {
      if (functions.calls[f as FunctionIndex] === 0) {
        unused.push(f)
        this.#isPlaced[f] = 1
      } else used.push(f)
    }
    const setBefore = this.#setBefore(this.#arcs, used)
    const left: Arc[] = []
    this.#place(setBefore, true, left)
    this.#place(this.#arcs, false, left)
    this.#place(left, true, [])
    for (const f of used) if (this.#isPlaced[f] === 0) this.order.push(f)
    for (const f of unused) this.order.push(f)
  }

  orderSome(isMapped: Uint8Array): void {
    // Other arcs join nothing, but they count among all calls, and a chain in which one of them
    // begins is printed earlier.
    const arcs = this.#byRow.filter((arc) => arc !== null)
    for (const arc of arcs) arc.isPlaced = isMapped[arc.parent] === 0 || isMapped[arc.child] === 0
    this.#place(arcs, false, [])
    for (let f = 0; f < isMapped.length; f++) {
      if (isMapped[f] === 1 && this.#isPlaced[f] === 0) this.order.push(f)
    }
  }

  /** Arcs out of a function, then arcs into it. */
  #arcsOf(f: number): Arc[] {
    const lines = this.#wasPrinted[f] === 1 ? this.#lines : null
    const { arcsByParent, arcsByChild } = this.#profile
    return [lines?.childArcs ?? arcsByParent, lines?.parentArcs ?? arcsByChild].flatMap((arcs) =>
      Array.from(groupAt(arcs, f as FunctionIndex), (row) => this.#byRow[row]).filter((arc) => arc !== null),
    )
  }

  /**
   * Prints the functions that the hottest arcs lead to, and returns the arcs among their
   * neighbours.
   */
  #setBefore(arcs: readonly Arc[], used: readonly number[]): Arc[] {
    const uses = countUses(arcs, this.#isPlaced.length)
    const byUse = [...used].sort((left, right) => uses[right] - uses[left])
    const candidates: Arc[] = []
    let last = 0
    for (let at = 0; at < Math.floor(used.length / SET_BEFORE); at++) {
      const f = byUse[at]
      if (uses[f] === ENDS_SET_BEFORE) break
      for (const arc of this.#arcsOf(f)) {
        candidates.push(arc)
        arc.isPlaced = true
      }
      last = at
      this.#isPlaced[f] = 1
    }
    const hot: Arc[] = []
    for (const arc of candidates) {
      if (this.#isPlaced[arc.child] === 0 || this.#isPlaced[arc.parent] === 0) continue
      hot.push(arc)
      this.#isPlaced[arc.child] = 0
      this.#isPlaced[arc.parent] = 0
    }
    for (const f of byUse.slice(0, last)) if (this.#isPlaced[f] === 1) this.order.push(f)
    return hot.sort((left, right) => right.count - left.count)
  }

  /** Joins arcs into chains and prints these; arcs that could not be joined go to `left`. */
  #place(arcs: readonly Arc[], all: boolean, left: Arc[]): void {
    const total = arcs.reduce((sum, { count }) => sum + count, 0)
    let sum = 0
    for (const arc of arcs) {
      sum += arc.count
      if (arc.isPlaced) continue
      const isCold = !all && sum / total > MOST_SHARE
      const joined = !isCold && this.#isFree(arc) ? this.#endsOf(arc) : null
      if (joined) {
        this.#join(...joined)
        arc.isPlaced = true
      } else left.push(arc)
    }
    for (const { parent, child } of arcs) {
      if (this.#isPlaced[parent] === 1 || this.#isPlaced[child] === 1) continue
      if (this.#isLinked(parent)) this.#print(parent)
    }
    if (!all) return
    for (const { parent, child } of arcs) {
      if (this.#isPlaced[parent] === 1 || this.#isPlaced[child] === 1) continue
      this.#isPlaced[parent] = 1
      this.order.push(parent)
    }
  }

  #isFree({ parent, child }: Arc): boolean {
    if (this.#isPlaced[parent] === 1 || this.#isPlaced[child] === 1) return false
    const links = [this.#next, this.#previous]
    return links.some((link) => link[parent] === NO_NEIGHBOUR || link[child] === NO_NEIGHBOUR)
  }

  /**
   * Returns the functions to join: either end of the arc may give way to an end of its chain.
   * Null if they cannot be joined.
   */
  #endsOf(arc: Arc): readonly [parent: number, child: number] | null {
    let { parent, child } = arc
    if (!this.#isLinked(parent)) {
      if (this.#isLinked(child)) child = this.#nearerEnd(child, true)
    } else if (!this.#isLinked(child)) parent = this.#nearerEnd(parent, false)
    else return null
    return this.#farEnd(parent) === child && this.#farEnd(child) === parent ? null : [parent, child]
  }

  #isLinked(f: number): boolean {
    return this.#next[f] !== NO_NEIGHBOUR || this.#previous[f] !== NO_NEIGHBOUR
  }

  /** Of equally near ends it prefers the chain's start for a child, its end for a parent. */
  #nearerEnd(f: number, forChild: boolean): number {
    const forth = this.#walk(f, this.#next)
    const back = this.#walk(f, this.#previous)
    if (forChild) return forth.steps < back.steps ? forth.end : back.end
    return back.steps < forth.steps ? back.end : forth.end
  }

  #farEnd(f: number): number {
    return this.#next[f] !== NO_NEIGHBOUR ? this.#walk(f, this.#next).end : this.#walk(f, this.#previous).end
  }

  #walk(f: number, link: Int32Array): { readonly end: number; readonly steps: number } {
    let end = f
    let steps = 0
    while (link[end] !== NO_NEIGHBOUR) {
      end = link[end]
      steps++
    }
    return { end, steps }
  }

  #join(parent: number, child: number): void {
    const [next, previous] = [this.#next, this.#previous]
    const chain = (first: number, second: number): void => {
      next[first] = second
      previous[second] = first
    }
    if (next[parent] !== NO_NEIGHBOUR) {
      if (next[child] === NO_NEIGHBOUR) chain(child, parent)
    } else if (previous[parent] !== NO_NEIGHBOUR) {
      if (previous[child] === NO_NEIGHBOUR) chain(parent, child)
    } else if (previous[child] !== NO_NEIGHBOUR) chain(child, parent)
    else chain(parent, child)
  }

  /** Prints the whole chain of `f`, from its start. */
  #print(f: number): void {
    let at = this.#walk(f, this.#previous).end
    for (; at !== NO_NEIGHBOUR; at = this.#next[at]) {
      this.order.push(at)
      this.#isPlaced[at] = 1
    }
  }
}

/** Counts the hot arcs that lead to each function. `arcs` are sorted, most calls first. */
function countUses(arcs: readonly Arc[], functions: number): Uint32Array {
  const uses = new Uint32Array(functions)
  const total = arcs.reduce((sum, { count }) => sum + count, 0)
  let sum = 0
  for (const { child, count } of arcs) {
    sum += count
    if (sum / total > HOT_SHARE) break
    uses[child]++
  }
  return uses
}
