// The call graph as `gprof -b -q` prints it, entry by entry; the index follows in index-text.ts.
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { callsOfHead, passesNoTime } from '../call-graph.ts'
import type { EntryIndex } from '../entries.ts'
import { formatFixed } from '../quantities.ts'
import { EXPLANATIONS } from './explanations.ts'
import {
  bytesOfBin,
  cut,
  cutLeft,
  fullName,
  styleOf,
  type Sink,
  type TextInput,
  type TextStyle,
} from './listing-text.ts'

const RULE = `${'-'.repeat(47)}\n`
const NO_INDEX = ' '.repeat(12)
const NO_TIME = ' '.repeat(7)
const CHILD_WIDTH = 7
const TRADITIONAL_CHILD_WIDTH = 11

/** What a line of the call graph needs to know: the tables, the manner, and the time that counts as 100 %. */
interface Context extends TextInput {
  readonly style: TextStyle
  readonly total: number
  readonly childWidth: number
}

export function writeCallGraph(input: TextInput, write: Sink): void {
  const { analyzed, listing } = input
  const style = styleOf(input)
  const { rate, scale } = analyzed.profile
  if (!style.traditional)
    write(style.explained ? '\t\t     Call graph (explanation follows)\n\n' : '\t\t\tCall graph\n\n')
  const total = analyzed.printedTicks
  write(`\ngranularity: each sample hit covers ${bytesOfBin(scale)} byte(s)`)
  if (total > 0) write(` for ${formatFixed(100 / total, 2)}% of ${formatFixed(total / rate, 2)} seconds\n\n`)
  else write(' no time propagated\n\n')
  write(style.traditional ? TRADITIONAL_HEADING : 'index % time    self  children    called     name\n')
  const context: Context = {
    ...input,
    style,
    total: total > 0 ? total : 1,
    childWidth: style.traditional ? TRADITIONAL_CHILD_WIDTH : CHILD_WIDTH,
  }
  const rule = style.traditional ? `\n${RULE}\n` : RULE
  for (const e of listing.entries.printed) {
    const entry = e as EntryIndex
    const f = listing.entries.functionOf[entry]
    if (f >= 0) writeFunctionEntry(context, f as FunctionIndex, write)
    else writeCycleEntry(context, listing.entries.cycleOf[entry] as CycleIndex, write)
    write(rule)
  }
  if (style.explained && !style.traditional) write(EXPLANATIONS.graph)
}

function traditionalEnds(title: string): string {
  return `${cut('', 6)} ${cut('', 5)} ${cut('', 7)} ${cut('', 11)} ${cut('called', 7)}/${cutLeft('total', 7)}     ${cutLeft(title, 8)}\n`
}
const TRADITIONAL_HEADING = `${traditionalEnds('parents')}${cutLeft('index', 6)} ${cut('%time', 5)} ${cut('self', 7)} ${cut('descendants', 11)} ${cut('called', 7)}+${cutLeft('self', 7)} ${cutLeft('name', 8)}\t${cut('index', 5)}\n${traditionalEnds('children')}\n`

const seconds = (ticks: number, rate: number, width = CHILD_WIDTH): string =>
  formatFixed(ticks / rate, 2).padStart(width)

function primaryColumns(context: Context, entry: EntryIndex, self: number, child: number): string {
  const { rate } = context.analyzed.profile
  const percent = formatFixed((100 * (self + child)) / context.total, 1).padStart(5)
  const times = `${seconds(self, rate)} ${seconds(child, rate, context.childWidth)}`
  return `${cutLeft(`[${entry + 1}]`, 6)} ${percent} ${times}`
}

const plusCalls = (count: number): string => (count === 0 ? ` ${NO_TIME}` : `+${String(count).padEnd(7)}`)

function writeFunctionEntry(context: Context, f: FunctionIndex, write: Sink): void {
  const { analyzed, listing } = context
  const { profile, times } = analyzed
  const { parentArcs, childArcs } = listing.lines
  const firstParent = parentArcs.offsets[f]
  const lastParent = parentArcs.offsets[f + 1]
  if (firstParent === lastParent) {
    write(
      `${NO_INDEX} ${NO_TIME} ${' '.repeat(context.childWidth)} ${NO_TIME} ${NO_TIME}     <spontaneous>\n`,
    )
  }
  const callsHere = callsOfHead(analyzed, f)
  for (let at = firstParent; at < lastParent; at++) {
    const arc = parentArcs.items[at] as ArcIndex
    write(arcLine(context, arc, callsHere, profile.arcs.parent[arc]))
  }
  const calls = profile.functions.calls[f]
  const selfCalls = profile.functions.selfCalls[f]
  const called =
    calls + selfCalls === 0
      ? ` ${NO_TIME} ${NO_TIME} `
      : ` ${String(calls).padStart(7)}${plusCalls(selfCalls)} `
  write(
    primaryColumns(
      context,
      listing.entries.entryOfFunction[f],
      times.propagatedSelf[f],
      times.propagatedChild[f],
    ) + `${called}${fullName(context, f)}\n`,
  )
  for (let at = childArcs.offsets[f]; at < childArcs.offsets[f + 1]; at++) {
    const arc = childArcs.items[at] as ArcIndex
    const child = profile.arcs.child[arc]
    write(arcLine(context, arc, callsOfHead(analyzed, child), child))
  }
}

/** A parent's or child's line; `of` is the number of calls that `count` is a part of, `shown` whose name it bears. */
function arcLine(context: Context, arc: ArcIndex, of: number, shown: FunctionIndex): string {
  const { analyzed } = context
  const { rate } = analyzed.profile
  const count = String(analyzed.profile.arcs.count[arc]).padStart(7)
  const name = fullName(context, shown)
  if (passesNoTime(analyzed, arc)) {
    return `${NO_INDEX} ${NO_TIME} ${' '.repeat(context.childWidth)} ${count} ${NO_TIME}     ${name}\n`
  }
  const self = seconds(analyzed.times.arcSelfTicks[arc], rate)
  const child = seconds(analyzed.times.arcChildTicks[arc], rate, context.childWidth)
  return `${NO_INDEX} ${self} ${child} ${count}/${String(of).padEnd(7)}     ${name}\n`
}

function writeCycleEntry(context: Context, cycle: CycleIndex, write: Sink): void {
  const { analyzed, listing } = context
  const { cycles, times, profile } = analyzed
  const { rate } = profile
  const entry = listing.entries.entryOfCycle[cycle]
  const number = cycle + 1
  write(
    primaryColumns(context, entry, times.cyclePropagatedSelf[cycle], times.cyclePropagatedChild[cycle]) +
      ` ${String(cycles.calls[cycle]).padStart(7)}${plusCalls(cycles.internalCalls[cycle])}` +
      ` <cycle ${number} as a whole> [${entry + 1}]\n`,
  )
  const { offsets, items } = listing.lines.cycleMembers
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
    const member = items[at] as FunctionIndex
    const calls = String(profile.functions.calls[member]).padStart(7)
    write(
      `${NO_INDEX} ${seconds(times.propagatedSelf[member], rate)} ${seconds(times.propagatedChild[member], rate, context.childWidth)}` +
        ` ${calls}${plusCalls(profile.functions.selfCalls[member])}     ${fullName(context, member)}\n`,
    )
  }
}
