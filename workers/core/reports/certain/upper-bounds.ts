// How long each function was on the stack at most: the self time of all code that can run below it.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { asArray } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import { isStringAt } from '../../base/string-table.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/tables.ts'

interface Known {
  /** Of functions outside cycles, and of the first member of each cycle. */
  readonly ticks: Map<FunctionIndex, Ticks>
  readonly uncounted: Uncounted
}

/** Functions that took time or called others, and whose own calls nothing counted. */
export interface Uncounted {
  readonly functions: readonly FunctionIndex[]
  /** Self time of all that they reach, themselves included; NaN where there are no upper bounds. */
  readonly ticks: Ticks
}

const bounds = new WeakMap<AnalyzedProfile, Known>()

/** Walks over more arcs would hold up whoever asks; the largest real program that was measured has 80,000. */
const MOST_ARCS = 150_000

/** Whether upper bounds are worked out: of larger profiles only lower ones are. */
export const hasUpperBounds = ({ profile }: AnalyzedProfile): boolean => profile.arcs.length <= MOST_ARCS

/**
 * Self time of all functions that counted calls lead to from this one, itself included, and of those that may run below it
 * unseen: what is compiled without -pg leaves no trace of its callers, and may be called from anywhere.
 *
 * Unit:  ticks. Functions that a scenario leaves out count as nothing. All of the time where there are no upper bounds.
 * Cost:  a walk over all that it reaches, once for a function, or for a whole cycle.
 */
export function upperBound(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  if (!hasUpperBounds(analyzed)) return analyzed.profile.totals.ticks
  const known = knownOf(analyzed)
  const { cycleOf, members } = analyzed.cycles
  const cycle = cycleOf[f]
  const head = cycle === NONE ? f : members.items[members.offsets[cycle]]
  let ticks = known.ticks.get(head)
  if (ticks === undefined) {
    ticks = reachableTicks(analyzed, [head, ...known.uncounted.functions])
    known.ticks.set(head, ticks)
  }
  return ticks
}

/** Which functions may be called unseen. Main and the profiler's own routines are none of them. */
export function uncountedOf(analyzed: AnalyzedProfile): Uncounted {
  return knownOf(analyzed).uncounted
}

function knownOf(analyzed: AnalyzedProfile): Known {
  let known = bounds.get(analyzed)
  if (!known) {
    const functions = findUncounted(analyzed)
    const isNone = functions.length === 0
    const ticks = isNone ? 0 : hasUpperBounds(analyzed) ? reachableTicks(analyzed, functions) : Number.NaN
    known = { ticks: new Map(), uncounted: { functions, ticks } }
    bounds.set(analyzed, known)
  }
  return known
}

function findUncounted({ profile, times }: AnalyzedProfile): FunctionIndex[] {
  const { length, names, selfTicks, calls, selfCalls, isLeftOut } = profile.functions
  const { offsets } = profile.arcsByParent
  const found: FunctionIndex[] = []
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    const isCounted = calls[f] > 0 || selfCalls[f] > 0
    const isUsed = selfTicks[f] > 0 || offsets[row + 1] > offsets[row]
    if (isCounted || !isUsed || isLeftOut[f] === 1 || times.fraction[f] === 0) continue
    if (!ENTRIES.some((name) => isStringAt(names, f, name))) found.push(f)
  }
  return found
}

/** What the C library or the Fortran runtime calls once, at the start. */
const ENTRIES = ['main', '_main', 'MAIN__']

function reachableTicks({ profile, times }: AnalyzedProfile, starts: readonly FunctionIndex[]): Ticks {
  const { functions, arcs, arcsByParent } = profile
  const [children, counts] = [asArray(arcs.child), asArray(arcs.count)]
  const fraction = asArray(times.fraction)
  const { offsets, items } = arcsByParent
  const isReached = new Uint8Array(functions.length)
  const pending: number[] = []
  const reach = (f: number): void => {
    if (isReached[f] === 1 || fraction[f] === 0) return
    isReached[f] = 1
    pending.push(f)
  }
  for (const f of starts) reach(f)
  let sum = 0
  for (let f = pending.pop(); f !== undefined; f = pending.pop()) {
    sum += functions.selfTicks[f as FunctionIndex]
    for (let at = offsets[f]; at < offsets[f + 1]; at++) {
      if (counts[items[at]] > 0) reach(children[items[at]])
    }
  }
  return sum
}
