// The routines i of a program: symbols of its namelist that gprof takes for functions, one for each address.
import { NONE, used } from '../base/columns.ts'
import { type RawSymbols, SymbolBinding, SymbolPlace, SymbolType } from '../formats/raw-symbols.ts'
import { gatherStrings } from '../base/gather-strings.ts'
import { packedStrings, type StringTable } from '../base/packed-strings.ts'
import { sortRowsByKey } from '../base/radix-sort.ts'
import { isFunctionName, UNDERSCORE } from './local-name-filter.ts'

/** Accepted symbols, ascending by address. Rows become FunctionIndex. */
export interface SymbolTable {
  readonly length: number
  /** First link-time address of each; strictly ascending. */
  readonly address: Float64Array<ArrayBuffer>
  /** Last byte of each; below `address` for a last symbol that lies beyond `.text`. */
  readonly last: Float64Array<ArrayBuffer>
  readonly isStatic: Uint8Array<ArrayBuffer>
  readonly isFunction: Uint8Array<ArrayBuffer>
  readonly names: StringTable
  /** What compilers put before every name, and people do not want to see. */
  readonly prefix?: '_'
  /**
   * Whether the last symbol takes samples up to the end of the histogram. Real gprof reads past its table here: with
   * a duplicate address anywhere it finds 0 and credits nothing; without, the result is arbitrary.
   */
  readonly lastIsOpen: boolean
  /** 1 for a symbol that represents an object file and has its name; absent if there is none. */
  readonly isMapped?: Uint8Array<ArrayBuffer>
}

/** Which local symbols to exclude. */
export interface SelectionOptions {
  /** Leave local symbols out (gprof's -a). */
  readonly noStatic: boolean
  /** Leave out local symbols that are not typed as functions (gprof's -D). */
  readonly onlyTypedStatic: boolean
}

const DEFAULT_SELECTION: SelectionOptions = { noStatic: false, onlyTypedStatic: false }

const REJECTED = 0
const GLOBAL = 1
const STATIC = 2

/** gprof's rules in its order: file and section symbols, binding, kind of section, and for local ones the spelling. */
function classify(symbols: RawSymbols, row: number, options: SelectionOptions): number {
  const type = symbols.type[row]
  const binding = symbols.binding[row]
  const place = symbols.place[row]
  // Asked of every symbol: compiled code that asks for the first time at the first weak one is thrown away.
  const isData = type === SymbolType.object || type === SymbolType.common
  if (type === SymbolType.section || type === SymbolType.file) return REJECTED
  if (options.noStatic && binding === SymbolBinding.local) return REJECTED
  if (place === SymbolPlace.undefined || type === SymbolType.ifunc) return REJECTED
  // Weak symbols count wherever they lie, so untyped data such as `data_start` gets in.
  if (binding === SymbolBinding.weak) return isData ? REJECTED : GLOBAL
  if (binding === SymbolBinding.other || place !== SymbolPlace.code) return REJECTED
  if (binding === SymbolBinding.global) return GLOBAL
  if (!isFunctionName(symbols.names, symbols.nameOffset[row], symbols.prefix)) return REJECTED
  if (options.onlyTypedStatic && type !== SymbolType.func) return REJECTED
  return STATIC
}

const startsWithUnderscore = (names: Uint8Array, at: number): boolean => names[at] === UNDERSCORE

/**
 * Selects the symbols that gprof takes for functions and sorts them by address; of several at one address one
 * stays. Returns an empty table when nothing qualifies; does not throw. `symbols` is not changed, and the
 * table has copies of the names.
 *
 * @param textLast link-time address of the last byte of `.text`, where the last symbol ends
 *
 * Source: behaviour of GNU gprof 2.40, see docs/formats/elf.md.
 */
export function selectFunctions(
  symbols: RawSymbols,
  textLast: number,
  options: SelectionOptions = DEFAULT_SELECTION,
): SymbolTable {
  /** 0 global function, 1 static function, 2 and 3 what is not typed as a function. */
  const rank = new Uint8Array(symbols.length)
  const accepted = accept(symbols, options, rank)
  const kept = dropAliases(symbols, sortRowsByKey(accepted, symbols.address), rank)
  return buildTable(symbols, kept, rank, textLast, kept.length === accepted.length)
}

