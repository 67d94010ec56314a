// Prints the call graph as `gprof -b -q` does: entries with lines of arcs.
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import { arcSelfTicks, arcChildTicks, callsOfHead, passesTime } from '../../analysis/arc-times.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { EntryLines } from '../listing/entry-lines.ts'
import { allLines } from '../listing/lines-on-request.ts'
import type { EntryIndex } from '../listing/entries.ts'
import { formatFixed } from '../../quantities.ts'
import {
  BEFORE_NAME,
  bytesOfBin,
  COUNT_WIDTH,
  cut,
  cutLeft,
  INDEX_WIDTH,
  NO_INDEX,
  SELF_WIDTH,
  styleOf,
  type TextInput,
} from './listing-text.ts'
import { EXPLANATIONS } from './explanations.ts'
import { PrintedNames } from './printed-names.ts'
import type { TextBytes } from './text-bytes.ts'

const RULE = `${'-'.repeat(47)}\n`
const CHILD_WIDTH = 7
const TRADITIONAL_CHILD_WIDTH = 11

/** What the lines of the call graph need: the tables, the names, and the time that counts as 100%. */
interface Context extends TextInput {
  readonly names: PrintedNames
  readonly lines: EntryLines
  readonly total: number
  readonly childWidth: number
}

/**
 * Writes the call graph as `gprof -q` prints it, in the style of the input, without the index. The last
 * bytes wait in `out` until `out.end()`.
 */
export function writeCallGraph(input: TextInput, out: TextBytes, names = new PrintedNames(input, out)): void {
  const { analyzed } = input
  const style = styleOf(input)
  const { rate, scale } = analyzed.profile
  const share = analyzed.asPrinted?.graphShare
  if (!style.traditional)
    out.text(style.explained ? '\t\t     Call graph (explanation follows)\n\n' : '\t\t\tCall graph\n\n')
  const total = analyzed.printedTicks
  out.text(`\ngranularity: each sample hit covers ${bytesOfBin(scale)} byte(s)`)
  if (total > 0)
    out.text(` for ${formatFixed(share ?? 100 / total, 2)}% of ${formatFixed(total / rate, 2)} seconds\n\n`)
  else out.text(' no time propagated\n\n')
  out.text(style.traditional ? TRADITIONAL_HEADING : 'index % time    self  children    called     name\n')
  const context: Context = {
    ...input,
    names,
    lines: allLines(analyzed, input.listing.lines),
    total: total > 0 ? total : 1,
    childWidth: style.traditional ? TRADITIONAL_CHILD_WIDTH : CHILD_WIDTH,
  }
  const rule = style.traditional ? `\n${RULE}\n` : RULE
  const { printed, functionOf, cycleOf } = input.listing.entries
  for (const entry of printed) {
    const f = functionOf[entry as EntryIndex]
    if (f >= 0) writeFunctionEntry(context, f as FunctionIndex, out)
    else writeCycleEntry(context, cycleOf[entry as EntryIndex] as CycleIndex, out)
    out.text(rule)
  }
  if (style.explained && !style.traditional) out.text(EXPLANATIONS.graph)
}

function traditionalEnds(title: string): string {
  return `${cut('', 6)} ${cut('', 5)} ${cut('', 7)} ${cut('', 11)} ${cut('called', 7)}/${cutLeft('total', 7)}     ${cutLeft(title, 8)}\n`
}
const TRADITIONAL_HEADING = `${traditionalEnds('parents')}${cutLeft('index', 6)} ${cut('%time', 5)} ${cut('self', 7)} ${cut('descendants', 11)} ${cut('called', 7)}+${cutLeft('self', 7)} ${cutLeft('name', 8)}\t${cut('index', 5)}\n${traditionalEnds('children')}\n`

const PLUS = 0x2b
const SLASH = 0x2f
/** Width of the times of a line that is not the primary one, without child time. */
const TIMES_WIDTH = NO_INDEX + SELF_WIDTH + 1

/** Replaces calls; the column stays blank. */
const NO_CALLS = -1

/** The columns of a primary line before the name. */
interface Primary {
  readonly entry: EntryIndex
  /** Percentage. */
  readonly share: number
  /** Self and child time in seconds. */
  readonly self: number
  readonly child: number
  readonly calls: number
  readonly selfCalls: number
}

function writePrimary(primary: Primary, childWidth: number, out: TextBytes): void {
  const { entry, share, self, child, calls, selfCalls } = primary
  out.text(cutLeft(`[${entry + 1}]`, INDEX_WIDTH))
  out.blanks(1)
  out.fixed(share, 1, 5)
  out.blanks(1)
  out.fixed(self, 2, SELF_WIDTH)
  out.blanks(1)
  out.fixed(child, 2, childWidth)
  if (calls === NO_CALLS) out.blanks(2 + 2 * COUNT_WIDTH)
  else writeCalls(calls, selfCalls, out)
  out.blanks(1)
}

