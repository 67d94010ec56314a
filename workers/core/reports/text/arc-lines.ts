// The lines of parents and of children in the call graph: one for each arc, at either of its ends.
import { arcChildTicks, arcSelfTicks, arcTimesOf } from '../../analysis/arc-times.ts'
import type { Csr } from '../../base/csr.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { callsOfHead, passesNoTime } from '../call-graph.ts'
import { allLines } from '../entry-lines.ts'
import { roundedUnits } from '../quantities.ts'
import { putDigits, putHundredths, digitsOf } from './digits.ts'
import { BEFORE_NAME, COUNT_WIDTH, NO_INDEX, SELF_WIDTH } from './graph-columns.ts'
import type { TextInput } from './listing-text.ts'
import type { PrintedNames } from './printed-names.ts'
import type { TextBytes } from './text-bytes.ts'

/** Lines that are gathered together. */
const AT_ONCE = 512
const SLASH = 0x2f
/** In `of`, of an arc that passes no time; of one whose calls are too many for their column. */
const NOTHING = -1
const TOO_MANY = -2
/** Bytes that come together. */
const NEAR = 64
/** Numbers from here on are too wide for their columns. */
const TOO_WIDE = 10_000_000
const MOST_HUNDREDTHS = 999_999

/**
 * Lines are gathered before they are written: arcs of one function lie all over the arc table, and so do the names at
 * their other ends, so each line waits for memory some times. Gathered, many lines wait together, which makes a large
 * listing a quarter cheaper.
 *
 * Most lines are put together in place, in what is a blank line to begin with; those with
 * a number wider than its column, or in the middle between two decimals, go the long way.
 */
export class ArcLines {
  readonly parents: Csr
  readonly children: Csr
  readonly #analyzed: AnalyzedProfile
  readonly #records: Int32Array
  readonly #headCalls: Int32Array
  readonly #names: PrintedNames
  readonly #childWidth: number
  readonly #out: TextBytes
  /** Where a line is kept that is blank but for its zeros and the slash, and where one that has nothing at all. */
  readonly #zeros: number
  readonly #blanks: number
  /** Bytes before the name. */
  readonly #width: number

  /** Lines from #next on are gathered and not written yet. */
  #next = 0
  #length = 0
  readonly #arc = new Uint32Array(AT_ONCE)
  /** The function that the line names. */
  readonly #named = new Uint32Array(AT_ONCE)
  /** See `recordArcs`. */
  readonly #self = new Int32Array(AT_ONCE)
  readonly #child = new Int32Array(AT_ONCE)
  readonly #count = new Int32Array(AT_ONCE)
  /** The calls that #count is a part of; or one of the two above. */
  readonly #of = new Int32Array(AT_ONCE)
  /** See PrintedNames. */
  readonly #place = new Int32Array(AT_ONCE)
  /** So that an engine does not leave out what nothing comes of. */
  readonly #touched = new Uint32Array(1)

  constructor({ analyzed, listing }: TextInput, names: PrintedNames, childWidth: number, out: TextBytes) {
    const lines = allLines(analyzed, listing.lines)
    this.parents = lines.parentArcs
    this.children = lines.childArcs
    this.#analyzed = analyzed
    this.#records = recordArcs(analyzed)
    this.#headCalls = listHeadCalls(analyzed)
    this.#names = names
    this.#childWidth = childWidth
    this.#out = out
    this.#width = NO_INDEX + SELF_WIDTH + 1 + childWidth + 1 + 2 * COUNT_WIDTH + 1 + BEFORE_NAME
    const zero = '0.00'
    const times = zero.padStart(NO_INDEX + SELF_WIDTH) + zero.padStart(1 + childWidth)
    this.#blanks = out.keep(' '.repeat(this.#width))
    this.#zeros = out.keep(`${times}${'/'.padStart(COUNT_WIDTH + 2)}`.padEnd(this.#width))
  }

