/**
 * Addresses that no unit answers for in gprof, though its ranges hold them: the last byte of 256, where more than 16 ranges lie
 * within these. The library that gprof reads debugging information by keeps ranges in a tree by the bytes of their addresses, and
 * loses that one where its leaves are full.
 *
 * Source:  behaviour of GNU gprof 2.40; see docs/formats/dwarf.md.
 */
import { lastAtOrBelow } from '../../../base/search.ts'

const PAGE = 256
/** Ranges that a leaf holds. */
const ROOM = 16

export interface PageEnds {
  has(address: number): boolean
  /** The first of them from the address on; Infinity for none. */
  from(address: number): number
}

/** `begin` ascends; the ranges may overlap, and none is there twice for one unit. */
export function findPageEnds(begin: ArrayLike<number>, end: ArrayLike<number>): PageEnds {
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
