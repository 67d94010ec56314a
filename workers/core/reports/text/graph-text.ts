// The call graph as `gprof -b -q` prints it, entry by entry; the index follows in index-text.ts.
import type { Csr } from '../../base/csr.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { callsOfHead } from '../call-graph.ts'
import type { EntryIndex } from '../entries.ts'
import { formatFixed } from '../quantities.ts'
import { EXPLANATIONS } from './explanations.ts'
import { bytesOfBin, cut, cutLeft, styleOf, type TextInput } from './listing-text.ts'
import { printedNames, type PrintedNames } from './printed-names.ts'
import type { TextBytes } from './text-bytes.ts'

const RULE = `${'-'.repeat(47)}\n`
/** Columns in bytes. Before the times of a line that is not the primary one there are blanks only. */
const NO_INDEX = 13
const INDEX_WIDTH = 6
const SELF_WIDTH = 7
const COUNT_WIDTH = 7
const BEFORE_NAME = 5
const CHILD_WIDTH = 7
const TRADITIONAL_CHILD_WIDTH = 11

/**
 * The numbers of some lines of one entry.
 *
 * Arcs of one function lie all over the arc table, so each number of each line is waited for. Gathered before any of
 * them is written they are waited for together, which makes a large listing a quarter cheaper.
 */
interface ArcLines {
  readonly self: Float64Array
  readonly child: Float64Array
  readonly count: Float64Array
  /** The function that the line names. */
  readonly other: Uint32Array
  /** The calls that `count` is a part of; NOTHING on an arc that passes no time. */
  readonly of: Float64Array
}
const AT_ONCE = 64
const NOTHING = -1

const arcLines = (): ArcLines => ({
  self: new Float64Array(AT_ONCE),
  child: new Float64Array(AT_ONCE),
  count: new Float64Array(AT_ONCE),
  other: new Uint32Array(AT_ONCE),
  of: new Float64Array(AT_ONCE),
})

/** What a line of the call graph needs to know: the tables, the names, and the time that counts as 100 %. */
interface Context extends TextInput {
  readonly names: PrintedNames
  readonly lines: ArcLines
  readonly total: number
  readonly childWidth: number
}

export function writeCallGraph(input: TextInput, out: TextBytes): void {
  const { analyzed, listing } = input
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
    names: printedNames(input),
    lines: arcLines(),
    total: total > 0 ? total : 1,
    childWidth: style.traditional ? TRADITIONAL_CHILD_WIDTH : CHILD_WIDTH,
  }
  const rule = style.traditional ? `\n${RULE}\n` : RULE
  for (const e of listing.entries.printed) {
    const entry = e as EntryIndex
    const f = listing.entries.functionOf[entry]
    if (f >= 0) writeFunctionEntry(context, f as FunctionIndex, out)
    else writeCycleEntry(context, listing.entries.cycleOf[entry] as CycleIndex, out)
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

/** Number, share and times of a primary line. */
function writePrimary(
  context: Context,
  entry: EntryIndex,
  self: number,
  child: number,
  printed: number | undefined,
  out: TextBytes,
): void {
  const { rate } = context.analyzed.profile
  out.text(cutLeft(`[${entry + 1}]`, INDEX_WIDTH))
  out.blanks(1)
  out.fixed(printed ?? (100 * (self + child)) / context.total, 1, 5)
  out.blanks(1)
  out.fixed(self / rate, 2, SELF_WIDTH)
  out.blanks(1)
  out.fixed(child / rate, 2, context.childWidth)
}

/** Calls, and behind a plus those by the function or cycle itself. */
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
  const { analyzed, listing, names } = context
  const { profile, times } = analyzed
  const { parentArcs, childArcs } = listing.lines
  if (parentArcs.offsets[f] === parentArcs.offsets[f + 1]) {
    out.blanks(NO_INDEX + SELF_WIDTH + 1 + context.childWidth + 1 + 2 * COUNT_WIDTH + 1 + BEFORE_NAME)
    out.text('<spontaneous>\n')
  }
  writeArcs(context, parentArcs, f, 'parent', out)
  const entry = listing.entries.entryOfFunction[f]
  const printed = analyzed.asPrinted?.entryPercent[f]
  writePrimary(context, entry, times.propagatedSelf[f], times.propagatedChild[f], printed, out)
  const calls = profile.functions.calls[f]
  const selfCalls = profile.functions.selfCalls[f]
  if (calls + selfCalls === 0) out.blanks(2 + 2 * COUNT_WIDTH)
  else writeCalls(calls, selfCalls, out)
  out.blanks(1)
  names.writeLine(f, out)
  writeArcs(context, childArcs, f, 'child', out)
}

