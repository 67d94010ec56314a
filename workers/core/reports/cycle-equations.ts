// The equations of gprof for each number of a cycle’s entry, with the operands of this profile.
import { arcChildTicks, arcSelfTicks } from '../analysis/arc-times.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { NONE } from '../base/columns.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { exactSeconds } from './explain/explanation.ts'
import type { Convention, CycleEntry, OutsideLine } from './cycle-entry.ts'
import type { Equation, Term } from './equation.ts'
import { displayName } from '../names/names.ts'
import {
  symbol,
  sign,
  sum,
  number,
  addedUp,
  partOfCalls,
  countOperands,
  type TimeColumn,
  product,
  timeOfHead,
  chosen,
} from './equation-terms.ts'

/** Returns the equation of a cycle's self time: the sum of its members'. */
export function cycleSelfEquation(
  analyzed: AnalyzedProfile,
  { cycle, primary, members }: CycleEntry,
): Equation {
  return {
    symbols: [symbol('S', 'k'), sign('='), sum('i'), symbol('S', 'i')],
    operands: [
      number(exactSeconds(analyzed, primary.self)),
      sign('='),
      ...addedUp(
        members,
        ({ self }) => self,
        ({ self }) => [number(exactSeconds(analyzed, self))],
        (ticks) => exactSeconds(analyzed, ticks),
      ),
    ],
    where: [
      ['k', `cycle ${cycle + 1}`],
      ['i', 'each member'],
    ],
  }
}

/** Returns the equation of the time that a cycle inherits: the sum of the lines of other functions. */
export function cycleChildrenEquation(
  analyzed: AnalyzedProfile,
  { cycle, primary, others }: CycleEntry,
): Equation {
  return {
    symbols: [symbol('D', 'k'), sign('='), sum('j'), symbol('T', 'j'), sign('×'), partOfCalls('k→j', 'j')],
    operands: [
      number(exactSeconds(analyzed, primary.children)),
      sign('='),
      ...addedUp(
        others,
        ({ self, children }) => self + children,
        (line) => outsideOperands(analyzed, line, 'both'),
        (ticks) => exactSeconds(analyzed, ticks),
      ),
    ],
    where: [
      ['k', `cycle ${cycle + 1}`],
      ['j', 'each function outside that a member calls'],
    ],
  }
}

/**
 * Returns the equations of both counts of a cycle's primary line: calls from outside, and inside. The manual
 * counts a member's calls of itself among the latter, gprof does not.
 */
export function cycleCallsEquations(
  { cycles }: AnalyzedProfile,
  { cycle, primary, callers, members }: CycleEntry,
  convention: Convention,
): readonly [outside: Equation, inside: Equation] {
  const isManual = convention === 'manual'
  return [
    {
      symbols: [symbol('C', 'k'), sign('='), sum('h'), symbol('C', 'h→k')],
      operands: countOperands(
        primary.calls,
        callers.map(({ count }) => count),
      ),
      where: [
        ['k', `cycle ${cycle + 1}`],
        ['h', 'each function outside that calls a member'],
      ],
    },
    {
      symbols: [symbol('C', 'k→k'), sign('='), sum('i'), symbol('C', 'k→i')],
      operands: countOperands(
        isManual ? primary.inside : cycles.internalCalls[cycle],
        members.map(({ inside, selfCalls }) => (isManual ? inside : inside - selfCalls)),
      ),
      where: [
        ['k', `cycle ${cycle + 1}`],
        ['i', isManual ? 'each member' : 'each member, without its calls of itself'],
      ],
    },
  ]
}

/** Returns the equation of the calls on a member's line: its calls by members, itself among them. */
export function memberCallsEquation(analyzed: AnalyzedProfile, f: FunctionIndex): Equation {
  const { arcs, arcsByChild, functions } = analyzed.profile
  const cycle = analyzed.cycles.cycleOf[f]
  const counts: number[] = [functions.selfCalls[f]]
  for (let at = arcsByChild.offsets[f]; at < arcsByChild.offsets[f + 1]; at++) {
    const arc = arcsByChild.items[at]
    const parent = arcs.parent[arc]
    if (parent !== f && analyzed.cycles.cycleOf[parent] === cycle) counts.push(arcs.count[arc])
  }
  const inside = counts.reduce((all, count) => all + count, 0)
  return {
    symbols: [symbol('C', 'k→i'), sign('='), sum('h'), symbol('C', 'h→i')],
    operands: countOperands(inside, counts),
    where: [
      ['i', displayName(functions, f)],
      ['k', `cycle ${cycle + 1}`],
      ['h', 'each member, itself among them'],
    ],
  }
}

/** Returns the equation of the time on the line of a caller of a cycle, or of another function. */
export function outsideEquation(
  analyzed: AnalyzedProfile,
  { cycle }: CycleEntry,
  line: OutsideLine,
  kind: 'caller' | 'other',
  column: TimeColumn,
): Equation {
  const name = displayName(analyzed.profile.functions, line.f)
  const letter = column === 'self' ? 'S' : 'D'
  const isCaller = kind === 'caller'
  const other = analyzed.cycles.cycleOf[line.f]
  return {
    symbols: isCaller
      ? [symbol(letter, 'k'), sign('×'), partOfCalls('h→k', 'k')]
      : [symbol(letter, 'j'), sign('×'), partOfCalls('k→j', 'j')],
    operands: [
      number(exactSeconds(analyzed, column === 'self' ? line.self : line.children)),
      sign('='),
      ...outsideOperands(analyzed, line, column),
    ],
    where: [
      ['k', `cycle ${cycle + 1}`],
      isCaller ? ['h', name] : ['j', other === NONE ? name : `${name}, for its cycle ${other + 1}`],
    ],
  }
}

/** One product where all arcs of the line have the same factors; else the sum of the arcs' times. */
function outsideOperands(
  analyzed: AnalyzedProfile,
  { arcs: own, count, of }: OutsideLine,
  column: TimeColumn | 'both',
): readonly Term[] {
  const { arcs } = analyzed.profile
  const { fraction: shown } = analyzed.times
  const parent = arcs.parent[own[0]]
  const isAlike = own.every((arc) => shown[arcs.parent[arc]] === shown[parent] && shown[arcs.child[arc]] > 0)
  if (isAlike) return product(analyzed, timeOfHead(analyzed, arcs.child[own[0]], column), count, of, parent)
  const seconds = (ticks: number): string => exactSeconds(analyzed, ticks)
  const times = own.map((arc) => chosen(column, arcSelfTicks(analyzed, arc), arcChildTicks(analyzed, arc)))
  return addedUp(
    times.sort((left, right) => right - left),
    (ticks) => ticks,
    (ticks) => [number(seconds(ticks))],
    seconds,
  )
}
