// Terms of gprof’s equations: symbols, sums with their operands, parts by calls.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { exactSeconds } from './explain/explanation.ts'
import type { Letter, Term } from './equation.ts'
import { displayName } from '../names/names.ts'
import { formatCount, formatCounted, formatExact } from '../quantities.ts'

/** Which of an arc's or a line's times an equation is of. */
export type TimeColumn = 'self' | 'children'

/** Operands of a sum that are written out; the others are one number. */
const MOST_OPERANDS = 3

export const number = (text: string): Term => ({ kind: 'number', text })
export const symbol = (letter: Letter, of = ''): Term => ({ kind: 'symbol', letter, of })
export const sign = (text: '=' | '+' | '×' | '÷'): Term => ({ kind: 'sign', text })
export const sum = (over: string): Term => ({ kind: 'sum', over })
export const fraction = (part: readonly Term[], whole: readonly Term[], word: 'of' | '÷'): Term => ({
  kind: 'fraction',
  part,
  whole,
  word,
})
/** The calls from one to another, as a part of all calls of the latter. */
export const partOfCalls = (pair: string, all: string): Term =>
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
export function addedUp<Item>(
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

/** Time of a function, or of the whole cycle of a member, before a filter hides part of it. */
export function timeOfHead(
  { profile, cycles, times }: AnalyzedProfile,
  f: FunctionIndex,
  column: TimeColumn | 'both',
): Ticks {
  const cycle = cycles.cycleOf[f]
  const self = cycle === NONE ? profile.functions.selfTicks[f] : times.cycleSelfTicks[cycle]
  const children = cycle === NONE ? times.childTicks[f] : times.cycleChildTicks[cycle]
  return chosen(column, self, children)
}

export const chosen = (column: TimeColumn | 'both', self: Ticks, children: Ticks): Ticks =>
  column === 'self' ? self : column === 'children' ? children : self + children

export function product(
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

export function countOperands(calls: number, counts: number[]): readonly Term[] {
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
