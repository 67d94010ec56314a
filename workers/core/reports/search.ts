// What a search or a link finds: the function of a name, the rows of a list that match, and the ranges of a
// name to mark.
import { asArray, NONE, type None } from '../base/columns.ts'
import { lastAtOrBelow } from '../base/sorting.ts'
import { isStringAt, textOfBinary } from '../base/string-table.ts'
import { firstNamed, isNameShared as isShared, setNameOrder } from '../profile/name-index.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import type { EntryIndex, EntryTable, Listing } from './listing/listing.ts'
import { messageOf } from '../base/result.ts'
import { TextSearcher } from '../base/find-text.ts'
import {
  FIRST_SLICES,
  fortranName,
  type NameSlice,
  rawName,
  readableIn,
  ReadableNames,
} from './names/names.ts'

// Results of searches and links: the function with a name, the rows of a list that match, and the
// ranges of a name to mark.

/**
 * Returns a function by raw name. Of several it returns the one at `address`, or the first if there is
 * none; NONE if no function has the name.
 *
 * @param name raw name, a binary string; "" for any name, then only the address decides
 * @param address its first byte, link-time; null if unknown
 */
export function findFunction(
  functions: FunctionTable,
  name: string,
  address: number | null,
): FunctionIndex | None {
  if (address !== null) {
    const at = functionAt(functions, address)
    if (at !== NONE && (name === '' || isStringAt(functions.names, at, name))) return at
  }
  return firstNamed(functions.names, name)
}

/** Whether several functions have this one's raw name (static functions of different files). */
export function isNameShared(functions: FunctionTable, f: FunctionIndex): boolean {
  return isShared(functions.names, f)
}

/**
 * Uses the order of names in a listing for name look-ups (`findFunction`), so that it is not computed
 * again. Does nothing if the listing did not keep it.
 */
export function takeNameOrder({ names }: FunctionTable, { byName }: Pick<Listing, 'byName'>): void {
  if (byName) setNameOrder(names, byName)
}

function functionAt(functions: FunctionTable, address: number): FunctionIndex | None {
  const addresses = asArray(functions.address)
  const f = lastAtOrBelow(addresses, address)
  return addresses[f] === address ? (f as FunctionIndex) : NONE
}

// Filters lists of rows by search results, in the order of the list or with the best matches first.

/**
 * Returns the items of `rows` that match, those with the best rank first, each rank in the order of `rows`.
 *
 * @param rows FunctionIndex, each once
 * @param functions number of functions of the program
 */
export function rowsByRank(
  rows: Uint32Array<ArrayBuffer>,
  { matches, ranks }: Pick<Matches, 'matches' | 'ranks'>,
  functions: number,
): Uint32Array<ArrayBuffer> {
  const found = rowsAmong(rows, matches, functions)
  const rankOf = new Uint8Array(functions)
  for (let at = 0; at < matches.length; at++) rankOf[matches[at]] = ranks[at]
  // Counts each rank, then places the rows.
  const next = new Uint32Array(257)
  for (let row = 0; row < found.length; row++) next[rankOf[found[row]] + 1]++
  for (let rank = 1; rank < next.length; rank++) next[rank] += next[rank - 1]
  const ordered = new Uint32Array(found.length)
  for (let row = 0; row < found.length; row++) ordered[next[rankOf[found[row]]]++] = found[row]
  return ordered
}

/**
 * Returns the items of `rows` that are in `matches`, in the order of `rows`. Both contain FunctionIndex,
 * each once.
 *
 * @param functions number of functions of the program
 */
export function rowsAmong(
  rows: Uint32Array<ArrayBuffer>,
  matches: Uint32Array<ArrayBuffer>,
  functions: number,
): Uint32Array<ArrayBuffer> {
  const isMatch = flags(matches, functions)
  const found = new Uint32Array(Math.min(rows.length, matches.length))
  let count = 0
  for (let row = 0; row < rows.length; row++) {
    const f = rows[row]
    if (isMatch[f] === 1) found[count++] = f
  }
  return found.slice(0, count)
}

/**
 * Returns the matching functions (FunctionIndex) that gprof prints, in the order of their entries in the
 * call graph.
 *
 * @param matches FunctionIndex, each once
 * @param functions number of functions of the program
 */
