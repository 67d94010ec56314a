// The equations of gprof for each number of an entry, with the operands of this profile.
import { arcChildTicks, arcSelfTicks, arcTicks, callsOfHead } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { exactSeconds, samplesOfFunction } from './bounds.ts'
import { type Convention, type CycleEntry, type OutsideLine, outsideCalls } from './cycle-entry.ts'
import type { Equation, Letter, Term } from './equation.ts'
import { childLines, type Listing, parentLines } from './listing/listing.ts'
import { displayName } from './names/names.ts'
import { formatCount, formatCounted, formatExact, wholeTicks } from './quantities.ts'
import { percentOfWhole } from './share-ticks.ts'

/** Which of an arc's or a line's times an equation is of. */
export type TimeColumn = 'self' | 'children'

/** Operands of a sum that are written out; the others are one number. */
const MOST_OPERANDS = 3

const number = (text: string): Term => ({ kind: 'number', text })
const symbol = (letter: Letter, of = ''): Term => ({ kind: 'symbol', letter, of })
const sign = (text: '=' | '+' | '×' | '÷'): Term => ({ kind: 'sign', text })
const sum = (over: string): Term => ({ kind: 'sum', over })
const fraction = (part: readonly Term[], whole: readonly Term[], word: 'of' | '÷'): Term => ({
  kind: 'fraction',
  part,
  whole,
  word,
})
/** The calls from one to another, as a part of all calls of the latter. */
const partOfCalls = (pair: string, all: string): Term =>
  fraction([symbol('C', pair)], [symbol('C', all)], '÷')

/** Joins operands with plus signs. */
const joined = (operands: readonly (readonly Term[])[]): readonly Term[] =>
  operands.flatMap((operand, at) => (at === 0 ? operand : [sign('+'), ...operand]))

/**
 * Returns the sum of what is above zero: the first operands, and the rest as one number. Makes terms of the
 * first ones only, because a cycle may have 50,000 members.
 *
 * @param valueOf returns the value of an item
 * @param termsOf returns the same as terms
 * @param text formats the rest
 */
function addedUp<Item>(
  items: Iterable<Item>,
  valueOf: (item: Item) => number,
  termsOf: (item: Item) => readonly Term[],
  text: (value: number) => string,
): readonly Term[] {
  const terms: (readonly Term[])[] = []
  let [others, rest] = [0, 0]
  for (const item of items) {
    const value = valueOf(item)
    if (!(value > 0)) continue
    if (terms.length < MOST_OPERANDS) terms.push(termsOf(item))
    else {
      others++
      rest += value
    }
  }
  if (terms.length === 0) return [number(text(0))]
  return joined(others === 0 ? terms : [...terms, [number(`${text(rest)} in ${formatCount(others)} more`)]])
}

/**
 * Returns the equation of a self time: samples by samples per second.
 *
 * @param ticks what is shown of it
 * @param factor factor by which the scenario divides the samples (`factorOfFunction`)
 */
export function selfEquation(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  ticks: Ticks,
  factor: number,
): Equation {
  const samples = samplesOfFunction(ticks, factor).split(' ÷ ')
  return {
    symbols: [symbol('S', 'i'), sign('='), fraction([symbol('n', 'i')], [symbol('r')], '÷')],
    operands: [
      number(exactSeconds(analyzed, ticks)),
      sign('='),
      fraction(
        samples.flatMap((part, at) => (at === 0 ? [number(part)] : [sign('÷'), number(part)])),
        [number(`${formatExact(analyzed.profile.rate)} per second`)],
        '÷',
      ),
    ],
    where: [['i', displayName(analyzed.profile.functions, f)]],
  }
}

/** Returns the equation of a share: self and inherited time, of all recorded samples. */
export function shareEquation(
  analyzed: AnalyzedProfile,
  name: string,
  { self, children }: { readonly self: Ticks; readonly children: Ticks },
): Equation {
  const whole = wholeTicks(analyzed.profile)
  const percent = percentOfWhole(analyzed.profile, self + children)
  const seconds = (ticks: Ticks): Term => number(exactSeconds(analyzed, ticks))
  return {
    symbols: [fraction([symbol('S', 'i'), sign('+'), symbol('D', 'i')], [symbol('T')], '÷')],
    operands: [
      number(`${formatExact(percent)}%`),
      sign('='),
      fraction([seconds(self), sign('+'), seconds(children)], [seconds(whole)], 'of'),
    ],
    where: [['i', name]],
  }
}

/** Returns the equation of a total: self time and what it inherits. */
export function totalEquation(analyzed: AnalyzedProfile, f: FunctionIndex): Equation {
  const self = analyzed.profile.functions.selfTicks[f]
  const children = analyzed.times.childTicks[f]
  const seconds = (ticks: Ticks): Term => number(exactSeconds(analyzed, ticks))
  return {
    symbols: [
      symbol('T', 'i'),
      sign('='),
      symbol('S', 'i'),
      sign('+'),
      sum('j'),
      symbol('T', 'j'),
      sign('×'),
      partOfCalls('i→j', 'j'),
    ],
    operands: [seconds(self + children), sign('='), seconds(self), sign('+'), seconds(children)],
    where: calleesOf(analyzed, f),
  }
}

/**
 * Returns the equation of the time that a function inherits from what it calls: the sum of its callees'
 * lines. The callees of a member of a cycle are those outside.
 */
