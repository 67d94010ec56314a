// Functions somebody names → the time spent in them or below any of them, each sample once.
//
// Added up, their totals would count twice what one of them spends in another. Here each function has the part of its time
// that came by way of a chosen one, passed from callers to callees by gprof's assumption:
//
//     part(f) = all that shows of it           if f is chosen
//             = Σ part(caller) × calls ÷ all calls of f      otherwise
//
// Of a single function that is its total in gprof's call graph; so too of a member of a cycle: what it calls outside, and
// not what the others in the cycle spend.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import { groupAt } from '../../base/csr.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { membersOf, shareOfCalls } from '../../analysis/time/arc-share.ts'

/** `isChosen` by FunctionIndex. */
export function ticksBelow(analyzed: AnalyzedProfile, isChosen: Uint8Array): Ticks {
  const { profile, cycles, times } = analyzed
  const { functions, arcs, arcsByChild } = profile
  const part = new Float64Array(functions.length)

  /** What comes by way of callers, outside its own cycle. */
  const arrivesAt = (f: FunctionIndex): number => {
    let sum = 0
    for (const arc of groupAt(arcsByChild, f)) {
      sum += part[arcs.parent[arc]] * shareOfCalls(analyzed, arc)
    }
    return sum
  }

  const order = Uint32Array.from({ length: functions.length }, (_, f) => f).sort(
    (one, other) => times.order[other as FunctionIndex] - times.order[one as FunctionIndex],
  )
  let ticks = 0
  const isDone = new Uint8Array(cycles.length)
  const set = (f: FunctionIndex, arrives: number): void => {
    const fraction = times.fraction[f]
    part[f] = fraction === 0 ? 0 : isChosen[f] === 1 ? fraction : arrives
    ticks += part[f] * functions.selfTicks[f]
  }
  for (const row of order) {
    const f = row as FunctionIndex
    const cycle = cycles.cycleOf[f]
    if (cycle === NONE) set(f, arrivesAt(f))
    else if (isDone[cycle] === 0) {
      isDone[cycle] = 1
      setMembers(cycle)
    }
  }
  return ticks

  function setMembers(cycle: CycleIndex): void {
    let arrives = 0
    for (const member of membersOf(cycles, cycle)) {
      if (times.fraction[member] > 0) arrives += arrivesAt(member)
    }
    for (const member of membersOf(cycles, cycle)) set(member, arrives)
  }
}