/** The lines of parents or of children: each bears the name at the other end of its arc. */
function writeArcs(
  context: Context,
  { offsets, items }: Csr,
  f: FunctionIndex,
  role: 'parent' | 'child',
  out: TextBytes,
): void {
  const { lines } = context
  for (let from = offsets[f]; from < offsets[f + 1]; from += AT_ONCE) {
    const length = Math.min(AT_ONCE, offsets[f + 1] - from)
    for (let line = 0; line < length; line++) gatherLine(context, line, items[from + line] as ArcIndex, role)
    for (let line = 0; line < length; line++) gatherCalls(context, line, f, role)
    for (let line = 0; line < length; line++) writeLine(context, lines, line, out)
  }
}

function gatherLine(
  { analyzed, lines }: Context,
  line: number,
  arc: ArcIndex,
  role: 'parent' | 'child',
): void {
  const { times, profile } = analyzed
  lines.self[line] = times.arcSelfTicks[arc]
  lines.child[line] = times.arcChildTicks[arc]
  lines.count[line] = profile.arcs.count[arc]
  lines.other[line] = role === 'parent' ? profile.arcs.parent[arc] : profile.arcs.child[arc]
}

/** What a count is a part of: the calls of the arc's child, or of its cycle. */
function gatherCalls(
  { analyzed, lines }: Context,
  line: number,
  f: FunctionIndex,
  role: 'parent' | 'child',
): void {
  const other = lines.other[line] as FunctionIndex
  const { cycleOf } = analyzed.cycles
  const passesTime = other !== f && (cycleOf[f] < 0 || cycleOf[f] !== cycleOf[other])
  lines.of[line] = passesTime ? callsOfHead(analyzed, role === 'parent' ? f : other) : NOTHING
}

function writeLine(
  { analyzed, names, childWidth }: Context,
  lines: ArcLines,
  line: number,
  out: TextBytes,
): void {
  const { rate } = analyzed.profile
  const of = lines.of[line]
  if (of === NOTHING) {
    out.blanks(NO_INDEX + SELF_WIDTH + 1 + childWidth + 1)
    out.count(lines.count[line], COUNT_WIDTH)
    out.blanks(1 + COUNT_WIDTH + BEFORE_NAME)
  } else {
    out.blanks(NO_INDEX)
    out.fixed(lines.self[line] / rate, 2, SELF_WIDTH)
    out.blanks(1)
    out.fixed(lines.child[line] / rate, 2, childWidth)
    out.blanks(1)
    out.count(lines.count[line], COUNT_WIDTH)
    out.byte(SLASH)
    out.countLeft(of, COUNT_WIDTH)
    out.blanks(BEFORE_NAME)
  }
  names.writeLine(lines.other[line] as FunctionIndex, out)
}

function writeCycleEntry(context: Context, cycle: CycleIndex, out: TextBytes): void {
  const { analyzed, listing, names } = context
  const { cycles, times, profile } = analyzed
  const { rate, functions } = profile
  const entry = listing.entries.entryOfCycle[cycle]
  const self = times.cyclePropagatedSelf[cycle]
  const printed = analyzed.asPrinted?.cyclePercent[cycle]
  writePrimary(context, entry, self, times.cyclePropagatedChild[cycle], printed, out)
  writeCalls(cycles.calls[cycle], cycles.internalCalls[cycle], out)
  out.text(` <cycle ${cycle + 1} as a whole> [${entry + 1}]\n`)
  const { offsets, items } = listing.lines.cycleMembers
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
    const member = items[at] as FunctionIndex
    out.blanks(NO_INDEX)
    out.fixed(times.propagatedSelf[member] / rate, 2, SELF_WIDTH)
    out.blanks(1)
    out.fixed(times.propagatedChild[member] / rate, 2, context.childWidth)
    writeCalls(functions.calls[member], functions.selfCalls[member], out)
    out.blanks(BEFORE_NAME)
    names.writeLine(member, out)
  }
}
