// The order of readable names as people expect it ("f9" before "f10"): made a slice at a time, so that questions asked
// meanwhile do not wait.
import { nameComparison } from './compare-names.ts'
import type { Named } from './names.ts'
import { ReadableNames } from './readable-names.ts'

export class NameOrder {
  /** Null once it is done: what it worked with is let go. */
  #work: Generator<undefined, Uint32Array<ArrayBuffer>> | null
  #ranks: Uint32Array<ArrayBuffer> | null = null

  /** @param names made ready here, unless they are already */
  constructor(functions: Named, names = new ReadableNames(functions)) {
    this.#work = rankNames(functions, names)
  }

  /** Goes on for about so many comparisons. Answers whether anything is left to do. */
  prepare(most: number): boolean {
    for (let done = 0; this.#ranks === null && done < most; done += YIELD_EVERY) this.#step()
    return this.#ranks === null
  }

  /** By FunctionIndex; equal where names are. */
  ranks(): Uint32Array<ArrayBuffer> {
    while (this.#ranks === null) this.#step()
    return this.#ranks
  }

  #step(): void {
    const step = this.#work?.next()
    if (!step?.done) return
    this.#ranks = step.value
    this.#work = null
  }
}

const YIELD_EVERY = 500
/** Runs of this length are sorted in one go, and merged from then on. */
const RUN = 64

function* rankNames(
  functions: Named,
  readable: ReadableNames,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const { length } = functions
  while (readable.prepare(YIELD_EVERY)) yield
  const compare = nameComparison(functions, readable)
  yield
  let from = new Uint32Array(length).map((_, f) => f)
  for (let start = 0; start < length; start += RUN) {
    from.subarray(start, start + RUN).sort(compare)
    yield
  }
  let to = new Uint32Array(length)
  for (let run = RUN; run < length; run *= 2) {
    for (let start = 0; start < length; start += 2 * run) {
      const middle = Math.min(length, start + run)
      const end = Math.min(length, start + 2 * run)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        const takesLeft = right >= end || (left < middle && compare(from[left], from[right]) <= 0)
        to[at] = takesLeft ? from[left++] : from[right++]
        if (at % YIELD_EVERY === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  const ranks = to
  for (let at = 0, rank = 0; at < length; at++) {
    if (at > 0 && compare(from[at - 1], from[at]) !== 0) rank++
    ranks[from[at]] = rank
    if (at % YIELD_EVERY === 0) yield
  }
  readable.letGo()
  return ranks
}
