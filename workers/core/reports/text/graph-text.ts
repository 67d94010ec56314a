// Prints the call graph as `gprof -b -q` does: entries, lines of arcs, and the index by function
// name.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, ArcsByFunction, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { allLines, type EntryIndex } from '../listing/listing.ts'
import { formatFixed, roundedUnits } from '../quantities.ts'
import {
  AT_ONCE,
  BEFORE_NAME,
  bytesOfBin,
  COUNT_WIDTH,
  cut,
  cutLeft,
  EXPLANATIONS,
  HEAD_CALLS,
  INDEX_WIDTH,
  indexText,
  MOST_CALLS,
  MOST_HUNDREDTHS,
  NamePrefetch,
  NO_INDEX,
  printedNames,
  type PrintedNames,
  RECORD,
  SELF_WIDTH,
  styleOf,
  type TextInput,
} from './listing-text.ts'
import { digitsOf, digitTable, NEWLINE, putDigits, type TextBytes, WIDEST } from './text-bytes.ts'
import {
  arcChildTicks,
  arcSelfTicks,
  arcTimesOf,
  callsOfHead,
  passesTime,
} from '../../analysis/analyze-profile.ts'
import { asArray } from '../../base/columns.ts'
import { orderOfStrings } from '../../base/sorting.ts'
import { rawName } from '../names/names.ts'

const RULE = `${'-'.repeat(47)}\n`
const CHILD_WIDTH = 7
const TRADITIONAL_CHILD_WIDTH = 11

/**
 * What a line of the call graph needs: the tables, the names, and the time that counts as 100%.
 */
interface Context extends TextInput {
  readonly names: PrintedNames
  readonly lines: ArcLines
  readonly total: number
  readonly childWidth: number
  /** The line that replaces parents, kept in `TextBytes`. */
  readonly spontaneous: { readonly place: number; readonly length: number }
}

/**
 * Writes the call graph as `gprof -q` prints it, in the style of the input, without the index. The last
 * bytes wait in `out` until `out.end()`.
 */
export function writeCallGraph(input: TextInput, out: TextBytes): void {
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
  const names = printedNames(input, out)
  const childWidth = style.traditional ? TRADITIONAL_CHILD_WIDTH : CHILD_WIDTH
  const spontaneous = `${' '.repeat(SPONTANEOUS_AT + childWidth)}<spontaneous>\n`
  const context: Context = {
    ...input,
    names,
    lines: new ArcLines(input, names, childWidth, out),
    total: total > 0 ? total : 1,
    childWidth,
    spontaneous: { place: out.keep(spontaneous), length: spontaneous.length },
  }
  writeEntries(context, style.traditional ? `\n${RULE}\n` : RULE, out)
  if (style.explained && !style.traditional) out.text(EXPLANATIONS.graph)
}

/** Writes entries in groups: collects the lines of a group before writing the first. */
function writeEntries(context: Context, rule: string, out: TextBytes): void {
  const { listing, lines } = context
  const { printed, functionOf, cycleOf } = listing.entries
  const ruleAt = out.keep(rule)
  for (let from = 0; from < printed.length;) {
    lines.clear()
    const end = gatherEntries(context, from)
    lines.fetch()
    for (const first = from; from < Math.max(end, first + 1); from++) {
      const entry = printed[from] as EntryIndex
      const f = functionOf[entry]
      if (f >= 0) writeFunctionEntry(context, f as FunctionIndex, out)
      else writeCycleEntry(context, cycleOf[entry] as CycleIndex, out)
      out.again(ruleAt, rule.length)
    }
  }
}

/** Collects the lines of as many entries as fit, the first at `from`. Returns where they end. */
function gatherEntries({ listing, lines }: Context, from: number): number {
  const { printed, functionOf } = listing.entries
  for (let at = from; at < printed.length; at++) {
    const f = functionOf[printed[at] as EntryIndex]
    if (f >= 0 && !lines.gatherEntry(f as FunctionIndex)) return at
  }
  return printed.length
}