export function entriesAmong(
  entries: EntryTable,
  matches: Uint32Array<ArrayBuffer>,
  functions: number,
): Uint32Array<ArrayBuffer> {
  const isMatch = flags(matches, functions)
  const { printed, functionOf } = entries
  const found = new Uint32Array(Math.min(printed.length, matches.length))
  let count = 0
  for (let at = 0; at < printed.length; at++) {
    const f = functionOf[printed[at] as EntryIndex]
    if (f !== NONE && isMatch[f] === 1) found[count++] = f
  }
  return found.slice(0, count)
}

/**
 * Returns a column by FunctionIndex with 1 for each match. As fast to query as a set, and far faster to
 * build for a million matches.
 *
 * @param functions number of functions of the program: the length of the column
 */
export function flags(matches: Uint32Array<ArrayBuffer>, functions: number): Uint8Array {
  const isMatch = new Uint8Array(functions)
  for (let at = 0; at < matches.length; at++) isMatch[matches[at]] = 1
  return isMatch
}

// Ranges of a name that match a search, by the rules of the search itself.

/** A range of characters to mark: UTF-16 positions, `to` exclusive. */
export interface MarkRange {
  readonly from: number
  readonly to: number
}

/** Whether a query is a regular expression: those between slashes are. */
export const isExpression = (query: string): boolean => EXPRESSION.test(query.trim())

const EXPRESSION = /^\/(.+)\/$/

/**
 * Returns a function that finds the ranges to mark in a text, ascending and without overlap; the query is
 * parsed once. An invalid expression marks nothing, nor does one that could take long on the text.
 *
 * @param query words, each of which is marked in any case, or a regular expression between slashes
 */
export function marker(query: string): (text: string) => readonly MarkRange[] {
  const trimmed = query.trim()
  if (trimmed === '') return () => []
  const expression = EXPRESSION.exec(trimmed)
  if (expression) {
    try {
      const source = expression[1] ?? ''
      const pattern = new RegExp(source, 'gi')
      const mostLetters = mostLettersFor(source)
      return (text) => (text.length > mostLetters ? [] : merge(rangesOf(text, pattern)))
    } catch {
      return () => []
    }
  }
  const terms = trimmed.toLowerCase().split(/\s+/)
  return (text) => {
    const lower = text.toLowerCase()
    // A few letters change length in lower case; positions would then be wrong.
    if (lower.length !== text.length) return []
    const ranges: MarkRange[] = []
    for (const term of terms) {
      for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + term.length)) {
        ranges.push({ from: at, to: at + term.length })
      }
    }
    return merge(ranges)
  }
}

/** Steps that an expression may take on one name: less than a few milliseconds. */
const MOST_STEPS = 1e6

/**
 * Returns the longest text in which an expression finds all its matches quickly, whatever the
 * text is. The page's own thread runs it and cannot be interrupted, and a fast match in the
 * worker guarantees nothing for the next text.
 *
 * If a repetition contains something that can match in several ways, no length is safe. Otherwise
 * a match may begin at every character, and each repetition may end at every character after the
 * previous one; each such choice doubles the exponent.
 */
function mostLettersFor(source: string): number {
  const bare = source.replaceAll(/\\[^1-9k]|\[(?:[^\]\\]|\\.)*\]/g, '.')
  if (/\\|\)[*+{]/.test(bare)) return 0
  const count = (what: RegExp): number => bare.match(what)?.length ?? 0
  let steps = MOST_STEPS / 2 ** count(/[?|]/g)
  const ends = count(/[*+{]/g) + 1
  for (let nth = 2; nth <= ends; nth++) steps *= nth
  return steps ** (1 / ends)
}

function rangesOf(text: string, pattern: RegExp): MarkRange[] {
  const ranges: MarkRange[] = []
  for (const match of text.matchAll(pattern)) {
    if (match[0] !== '') ranges.push({ from: match.index, to: match.index + match[0].length })
  }
  return ranges
}

function merge(ranges: MarkRange[]): readonly MarkRange[] {
  ranges.sort((a, b) => a.from - b.from)
  const merged: MarkRange[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last && range.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    } else merged.push(range)
  }
  return merged
}

// Searches functions by name: every word must occur, or one regular expression must match.

/** What a search found. */
interface Matches {
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
  /** Returns how well a match matches; 0 is best. */
  rankOf(f: number): number
}

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

