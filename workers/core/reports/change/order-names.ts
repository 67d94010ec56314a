// Rows by the names that people read ("f9" before "f10"), in steps.
import { NONE } from '../../base/brand.ts'
import { wholeName } from '../names/names.ts'
import type { BeforeAfter } from './measures.ts'
import type { PairIndex } from './pairs.ts'

/** Names read or compared between two pauses. */
const STEP = 200
/** Runs of this length are sorted in one go, and merged from then on. */
const RUN = 32

const collator = new Intl.Collator('en', { numeric: true })

/** The later name, or the one of a function that is gone; whole, nothing hidden. */
export function nameOf({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const f = pairs.after[row]
  if (f !== NONE) return wholeName(after.profile.functions, f)
  const gone = pairs.before[row]
  return gone === NONE ? '' : wholeName(before.profile.functions, gone)
}

/** The rows in that order, those of one name as they stood. */
export function* orderNames(
  compared: BeforeAfter,
  rows: Uint32Array<ArrayBuffer>,
): Generator<void, Uint32Array<ArrayBuffer>> {
  const names: string[] = []
  for (const [nth, row] of rows.entries()) {
    if (nth % STEP === 0) yield
    names.push(nameOf(compared, row as PairIndex))
  }
  const compare = (left: number, right: number): number => collator.compare(names[left], names[right])
  let from = rows.map((_, at) => at)
  for (let start = 0; start < from.length; start += RUN) {
    yield
    from.subarray(start, start + RUN).sort(compare)
  }
  let to = new Uint32Array(from.length)
  for (let run = RUN; run < from.length; run *= 2) {
    for (let start = 0; start < from.length; start += 2 * run) {
      const middle = Math.min(from.length, start + run)
      const end = Math.min(from.length, start + 2 * run)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        if (at % STEP === 0) yield
        const takesLeft = right >= end || (left < middle && compare(from[left], from[right]) <= 0)
        to[at] = takesLeft ? from[left++] : from[right++]
      }
    }
    ;[from, to] = [to, from]
  }
  return from.map((at) => rows[at])
}
