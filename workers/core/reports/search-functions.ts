// Functions by words of their names: every term must occur, or one regular expression must match.
import type { FunctionIndex, FunctionTable } from '../profile/tables.ts'
import { displayName, rawName } from './names.ts'

export type SearchResult =
  | { readonly ok: true; /** FunctionIndex, ascending. */ readonly matches: Uint32Array<ArrayBuffer> }
  | { readonly ok: false; /** Why the expression is not valid. */ readonly message: string }

/** Names longer than this are searched in their first part only, so that no expression runs for ever on one name. */
const LONGEST = 4096

export class SearchIndex {
  readonly #functions: FunctionTable
  /** Readable name, and the raw one where it differs, in lower case; of the functions prepared so far. */
  readonly #texts: string[] = []

  constructor(functions: FunctionTable) {
    this.#functions = functions
  }

  /** Makes ready for up to `most` more functions, so that a first search need not wait. Answers whether any are left. */
  prepare(most: number): boolean {
    const { length } = this.#functions
    const end = Math.min(length, this.#texts.length + most)
    for (let row = this.#texts.length; row < end; row++) this.#texts.push(this.#textOf(row as FunctionIndex))
    return end < length
  }

  search(query: string): SearchResult {
    const trimmed = query.trim()
    const expression = /^\/(.*)\/$/.exec(trimmed)
    if (expression) {
      try {
        const pattern = new RegExp(expression[1], 'i')
        return { ok: true, matches: this.#filter((text) => pattern.test(text)) }
      } catch (error) {
        return { ok: false, message: error instanceof Error ? error.message : String(error) }
      }
    }
    const terms = trimmed.toLowerCase().split(/\s+/)
    return { ok: true, matches: this.#filter((text) => terms.every((term) => text.includes(term))) }
  }

  #filter(accepts: (text: string) => boolean): Uint32Array<ArrayBuffer> {
    this.prepare(this.#functions.length)
    const matches = new Uint32Array(this.#texts.length)
    let count = 0
    this.#texts.forEach((text, f) => {
      if (accepts(text)) matches[count++] = f
    })
    return matches.slice(0, count)
  }

  #textOf(f: FunctionIndex): string {
    const readable = displayName(this.#functions, f)
    const raw = rawName(this.#functions, f)
    const text = readable === raw ? readable : `${readable} ${raw}`
    return text.slice(0, LONGEST).toLowerCase()
  }
}
