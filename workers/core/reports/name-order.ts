// The order of readable names as people expect it ("f9" before "f10"): made a slice at a time, as comparing two hundred
// thousand names the way a language wants it takes seconds.
import type { FunctionIndex, FunctionTable } from '../profile/tables.ts'
import { displayName } from './names.ts'

export class NameOrder {
  readonly #work: Generator<undefined, Uint32Array<ArrayBuffer>>
  #ranks: Uint32Array<ArrayBuffer> | null = null

  constructor(functions: FunctionTable) {
    this.#work = rankNames(functions)
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
    const { done, value } = this.#work.next()
    if (done) this.#ranks = value
  }
}

const YIELD_EVERY = 500
/** Runs of this length are sorted in one go, and merged from then on. */
const RUN = 64

function* rankNames(functions: FunctionTable): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const { length } = functions
  const collator = new Intl.Collator('en', { numeric: true })
  const names: string[] = []
  for (let f = 0; f < length; f++) {
    names.push(displayName(functions, f as FunctionIndex))
    if (f % YIELD_EVERY === 0) yield
  }
  let from = new Uint32Array(length).map((_, f) => f)
  for (let start = 0; start < length; start += RUN) {
    from.subarray(start, start + RUN).sort((left, right) => collator.compare(names[left], names[right]))
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
        const takesLeft =
          right >= end || (left < middle && collator.compare(names[from[left]], names[from[right]]) <= 0)
        to[at] = takesLeft ? from[left++] : from[right++]
        if (at % YIELD_EVERY === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  const ranks = to
  for (let at = 0, rank = 0; at < length; at++) {
    if (at > 0 && collator.compare(names[from[at - 1]], names[from[at]]) !== 0) rank++
    ranks[from[at]] = rank
    if (at % YIELD_EVERY === 0) yield
  }
  return ranks
}