  /** Gathers all lines of an entry if there is room for them; answers whether there was. */
  gatherEntry(f: FunctionIndex): boolean {
    const parents = this.parents.offsets
    const children = this.children.offsets
    const lines = parents[f + 1] - parents[f] + children[f + 1] - children[f]
    if (this.#length + lines > AT_ONCE) return false
    this.#gather(this.parents, f, parents[f], parents[f + 1])
    this.#gather(this.children, f, children[f], children[f + 1])
    return true
  }

  /** What is gathered has been written. */
  clear(): void {
    this.#length = 0
    this.#next = 0
  }

  /** Writes one side of an entry: the next one of what is gathered; or, where nothing is, gathers it piece by piece. */
  write(side: Csr, f: FunctionIndex): void {
    const { offsets } = side
    const end = offsets[f + 1]
    if (this.#next < this.#length) {
      this.#write(end - offsets[f])
      return
    }
    for (let from = offsets[f]; from < end; from += AT_ONCE) {
      this.clear()
      this.#gather(side, f, from, Math.min(end, from + AT_ONCE))
      this.#write(this.#length)
    }
  }

  #gather(side: Csr, f: FunctionIndex, from: number, end: number): void {
    const { items } = side
    const cycleOf = this.#analyzed.cycles.cycleOf as unknown as Int32Array
    const records = this.#records
    const headCalls = this.#headCalls
    const names = this.#names
    const cycle = cycleOf[f]
    const isChild = side === this.children
    const [arcAt, nameAt, places, counts] = [this.#arc, this.#named, this.#place, this.#count]
    const [selfs, children, ofs] = [this.#self, this.#child, this.#of]
    let line = this.#length
    for (let at = from; at < end; at++) {
      const arc = items[at]
      const record = WIDTH * arc
      const other = records[record + ENDS] ^ f
      const passesTime = other !== f && (cycle < 0 || cycle !== cycleOf[other])
      arcAt[line] = arc
      nameAt[line] = other
      places[line] = names.placeOf(other as FunctionIndex)
      selfs[line] = records[record + SELF]
      children[line] = records[record + CHILD]
      counts[line] = records[record + COUNT]
      ofs[line] = passesTime ? headCalls[isChild ? other : f] : NOTHING
      line++
    }
    this.#touch(this.#length, line)
    this.#length = line
  }

  /**
   * Reads a byte here and there of the names of some lines, so that they are near when they are copied: where names are
   * long and take more than a processor's own memory, copying them takes two thirds of the time.
   */
  #touch(from: number, end: number): void {
    const bytes = this.#out.buffer
    let sum = 0
    for (let line = from; line < end; line++) {
      const place = this.#place[line]
      if (place < 0) continue
      const nameEnd = place + this.#names.lineLength(this.#named[line] as FunctionIndex)
      for (let at = place; at < nameEnd; at += NEAR) sum += bytes[at]
    }
    this.#touched[0] = sum
  }

  /** The next `lines` of those that are gathered. */
  #write(lines: number): void {
    const out = this.#out
    const bytes = out.buffer
    const names = this.#names
    const [zeros, blanks] = [this.#zeros, this.#blanks]
    const width = this.#width
    const selfEnd = NO_INDEX + SELF_WIDTH
    const childEnd = selfEnd + 1 + this.#childWidth
    const slash = childEnd + 1 + COUNT_WIDTH
    const [nameAt, places, counts] = [this.#named, this.#place, this.#count]
    const [selfs, children, ofs] = [this.#self, this.#child, this.#of]
    const end = this.#next + lines
    for (let line = this.#next; line < end; line++) {
      const place = places[line]
      const count = counts[line]
      const self = selfs[line]
      const child = children[line]
      const of = ofs[line]
      const passesTime = of !== NOTHING
      if ((place | count) < 0 || (passesTime && (self | child | of) < 0)) {
        this.#writeTheLongWay(line)
        continue
      }
      const nameLength = names.lineLength(nameAt[line] as FunctionIndex)
      const at = out.room(width + nameLength)
      const before = passesTime ? zeros : blanks
      bytes.copyWithin(at, before, before + width)
      putDigits(bytes, at + slash, count)
      if (passesTime) {
        if (self !== 0) putHundredths(bytes, at + selfEnd, self)
        if (child !== 0) putHundredths(bytes, at + childEnd, child)
        putDigits(bytes, at + slash + 1 + digitsOf(of), of)
      }
      bytes.copyWithin(at + width, place, place + nameLength)
      out.writtenTo(at + width + nameLength)
    }
    this.#next = end
  }

  #writeTheLongWay(line: number): void {
    const { profile } = this.#analyzed
    const out = this.#out
    const arc = this.#arc[line] as ArcIndex
    const count = profile.arcs.count[arc]
    if (passesNoTime(this.#analyzed, arc)) {
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
    this.#names.writeLine(this.#named[line] as FunctionIndex)
  }
}

/** Places of what stands in the record of an arc. */
const SELF = 0
const CHILD = 1
const COUNT = 2
/** The numbers of parent and child, one over the other: who knows one of them knows the other. */
const ENDS = 3
const WIDTH = 4

/**
 * What the lines of an arc tell, side by side and rounded once for both: read from four columns here and there, a large
 * listing waits for memory twice as long. Times in hundredths of a second; −1 is for what does not fit its column, or
 * takes the long way to round.
 */
function recordArcs(analyzed: AnalyzedProfile): Int32Array {
  const { arcs, rate } = analyzed.profile
  const times = arcTimesOf(analyzed)
  const records = new Int32Array(WIDTH * arcs.length)
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    const record = WIDTH * a
    const count = arcs.count[arc]
    records[record + SELF] = hundredthsOf(times.self[arc] / rate)
    records[record + CHILD] = hundredthsOf(times.child[arc] / rate)
    records[record + COUNT] = count < TOO_WIDE ? count : -1
    records[record + ENDS] = arcs.parent[arc] ^ arcs.child[arc]
  }
  return records
}

function hundredthsOf(seconds: number): number {
  const hundredths = roundedUnits(seconds, 100)
  return hundredths <= MOST_HUNDREDTHS ? hundredths : -1
}

/** By function the calls that counts of arcs to it are a part of. */
function listHeadCalls(analyzed: AnalyzedProfile): Int32Array {
  const calls = new Int32Array(analyzed.profile.functions.length)
  for (let f = 0; f < calls.length; f++) {
    const all = callsOfHead(analyzed, f as FunctionIndex)
    calls[f] = all < TOO_WIDE ? all : TOO_MANY
  }
  return calls
}