function traditionalEnds(title: string): string {
  return `${cut('', 6)} ${cut('', 5)} ${cut('', 7)} ${cut('', 11)} ${cut('called', 7)}/${cutLeft('total', 7)}     ${cutLeft(title, 8)}\n`
}
const TRADITIONAL_HEADING = `${traditionalEnds('parents')}${cutLeft('index', 6)} ${cut('%time', 5)} ${cut('self', 7)} ${cut('descendants', 11)} ${cut('called', 7)}+${cutLeft('self', 7)} ${cutLeft('name', 8)}\t${cut('index', 5)}\n${traditionalEnds('children')}\n`

const PLUS = 0x2b
const SELF_END = NO_INDEX + SELF_WIDTH
/** All columns before it are blank; the width of child time does not count here. */
const SPONTANEOUS_AT = SELF_END + 1 + 1 + 2 * COUNT_WIDTH + 1 + BEFORE_NAME

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
  const { analyzed, listing, names, lines } = context
  const { times } = analyzed
  const { rate, functions } = analyzed.profile
  const { offsets } = listing.lines.parentArcs
  const { place, length } = context.spontaneous
  if (offsets[f] === offsets[f + 1]) out.again(place, length)
  lines.writeParents(f)
  const entry = listing.entries.entryOfFunction[f]
  const [self, child] = [times.propagatedSelf[f], times.propagatedChild[f]]
  const share = analyzed.asPrinted?.entryPercent[f] ?? (100 * (self + child)) / context.total
  const selfCalls = functions.selfCalls[f]
  const calls = functions.calls[f] + selfCalls === 0 ? NO_CALLS : functions.calls[f]
  const primary = { entry, share, self: self / rate, child: child / rate, calls, selfCalls }
  writePrimary(primary, context.childWidth, out)
  names.writeLine(f)
  lines.writeChildren(f)
}

function writeCycleEntry(context: Context, cycle: CycleIndex, out: TextBytes): void {
  const { analyzed, listing, names } = context
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
    names.writeLine(member)
  }
}

// Records of arcs: the numbers of both their lines side by side, rounded once. Reading them from
// four columns makes a large listing wait for memory twice as long.

/** Numbers per arc in the result of `arcRecords`, followed by the offsets of each. */
export const ARC = 4
/** Offset of self time, in hundredths of a second. */
export const SELF = 0
/** Offset of child time, in hundredths of a second. */
export const CHILD = 1
/** Offset of calls. */
export const COUNT = 2
/** Offset of the XOR of parent and child: from either one follows the other. */
const ENDS = 3

/** In SELF: the arc passes no time. */
const PASSES_NOTHING = -2
/** The number does not fit its column, or needs exact rounding. */
const UNUSUAL = -1

/**
 * Returns `ARC` numbers for each arc, those of arc `a` from `ARC * a` on: at `SELF` and `CHILD` its
 * times in hundredths of a second, at `COUNT` its calls, then the XOR of its ends. A number is
 * `UNUSUAL` (−1) if it does not fit its column or needs exact rounding; `SELF` is `PASSES_NOTHING`
 * (−2) if the arc passes no time.
 */
export function arcRecords(analyzed: AnalyzedProfile): Int32Array {
  const { arcs, rate } = analyzed.profile
  const times = arcTimesOf(analyzed)
  const records = new Int32Array(ARC * arcs.length)
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    const record = ARC * a
    const count = arcs.count[arc]
    records[record + SELF] = passesTime(analyzed, arc) ? hundredthsOf(times.self[arc] / rate) : PASSES_NOTHING
    records[record + CHILD] = hundredthsOf(times.child[arc] / rate)
    records[record + COUNT] = count <= MOST_CALLS ? count : UNUSUAL
    records[record + ENDS] = arcs.parent[arc] ^ arcs.child[arc]
  }
  return records
}

function hundredthsOf(seconds: number): number {
  const hundredths = roundedUnits(seconds, 100)
  return hundredths <= MOST_HUNDREDTHS ? hundredths : UNUSUAL
}

// Lines of parents and children in the call graph: one per arc at each of its ends.

const SLASH = 0x2f
/** Replaces calls: those of the function that the line names. */
const OF_NAMED = -2

/**
 * Collects lines before writing them, because a function's arcs, and the names at their other
 * ends, are scattered in memory (listing-text.ts).
 *
 * Most lines are composed in place, on a blank line. Those with a number that is wider than its
 * column, or halfway between two decimals, take a slower way.
 */
