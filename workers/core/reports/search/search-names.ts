// Searches functions by name: every word must occur, or one regular expression must match.
import type { FunctionTable } from '../../profile/call-graph-profile.ts'
import { messageOf } from '../../base/result.ts'
import { FIRST_SLICES, type NameSlice, ReadableNames } from '../../names/readable-names.ts'
import { type Search, WordSearch, LONGEST, textOf } from './word-search.ts'

/** What a search found. */
export interface Matches {
  readonly ok: true
  /** FunctionIndex, ascending. */
  readonly matches: Uint32Array<ArrayBuffer>
  /** How well each matches, see `rankOfName`; 0 is best. */
  readonly ranks: Uint8Array<ArrayBuffer>
  /** Functions whose names were not searched yet; search again. */
  readonly left: number
}

/** Result of a search, or the error of a regular expression. */
export type SearchResult =
  Matches | { readonly ok: false; /** Why the expression is not valid. */ readonly message: string }

/**
 * Slices that a query searches after the first ones, so that the first results of a large profile
 * come soon.
 */
const MOST_SLICES = 25

/** Searches the names of a program, as far as they are prepared (`prepare`). */
export class SearchIndex {
  readonly names: ReadableNames
  readonly #functions: FunctionTable
  /** The last query, kept while names are prepared, with the slices it has searched. */
  #search: Search | null = null
  #looked = 0
  #functionsLooked = 0

  /**
   * @param first FunctionIndex of the names to prepare first, such as the rows of the flat
   * profile
   */
  constructor(functions: FunctionTable, first = new Uint32Array(0)) {
    this.#functions = functions
    this.names = new ReadableNames(functions, first)
  }

  /**
   * Prepares up to `most` more names, so that a first search need not wait. Returns whether any are left;
   * those are not searched yet.
   */
  prepare(most: number): boolean {
    return this.names.prepare(most)
  }

  /**
   * Searches the prepared names, raw and readable, in any case: every word must occur, or the regular
   * expression between slashes must match. One call searches a part of the names; call it again with the
   * same query until `left` is 0 to search the rest. Each result contains what earlier calls found. An
   * invalid expression gives a result with `ok: false`.
   */
  search(query: string): SearchResult {
    const trimmed = query.trim()
    if (this.#search?.query !== trimmed) {
      try {
        this.#search = searchFor(trimmed, this.#functions)
      } catch (error) {
        return { ok: false, message: messageOf(error) }
      }
      this.#looked = 0
      this.#functionsLooked = 0
    }
    const { names } = this
    const end = Math.min(names.length, this.#looked + (this.#looked === 0 ? FIRST_SLICES : MOST_SLICES))
    for (; this.#looked < end; this.#looked++) {
      const slice = names.slice(this.#looked)
      this.#search.lookAt(slice)
      this.#functionsLooked += slice.functions.length
    }
    const left = this.#functions.length - this.#functionsLooked
    const search = this.#search
    const matches = matchesOf(search, this.#functions.length)
    return { ok: true, matches, ranks: Uint8Array.from(matches, (f) => search.rankOf(f)), left }
  }
}

/** FunctionIndex, ascending. Counts first, so that repeated calls make no garbage. */
function matchesOf(search: Search, functions: number): Uint32Array<ArrayBuffer> {
  let count = 0
  for (let f = 0; f < functions; f++) if (search.isMatch(f)) count++
  const matches = new Uint32Array(count)
  for (let f = functions - 1; f >= 0; f--) if (search.isMatch(f)) matches[--count] = f
  return matches
}

/** @throws SyntaxError for an invalid regular expression */
function searchFor(query: string, functions: FunctionTable): Search {
  const pattern = expressionIn(query)
  return pattern ? new ExpressionSearch(query, pattern, functions) : new WordSearch(query, functions)
}

function expressionIn(query: string): RegExp | null {
  const expression = /^\/(.*)\/$/.exec(query)
  return expression && new RegExp(expression[1], 'i')
}

/**
 * Searches other names with a regular expression between slashes, in any case. Returns a column with 1 for
 * each match; all 0 if the query is no expression. Looks at the first 4096 characters of each name.
 *
 * @throws SyntaxError for an invalid expression
 */
export function findInNames(query: string, names: readonly string[]): Uint8Array<ArrayBuffer> {
  const pattern = expressionIn(query.trim())
  return Uint8Array.from(names, (name) => Number(pattern?.test(name.slice(0, LONGEST)) === true))
}

class ExpressionSearch implements Search {
  readonly query: string
  readonly #pattern: RegExp
  readonly #functions: FunctionTable
  readonly #isMatch: Uint8Array

  constructor(query: string, pattern: RegExp, functions: FunctionTable) {
    this.query = query
    this.#pattern = pattern
    this.#functions = functions
    this.#isMatch = new Uint8Array(functions.length)
  }

  lookAt(slice: NameSlice): void {
    slice.functions.forEach((f, row) => {
      if (this.#pattern.test(textOf(this.#functions, slice, row))) this.#isMatch[f] = 1
    })
  }

  isMatch(f: number): boolean {
    return this.#isMatch[f] === 1
  }

  rankOf(): number {
    return 0
  }
}
