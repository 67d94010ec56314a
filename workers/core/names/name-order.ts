// Natural order of readable names ("f9" before "f10"), computed in slices so that other requests need not
// wait.
import type { Named } from './names.ts'
import { ReadableNames } from './readable-names.ts'
import { nameComparison } from './name-comparison.ts'

/** Sorts the readable names of a program; call `prepare` until it returns false, then `ranks`. */
export class NameOrder {
  /** Null once sorting is done, so that its memory is released. */
  #work: Generator<undefined, Uint32Array<ArrayBuffer>> | null
  #ranks: Uint32Array<ArrayBuffer> | null = null

  /** @param names prepared here if they are not yet */
  constructor(functions: Named, names = new ReadableNames(functions)) {
    this.#work = rankNames(functions, names)
  }

  /** Continues sorting for about `most` comparisons. Returns whether any work is left. */
  prepare(most: number): boolean {
    for (let done = 0; this.#ranks === null && done < most; done += YIELD_EVERY) this.#step()
    return this.#ranks === null
  }

  /** Returns ranks by FunctionIndex, from 0; equal names have equal ranks. Does first what work is left. */
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
/** Length of runs that are sorted in one step; longer ones are merged. */
const RUN = 64

function* rankNames(
  functions: Named,
  readable: ReadableNames,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const { length } = functions
  while (readable.prepare(YIELD_EVERY)) yield
  const compare = nameComparison(functions, readable)
  yield
  let from = new Uint32Array(length)
  for (let f = 0; f < length; f++) from[f] = f
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
  readable.detachBuffers()
  return ranks
}
