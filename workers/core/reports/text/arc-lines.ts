// Lines of parents or children in the call graph: one per arc at each of its ends.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, ArcsByFunction, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { allLines } from '../listing/lines-on-request.ts'
import { roundedUnits } from '../../quantities.ts'
import { AT_ONCE, HEAD_CALLS, NamePrefetch, type PrintedNames, RECORD } from './printed-names.ts'
import {
  BEFORE_NAME,
  COUNT_WIDTH,
  MOST_CALLS,
  MOST_HUNDREDTHS,
  NO_INDEX,
  SELF_WIDTH,
  type TextInput,
} from './listing-text.ts'
import { digitTable } from './digit-table.ts'
import type { TextBytes } from './text-bytes.ts'
import { arcChildTicks, arcSelfTicks, arcTimesOf, callsOfHead, passesTime } from '../../analysis/arc-times.ts'

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
export class ArcLines {
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
