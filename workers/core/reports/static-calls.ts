// Static calls of a function: arcs that exist in the code but were not counted.
import {
  type ArcIndex,
  type CallGraphProfile,
  type FunctionIndex,
  Tail,
} from '../profile/call-graph-profile.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import { displayName } from '../names/names.ts'

/** Whether an arc is static: the scenario added it from the program's code, and it has no count. */
export function isStaticArc({ profile }: AnalyzedProfile, arc: ArcIndex): boolean {
  return arc >= profile.recordedArcs
}

/**
 * Returns the label of a static arc among counted ones: "possible, never taken"; "possible, not counted" if
 * the child took time but nothing counted its calls; "tail call, taken" or "tail call, perhaps taken" for a
 * jump whose calls count for another caller.
 */
export function staticCallText(
  { profile }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): string {
  const tail = tailOf(profile, parent, child)
  if (tail !== Tail.none) return TAIL_TEXTS[tail]
  return wasSeenUncounted(profile, child) ? 'possible, not counted' : 'possible, never taken'
}

/** Labels of jumps that may have been taken. */
const TAIL_TEXTS = {
  [Tail.possible]: 'tail call, perhaps taken',
  [Tail.taken]: 'tail call, taken',
} as const

/** Explains a static arc, in two or three sentences: why it has no count. */
export function explainStaticCall(
  { profile }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): string {
  const { functions } = profile
  const name = displayName(functions, child)
  const tail = tailOf(profile, parent, child)
  if (tail !== Tail.none) {
    const jumper = displayName(functions, parent)
    const how = tail === Tail.taken ? 'It was taken' : 'It may have been taken'
    return `${jumper} jumps to ${name} at its end (a tail call). ${how}: such a call counts for the caller of ${jumper}, to which ${name} returns. ${KEEP_CALLS}`
  }
  const code = 'The call is in the program’s code.'
  if (wasSeenUncounted(profile, child))
    return `${code} ${name} took time, and no call of it was counted: it was compiled without -pg, or its samples are a neighbour’s.`
  if (functions.calls[child] + functions.selfCalls[child] > 0)
    return `${code} It was not taken while the program was measured, and passes no time.`
  return `${code} No call of ${name} was counted: it was never called, or was compiled without -pg.`
}

const KEEP_CALLS = 'gcc’s -fno-optimize-sibling-calls keeps the call.'

/**
 * Explains what the code says of a recorded arc, as a sentence: that no call explains it, or which calls may
 * be tail calls; "" if neither, or if the code was not read.
 */
export function explainJumps({ profile }: AnalyzedProfile, arc: ArcIndex): string {
  const { tailCalls, unexplained, arcs, arcsByParent, functions } = profile
  const [parent, child] = [arcs.parent[arc], arcs.child[arc]]
  if (unexplained?.some(([from, to]) => from === parent && to === child))
    return `No call in the code of ${displayName(functions, parent)} leads to ${displayName(functions, child)}: a tail call, an inlined counter, a function without a symbol, or mixed-up counts.`
  if (!tailCalls) return ''
  const { offsets, items } = arcsByParent
  const called = new Set<number>()
  for (let at = offsets[parent]; at < offsets[parent + 1]; at++) called.add(arcs.child[items[at]])
  const jumpers: FunctionIndex[] = []
  tailCalls.jumper.forEach((jumper, row) => {
    if (tailCalls.callee[row] === child && called.has(jumper)) jumpers.push(jumper as FunctionIndex)
  })
  const [first] = jumpers
  if (first === undefined) return ''
  const others = jumpers.length > 1 ? ` and ${jumpers.length - 1} more` : ''
  return `Calls through the jump at the end of ${displayName(functions, first)}${others} count here, too (tail calls).`
}

function tailOf({ tailCalls }: CallGraphProfile, parent: FunctionIndex, child: FunctionIndex): 0 | 1 | 2 {
  if (!tailCalls) return Tail.none
  const { jumper, callee, isTaken } = tailCalls
  // Of equal pairs the last one counts.
  for (
    let row = jumper.lastIndexOf(parent);
    row >= 0;
    row = row > 0 ? jumper.lastIndexOf(parent, row - 1) : -1
  )
    if (callee[row] === child) return isTaken[row] === 1 ? Tail.taken : Tail.possible
  return Tail.none
}

/**
 * Whether a function took time but its calls were not counted, so that it is unknown which calls
 * were taken.
 */
function wasSeenUncounted({ functions }: CallGraphProfile, f: FunctionIndex): boolean {
  return functions.calls[f] + functions.selfCalls[f] === 0 && functions.selfTicks[f] > 0
}

/** Functions that a function could call, or be called by, according to the program's code. */
export interface StaticRelatives {
  /** In code order. */
  readonly shown: readonly FunctionIndex[]
  /** For each of `shown`, the label of a jump that may have been taken; "" for others. */
  readonly tails: readonly string[]
  /** Number of all of them, shown or not. */
  readonly total: number
}

/**
 * Returns the static callers or callees of a function. Takes time in proportion to all static arcs.
 *
 * @param limit largest number in `shown`
 */
export function staticRelatives(
  possible: PossibleArcs,
  f: FunctionIndex,
  kind: 'parents' | 'children',
  limit: number,
): StaticRelatives {
  const [ours, theirs] =
    kind === 'children' ? [possible.parent, possible.child] : [possible.child, possible.parent]
  const shown: FunctionIndex[] = []
  const tails: string[] = []
  let total = 0
  ours.forEach((own, arc) => {
    if (own !== f) return
    total++
    if (total > limit) return
    shown.push(theirs[arc] as FunctionIndex)
    const tail = possible.tails?.[arc]
    tails.push(tail === Tail.possible || tail === Tail.taken ? TAIL_TEXTS[tail] : '')
  })
  return { shown, tails, total }
}
