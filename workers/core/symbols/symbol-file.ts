// gprof's `-S` lists of symbols, as nm prints them.
import { binaryString, stringTableOf } from '../base/string-table.ts'
import type { SymbolTable } from './symbol-table.ts'

/** Bytes of a line that count; the rest is read as a line of its own. */
const LONGEST_LINE = 1022

interface ListedSymbol {
  readonly address: number
  readonly isStatic: boolean
  readonly name: string
}

/**
 * Parses gprof's `-S` file into a symbol table: every listed symbol is a function and ends where the next
 * begins. Of several at one address one stays, by the rules for the symbols of an executable. Lines that list
 * no symbol are ignored; no symbols give an empty table.
 *
 * @param bytes the whole file
 * @param textLast link-time address of the last byte of `.text`, where the last symbol ends
 */
export function parseSymbolFile(bytes: Uint8Array, textLast: number): SymbolTable {
  const listed = listSymbols(bytes).sort(
    (left, right) => left.address - right.address || Number(left.isStatic) - Number(right.isStatic),
  )
  const symbols: ListedSymbol[] = []
  for (const symbol of listed) {
    const before = symbols.at(-1)
    if (before?.address !== symbol.address) symbols.push(symbol)
    else if (replaces(symbol, before)) symbols[symbols.length - 1] = symbol
  }
  const { length } = symbols
  const address = Float64Array.from(symbols, (symbol) => symbol.address)
  const last = Float64Array.from(symbols, (_, row) => (row + 1 < length ? address[row + 1] - 1 : textLast))
  return {
    length,
    address,
    last,
    isStatic: Uint8Array.from(symbols, ({ isStatic }) => Number(isStatic)),
    isFunction: new Uint8Array(length).fill(1),
    names: stringTableOf(symbols.map(({ name }) => name)),
    lastIsOpen: length === listed.length,
  }
}

function listSymbols(bytes: Uint8Array): ListedSymbol[] {
  const listed: ListedSymbol[] = []
  for (const line of linesOf(bytes)) {
    const symbol = parseLine(line, listed.at(-1)?.address ?? 0)
    if (symbol) listed.push(symbol)
  }
  return listed
}

function* linesOf(bytes: Uint8Array): Generator<string> {
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(0x0a, from)
    const end = Math.min(newline < 0 ? bytes.length : newline + 1, from + LONGEST_LINE)
    yield binaryString(bytes, from, end)
    from = end
  }
}

/**
 * Blanks are those of C, and a NUL ends the line.
 *
 * @param before the last symbol's address, which to gprof is that of a line without one, too
 */
function parseLine(line: string, before: number): ListedSymbol | null {
  const match =
    /^[ \t\n\v\f\r]*([^ \t\n\v\f\r]+)[ \t\n\v\f\r]+([^ \t\n\v\f\r])[ \t\n\v\f\r]*([^ \t\n\v\f\r]+)/.exec(
      line.split('\0', 1)[0] ?? '',
    )
  if (!match) return null
  const [, word = '', type, name = ''] = match
  if (type !== 't' && type !== 'T') return null
  return { address: addressOf(word) ?? before, isStatic: type === 't', name }
}

/** As many hexadecimal digits as there are, with a sign or without; null where there is not even a prefix of some. */
function addressOf(word: string): number | null {
  const [, sign, prefix, digits = ''] = /^([+-]?)(0[xX])?([0-9a-fA-F]*)/.exec(word) ?? []
  if (digits === '') return prefix === undefined ? null : 0
  const address = Math.min(Number.parseInt(digits, 16), 2 ** 64)
  return sign === '-' && address > 0 ? 2 ** 64 - address : address
}

function replaces(symbol: ListedSymbol, other: ListedSymbol): boolean {
  if (symbol.isStatic !== other.isStatic) return !symbol.isStatic
  if (symbol.name.startsWith('_') !== other.name.startsWith('_')) return other.name.startsWith('_')
  return other.name.startsWith('__') && symbol.name.startsWith('_') && !symbol.name.startsWith('__')
}