class ArcLines {
  readonly parents: ArcsByFunction
  readonly children: ArcsByFunction
  readonly #analyzed: AnalyzedProfile
  readonly #records: Int32Array
  readonly #names: PrintedNames
  readonly #childWidth: number
  readonly #out: TextBytes
  readonly #digits = digitTable()
  /** Bytes before the name. */
  readonly #width: number

  /** Lines from #next on are collected but not written yet. */
  #next = 0
  #length = 0
  readonly #arc = new Uint32Array(AT_ONCE)
  /**
   * Functions that the lines name; before the look-up, the functions whose entries contain them.
   */
  readonly #ahead: NamePrefetch

  constructor({ analyzed, listing }: TextInput, names: PrintedNames, childWidth: number, out: TextBytes) {
    const lines = allLines(analyzed, listing.lines)
    this.parents = lines.parentArcs
    this.children = lines.childArcs
    this.#analyzed = analyzed
    this.#records = arcRecords(analyzed)
    this.#names = names
    this.#childWidth = childWidth
    this.#out = out
    this.#width = NO_INDEX + SELF_WIDTH + 1 + childWidth + 1 + 2 * COUNT_WIDTH + 1 + BEFORE_NAME
    this.#ahead = new NamePrefetch(names, out)
  }

  /** Discards the collected lines. */
  clear(): void {
    this.#length = 0
    this.#next = 0
  }

  /** Collects all lines of an entry if there is room; returns whether there was. */
  gatherEntry(f: FunctionIndex): boolean {
    const parents = this.parents.offsets
    const children = this.children.offsets
    const lines = parents[f + 1] - parents[f] + children[f + 1] - children[f]
    if (this.#length + lines > AT_ONCE) return false
    this.#gather(this.parents.items, f, parents[f], parents[f + 1])
    this.#gather(this.children.items, f, children[f], children[f + 1])
    return true
  }

  #gather(items: Uint32Array, f: FunctionIndex, from: number, end: number): void {
    const arcs = this.#arc
    const { named } = this.#ahead
    let line = this.#length
    for (let at = from; at < end; at++) {
      arcs[line] = items[at]
      named[line] = f
      line++
    }
    this.#length = line
  }

  /** Prepares the collected lines for writing. */
  fetch(): void {
    this.#lookUp()
    this.#ahead.fetch(this.#length)
  }

  #lookUp(): void {
    const arcs = this.#arc
    const { named } = this.#ahead
    const records = this.#records
    for (let line = 0; line < this.#length; line++) named[line] ^= records[ARC * arcs[line] + ENDS]
  }

  /**
   * Writes the parents of `f`: the next collected lines or, if there are too many, collected in
   * parts.
   */
  writeParents(f: FunctionIndex): void {
    this.#writeSide(this.parents, f, this.#names.records[RECORD * f + HEAD_CALLS])
  }

  writeChildren(f: FunctionIndex): void {
    this.#writeSide(this.children, f, OF_NAMED)
  }

