// gprof's symbol table: which symbols of an executable are functions, sorted by address, one name per
// address; and the symbol at an address.
import { NONE, used } from '../base/columns.ts'
import { TWO_TO_32 } from '../bytes/byte-source.ts'
import {
  type RawDescriptors,
  type RawExecutable,
  type RawSymbols,
  SymbolBinding,
  SymbolPlace,
  SymbolType,
} from '../formats/format.ts'
import { gatherStrings, packedStrings, type StringTable, stringTableOf } from '../base/string-table.ts'
import { lastAtOrBelow, sortRowsByKey } from '../base/sorting.ts'

// Corrects symbols for their machine, as gprof's or the machine's own tools read them.
//
// Some machines' symbols are not addresses of instructions: Arm marks Thumb code in bit 0, MIPS its
// compressed code, and 64-bit PowerPC (ELFv1) names a function descriptor. A gprof built for the
// machine handles these; any other takes the values unchanged. So there are three rules, and
// docs/differences.md has the cases in which they differ:
//
// - HOST: what gprof built for x86-64 does
// - NATIVE: what gprof built for the file's machine does; `gmonscope gprof`'s default
// - CORRECTED: the actual functions, where both lose some

/** How to read a program's symbols, and the counters of unusual profiles. */
export interface TargetRules {
  readonly symbolsOf: (executable: RawExecutable) => RawSymbols
  /** Counters and counts are believed where they are not as wide as gprof takes them for. */
  readonly anyWidth: boolean
}

/** Rules of gprof built for x86-64: `gmonscope gprof --as-host`. */
export const HOST: TargetRules = { symbolsOf: hostSymbols, anyWidth: false }

/** Rules that find all functions; the page's default. */
export const CORRECTED: TargetRules = { symbolsOf: correctedSymbols, anyWidth: true }

/** Rules of gprof built for the machine of the file; those of HOST for x86 and for Windows programs. */
export const NATIVE: TargetRules = { symbolsOf: nativeSymbols, anyWidth: false }

function nativeSymbols(executable: RawExecutable): RawSymbols {
  if (executable.format === 'pe') return hostSymbols(executable)
  const addressed = withoutEncodings(executable)
  const { descriptors } = executable
  return descriptors
    ? withDotSymbols(addressed, findDescriptorTargets(addressed, descriptors, executable))
    : addressed
}

/**
 * As GNU's tools do: beside the symbols one more for the code of each descriptor, with a dot before its name. gprof's
 * filter takes no local name that begins with a dot, so static functions are lost.
 */
function withDotSymbols(symbols: RawSymbols, { row, code }: DescriptorTargets): RawSymbols {
  const { length } = symbols
  const total = length + row.length
  const address = new Float64Array(total)
  const nameOffset = new Uint32Array(total)
  const columns = {
    binding: new Uint8Array(total),
    type: new Uint8Array(total),
    place: new Uint8Array(total),
  }
  address.set(symbols.address)
  nameOffset.set(symbols.nameOffset)
  for (const column of ['binding', 'type', 'place'] as const) columns[column].set(symbols[column])
  const names: number[] = []
  row.forEach((symbol, nth) => {
    const from = symbols.nameOffset[symbol]
    const end = symbols.names.indexOf(0, from)
    nameOffset[length + nth] = symbols.names.length + names.length
    names.push(DOT, ...symbols.names.subarray(from, end < 0 ? symbols.names.length : end), 0)
    address[length + nth] = code[nth]
    columns.binding[length + nth] = symbols.binding[symbol]
    columns.type[length + nth] = symbols.type[symbol]
    columns.place[length + nth] = SymbolPlace.code
  })
  const table = new Uint8Array(symbols.names.length + names.length)
  table.set(symbols.names)
  table.set(names, symbols.names.length)
  return { ...symbols, length: total, address, nameOffset, ...columns, names: table }
}

function hostSymbols({ format, symbols }: RawExecutable): RawSymbols {
  return format === 'pe' ? withUntypedLocals(symbols) : symbols
}

function correctedSymbols(executable: RawExecutable): RawSymbols {
  const evened = withoutEncodings(executable)
  const addressed = evened === executable.symbols ? evened : withoutLabels(evened, executable.symbols)
  const { descriptors } = executable
  return descriptors
    ? withCodeAddresses(addressed, findDescriptorTargets(addressed, descriptors, executable))
    : addressed
}