/** Writes calls and, after a plus sign, direct recursive calls or calls inside the cycle. */
function writeCalls(calls: number, selfCalls: number, out: TextBytes): void {
  out.blanks(1)
  out.count(calls, COUNT_WIDTH)
  if (selfCalls === 0) out.blanks(1 + COUNT_WIDTH)
  else {
    out.byte(PLUS)
    out.countLeft(selfCalls, COUNT_WIDTH)
  }
}

function writeFunctionEntry(context: Context, f: FunctionIndex, out: TextBytes): void {
  const { analyzed, listing, lines } = context
  const { times } = analyzed
  const { rate, functions, arcs } = analyzed.profile
  const { offsets, items } = lines.parentArcs
  if (offsets[f] === offsets[f + 1])
    out.text(
      `${' '.repeat(TIMES_WIDTH + context.childWidth + 1 + 2 * COUNT_WIDTH + 1 + BEFORE_NAME)}<spontaneous>\n`,
    )
  for (let at = offsets[f]; at < offsets[f + 1]; at++)
    writeArc(context, items[at], arcs.parent[items[at]], out)
  const entry = listing.entries.entryOfFunction[f]
  const [self, child] = [times.propagatedSelf[f], times.propagatedChild[f]]
  const share = analyzed.asPrinted?.entryPercent[f] ?? (100 * (self + child)) / context.total
  const selfCalls = functions.selfCalls[f]
  const calls = functions.calls[f] + selfCalls === 0 ? NO_CALLS : functions.calls[f]
  const primary = { entry, share, self: self / rate, child: child / rate, calls, selfCalls }
  writePrimary(primary, context.childWidth, out)
  context.names.writeLine(f)
  const children = lines.childArcs
  for (let at = children.offsets[f]; at < children.offsets[f + 1]; at++)
    writeArc(context, children.items[at], arcs.child[children.items[at]], out)
}

/** Writes the line of an arc. @param named the function at its other end */
function writeArc(context: Context, arc: ArcIndex, named: FunctionIndex, out: TextBytes): void {
  const { analyzed, childWidth } = context
  const { arcs, rate } = analyzed.profile
  const count = arcs.count[arc]
  if (!passesTime(analyzed, arc)) {
    out.blanks(TIMES_WIDTH + childWidth + 1)
    out.count(count, COUNT_WIDTH)
    out.blanks(1 + COUNT_WIDTH + BEFORE_NAME)
  } else {
    out.blanks(NO_INDEX)
    out.fixed(arcSelfTicks(analyzed, arc) / rate, 2, SELF_WIDTH)
    out.blanks(1)
    out.fixed(arcChildTicks(analyzed, arc) / rate, 2, childWidth)
    out.blanks(1)
    out.count(count, COUNT_WIDTH)
    out.byte(SLASH)
    out.countLeft(callsOfHead(analyzed, arcs.child[arc]), COUNT_WIDTH)
    out.blanks(BEFORE_NAME)
  }
  context.names.writeLine(named)
}

function writeCycleEntry(context: Context, cycle: CycleIndex, out: TextBytes): void {
  const { analyzed, listing } = context
  const { cycles, times, profile } = analyzed
  const { rate, functions } = profile
  const entry = listing.entries.entryOfCycle[cycle]
  const [self, child] = [times.cyclePropagatedSelf[cycle], times.cyclePropagatedChild[cycle]]
  const share = analyzed.asPrinted?.cyclePercent[cycle] ?? (100 * (self + child)) / context.total
  const [calls, selfCalls] = [cycles.calls[cycle], cycles.internalCalls[cycle]]
  const primary = { entry, share, self: self / rate, child: child / rate, calls, selfCalls }
  writePrimary(primary, context.childWidth, out)
  out.text(`<cycle ${cycle + 1} as a whole> [${entry + 1}]\n`)
  const { offsets, items } = listing.lines.cycleMembers
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
    const member = items[at]
    out.blanks(NO_INDEX)
    out.fixed(times.propagatedSelf[member] / rate, 2, SELF_WIDTH)
    out.blanks(1)
    out.fixed(times.propagatedChild[member] / rate, 2, context.childWidth)
    writeCalls(functions.calls[member], functions.selfCalls[member], out)
    out.blanks(BEFORE_NAME)
    context.names.writeLine(member)
  }
}