// How well a name matches words: the function's own name counts more than its class, and that more than
// arguments and template arguments.

/** Ranks of a word: the whole own name, the start of one of its words, inside it, its scopes, elsewhere. */
const WHOLE = 0
const BEGINS = 1
const INSIDE = 2
const IN_SCOPE = 4
const ELSEWHERE = 8
const WORST = 255

/** A range of bytes. */
interface ByteRange {
  from: number
  to: number
}

/**
 * Returns the sum of the words' ranks in a readable name, at most 255; 0 is best. A word ranks best as the
 * whole own name, then at the start of one of its words, inside it, in its scopes, elsewhere.
 *
 * @param bytes has the name from `from` on, up to `to`
 * @param words in lower case, as UTF-8
 */
export function rankOfName(
  bytes: Uint8Array,
  from: number,
  to: number,
  words: readonly Uint8Array[],
): number {
  const own = ownPart(bytes, from, to)
  let rank = 0
  for (const word of words) {
    const at = placeOf(word, bytes, own.from, own.to)
    if (at < 0) rank += isInScopes(word, bytes, from, own.from) ? IN_SCOPE : ELSEWHERE
    else if (word.length === own.to - own.from) rank += WHOLE
    else rank += beginsWord(bytes, from, at) ? BEGINS : INSIDE
  }
  return Math.min(WORST, rank)
}

/** Returns the end of `operator()`, `operator!=` or `operator bool` at a place. */
function operatorEnd(bytes: Uint8Array, at: number, end: number): number {
  if (isWordAt(CALL_OPERATOR, bytes, at)) return at + CALL_OPERATOR.length
  let to = at + OPERATOR.length
  const isSign = bytes[to] !== SPACE
  const isAngle = bytes[to] === ANGLE || bytes[to] === ANGLE_END
  // A bracket is a part of the sign if the sign begins with one or is an arrow.
  const isOver = (letter: number): boolean =>
    letter === ROUND ||
    (isSign && letter === SPACE) ||
    (isSign && !isAngle && letter === ANGLE) ||
    (isAngle && to > at + OPERATOR.length + 2)
  while (to < end && !isOver(bytes[to])) to++
  return to
}

/** Returns where a word begins in a range, whatever the case of ASCII letters; -1 if it is not there. */
function placeOf(word: Uint8Array, bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at + word.length <= to; at++) if (isWordAt(word, bytes, at)) return at
  return -1
}

function isWordAt(word: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let letter = 0; letter < word.length; letter++) {
    if (lowerCase(bytes[at + letter]) !== word[letter]) return false
  }
  return true
}

/** Whether a word begins in the scopes, outside their template arguments. */
function isInScopes(word: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  let depth = 0
  for (let at = from; at + word.length <= to; at++) {
    if (depth === 0 && isWordAt(word, bytes, at)) return true
    if (bytes[at] === ANGLE) depth++
    else if (bytes[at] === ANGLE_END && depth > 0) depth--
  }
  return false
}

const isUpper = (letter: number): boolean => letter >= 65 && letter <= 90
const lowerCase = (letter: number): number => (isUpper(letter) ? letter + 32 : letter)
const isAlphanumeric = (letter: number): boolean =>
  (lowerCase(letter) >= 97 && lowerCase(letter) <= 122) || (letter >= 48 && letter <= 57)

/** Whether a word begins here: "push_back", "pushBack", "::push". */
function beginsWord(bytes: Uint8Array, from: number, at: number): boolean {
  if (at === from || !isAlphanumeric(bytes[at - 1])) return true
  return isUpper(bytes[at]) && !isUpper(bytes[at - 1])
}

const ANGLE = 60
const ANGLE_END = 62
const ROUND = 40
const SQUARE = 91
const COLON = 58
const SPACE = 32
const MINUS = 45
const LETTER_O = 111
const UNDERSCORE = 95
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const OPERATOR = bytesOf('operator')
const CALL_OPERATOR = bytesOf('operator()')
const ANONYMOUS = bytesOf('(anonymous namespace)')
const FORTRAN_MODULE = bytesOf('_mod_')

/** Reused: a search asks for hundreds of thousands. */
const own: ByteRange = { from: 0, to: 0 }

