// Where GNU gprof 2.40 has no lines though the file has them. These are lists of ranges and line programs
// that it cannot read, and last bytes of pages; found by running it, see docs/formats/dwarf.md.
import { Form } from './constants.ts'
import type { DebugSections } from './sections.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import type { Extent, Unit, Units } from './units.ts'
import type { RangeIndex } from './range-index.ts'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import type { Stretches } from '../stretches.ts'
import type { LineHeader } from './line-header.ts'

/**
 * Returns where in `.debug_info` gprof stops reading, as an offset: at the first unit with a list of ranges
 * that it cannot read. Those are the lists of units that GCC made with -gsplit-dwarf, and all lists where
 * -gz=zlib-gnu compressed them, for it looks for them under their new name only; then any function may have
 * one, and every unit is given up here. Units before that one have lines. Returns Infinity for all other
 * executables, which are not searched.
 *
 * @param onDamage receives units that could not be read
 */
export async function findGprofsEnd(
  sections: DebugSections,
  units: Units,
  onDamage: (error: ProblemError) => void,
): Promise<number> {
  const hidesLists = sections.isNamedTheOldWay('.debug_rnglists')
  // Split units keep their addresses in a table.
  if (!hidesLists && !sections.has('.debug_addr')) return Infinity
  for (const header of await units.readHeaders(onDamage)) {
    const { start, version, isSkeleton, hasCode } = header
    if (version < 5 || !hasCode || !(isSkeleton || hidesLists)) continue
    try {
      if (hidesLists) return start
      const { entry } = await units.unitOf(header)
      // gprof skips ranges given by index.
      if (entry.ranges.form !== 0 && gprofReadsRanges(entry)) return start
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      onDamage(error)
    }
  }
  return Infinity
}

/**
 * -gdwarf64: it takes the unit's size of offsets for that of the line program, which the assembler writes. What it does not
 * support it gives up at: segments, and instructions of no operations.
 */
export function gprofReadsLines({ header }: Unit, lines: LineHeader): boolean {
  if (lines.segmentSize !== 0 || lines.maximumOperations === 0) return false
  return lines.version < 5 || lines.offsetSize === header.offsetSize
}

/**
 * Whether gprof reads the ranges of an entry; true for an entry without ranges. It skips range lists given by
 * index, which clang writes for DWARF 5.
 */
export function gprofReadsRanges({ ranges }: Extent): boolean {
  return ranges.form !== Form.rnglistx
}

/**
 * Addresses that no unit answers for in gprof, though its ranges hold them: the last byte of 256, where more than 16 ranges lie
 * within these. The library that gprof reads debugging information by keeps ranges in a tree by the bytes of their addresses, and
 * loses that one where its leaves are full.
 *
 * Of no use to the page, which does not load it.
 *
 * Source:  behaviour of GNU gprof 2.40; see docs/formats/dwarf.md.
 */

const PAGE = 256
/** Ranges that a leaf holds. */
const ROOM = 16

interface PageEnds {
  has(address: number): boolean
  /** The first of them from the address on; Infinity for none. */
  from(address: number): number
}

/** What was found for each address; file -1 for nothing. */
interface Answers {
  readonly addresses: ArrayLike<number>
  readonly file: Int32Array
  readonly line: Uint32Array
}

/**
 * Removes answers that gprof does not have: an address that it loses at the end of a page has one only if it
 * is the first request for which its unit was read. Changes the answers in place: `file` becomes −1 and
 * `line` 0.
 */
export function forgetPageEnds(index: RangeIndex, { addresses, file, line }: Answers): void {
  const ends = findPageEnds(index)
  const isLost = Array.from(addresses, (address) => ends.has(address))
  if (!isLost.includes(true)) return
  let read = -1
  for (let row = 0; row < addresses.length; row++) {
    const [unit = Infinity] = index.unitsAt(addresses[row])
    if (isLost[row] && unit <= read) {
      file[row] = -1
      line[row] = 0
    }
    // Without an answer it has read all.
    read = file[row] < 0 ? Infinity : Math.max(read, unit)
  }
}

/**
 * Removes the addresses that gprof loses at ends of pages from stretches of code, in place: it shortens
 * stretches and appends their rests, so the order is lost. For code that is walked byte by byte, where all
 * units were read before.
 */
export function cutPageEnds(index: RangeIndex, { start, end, file, line, name }: Stretches): void {
  const ends = findPageEnds(index)
  // What is cut off goes behind the others, and may have to be cut again.
  for (let row = 0; row < start.length; row++) {
    const lost = ends.from(start[row])
    if (lost >= end[row]) continue
    start.push(lost + 1)
    end.push(end[row])
    for (const column of [file, line, name]) column.push(column[row])
    end[row] = lost
  }
}

function findPageEnds(index: RangeIndex): PageEnds {
  const { begin, end } = index.ranges()
  const first: number[] = []
  const last: number[] = []
  const ends = Float64Array.from(end, (address) => Math.floor((address - 1) / PAGE)).sort()
  // Page by page that a range begins or ends in: how many reach into it.
  let [began, over] = [0, 0]
  while (began < begin.length) {
    const page = Math.floor(begin[began] / PAGE)
    while (over < ends.length && ends[over] < page) over++
    while (began < begin.length && Math.floor(begin[began] / PAGE) === page) began++
    // Until the next one begins they only become fewer.
    const next = began < begin.length ? Math.floor(begin[began] / PAGE) - 1 : Infinity
    if (began - over <= ROOM) continue
    first.push(page)
    last.push(Math.min(next, ends[began - ROOM - 1]))
  }
  const from = (address: number): number => {
    const page = Math.floor(address / PAGE)
    const run = lastAtOrBelow(first, page)
    if (run >= 0 && page <= last[run]) return page * PAGE + PAGE - 1
    return run + 1 < first.length ? first[run + 1] * PAGE + PAGE - 1 : Infinity
  }
  return { from, has: (address) => address % PAGE === PAGE - 1 && from(address) === address }
}
