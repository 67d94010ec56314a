// Searches functions by name: every word must occur, or one regular expression must match.
import { messageOf } from '../base/result.ts'
import { TextSearcher } from '../base/find-text.ts'
import { textOfBinary } from '../base/string-table.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { rawName } from './names/names.ts'
import { FIRST_SLICES, type NameSlice, readableIn, ReadableNames } from './names/readable-names.ts'

/** Result of a search, or the error of a regular expression. */
export type SearchResult =
  | {
      readonly ok: true
      /** FunctionIndex, ascending. */
      readonly matches: Uint32Array<ArrayBuffer>
      /** Functions whose names were not searched yet; search again. */
      readonly left: number
    }
  | { readonly ok: false; /** Why the expression is not valid. */ readonly message: string }

/** Length of a name that a regular expression searches, so that none runs forever on one name. */
const LONGEST = 4096

/**
 * Slices that a query searches after the first ones, so that the first results of a large profile
 * come soon.
 */
const MOST_SLICES = 25

/** A query, and how much of the names it has searched. */
interface Search {
  readonly query: string
  lookAt(slice: NameSlice): void
  /** Whether a function was searched and matches. */
  isMatch(f: number): boolean
}

/** Searches the names of a program, as far as they are prepared. */
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
   * Prepares up to `most` more names, so that a first search need not wait. Returns whether any
   * are left.
   */
  prepare(most: number): boolean {
    return this.names.prepare(most)
  }

  /** Searches the prepared names; call it again to search the next ones. */
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
    return { ok: true, matches: matchesOf(this.#search, this.#functions.length), left }
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

/** Searches other names with a regular expression; returns 1 for each match. */
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
}

const WIDE = 128

class WordSearch implements Search {
  readonly query: string
  readonly #functions: FunctionTable
  /** Words as bytes, if they are ASCII. */
  readonly #terms: readonly {
    readonly word: string
    readonly wanted: TextSearcher | null
    readonly isHit: Uint8Array
  }[]
  readonly #isReady: Uint8Array

  constructor(query: string, functions: FunctionTable) {
    this.query = query
    this.#functions = functions
    this.#isReady = new Uint8Array(functions.length)
    const words = new Set(query.toLowerCase().split(/\s+/).filter(Boolean))
    this.#terms = Array.from(words, (word) => ({
      word,
      wanted: isWide(word) ? null : new TextSearcher(word),
      isHit: new Uint8Array(functions.length),
    }))
  }

  lookAt(slice: NameSlice): void {
    const { functions, names, wide } = slice
    for (const { wanted, isHit } of this.#terms) {
      wanted?.findAmong(functions, this.#functions.names, (f) => (isHit[f] = 1))
      wanted?.findAll(names, (row) => (isHit[functions[row]] = 1))
    }
    // Bytes do not show the case of other letters.
    for (const row of wide) {
      const text = textOf(this.#functions, slice, row).toLowerCase()
      for (const { word, isHit } of this.#terms) if (text.includes(word)) isHit[functions[row]] = 1
    }
    for (const f of functions) this.#isReady[f] = 1
  }

  isMatch(f: number): boolean {
    if (this.#isReady[f] === 0) return false
    for (const { isHit } of this.#terms) if (isHit[f] === 0) return false
    return true
  }
}

function isWide(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= WIDE) return true
  return false
}

/** The readable name, and the raw one if it differs. */
function textOf(functions: FunctionTable, slice: NameSlice, row: number): string {
  const readable = readableIn(slice, row, functions)
  const raw = rawName(functions, slice.functions[row] as FunctionIndex)
  const text = readable === raw ? textOfBinary(raw) : `${textOfBinary(readable)} ${textOfBinary(raw)}`
  return text.slice(0, LONGEST)
}