/** Returns the range of a function's own name, without scopes and arguments, until the next call. */
function ownPart(bytes: Uint8Array, start: number, end: number): Readonly<ByteRange> {
  let depth = 0
  let from = start
  /** The start of the own template arguments; -1 without any. */
  let types = -1
  let to = end
  for (let at = start; at < end; at++) {
    const letter = bytes[at]
    if (letter === ANGLE) {
      if (depth++ === 0 && types < 0) types = at
    } else if (letter === ANGLE_END) {
      if (depth > 0 && bytes[at - 1] !== MINUS) depth--
    } else if (depth > 0) continue
    else if (letter === COLON && bytes[at + 1] === COLON) {
      from = ++at + 1
      types = -1
    } else if (letter === SPACE && bytes[at + 1] !== SQUARE) {
      // What is in front is a return type.
      from = at + 1
      types = -1
    } else if (letter === LETTER_O && at === from && isWordAt(OPERATOR, bytes, at)) {
      to = operatorEnd(bytes, at, end)
      types = -1
      break
    } else if (letter === ROUND) {
      if (isWordAt(ANONYMOUS, bytes, at)) at += ANONYMOUS.length - 1
      else {
        to = at
        break
      }
    }
  }
  if (bytes[start] === UNDERSCORE && from === start) {
    const module = placeOf(FORTRAN_MODULE, bytes, start, to)
    if (module > 0) from = module + FORTRAN_MODULE.length
  }
  own.from = from
  own.to = types < 0 ? to : types
  return own
}

const WIDE = 128

class WordSearch implements Search {
  readonly query: string
  readonly #functions: FunctionTable
  /** Words as bytes, if they are ASCII. */
  readonly #terms: readonly {
    readonly word: string
    readonly wanted: TextSearcher | null
    /** The word as it is in the symbol of a Fortran procedure, if it has a module. */
    readonly inModule: TextSearcher | null
    readonly isHit: Uint8Array
  }[]
  readonly #words: readonly Uint8Array[]
  readonly #isReady: Uint8Array
  readonly #ranks: Uint8Array

  constructor(query: string, functions: FunctionTable) {
    this.query = query
    this.#functions = functions
    this.#isReady = new Uint8Array(functions.length)
    this.#ranks = new Uint8Array(functions.length)
    const words = [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))]
    this.#words = words.map(bytesOf)
    this.#terms = words.map((word) => ({
      word,
      wanted: isWide(word) ? null : new TextSearcher(word),
      inModule:
        !word.includes('::') || isWide(word) ? null : new TextSearcher(word.replaceAll('::', '_mod_')),
      isHit: new Uint8Array(functions.length),
    }))
  }

  lookAt(slice: NameSlice): void {
    const { functions, names, wide } = slice
    const { bytes, start } = this.#functions.names
    for (const { wanted, inModule, isHit } of this.#terms) {
      inModule?.findAmong(functions, this.#functions.names, (f) => {
        if (bytes[start[f]] === UNDERSCORE && bytes[start[f] + 1] === UNDERSCORE) isHit[f] = 1
      })
      wanted?.findAmong(functions, this.#functions.names, (f) => (isHit[f] = 1))
      wanted?.findAll(names, (row) => (isHit[functions[row]] = 1))
    }
    // Bytes do not show the case of other letters.
    for (const row of wide) {
      const text = textOf(this.#functions, slice, row).toLowerCase()
      for (const { word, isHit } of this.#terms) if (text.includes(word)) isHit[functions[row]] = 1
    }
    for (const f of functions) this.#isReady[f] = 1
    for (let row = 0; row < functions.length; row++) {
      const f = functions[row]
      if (!this.isMatch(f)) continue
      const isRaw = names.start[row] === names.end[row]
      const table = isRaw ? this.#functions.names : names
      const at = isRaw ? f : row
      const from = table.start[at]
      this.#ranks[f] = rankOfName(table.bytes, from, Math.min(table.end[at], from + LONGEST), this.#words)
    }
  }

  rankOf(f: number): number {
    return this.#ranks[f]
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
  const shown = readable === raw ? fortranName(raw) : readable
  const text = shown === raw ? textOfBinary(raw) : `${textOfBinary(shown)} ${textOfBinary(raw)}`
  return text.slice(0, LONGEST)
}