/** ELF e_machine of those where bit 0 of a function's address says how its code is encoded, and is no part of the address. */
const ENCODED: ReadonlySet<number> = new Set([
  // MIPS, of either byte order: MIPS16 and microMIPS code.
  8, 10,
  // Arm: Thumb code.
  40,
])

/** With the addresses at which functions begin: even ones, where bit 0 only says how they are encoded. */
function withoutEncodings({ format, machine, symbols }: RawExecutable): RawSymbols {
  return format !== 'pe' && ENCODED.has(machine) ? withEvenFunctions(symbols) : symbols
}

/**
 * Whether the count of an arc in a BSD profile of the program is the low half of its 64-bit word: 64-bit
 * Windows programs write 32 bits and leave the rest of the word unset. GNU's format always has 32 bits.
 */
export const hasNarrowCounts = ({ format, wordSize }: RawExecutable): boolean =>
  format === 'pe' && wordSize === 8

/** To gprof a static function of a PE file is a label: COFF's type field is looked at for external symbols only. */
function withUntypedLocals(symbols: RawSymbols): RawSymbols {
  const type = symbols.type.map((is, row) =>
    is === SymbolType.func && symbols.binding[row] === SymbolBinding.local ? SymbolType.none : is,
  )
  return { ...symbols, type }
}

/**
 * Without labels of a linker's script, such as `_stext`, at whose address an encoded function begins: they would give it their name,
 * and its calls to the function before.
 */
function withoutLabels(evened: RawSymbols, encoded: RawSymbols): RawSymbols {
  const moved = new Set<number>()
  for (let row = 0; row < evened.length; row++)
    if (evened.address[row] !== encoded.address[row]) moved.add(evened.address[row])
  const place = evened.place.map((is, row) =>
    evened.type[row] === SymbolType.none && moved.has(evened.address[row]) ? SymbolPlace.nowhere : is,
  )
  return { ...evened, place }
}

function withEvenFunctions(symbols: RawSymbols): RawSymbols {
  const address = symbols.address.map((value, row) =>
    symbols.type[row] === SymbolType.func && value % 2 === 1 ? value - 1 : value,
  )
  return { ...symbols, address }
}

/** Symbols of descriptors and where the code lies: `code[nth]` is that of row `row[nth]`. Ascending by descriptor. */
export interface DescriptorTargets {
  readonly row: readonly number[]
  readonly code: readonly number[]
}

/**
 * One symbol per descriptor: of several a global one, then one typed as a function, then one that is not weak, then the
 * first. A function whose code has a symbol already needs none.
 */
function findDescriptorTargets(
  symbols: RawSymbols,
  descriptors: RawDescriptors,
  { bigEndian }: RawExecutable,
): DescriptorTargets {
  const { start, firstCode, bytes } = descriptors
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const named = new Set<number>()
  const best = new Map<number, number>()
  for (let row = 0; row < symbols.length; row++) {
    const type = symbols.type[row]
    if (type !== SymbolType.func && type !== SymbolType.none) continue
    const address = symbols.address[row]
    if (symbols.place[row] === SymbolPlace.code) named.add(address)
    const at = address - start
    if (symbols.place[row] !== SymbolPlace.data || at < 0 || at + 8 > bytes.length) continue
    const before = best.get(address) ?? NONE
    if (before === NONE || specificityOf(symbols, row) < specificityOf(symbols, before))
      best.set(address, row)
  }
  const row: number[] = []
  const code: number[] = []
  for (const [address, chosen] of [...best].sort(([left], [right]) => left - right)) {
    const at = address - start
    const high = view.getUint32(bigEndian ? at : at + 4, !bigEndian)
    const low = view.getUint32(bigEndian ? at + 4 : at, !bigEndian)
    const entry = high * TWO_TO_32 + low
    if (entry < firstCode || entry > Number.MAX_SAFE_INTEGER || named.has(entry)) continue
    row.push(chosen)
    code.push(entry)
  }
  return { row, code }
}

function specificityOf(symbols: RawSymbols, row: number): number {
  const binding = symbols.binding[row]
  const global = binding === SymbolBinding.global ? 0 : 4
  const func = symbols.type[row] === SymbolType.func ? 0 : 2
  return global + func + (binding === SymbolBinding.weak ? 1 : 0)
}

