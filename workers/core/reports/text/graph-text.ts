// The call graph as `gprof -b -q` prints it, entry by entry; the index follows in index-text.ts.
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { callsOfHead, passesNoTime } from '../call-graph.ts'
import type { EntryIndex } from '../entries.ts'
import { formatFixed } from '../quantities.ts'
import { cutLeft, fullName, type Sink, type TextInput } from './listing-text.ts'

const RULE = `${'-'.repeat(47)}\n`
const NO_INDEX = ' '.repeat(12)
const NO_TIME = ' '.repeat(7)
const SPONTANEOUS = `${' '.repeat(49)}<spontaneous>\n`

export function writeCallGraph(input: TextInput, write: Sink): void {
  const { analyzed, listing } = input
  const { rate, scale } = analyzed.profile
  write('\t\t\tCall graph\n\n')
  let total = analyzed.printedTicks
  write(`\ngranularity: each sample hit covers ${bytesOfBin(scale)} byte(s)`)
  if (total > 0) write(` for ${formatFixed(100 / total, 2)}% of ${formatFixed(total / rate, 2)} seconds\n\n`)
  else {
    write(' no time propagated\n\n')
    total = 1
  }
  write('index % time    self  children    called     name\n')
  for (const e of listing.entries.printed) {
    const entry = e as EntryIndex
    const f = listing.entries.functionOf[entry]
    if (f >= 0) writeFunctionEntry(input, f as FunctionIndex, total, write)
    else writeCycleEntry(input, listing.entries.cycleOf[entry] as CycleIndex, total, write)
    write(RULE)
  }
}

/** Whole bytes; a histogram without bins has no size of a bin, which gprof's integers make 0. */
const bytesOfBin = (scale: number): number => (Number.isFinite(scale) ? Math.trunc(scale) * 2 : 0)

const seconds = (ticks: number, rate: number): string => formatFixed(ticks / rate, 2).padStart(7)

function primaryColumns(
  input: TextInput,
  entry: EntryIndex,
  self: number,
  child: number,
  total: number,
): string {
  const { rate } = input.analyzed.profile
  const percent = formatFixed((100 * (self + child)) / total, 1).padStart(5)
  return `${cutLeft(`[${entry + 1}]`, 6)} ${percent} ${seconds(self, rate)} ${seconds(child, rate)}`
}

const plusCalls = (count: number): string => (count === 0 ? ` ${NO_TIME}` : `+${String(count).padEnd(7)}`)

function writeFunctionEntry(input: TextInput, f: FunctionIndex, total: number, write: Sink): void {
  const { analyzed, listing } = input
  const { profile, times } = analyzed
  const { parentArcs, childArcs } = listing.lines
  const firstParent = parentArcs.offsets[f] as number
  const lastParent = parentArcs.offsets[f + 1] as number
  if (firstParent === lastParent) write(SPONTANEOUS)
  const callsHere = callsOfHead(analyzed, f)
  for (let at = firstParent; at < lastParent; at++) {
    const arc = parentArcs.items[at] as number as ArcIndex
    write(arcLine(input, arc, callsHere, profile.arcs.parent[arc]))
  }
  const calls = profile.functions.calls[f]
  const selfCalls = profile.functions.selfCalls[f]
  const called =
    calls + selfCalls === 0
      ? ` ${NO_TIME} ${NO_TIME} `
      : ` ${String(calls).padStart(7)}${plusCalls(selfCalls)} `
  write(
    `${primaryColumns(input, listing.entries.entryOfFunction[f], times.propagatedSelf[f], times.propagatedChild[f], total)}` +
      `${called}${fullName(input, f)}\n`,
  )
  for (let at = childArcs.offsets[f] as number; at < (childArcs.offsets[f + 1] as number); at++) {
    const arc = childArcs.items[at] as number as ArcIndex
    const child = profile.arcs.child[arc]
    write(arcLine(input, arc, callsOfHead(analyzed, child), child))
  }
}

/** A parent's or child's line; `of` is the number of calls that `count` is a part of, `shown` whose name it bears. */
function arcLine(input: TextInput, arc: ArcIndex, of: number, shown: FunctionIndex): string {
  const { analyzed } = input
  const { rate } = analyzed.profile
  const count = String(analyzed.profile.arcs.count[arc]).padStart(7)
  const name = fullName(input, shown)
  if (passesNoTime(analyzed, arc)) {
    return `${NO_INDEX} ${NO_TIME} ${NO_TIME} ${count} ${NO_TIME}     ${name}\n`
  }
  const self = seconds(analyzed.times.arcSelfTicks[arc], rate)
  const child = seconds(analyzed.times.arcChildTicks[arc], rate)
  return `${NO_INDEX} ${self} ${child} ${count}/${String(of).padEnd(7)}     ${name}\n`
}

function writeCycleEntry(input: TextInput, cycle: CycleIndex, total: number, write: Sink): void {
  const { analyzed, listing } = input
  const { cycles, times, profile } = analyzed
  const { rate } = profile
  const entry = listing.entries.entryOfCycle[cycle]
  const number = cycle + 1
  write(
    `${primaryColumns(input, entry, times.cyclePropagatedSelf[cycle], times.cyclePropagatedChild[cycle], total)}` +
      ` ${String(cycles.calls[cycle]).padStart(7)}${plusCalls(cycles.internalCalls[cycle])}` +
      ` <cycle ${number} as a whole> [${entry + 1}]\n`,
  )
  const { offsets, items } = listing.lines.cycleMembers
  for (let at = offsets[cycle] as number; at < (offsets[cycle + 1] as number); at++) {
    const member = items[at] as number as FunctionIndex
    const calls = String(profile.functions.calls[member]).padStart(7)
    write(
      `${NO_INDEX} ${seconds(times.propagatedSelf[member], rate)} ${seconds(times.propagatedChild[member], rate)}` +
        ` ${calls}${plusCalls(profile.functions.selfCalls[member])}     ${fullName(input, member)}\n`,
    )
  }
}