/** The symbols that count, in the order of the file; fills in their ranks. */
function accept(symbols: RawSymbols, options: SelectionOptions, rank: Uint8Array): Uint32Array<ArrayBuffer> {
  const accepted = new Uint32Array(symbols.length)
  let count = 0
  for (let row = 0; row < symbols.length; row++) {
    const verdict = classify(symbols, row, options)
    if (verdict === REJECTED) continue
    rank[row] = (symbols.type[row] === SymbolType.func ? 0 : 2) + (verdict === STATIC ? 1 : 0)
    accepted[count++] = row
  }
  return accepted.subarray(0, count)
}

/**
 * Returns the link-time addresses of all symbols that gprof takes for functions, aliases included, in the
 * order of the file.
 */
export function listAccepted(symbols: RawSymbols, options: SelectionOptions): Float64Array<ArrayBuffer> {
  const addresses: number[] = []
  for (let row = 0; row < symbols.length; row++) {
    if (classify(symbols, row, options) !== REJECTED) addresses.push(symbols.address[row])
  }
  return Float64Array.from(addresses)
}

/** Of several symbols at one address one name wins: global, then function, then fewer leading underscores, then the first. */
function dropAliases(
  symbols: RawSymbols,
  sorted: Uint32Array<ArrayBuffer>,
  rank: Uint8Array,
): Uint32Array<ArrayBuffer> {
  const kept = new Uint32Array(sorted.length)
  let count = 0
  let before: number = NONE
  for (let at = 0; at < sorted.length; at++) {
    const row = sorted[at]
    const address = symbols.address[row]
    if (address !== before) kept[count++] = row
    else if (replaces(symbols, row, kept[count - 1], rank)) kept[count - 1] = row
    before = address
  }
  return used(kept, count)
}

function replaces(symbols: RawSymbols, row: number, kept: number, rank: Uint8Array): boolean {
  const rowRank = rank[row]
  const keptRank = rank[kept]
  const rowStatic = rowRank & 1
  const keptStatic = keptRank & 1
  if (rowStatic !== keptStatic) return rowStatic === 0
  if (rowRank !== keptRank) return rowRank < keptRank
  const shown = symbols.shownName ?? symbols.nameOffset
  const rowName = shown[row]
  const keptName = shown[kept]
  const rowUnderscore = startsWithUnderscore(symbols.names, rowName)
  const keptUnderscore = startsWithUnderscore(symbols.names, keptName)
  if (rowUnderscore !== keptUnderscore) return keptUnderscore
  if (!rowUnderscore) return false
  return (
    startsWithUnderscore(symbols.names, keptName + 1) && !startsWithUnderscore(symbols.names, rowName + 1)
  )
}

function buildTable(
  symbols: RawSymbols,
  kept: Uint32Array,
  rank: Uint8Array,
  textLast: number,
  lastIsOpen: boolean,
): SymbolTable {
  const length = kept.length
  const address = new Float64Array(length)
  const last = new Float64Array(length)
  const isStatic = new Uint8Array(length)
  const isFunction = new Uint8Array(length)
  const name = new Uint32Array(length)
  const shown = symbols.shownName ?? symbols.nameOffset
  for (let f = 0; f < length; f++) {
    const row = kept[f]
    address[f] = symbols.address[row]
    isStatic[f] = rank[row] & 1
    isFunction[f] = rank[row] < 2 ? 1 : 0
    name[f] = shown[row]
    if (f > 0) last[f - 1] = address[f] - 1
  }
  if (length > 0) last[length - 1] = textLast
  const names = gatherStrings(symbols.names, name)
  const table = { length, address, last, isStatic, isFunction, names, lastIsOpen }
  return {
    ...table,
    ...(symbols.prefix === undefined ? {} : { prefix: symbols.prefix }),
    ...(symbols.shownName === undefined
      ? {}
      : { isMapped: Uint8Array.from(kept, (row) => Number(shown[row] !== symbols.nameOffset[row])) }),
  }
}

/**
 * Returns the table without a last symbol that ends before it begins; the same table if there is none. Where
 * gprof looks for lines it sorts its table twice, and what lies beyond `.text` does not survive the second
 * time.
 */
export function withoutEmptyLast(symbols: SymbolTable): SymbolTable {
  const length = symbols.length - 1
  if (length < 0 || symbols.last[length] >= symbols.address[length]) return symbols
  const { names } = symbols
  return {
    ...symbols,
    length,
    address: symbols.address.slice(0, length),
    last: symbols.last.slice(0, length),
    isStatic: symbols.isStatic.slice(0, length),
    isFunction: symbols.isFunction.slice(0, length),
    names: packedStrings(length, names.bytes, names.start.slice(0, length + 1)),
    lastIsOpen: false,
    ...(symbols.isMapped ? { isMapped: symbols.isMapped.slice(0, length) } : {}),
  }
}