  #writeSide({ offsets, items }: ArcsByFunction, f: FunctionIndex, calls: number): void {
    const end = offsets[f + 1]
    const lines = end - offsets[f]
    if (this.#next + lines <= this.#length) {
      this.#write(lines, calls)
      return
    }
    for (let from = offsets[f]; from < end; from += AT_ONCE) {
      this.clear()
      this.#gather(items, f, from, Math.min(end, from + AT_ONCE))
      this.fetch()
      this.#write(this.#length, calls)
    }
  }

  /**
   * Writes the next `lines` collected lines. @param calls calls that counts are a part of, or
   * OF_NAMED
   */
  #write(lines: number, calls: number): void {
    const last = this.#next + lines
    this.#writeUsual(last, calls)
    while (this.#next < last) {
      this.#writeTheLongWay(this.#next++)
      this.#writeUsual(last, calls)
    }
  }

  /**
   * Writes lines before `last` up to the first one that cannot be composed in place. That one is
   * handled elsewhere, because engines discard compiled code that first meets one.
   */
  #writeUsual(last: number, calls: number): void {
    const out = this.#out
    const { buffer, view } = out
    const digits = this.#digits
    const arcs = this.#records
    const functions = this.#names.records
    const { named, place, end } = this.#ahead
    const width = this.#width
    const selfEnd = NO_INDEX + SELF_WIDTH
    const childEnd = selfEnd + 1 + this.#childWidth
    const slash = childEnd + 1 + COUNT_WIDTH
    let line = this.#next
    for (; line < last; line++) {
      const arc = ARC * this.#arc[line]
      const from = place[line]
      const count = arcs[arc + COUNT]
      const self = arcs[arc + SELF]
      const child = arcs[arc + CHILD]
      const of = calls === OF_NAMED ? functions[RECORD * named[line] + HEAD_CALLS] : calls
      const isTimed = self !== PASSES_NOTHING
      if ((from | count) < 0 || (isTimed && (self | child | of) < 0)) break
      const length = end[line] - from
      const at = out.blankRoom(width, length)
      digits.putCount(view, at + slash, count)
      if (isTimed) {
        digits.putHundredths(view, at + selfEnd, self)
        digits.putHundredths(view, at + childEnd, child)
        buffer[at + slash] = SLASH
        digits.putCountLeft(view, at + slash + 1, of)
      }
      buffer.copyWithin(at + width, from, from + length)
      out.writtenTo(at + width + length)
    }
    this.#next = line
  }

  #writeTheLongWay(line: number): void {
    const { profile } = this.#analyzed
    const out = this.#out
    const arc = this.#arc[line] as ArcIndex
    const count = profile.arcs.count[arc]
    if (!passesTime(this.#analyzed, arc)) {
      out.blanks(NO_INDEX + SELF_WIDTH + 1 + this.#childWidth + 1)
      out.count(count, COUNT_WIDTH)
      out.blanks(1 + COUNT_WIDTH + BEFORE_NAME)
    } else {
      out.blanks(NO_INDEX)
      out.fixed(arcSelfTicks(this.#analyzed, arc) / profile.rate, 2, SELF_WIDTH)
      out.blanks(1)
      out.fixed(arcChildTicks(this.#analyzed, arc) / profile.rate, 2, this.#childWidth)
      out.blanks(1)
      out.count(count, COUNT_WIDTH)
      out.byte(SLASH)
      out.countLeft(callsOfHead(this.#analyzed, profile.arcs.child[arc]), COUNT_WIDTH)
      out.blanks(BEFORE_NAME)
    }
    this.#names.writeLine(this.#ahead.named[line] as FunctionIndex)
  }
}

// The index by function name at the end of gprof's call graph, in three columns.

const COLUMNS = 3
/** Rows whose names are prefetched together. */
const ROWS_AHEAD = Math.floor(AT_ONCE / COLUMNS)
/** Width of "[n]" before the name. */
const NUMBER_WIDTH = 5
/** Blanks that fit beside a number. */
const MOST_BLANKS = WIDEST / 2

/**
 * Writes the index by function name that follows gprof's call graph, after a form feed.
 *
 * @param width of the whole page in characters (gprof's -w)
 */
export function writeIndex(input: TextInput, width: number, out: TextBytes): void {
  out.text('\f\nIndex by function name\n\n')
  const items = listItems(input)
  const rows = Math.ceil(items.length / COLUMNS)
  const columnWidth = Math.trunc((width - 1) / COLUMNS)
  const { traditional } = styleOf(input)
  const names = printedNames(input, out)
  const ahead = new NamePrefetch(names, out)
  for (let row = 0; row < rows; row++) {
    if (!traditional && row % ROWS_AHEAD === 0) fetchRows(input, items, row, rows, ahead)
    // gprof counts columns without the blanks on either side of the number.
    let column = 0
    let start = 0
    for (let at = row; at < items.length; at += rows) {
      if (traditional) {
        writeTraditional(input, items[at], out)
        continue
      }
      column += writeItem(input, names, items[at], start + NUMBER_WIDTH - column, out)
      start += columnWidth
    }
    out.byte(NEWLINE)
  }
}

/** Prefetches the names of some rows. */
function fetchRows(
  { analyzed }: TextInput,
  items: Uint32Array,
  from: number,
  rows: number,
  ahead: NamePrefetch,
): void {
  const functions = analyzed.profile.functions.length
  const end = Math.min(rows, from + ROWS_AHEAD)
  let count = 0
  for (let column = 0; column < items.length; column += rows) {
    for (let at = column + from; at < Math.min(column + end, items.length); at++) {
      if (items[at] < functions) ahead.named[count++] = items[at]
    }
  }
  ahead.fetch(count)
}

/**
 * Ends the number `room` columns on, or where it must. Returns the columns taken, as gprof counts
 * them.
 */
function writeItem(
  input: TextInput,
  names: PrintedNames,
  item: number,
  room: number,
  out: TextBytes,
): number {
  const functions = input.analyzed.profile.functions.length
  const columns = writeNumber(input, item, room, out)
  if (item >= functions) {
    const name = cycleName(item - functions)
    out.text(name)
    return columns + name.length
  }
  const f = item as FunctionIndex
  names.writeName(f)
  const file = styleOf(input).fileOf(f)
  if (file === null) return columns + names.lengthOf(f)
  out.text(` (${file})`)
  return columns + names.lengthOf(f) + file.length + 3
}

/**
 * Writes " [n] " with blanks before it. Digit by digit, because a string for each takes longer
 * than the rest of the index.
 */
function writeNumber(input: TextInput, item: number, room: number, out: TextBytes): number {
  const { entry, isPrinted } = entryOf(input, item)
  const digits = digitsOf(entry + 1)
  const length = digits + 2
  const blanks = Math.max(0, room - length)
  let left = blanks + 1
  for (; left > MOST_BLANKS; left -= MOST_BLANKS) out.blanks(MOST_BLANKS)
  const width = left + length + 1
  const at = out.blankRoom(width)
  const bytes = out.buffer
  const end = at + width - 2
  bytes[end - digits - 1] = isPrinted ? 0x5b : 0x28
  putDigits(bytes, end, entry + 1)
  bytes[end] = isPrinted ? 0x5d : 0x29
  out.writtenTo(at + width)
  return blanks + length
}

function writeTraditional(input: TextInput, item: number, out: TextBytes): void {
  const { functions } = input.analyzed.profile
  const isCycle = item >= functions.length
  const name = isCycle ? cycleName(item - functions.length) : rawName(functions, item as FunctionIndex)
  const { entry, isPrinted } = entryOf(input, item)
  out.text(`${cut(indexText(entry, isPrinted), 6)} ${cutLeft(name, 19)}`)
}

const cycleName = (cycle: number): string => `<cycle ${cycle + 1}>`

function entryOf({ analyzed, listing }: TextInput, item: number): { entry: number; isPrinted: boolean } {
  const functions = analyzed.profile.functions.length
  const { entryOfFunction, entryOfCycle } = listing.entries
  const { isPrinted, cycleIsPrinted } = analyzed.times
  if (item < functions) {
    const f = item as FunctionIndex
    return { entry: entryOfFunction[f], isPrinted: isPrinted[f] === 1 }
  }
  const cycle = (item - functions) as CycleIndex
  return { entry: entryOfCycle[cycle], isPrinted: cycleIsPrinted[cycle] === 1 }
}

/**
 * Functions with calls or time of their own, by raw name; then all cycles, numbered after the
 * functions.
 */
function listItems(input: TextInput): Uint32Array {
  const { profile, cycles } = input.analyzed
  const { functions } = profile
  const { showUnused } = styleOf(input)
  const { indexedFunctions: indexed, byName } = input.listing
  const items = new Uint32Array(functions.length + cycles.length)
  let used = 0
  if (indexed === undefined) {
    const order = byName ?? orderOfStrings(functions.names)
    const calls = asArray(functions.calls)
    const self = asArray(functions.selfTicks)
    for (let at = 0; at < order.length; at++) {
      const f = order[at]
      if ((Number(showUnused) | Number(calls[f] !== 0) | Number(self[f] !== 0)) === 1) items[used++] = f
    }
  } else for (; used < Math.min(indexed, functions.length); used++) items[used] = used
  for (let cycle = 0; cycle < cycles.length; cycle++) items[used + cycle] = functions.length + cycle
  return items.subarray(0, used + cycles.length)
}
