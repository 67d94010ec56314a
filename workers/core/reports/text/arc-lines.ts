// The lines of parents and of children in the call graph: one for each arc, at either of its ends.
import type { Csr } from '../../base/csr.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { callsOfHead } from '../call-graph.ts'
import { roundedUnits } from '../quantities.ts'
import { putDigits, putHundredths, digitsOf } from './digits.ts'
import { BEFORE_NAME, COUNT_WIDTH, NO_INDEX, SELF_WIDTH } from './graph-columns.ts'
import type { TextInput } from './listing-text.ts'
import type { PrintedNames } from './printed-names.ts'
import type { TextBytes } from './text-bytes.ts'

/** Lines that are gathered together. */
const AT_ONCE = 512
const SLASH = 0x2f
/** In `of`, of an arc that passes no time. */
const NOTHING = -1
/** Bytes that come together. */
const NEAR = 64
/** Numbers from here on are too wide for their columns. */
const TOO_WIDE = 10_000_000
const MOST_HUNDREDTHS = 999_999

/** The lines above the primary lines, or those below. */
interface Side {
  readonly arcs: Csr
  /** By arc the function that its line names. */
  readonly named: Int32Array
  /** Whether a count is a part of the calls of the function that is named, and not of the one whose entry it is. */
  readonly isOfNamed: boolean
}

/**
 * Lines are gathered before they are written: arcs of one function lie all over the arc table, and so do the names at
 * their other ends, so each line waits for memory some times. Gathered, many lines wait together, which makes a large
 * listing a quarter cheaper.
 *
 * Most lines are put together in place, in what is a blank line to begin with; those that pass no
 * time, have a number wider than its column or one in the middle between two decimals go the long way.
 */
export class ArcLines {
  readonly parents: Side
  readonly children: Side
  readonly #analyzed: AnalyzedProfile
  readonly #names: PrintedNames
  readonly #childWidth: number
  readonly #out: TextBytes
  /** Where a line is kept that is blank but for the zeros and the slash. */
  readonly #blank: number
  /** Bytes before the name. */
  readonly #width: number

  /** Lines from #next on are gathered and not written yet. */
  #next = 0
  #length = 0
  readonly #arc = new Uint32Array(AT_ONCE)
  /** The function that the line names. */
  readonly #named = new Uint32Array(AT_ONCE)
  /** Hundredths of a second; −1 where it takes the long way to tell. */
  readonly #self = new Int32Array(AT_ONCE)
  readonly #child = new Int32Array(AT_ONCE)
  readonly #count = new Float64Array(AT_ONCE)
  /** The calls that #count is a part of. */
  readonly #of = new Float64Array(AT_ONCE)
  /** See PrintedNames. */
  readonly #place = new Int32Array(AT_ONCE)
  /** So that an engine does not leave out what nothing comes of. */
  readonly #touched = new Uint32Array(1)

  constructor({ analyzed, listing }: TextInput, names: PrintedNames, childWidth: number, out: TextBytes) {
    const { arcs } = analyzed.profile
    const { parentArcs, childArcs } = listing.lines
    this.parents = { arcs: parentArcs, named: arcs.parent as unknown as Int32Array, isOfNamed: false }
    this.children = { arcs: childArcs, named: arcs.child as unknown as Int32Array, isOfNamed: true }
    this.#analyzed = analyzed
    this.#names = names
    this.#childWidth = childWidth
    this.#out = out
    this.#width = NO_INDEX + SELF_WIDTH + 1 + childWidth + 1 + 2 * COUNT_WIDTH + 1 + BEFORE_NAME
    const zero = '0.00'
    const times = zero.padStart(NO_INDEX + SELF_WIDTH) + zero.padStart(1 + childWidth)
    this.#blank = out.keep(`${times}${'/'.padStart(COUNT_WIDTH + 2)}`.padEnd(this.#width))
  }

  /** Gathers all lines of an entry if there is room for them; answers whether there was. */
  gatherEntry(f: FunctionIndex): boolean {
    const parents = this.parents.arcs.offsets
    const children = this.children.arcs.offsets
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
  write(side: Side, f: FunctionIndex): void {
    const { offsets } = side.arcs
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

  #gather({ arcs, named, isOfNamed }: Side, f: FunctionIndex, from: number, end: number): void {
    const { items } = arcs
    const { profile, times, cycles } = this.#analyzed
    const { rate } = profile
    const cycleOf = cycles.cycleOf as unknown as Int32Array
    const names = this.#names
    const cycle = cycleOf[f]
    const calls = callsOfHead(this.#analyzed, f)
    const [arcAt, nameAt, places, counts] = [this.#arc, this.#named, this.#place, this.#count]
    const [selfs, children, ofs] = [this.#self, this.#child, this.#of]
    let line = this.#length
    for (let at = from; at < end; at++) {
      const arc = items[at] as ArcIndex
      const other = named[arc]
      const passesTime = other !== f && (cycle < 0 || cycle !== cycleOf[other])
      arcAt[line] = arc
      nameAt[line] = other
      places[line] = names.placeOf(other as FunctionIndex)
      counts[line] = profile.arcs.count[arc]
      ofs[line] = NOTHING
      if (passesTime) {
        ofs[line] = isOfNamed ? callsOfHead(this.#analyzed, other as FunctionIndex) : calls
        selfs[line] = roundedUnits(times.arcSelfTicks[arc] / rate, 100)
        children[line] = roundedUnits(times.arcChildTicks[arc] / rate, 100)
      }
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
    const blank = this.#blank
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
      const fits = count < TOO_WIDE && of < TOO_WIDE && self <= MOST_HUNDREDTHS && child <= MOST_HUNDREDTHS
      if (of === NOTHING || place < 0 || self < 0 || child < 0 || !fits) {
        this.#writeTheLongWay(line)
        continue
      }
      const nameLength = names.lineLength(nameAt[line] as FunctionIndex)
      const at = out.room(width + nameLength)
      bytes.copyWithin(at, blank, blank + width)
      if (self !== 0) putHundredths(bytes, at + selfEnd, self)
      if (child !== 0) putHundredths(bytes, at + childEnd, child)
      putDigits(bytes, at + slash, count | 0)
      putDigits(bytes, at + slash + 1 + digitsOf(of | 0), of | 0)
      bytes.copyWithin(at + width, place, place + nameLength)
      out.writtenTo(at + width + nameLength)
    }
    this.#next = end
  }

  #writeTheLongWay(line: number): void {
    const { times, profile } = this.#analyzed
    const out = this.#out
    const arc = this.#arc[line] as ArcIndex
    const named = this.#named[line] as FunctionIndex
    if (this.#of[line] === NOTHING) {
      out.blanks(NO_INDEX + SELF_WIDTH + 1 + this.#childWidth + 1)
      out.count(this.#count[line], COUNT_WIDTH)
      out.blanks(1 + COUNT_WIDTH + BEFORE_NAME)
      this.#names.writeLine(named)
      return
    }
    out.blanks(NO_INDEX)
    out.fixed(times.arcSelfTicks[arc] / profile.rate, 2, SELF_WIDTH)
    out.blanks(1)
    out.fixed(times.arcChildTicks[arc] / profile.rate, 2, this.#childWidth)
    out.blanks(1)
    out.count(this.#count[line], COUNT_WIDTH)
    out.byte(SLASH)
    out.countLeft(this.#of[line], COUNT_WIDTH)
    out.blanks(BEFORE_NAME)
    this.#names.writeLine(named)
  }
}
