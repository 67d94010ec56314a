// Prints entries of the call graph as the manual of gprof describes them, in gprof's columns.
import { finish } from '../../base/yielder.ts'
import { arcChildTicks, arcSelfTicks, callsOfHead, passesTime } from '../../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { cycleEntry, type CycleEntry, outsideCalls, type OutsideLine } from '../cycle-entry.ts'
import { childLines, parentLines } from '../listing/lines-on-request.ts'
import type { EntryIndex } from '../listing/entries.ts'
import type { Listing } from '../listing/listing.ts'
import { wholeName } from '../../names/names.ts'
import {
  areSharesKnown,
  formatCount,
  formatCounted,
  formatFixed,
  percentOf,
  secondsOf,
} from '../../quantities.ts'
import { isStaticArc, staticCallText } from '../static-calls.ts'

const INDEX = 6
const PERCENT = 7
const SELF = 8
const CHILDREN = 9
/** Digits on each side of the sign in the calls. */
const CALLS = 7
const INDENT = '    '

/** The heading above entries. */
export const ENTRY_HEADING = `${'index'.padEnd(INDEX)}${'% time'.padStart(PERCENT)}${'self'.padStart(SELF)}${'children'.padStart(CHILDREN)}${'called'.padStart(CALLS + 4)}${' '.repeat(CALLS - 3)} name`
/** The line between entries. */
export const ENTRY_RULE = '-'.repeat(48)

/** A line that is not a primary one: its times and calls, and what it names. */
interface Line {
  /** NaN is blank: for calls inside a cycle. */
  readonly self: Ticks
  readonly children: Ticks
  readonly count: number
  /** The calls that `count` is a part of; 0 for none, as on the line of a member. */
  readonly of: number
  readonly name: () => string
}

/**
 * Returns the entry of a cycle as lines of text: callers, the primary line, members and other functions.
 *
 * @param limit lines of each of the three groups; the others are added up on one line
 */
export function* cycleEntryText(
  analyzed: AnalyzedProfile,
  listing: Listing,
  entry: CycleEntry,
  limit: number,
): Generator<string> {
  const { cycle, primary, callers, members, others } = entry
  const outside = (line: OutsideLine): Line => ({
    ...line,
    name: () => `${nameOf(analyzed, listing, line.f)}${possible(analyzed, line)}`,
  })
  if (callers.length === 0) yield SPONTANEOUS
  else yield* group(analyzed, callers.map(outside), -limit, 'caller')
  const { self, children, calls, inside } = primary
  const number = listing.entries.entryOfCycle[cycle]
  const percent = analyzed.asPrinted?.cyclePercent[cycle]
  yield `${head(analyzed, number, percent, self, children)}${called(calls, '+', inside)} <cycle ${cycle + 1} as a whole> [${number + 1}]`
  const inTotal = members.map((line) => ({
    ...line,
    count: line.inside,
    of: 0,
    name: () => nameOf(analyzed, listing, line.f),
  }))
  yield* group(analyzed, inTotal, limit, 'member')
  yield* group(analyzed, others.map(outside), limit, 'other function')
}

/**
 * Returns the entry of a function as lines of text. That of a member counts its calls from outside of the
 * cycle on the primary line; calls inside the cycle have no times.
 *
 * @param limit as of `cycleEntryText`, of callers and of callees
 */
export function* functionEntryText(
  analyzed: AnalyzedProfile,
  listing: Listing,
  f: FunctionIndex,
  limit: number,
): Generator<string> {
  const { profile, times } = analyzed
  const { functions, arcs } = profile
  const arcLine = (row: number, end: FunctionIndex): Line => {
    const arc = row as ArcIndex
    const isTimed = passesTime(analyzed, arc)
    return {
      self: isTimed ? arcSelfTicks(analyzed, arc) : Number.NaN,
      children: isTimed ? arcChildTicks(analyzed, arc) : Number.NaN,
      count: arcs.count[arc],
      of: isTimed ? callsOfHead(analyzed, arcs.child[arc]) : 0,
      name: () => `${nameOf(analyzed, listing, end)}${labelOf(analyzed, arc)}`,
    }
  }
  const parents = Array.from(parentLines(analyzed, listing.lines, f), (row) =>
    arcLine(row, arcs.parent[row as ArcIndex]),
  )
  if (parents.length === 0) yield SPONTANEOUS
  else yield* group(analyzed, parents, -limit, 'caller')
  const number = listing.entries.entryOfFunction[f]
  const percent = analyzed.asPrinted?.entryPercent[f]
  const [self, children] = [times.propagatedSelf[f], times.propagatedChild[f]]
  const selfCalls = functions.selfCalls[f]
  const isKnown = functions.calls[f] + selfCalls > 0
  const calls = isKnown ? called(outsideCalls(analyzed, f), '+', selfCalls) : ' '.repeat(2 * CALLS + 2)
  yield `${head(analyzed, number, percent, self, children)}${calls} ${nameOf(analyzed, listing, f)}`
  const callees = Array.from(childLines(analyzed, listing.lines, f), (row) =>
    arcLine(row, arcs.child[row as ArcIndex]),
  )
  yield* group(analyzed, callees, limit, 'callee')
}