/** The same symbols, those of descriptors at the code: functions, whether they say so or not. */
function withCodeAddresses(symbols: RawSymbols, { row, code }: DescriptorTargets): RawSymbols {
  const address = symbols.address.slice()
  const place = symbols.place.slice()
  const type = symbols.type.slice()
  row.forEach((symbol, nth) => {
    address[symbol] = code[nth]
    place[symbol] = SymbolPlace.code
    type[symbol] = SymbolType.func
  })
  return { ...symbols, address, place, type }
}

// gprof's symbol table: which symbols are functions, sorted by address, one name per address; and functions
// named by their addresses where there is no program.

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

const UNDERSCORE = 0x5f
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

// Which local symbols gprof takes for functions, judged by spelling (names the compiler made up are left out).

const DOLLAR = 0x24
const DOT = 0x2e
const PLUS = 0x2b
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const BRACKET = 0x5b

const bytesOf = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0))
const CLONE = bytesOf('.clone.')
const CONSTPROP = bytesOf('.constprop.')
const NEVER = [bytesOf('__gnu_compiled'), bytesOf('___gnu_compiled')]

function startsWith(names: Uint8Array, at: number, prefix: readonly number[]): boolean {
  for (let i = 0; i < prefix.length; i++) {
    if (names[at + i] !== prefix[i]) return false
  }
  return true
}

/** Whether `prefix` is at `at` and the string continues after it. */
function startsLongerThan(names: Uint8Array, at: number, prefix: readonly number[]): boolean {
  return startsWith(names, at, prefix) && byteAt(names, at + prefix.length) !== 0
}

/** With the prefix, or as Objective-C names its methods: "-[Class method]". */
function startsLike(names: Uint8Array, at: number, prefix: string): boolean {
  const first = byteAt(names, at)
  return (
    first === prefix.charCodeAt(0) ||
    ((first === MINUS || first === PLUS) && byteAt(names, at + 1) === BRACKET)
  )
}

const byteAt = (names: Uint8Array, at: number): number => (at < names.length ? names[at] : 0)

/**
 * Whether gprof takes the local name at `offset` of a string table for a function's.
 *
 * A dot may be followed by digits only, or open a `.clone.` or `.constprop.` suffix; a dollar sign is never
 * accepted. GNU gprof's scan has a defect that its output depends on, reproduced here: when a number ends the
 * name, the scan steps over the terminator and judges the next string of the table too.
 *
 * @param prefix what compilers put before every name in this kind of program; a name without it is no
 *   function's Source: docs/formats/elf.md, "Local names"; confirmed against gprof 2.40.
 */
export function isFunctionName(names: Uint8Array, offset: number, prefix = ''): boolean {
  if (byteAt(names, offset) === 0) return false
  if (prefix !== '' && !startsLike(names, offset, prefix)) return false
  if (isMadeUp(names, offset)) return false
  for (let at = offset; ; at++) {
    const byte = byteAt(names, at)
    if (byte === 0) return true
    if (byte === DOLLAR) return false
    if (byte === DOT) return hasOnlySuffixes(names, at)
  }
}

function isMadeUp(names: Uint8Array, offset: number): boolean {
  if (byteAt(names, offset) !== UNDERSCORE || byteAt(names, offset + 1) !== UNDERSCORE) return false
  return NEVER.some((beginning) => startsWith(names, offset, beginning))
}

/** From its first dot on, which few names have. */
function hasOnlySuffixes(names: Uint8Array, dot: number): boolean {
  for (let at = dot; byteAt(names, at) !== 0; at++) {
    const byte = byteAt(names, at)
    if (byte === DOLLAR) return false
    if (byte !== DOT) continue
    if (startsLongerThan(names, at, CLONE)) at += CLONE.length - 1
    else if (startsLongerThan(names, at, CONSTPROP)) at += CONSTPROP.length - 1
    let digits = 0
    for (at++; ; at++) {
      const next = byteAt(names, at)
      if (next === 0) break
      if (next === DOT) {
        if (digits === 0) return false
        // The outer loop looks at this dot again.
        at--
        break
      }
      if (next < ZERO || next > NINE) return false
      digits++
    }
  }
  return true
}

// Symbols for a profile without its executable: every recorded callee begins a function, named by its address.

