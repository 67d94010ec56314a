// The equations of gprof for each number of an entry, with the operands of this profile.
import { arcChildTicks, arcSelfTicks, arcTicks, callsOfHead } from '../analysis/arc-times.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { exactSeconds } from './explain/explanation.ts'
import { samplesOfFunction } from './explain/sampling.ts'
import { type Convention, outsideCalls } from './cycle-entry.ts'
import type { Equation, Term } from './equation.ts'
import { childLines, parentLines } from './listing/lines-on-request.ts'
import type { Listing } from './listing/listing.ts'
import { displayName } from '../names/names.ts'
import { formatExact, wholeTicks } from '../quantities.ts'
import { percentOfWhole } from './share-ticks.ts'
import {
  symbol,
  sign,
  fraction,
  number,
  sum,
  partOfCalls,
  addedUp,
  type TimeColumn,
  timeOfHead,
  product,
  countOperands,
} from './equation-terms.ts'

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
