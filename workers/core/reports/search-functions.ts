// Functions by words of their names: every term must occur, or one regular expression must match.
import type { FunctionIndex, FunctionTable } from '../profile/tables.ts'
import { displayName, rawName } from './names.ts'

export type SearchResult =
  | {
      readonly ok: true
      /** FunctionIndex, ascending. */
      readonly matches: Uint32Array<ArrayBuffer>
      /** Functions whose names were not ready and have not been looked at; ask again. */
      readonly left: number
    }
  | { readonly ok: false; /** Why the expression is not valid. */ readonly message: string }

/** Names longer than this are searched in their first part only, so that no expression runs for ever on one name. */
const LONGEST = 4096

export class SearchIndex {
  readonly #functions: FunctionTable
  /** FunctionIndex: whose names are made ready first. */
  readonly #first: Uint32Array
  /** Where to go on in `first`, and in all functions once that is through. */
  #at = 0
  #next = 0
  #ready = 0
  /** Readable name, and the raw one where it differs, in lower case, by FunctionIndex; null until it is prepared. */
  readonly #texts: (string | null)[]

  /** @param first FunctionIndex, such as the rows of the flat profile: what they are called is ready before the rest */
  constructor(functions: FunctionTable, first = new Uint32Array(0)) {
    this.#functions = functions
    this.#first = first
    this.#texts = Array.from({ length: functions.length }, () => null)
  }

  /** Makes ready for up to `most` more functions, so that a first search need not wait. Answers whether any are left. */
  prepare(most: number): boolean {
    const { length } = this.#functions
    const end = Math.min(length, this.#ready + most)
    while (this.#ready < end) {
      const f = this.#at < this.#first.length ? this.#first[this.#at++] : this.#next++
      if (this.#texts[f] !== null) continue
      this.#texts[f] = this.#textOf(f as FunctionIndex)
      this.#ready++
    }
    return this.#ready < length
  }

  /** Looks at the names that are ready. */
  search(query: string): SearchResult {
    const trimmed = query.trim()
    const expression = /^\/(.*)\/$/.exec(trimmed)
    if (expression) {
      try {
        const pattern = new RegExp(expression[1], 'i')
        return this.#filter((text) => pattern.test(text))
      } catch (error) {
        return { ok: false, message: error instanceof Error ? error.message : String(error) }
      }
    }
    const terms = trimmed.toLowerCase().split(/\s+/)
    return this.#filter((text) => terms.every((term) => text.includes(term)))
  }

  #filter(accepts: (text: string) => boolean): SearchResult {
    const matches = new Uint32Array(this.#texts.length)
    let count = 0
    this.#texts.forEach((text, f) => {
      if (text !== null && accepts(text)) matches[count++] = f
    })
    return { ok: true, matches: matches.slice(0, count), left: this.#texts.length - this.#ready }
  }

  #textOf(f: FunctionIndex): string {
    const readable = displayName(this.#functions, f)
    const raw = rawName(this.#functions, f)
    const text = readable === raw ? readable : `${readable} ${raw}`
    return text.slice(0, LONGEST).toLowerCase()
  }
}