/**
 * Returns a symbol table for a profile without program: one row per distinct callee address, named "0x…". The
 * recorded address lies a few bytes inside the function, so starts are approximate; code before the first
 * callee goes to a row of its own at `low`.
 *
 * @param callees recorded addresses in any order; those outside `low`…`high` are ignored
 * @param low start of the histogram's range
 * @param high its end, exclusive
 */
export function nameByAddress(callees: Iterable<number>, low: number, high: number): SymbolTable {
  const starts = [...new Set([...callees, low])].filter((address) => address >= low && address < high)
  const address = Float64Array.from(starts).sort()
  const { length } = address
  const last = new Float64Array(length)
  for (let row = 0; row < length; row++) last[row] = (row + 1 < length ? address[row + 1] : high) - 1
  return {
    length,
    address,
    last,
    isStatic: new Uint8Array(length),
    isFunction: new Uint8Array(length).fill(1),
    names: stringTableOf(Array.from(address, (start) => `0x${start.toString(16)}`)),
    lastIsOpen: true,
  }
}

// The symbol at an address, found in constant time for ordinary programs: a table of buckets over the address range
// narrows each search to a few neighbours.

/** Symbols sorted by address, with their last bytes. */
export interface LocatableSymbols {
  readonly length: number
  readonly address: Float64Array<ArrayBuffer>
  readonly last: Float64Array<ArrayBuffer>
}

/**
 * Finds the symbol at an address in constant time, through buckets over the address range. The symbols must
 * not change.
 */
export class FunctionLocator {
  readonly #symbols: LocatableSymbols
  readonly #first: number
  readonly #bucketSize: number
  /** Bucket `b` begins with the symbol at or below its first address; one more at the end. */
  readonly #bucket: Int32Array
  /** Each symbol before this one ends where the next begins. */
  #firstGap = 0

  constructor(symbols: LocatableSymbols) {
    this.#symbols = symbols
    const { address, length } = symbols
    this.#first = length > 0 ? address[0] : 0
    const span = length > 0 ? address[length - 1] - this.#first + 1 : 1
    let bucketSize = 1
    while (span / bucketSize > length + 1) bucketSize *= 2
    this.#bucketSize = bucketSize
    this.#bucket = new Int32Array(Math.floor(span / bucketSize) + 2)
    this.#fillBuckets()
  }

  #fillBuckets(): void {
    const { length, address, last } = this.#symbols
    const bucket = this.#bucket
    let filled = 0
    for (let symbol = 1; symbol < length; symbol++) {
      const start = address[symbol]
      const own = Math.ceil((start - this.#first) / this.#bucketSize)
      while (filled < own) bucket[filled++] = symbol - 1
      if (this.#firstGap === symbol - 1 && last[symbol - 1] + 1 === start) this.#firstGap = symbol
    }
    bucket.fill(Math.max(0, length - 1), filled)
  }

  /**
   * Writes to `rows` the rows of the symbols at `length` addresses from position `first` on; −1 (NONE) where
   * there is none.
   */
  fill(rows: Int32Array, addresses: Float64Array, first: number, length: number): void {
    for (let at = 0; at < length; at++) rows[at] = this.at(addresses[first + at])
  }

  /**
   * Returns the row of the symbol whose range holds a link-time address; −1 (NONE) between and beyond
   * symbols.
   */
  at(address: number): number {
    const { length, last, address: start } = this.#symbols
    if (length === 0 || address < this.#first) return NONE
    const place = (address - this.#first) / this.#bucketSize
    let found: number
    if (place >= this.#bucket.length - 1) found = length - 1
    else {
      // A whole number of 32 bits: what is cut off is the fraction.
      const bucket = place | 0
      found = this.#bucket[bucket]
      const end = this.#bucket[bucket + 1]
      if (end - found > 8) found = lastAtOrBelow(start, address, length)
      else while (found < end && start[found + 1] <= address) found++
    }
    return found < this.#firstGap || address <= last[found] ? found : NONE
  }
}

/**
 * Returns the row of the symbol whose range holds a link-time address; −1 (NONE) between and beyond symbols.
 * A binary search: for a few addresses, without a FunctionLocator.
 */
export function symbolAt({ length, address: start, last }: LocatableSymbols, address: number): number {
  const found = lastAtOrBelow(start, address, length)
  return found >= 0 && address <= last[found] ? found : NONE
}
