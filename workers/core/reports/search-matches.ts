// Results of searches and links: the function with a name, the rows of a list that match, and the
// ranges of a name to mark.
import { asArray, NONE, type None } from '../base/columns.ts'
import { lastAtOrBelow } from '../base/sorting.ts'
import { isStringAt } from '../base/string-table.ts'
import { firstNamed, isNameShared as isShared, setNameOrder } from '../profile/name-index.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import type { Listing } from './listing/listing.ts'
import type { EntryIndex, EntryTable } from './listing/entries.ts'

/**
 * Returns a function by raw name. Of several it returns the one at `address`, or the first if
 * there is none; NONE if no function has the name.
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

/** Whether several functions have this one's name (static functions of different files). */
export function isNameShared(functions: FunctionTable, f: FunctionIndex): boolean {
  return isShared(functions.names, f)
}

/** Uses the order of names in a listing for name look-ups, so that it is not computed again. */
export function takeNameOrder({ names }: FunctionTable, { byName }: Pick<Listing, 'byName'>): void {
  if (byName) setNameOrder(names, byName)
}

function functionAt(functions: FunctionTable, address: number): FunctionIndex | None {
  const addresses = asArray(functions.address)
  const f = lastAtOrBelow(addresses, address)
  return addresses[f] === address ? (f as FunctionIndex) : NONE
}

// Filters lists of rows by search results, in the order of the list.

/** Returns the items of `rows` that are in `matches`. Both contain FunctionIndex, each once. */
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

/** Returns the matching functions in the order of their entries in the call graph. */
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
 * Returns a column by FunctionIndex with 1 for each match. As fast to query as a set, and far
 * faster to build for a million matches.
 */
export function flags(matches: Uint32Array<ArrayBuffer>, functions: number): Uint8Array {
  const isMatch = new Uint8Array(functions)
  for (let at = 0; at < matches.length; at++) isMatch[matches[at]] = 1
  return isMatch
}

// Ranges of a name that match a search, by the rules of the search itself.

/** A range of characters to mark. */
export interface MarkRange {
  readonly from: number
  readonly to: number
}

/** Whether a query is a regular expression: those between slashes are. */
export const isExpression = (query: string): boolean => EXPRESSION.test(query.trim())

const EXPRESSION = /^\/(.+)\/$/

/**
 * Returns a function that finds the ranges to mark in a text; the query is parsed once. An
 * invalid expression marks nothing.
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
