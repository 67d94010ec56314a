// A text file of symbols, as `nm` prints them → SymbolTable: "address type name" a line, types `t` and `T` only.
import { binaryString, stringTableOf } from '../base/string-table.ts'
import type { SymbolTable } from './select-functions.ts'

/** Bytes of a line that count; the rest is read as a line of its own. */
const LONGEST_LINE = 1022

interface ListedSymbol {
  readonly address: number
  readonly isStatic: boolean
  readonly name: string
}

/**
 * Every listed symbol is a function and ends where the next begins; the last one ends with `.text`. Of several at one
 * address one stays, by the rules for the symbols of an executable.
 */
export function parseSymbolFile(bytes: Uint8Array, textLast: number): SymbolTable {
  const listed: ListedSymbol[] = []
  for (const line of linesOf(bytes)) {
    const symbol = parseLine(line)
    if (symbol) listed.push(symbol)
  }
  listed.sort((left, right) => left.address - right.address || Number(left.isStatic) - Number(right.isStatic))
  const kept: ListedSymbol[] = []
  for (const symbol of listed) {
    const before = kept.at(-1)
    if (before?.address !== symbol.address) kept.push(symbol)
    else if (replaces(symbol, before)) kept[kept.length - 1] = symbol
  }
  const { length } = kept
  const address = Float64Array.from(kept, (symbol) => symbol.address)
  const last = Float64Array.from(kept, (_, row) => (row + 1 < length ? address[row + 1] - 1 : textLast))
  return {
    length,
    address,
    last,
    isStatic: Uint8Array.from(kept, ({ isStatic }) => Number(isStatic)),
    isFunction: new Uint8Array(length).fill(1),
    names: stringTableOf(kept.map(({ name }) => name)),
    lastIsOpen: length === listed.length,
  }
}

function* linesOf(bytes: Uint8Array): Generator<string> {
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(0x0a, from)
    const end = Math.min(newline < 0 ? bytes.length : newline + 1, from + LONGEST_LINE)
    yield binaryString(bytes, from, end)
    from = end
  }
}

function parseLine(line: string): ListedSymbol | null {
  const match = /^[ \t\v\f\r]*(?:0[xX])?([0-9a-fA-F]+)[ \t\v\f\r]+(\S)[ \t\v\f\r]*(\S+)/.exec(line)
  if (!match) return null
  const [, digits = '', type, name = ''] = match
  if (type !== 't' && type !== 'T') return null
  return { address: Number.parseInt(digits, 16), isStatic: type === 't', name }
}

function replaces(symbol: ListedSymbol, kept: ListedSymbol): boolean {
  if (symbol.isStatic !== kept.isStatic) return !symbol.isStatic
  if (symbol.name.startsWith('_') !== kept.name.startsWith('_')) return kept.name.startsWith('_')
  return kept.name.startsWith('__') && symbol.name.startsWith('_') && !symbol.name.startsWith('__')
}