/** Returns an entry of the call graph, of a function or a whole cycle, as lines of text. */
export function entryText(
  analyzed: AnalyzedProfile,
  listing: Listing,
  entry: EntryIndex,
  limit: number,
): Generator<string> {
  const f = listing.entries.functionOf[entry]
  if (f !== NONE) return functionEntryText(analyzed, listing, f, limit)
  const cycle = listing.entries.cycleOf[entry] as CycleIndex
  return cycleEntryText(analyzed, listing, finish(cycleEntry(analyzed, listing, cycle)), limit)
}

const SPONTANEOUS = `${' '.repeat(INDEX + PERCENT + SELF + CHILDREN + 2 * CALLS + 3)}${INDENT}<spontaneous>`

/**
 * The lines of one group. Those beyond the limit are added up: above the others if the limit is negative,
 * because callers are in ascending order.
 */
function* group(
  analyzed: AnalyzedProfile,
  lines: readonly Line[],
  limit: number,
  noun: string,
): Generator<string> {
  const isAscending = limit < 0
  const rest = lines.length - Math.abs(limit)
  const rows = rest <= 0 ? lines : isAscending ? lines.slice(rest) : lines.slice(0, limit)
  const sum = rest <= 0 ? null : sumOf(isAscending ? lines.slice(0, rest) : lines.slice(limit), noun)
  if (sum && isAscending) yield lineText(analyzed, sum)
  for (const line of rows) yield lineText(analyzed, line)
  if (sum && !isAscending) yield lineText(analyzed, sum)
}

function sumOf(lines: readonly Line[], noun: string): Line {
  const sum = { self: 0, children: 0, count: 0 }
  for (const { self, children, count } of lines) {
    sum.self += Number.isNaN(self) ? 0 : self
    sum.children += Number.isNaN(children) ? 0 : children
    sum.count += count
  }
  return { ...sum, of: 0, name: () => `(${formatCounted(lines.length, `more ${noun}`)})` }
}

function lineText(analyzed: AnalyzedProfile, { self, children, count, of, name }: Line): string {
  const times = `${seconds(analyzed, self, SELF)}${seconds(analyzed, children, CHILDREN)}`
  return `${' '.repeat(INDEX + PERCENT)}${times}${called(count, '/', of)} ${INDENT}${name()}`
}

function head(
  analyzed: AnalyzedProfile,
  entry: EntryIndex,
  printed: number | undefined,
  self: Ticks,
  children: Ticks,
): string {
  const share =
    printed === undefined || Number.isNaN(printed)
      ? formatFixed(percentOf(self + children, analyzed.printedTicks), 2)
      : formatFixed(printed, 1)
  const percent = areSharesKnown(analyzed.profile) ? share : ''
  return `${`[${entry + 1}]`.padEnd(INDEX)}${percent.padStart(PERCENT)}${seconds(analyzed, self, SELF)}${seconds(analyzed, children, CHILDREN)}`
}

/** Blank for an unknown time. */
function seconds({ profile: { rate } }: AnalyzedProfile, ticks: Ticks, width: number): string {
  const value = secondsOf(ticks, rate)
  return (Number.isNaN(value) ? '' : formatFixed(value, 2)).padStart(width)
}

function called(count: number, sign: '/' | '+', other: number): string {
  const right = other === 0 ? '' : `${sign}${plain(other)}`
  return ` ${plain(count).padStart(CALLS)}${right.padEnd(CALLS + 1)}`
}

/** Fractions, of folded functions, have at most three decimals. */
const plain = (count: number): string => (Number.isInteger(count) ? `${count}` : formatCount(count))

function nameOf({ profile, cycles, times }: AnalyzedProfile, listing: Listing, f: FunctionIndex): string {
  const cycle = cycles.cycleOf[f]
  const number = listing.entries.entryOfFunction[f] + 1
  const reference = times.isPrinted[f] === 1 ? `[${number}]` : `(${number})`
  return `${wholeName(profile.functions, f)}${cycle === NONE ? '' : ` <cycle ${cycle + 1}>`} ${reference}`
}

/** The label of a line whose arcs are all static. */
function possible(analyzed: AnalyzedProfile, { arcs }: OutsideLine): string {
  return arcs.every((arc) => isStaticArc(analyzed, arc)) ? labelOf(analyzed, arcs[0]) : ''
}

function labelOf(analyzed: AnalyzedProfile, arc: ArcIndex): string {
  const { parent, child } = analyzed.profile.arcs
  return isStaticArc(analyzed, arc) ? ` (${staticCallText(analyzed, parent[arc], child[arc])})` : ''
}