export function childrenEquation(analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex): Equation {
  return {
    symbols: [symbol('D', 'i'), sign('='), sum('j'), symbol('T', 'j'), sign('×'), partOfCalls('i→j', 'j')],
    operands: [
      number(exactSeconds(analyzed, analyzed.times.propagatedChild[f])),
      sign('='),
      ...addedUp(
        childLines(analyzed, listing.lines, f) as Iterable<number> as Iterable<ArcIndex>,
        (arc) => arcTicks(analyzed, arc),
        (arc) => shareOperands(analyzed, arc, 'both'),
        (ticks) => exactSeconds(analyzed, ticks),
      ),
    ],
    where: calleesOf(analyzed, f),
  }
}

/** The function, and those that it inherits time from. */
function calleesOf({ profile, cycles }: AnalyzedProfile, f: FunctionIndex): Equation['where'] {
  const name = displayName(profile.functions, f)
  const outside = cycles.cycleOf[f] === NONE ? '' : 'outside of the cycle '
  return [
    ['i', name],
    ['j', `each function ${outside}that ${name} calls`],
  ]
}

/** Returns the equation of the time that an arc passes from its child to its parent. The arc must pass time. */
export function arcEquation(analyzed: AnalyzedProfile, arc: ArcIndex, column: TimeColumn): Equation {
  const { arcs, functions } = analyzed.profile
  const cycle = analyzed.cycles.cycleOf[arcs.child[arc]]
  const all = cycle === NONE ? 'j' : 'k'
  const passed = column === 'self' ? arcSelfTicks(analyzed, arc) : arcChildTicks(analyzed, arc)
  return {
    symbols: [symbol(column === 'self' ? 'S' : 'D', all), sign('×'), partOfCalls('i→j', all)],
    operands: [number(exactSeconds(analyzed, passed)), sign('='), ...shareOperands(analyzed, arc, column)],
    where: [
      ['i', displayName(functions, arcs.parent[arc])],
      ['j', displayName(functions, arcs.child[arc])],
      ...(cycle === NONE ? [] : [['k', `cycle ${cycle + 1}`] as const]),
    ],
  }
}

/** The child's time, times the part of its calls that the arc is. */
function shareOperands(
  analyzed: AnalyzedProfile,
  arc: ArcIndex,
  column: TimeColumn | 'both',
): readonly Term[] {
  const { arcs } = analyzed.profile
  const parent = arcs.parent[arc]
  const child = arcs.child[arc]
  // A function whose time is excluded passes none, and its cycle passes none through it.
  const held = analyzed.times.fraction[child] === 0 ? 0 : timeOfHead(analyzed, child, column)
  return product(analyzed, held, arcs.count[arc], callsOfHead(analyzed, child), parent)
}

/** Time of a function, or of the whole cycle of a member, before a filter hides part of it. */
function timeOfHead(
  { profile, cycles, times }: AnalyzedProfile,
  f: FunctionIndex,
  column: TimeColumn | 'both',
): Ticks {
  const cycle = cycles.cycleOf[f]
  const self = cycle === NONE ? profile.functions.selfTicks[f] : times.cycleSelfTicks[cycle]
  const children = cycle === NONE ? times.childTicks[f] : times.cycleChildTicks[cycle]
  return chosen(column, self, children)
}

const chosen = (column: TimeColumn | 'both', self: Ticks, children: Ticks): Ticks =>
  column === 'self' ? self : column === 'children' ? children : self + children

function product(
  analyzed: AnalyzedProfile,
  held: Ticks,
  count: number,
  all: number,
  parent: FunctionIndex,
): readonly Term[] {
  const part = analyzed.times.fraction[parent]
  const name = (): string => displayName(analyzed.profile.functions, parent)
  return [
    number(exactSeconds(analyzed, held)),
    sign('×'),
    fraction([number(formatCount(count))], [number(formatCounted(all, 'call'))], 'of'),
    ...(Math.abs(part - 1) < 1e-9 ? [] : [sign('×'), number(`${formatExact(part)} of ${name()} shown`)]),
  ]
}

/**
 * Returns the equation of the calls on a function's primary line: the calls of its callers. gprof counts all
 * other functions; the manual, for a member of a cycle, only those outside. Null if there are none.
 */
export function callsEquation(
  analyzed: AnalyzedProfile,
  listing: Listing,
  f: FunctionIndex,
  convention: Convention,
): Equation | null {
  const { arcs, functions } = analyzed.profile
  const cycle = analyzed.cycles.cycleOf[f]
  const isOutside = convention === 'manual' && cycle !== NONE
  const counts: number[] = []
  for (const row of parentLines(analyzed, listing.lines, f)) {
    const arc = row as ArcIndex
    const parent = arcs.parent[arc]
    if (parent === f || (isOutside && analyzed.cycles.cycleOf[parent] === cycle)) continue
    counts.push(arcs.count[arc])
  }
  if (counts.length === 0) return null
  const name = displayName(functions, f)
  const calls = isOutside ? outsideCalls(analyzed, f) : functions.calls[f]
  return {
    symbols: [symbol('C', 'i'), sign('='), sum('h'), symbol('C', 'h→i')],
    operands: countOperands(calls, counts),
    where: [
      ['i', name],
      [
        'h',
        isOutside
          ? `each function outside of the cycle that calls ${name}`
          : `each function that calls ${name}`,
      ],
    ],
  }
}

function countOperands(calls: number, counts: number[]): readonly Term[] {
  const largestFirst = Float64Array.from(counts).sort().reverse()
  return [
    number(formatCounted(calls, 'call')),
    sign('='),
    ...addedUp(
      largestFirst,
      (count) => count,
      (count) => [number(formatCount(count))],
      formatCount,
    ),
  ]
}

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
