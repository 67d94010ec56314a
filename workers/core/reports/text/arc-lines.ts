// The lines of parents and of children in the call graph: one for each arc, at either of its ends.
import { arcChildTicks, arcSelfTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, ArcsByFunction, FunctionIndex } from '../../profile/tables.ts'
import { callsOfHead, passesTime } from '../../analysis/time/arc-share.ts'
import { allLines } from '../listing/entry-lines.ts'
import { ARC, arcRecords, CHILD, COUNT, ENDS, PASSES_NOTHING, SELF } from './arc-records.ts'
import { digitTable } from './digit-table.ts'
import { BEFORE_NAME, COUNT_WIDTH, NO_INDEX, SELF_WIDTH } from './graph-columns.ts'
import type { TextInput } from './listing-text.ts'
import { AT_ONCE, NamesAhead } from './names-ahead.ts'
import { HEAD_CALLS, RECORD, type PrintedNames } from './printed-names.ts'
import type { TextBytes } from './text-bytes.ts'

const SLASH = 0x2f
/** In place of calls: those of the function that the line names. */
const OF_NAMED = -2

/**
 * Lines are gathered before they are written: arcs of one function lie all over the arc table, and so do the names at
 * their other ends (names-ahead.ts).
 *
 * Most lines are put together in place, in what is a blank line to begin with; those with
 * a number wider than its column, or in the middle between two decimals, go the long way.
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

  /** Lines from #next on are gathered and not written yet. */
  #next = 0
  #length = 0
  readonly #arc = new Uint32Array(AT_ONCE)
  /** What the lines name; until that is looked up, the functions whose entries they stand in. */
  readonly #ahead: NamesAhead

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
    this.#ahead = new NamesAhead(names, out)
  }

  /** Begins to gather anew. */
  clear(): void {
    this.#length = 0
    this.#next = 0
  }

  /** Gathers all lines of an entry if there is room for them; answers whether there was. */
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

  /** Makes what is gathered ready to be written. */
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

  /** Writes the parents of `f`, as many as there are: the next ones of what is gathered, or gathered piece by piece. */
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

  /** The next `lines` of those that are gathered. @param calls those that counts are a part of, or OF_NAMED */
  #write(lines: number, calls: number): void {
    const last = this.#next + lines
    this.#writeUsual(last, calls)
    while (this.#next < last) {
      this.#writeTheLongWay(this.#next++)
      this.#writeUsual(last, calls)
    }
  }

  /**
   * Those before `last`, up to the first one that cannot be put together in place: it is left to others since compiled code
   * that meets one for the first time is thrown away.
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
