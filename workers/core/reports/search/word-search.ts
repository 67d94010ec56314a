// One search for words, taken up again while names are prepared.
import { textOfBinary } from '../../base/string-table.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/call-graph-profile.ts'
import { TextSearcher } from '../../base/find-text.ts'
import { type NameSlice, readableIn } from '../../names/readable-names.ts'
import { fortranName } from '../../names/name-parts.ts'
import { rawName } from '../../names/names.ts'
import { bytesOf, UNDERSCORE, rankOfName } from './name-rank.ts'

/** Length of a name that a regular expression searches, so that none runs forever on one name. */
export const LONGEST = 4096

/** A query, and how much of the names it has searched. */
export interface Search {
  readonly query: string
  lookAt(slice: NameSlice): void
  /** Whether a function was searched and matches. */
  isMatch(f: number): boolean
  /** Returns how well a match matches; 0 is best. */
  rankOf(f: number): number
}

const WIDE = 128

export class WordSearch implements Search {
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
export function textOf(functions: FunctionTable, slice: NameSlice, row: number): string {
  const readable = readableIn(slice, row, functions)
  const raw = rawName(functions, slice.functions[row] as FunctionIndex)
  const shown = readable === raw ? fortranName(raw) : readable
  const text = shown === raw ? textOfBinary(raw) : `${textOfBinary(shown)} ${textOfBinary(raw)}`
  return text.slice(0, LONGEST)
}
