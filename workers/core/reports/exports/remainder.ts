// Remainder: each function's part of the time below paths that were not followed, for one root at a time.
// What arrives at a function by all such paths is one number. One sweep over the graph passes it from
// callers to callees, as analysis does with `fraction`. A function's share costs an addition per arc and
// no path.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { callsOfHead } from '../../analysis/arc-times.ts'

/** The remaining time below one root. */
export interface Remainder {
  /** Row of the outermost frame above it, or NONE. */
  readonly root: number
  /** FunctionIndex, callers first, and the ticks of each. */
  readonly functions: readonly number[]
  readonly ticks: readonly Ticks[]
}

/** Number of roots with a sweep of their own; lighter ones share one. */
const OWN_SWEEPS = 8

export class OtherTime {
  readonly #analyzed: AnalyzedProfile
  /** By root, the amount that arrives at each head: functions first, then cycles. */
  readonly #arriving = new Map<number, Float64Array>()

  constructor(analyzed: AnalyzedProfile) {
    this.#analyzed = analyzed
  }

  /** Adds a step to function `f`, or into its cycle, that carries `scale` of its time. */
  add(root: number, f: FunctionIndex, scale: number): void {
    const { profile, cycles } = this.#analyzed
    const isKnown = this.#arriving.has(root)
    const key = isKnown || this.#arriving.size < OWN_SWEEPS ? root : NONE
    let scales = this.#arriving.get(key)
    if (!scales) {
      scales = new Float64Array(profile.functions.length + cycles.length)
      this.#arriving.set(key, scales)
    }
    const head = headOf(this.#analyzed, f)
    scales[head] += scale
  }

  *pass(): Generator<Remainder> {
    if (this.#arriving.size === 0) return
    const heads = headsCallersFirst(this.#analyzed)
    for (const [root, scales] of this.#arriving) {
      const functions: number[] = []
      const ticks: Ticks[] = []
      for (const head of heads) {
        if (!(scales[head] > 0)) continue
        this.#passOn(head, scales, (f, self) => {
          functions.push(f)
          ticks.push(self)
        })
      }
      if (functions.length > 0) yield { root, functions, ticks }
    }
  }

  #passOn(head: number, scales: Float64Array, visit: (f: FunctionIndex, self: Ticks) => void): void {
    const { profile, cycles, times } = this.#analyzed
    const { functions, arcs, arcsByParent } = profile
    const cycle = head - functions.length
    const isRootCycle = cycle >= 0 && times.cycleFraction[cycle as CycleIndex] === 0
    const { items, offsets } = cycles.members
    const from = cycle < 0 ? 0 : offsets[cycle]
    const to = cycle < 0 ? 1 : offsets[cycle + 1]
    for (let at = from; at < to; at++) {
      const f = (cycle < 0 ? head : items[at]) as FunctionIndex
      if (times.fraction[f] === 0) continue
      const scale = isRootCycle ? times.fraction[f] : scales[head]
      const self = scale * functions.selfTicks[f]
      if (self > 0) visit(f, self)
      for (let next = arcsByParent.offsets[f]; next < arcsByParent.offsets[f + 1]; next++) {
        const arc = arcsByParent.items[next]
        const child = arcs.child[arc]
        const below = headOf(this.#analyzed, child)
        if (below === head || times.fraction[child] === 0) continue
        const all = callsOfHead(this.#analyzed, child)
        if (all > 0) scales[below] += scale * (arcs.count[arc] / all)
      }
    }
  }
}

function headOf({ profile, cycles }: AnalyzedProfile, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? f : profile.functions.length + cycle
}

function headsCallersFirst({ profile, cycles, times }: AnalyzedProfile): Uint32Array {
  const { length } = profile.functions
  const order = new Float64Array(length + cycles.length)
  const heads: number[] = []
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    order[row] = times.order[f]
    const cycle = cycles.cycleOf[f]
    if (cycle === NONE) heads.push(row)
    else order[length + cycle] = times.order[f]
  }
  for (let cycle = 0; cycle < cycles.length; cycle++) heads.push(length + cycle)
  return Uint32Array.from(heads).sort((one, other) => order[other] - order[one] || one - other)
}
