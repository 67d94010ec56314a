// A unit's functions, inlined ones included: their entries, names and ranges, and which one is innermost at
// an address.
import { AnswerCache, type Extent, isAddressIndex, type Unit, type UnitHeader, type Units } from './units.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { Attribute, Form, Tag, UNMANGLED_LANGUAGES } from './constants.ts'
import {
  type Abbreviation,
  type AbbreviationTable,
  type DebugStrings,
  decodeForm,
  decodeIndirect,
  type DwarfCursor,
  type FormValue,
  NO_VALUE,
  planSkip,
  type SkipPlan,
  skipValues,
  type StringContext,
} from './sections.ts'
import { gprofReadsRanges } from './line-table.ts'
import { lastAtOrBelow, sortRowsByKey } from '../../base/sorting.ts'
import { binaryString } from '../../base/string-table.ts'
import { type RawExecutable, type RawSymbols, SymbolPlace, SymbolType } from '../format.ts'

/** The functions of a unit, inlined ones included. */
export interface UnitFunctions {
  /** Owners are positions in the unit's list of functions. */
  readonly cells: OwnerCells
  /**
   * Returns a function's linkage name, as a binary string; for a function without, its plain name if its
   * language does not mangle, else the symbol at its start, else its plain name. Null where nothing names it.
   */
  nameOf(owner: number): Promise<string | null>
}

/** Queries for one function after another usually stay within a file. */
const MOST_REMEMBERED = 2
const BYTES_OF_CELL = 24

/** Copies of copies followed for a name, before it is a ring. */
const LONGEST_CHAIN = 64

/** Reads the functions of units, and keeps the answers for the units read last. */
export class UnitFunctionsReader {
  readonly #units: Units
  readonly #strings: DebugStrings
  readonly #symbols: ElfNames
  readonly #onDamage: (error: ProblemError) => void
  readonly #gprofQuirks: boolean
  readonly #last = new AnswerCache<UnitFunctions>(
    MOST_REMEMBERED,
    ({ cells }) => BYTES_OF_CELL * cells.start.length,
  )

  /**
   * @param onDamage receives a damaged list of ranges or name; the function then has no code, or no name
   * @param gprofQuirks whether to skip range lists given by index, as gprof does
   */
  constructor(
    units: Units,
    strings: DebugStrings,
    symbols: ElfNames,
    onDamage: (error: ProblemError) => void,
    gprofQuirks: boolean,
  ) {
    this.#units = units
    this.#strings = strings
    this.#symbols = symbols
    this.#onDamage = onDamage
    this.#gprofQuirks = gprofQuirks
  }

  /**
   * Reads the functions of a unit.
   *
   * @throws ProblemError `dwarf/damaged` for damaged entries or abbreviations, `dwarf/unsupported` for too
   *   many ranges
   */
  read(unit: Unit): Promise<UnitFunctions> {
    return this.#last.of(unit.header.start, () => this.#read(unit))
  }

  async #read(unit: Unit): Promise<UnitFunctions> {
    const { header } = unit
    const abbreviations = await this.#units.readAbbreviations(header)
    const cursor = await this.#units.readEntries(header)
    const home: Entries = { unit, abbreviations, cursor }
    const { position, begin, end } = decodeFunctions(cursor, abbreviations, header)
    const ranges: OwnedRanges = { begin: [], end: [], owner: [] }
    const add = (owner: number, from: number, to: number): void => {
      if (from >= to || to > Number.MAX_SAFE_INTEGER) return
      ranges.begin.push(from)
      ranges.end.push(to)
      ranges.owner.push(owner)
    }
    for (let owner = 0; owner < position.length; owner++) {
      if (begin[owner] >= 0) {
        add(owner, begin[owner], end[owner])
        continue
      }
      cursor.at = position[owner] - header.entriesAt
      const extent = decodeExtent(cursor, abbreviations, header)
      const pairs = joinNeighbours(this.#extentInHand(unit, extent) ?? (await this.#extentOf(unit, extent)))
      if (pairs.length > 0) begin[owner] = pairs[0]
      for (let pair = 0; pair < pairs.length; pair += 2) add(owner, pairs[pair], pairs[pair + 1])
      cursor.bound(ranges.owner.length, BYTES_OF_FUNCTION, 'ranges in one unit')
    }
    return {
      cells: buildOwnerCells(ranges),
      nameOf: (owner) => this.#nameOf(home, position[owner], begin[owner]),
    }
  }

  /** A function whose ranges are damaged covers nothing; the others do. Null where bytes must be waited for. */
  #extentInHand(unit: Unit, extent: Extent): readonly number[] | null {
    if (this.#gprofQuirks && !gprofReadsRanges(extent)) return []
    try {
      return this.#units.extentInHand(unit, extent)
    } catch (error) {
      return this.#noExtent(error)
    }
  }

  async #extentOf(unit: Unit, extent: Extent): Promise<readonly number[]> {
    try {
      return await this.#units.readExtent(unit, extent)
    } catch (error) {
      return this.#noExtent(error)
    }
  }

  #noExtent(error: unknown): readonly number[] {
    if (!(error instanceof ProblemError)) throw error
    this.#onDamage(error)
    return []
  }

  async #nameOf(home: Entries, position: number, start: number): Promise<string | null> {
    let plain: string | null = null
    let isUnmangled = false
    try {
      let at = { unit: home.unit, names: namesAt(home, position) }
      for (let step = 0; step < LONGEST_CHAIN; step++) {
        const context = contextOf(at.unit)
        const linkage = await this.#strings.read(at.names.linkageName, context)
        // An empty name is none.
        if (linkage) return linkage
        if (!plain) {
          plain = await this.#strings.read(at.names.name, context)
          isUnmangled = UNMANGLED_LANGUAGES.has(at.unit.entry.language)
        }
        const next = await this.#follow(home, at.unit, at.names.origin)
        if (next === null) break
        at = next
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      this.#onDamage(error)
    }
    if (plain && isUnmangled) return plain
    const symbol = this.#symbols.at(start)
    return symbol >= 0 && this.#symbols.starts[symbol] === start
      ? this.#symbols.nameOf(symbol)
      : plain || null
  }

  async #follow(
    home: Entries,
    unit: Unit,
    { form, value }: FormValue,
  ): Promise<{ unit: Unit; names: EntryNames } | null> {
    if (!isReference(form)) return null
    const { header } = unit
    const isHere = value >= header.entriesAt && value < header.end
    if (!isHere && form !== Form.refAddr) return null
    if (isHere && unit === home.unit) return { unit, names: namesAt(home, value) }
    const owner = isHere ? unit : await this.#units.readUnitAround(value, this.#onDamage)
    if (owner === null) return null
    const abbreviations = await this.#units.readAbbreviations(owner.header)
    const names = await this.#units.readEntry(value, (cursor) =>
      decodeEntryNames(cursor, abbreviations, owner.header),
    )
    return { unit: owner, names }
  }
}

/** The entries of a unit, in hand. */
interface Entries {
  readonly unit: Unit
  readonly abbreviations: AbbreviationTable
  readonly cursor: DwarfCursor
}

function namesAt({ unit, abbreviations, cursor }: Entries, position: number): EntryNames {
  cursor.at = position - unit.header.entriesAt
  return decodeEntryNames(cursor, abbreviations, unit.header)
}

/**
 * Joins adjacent pieces, as gprof does: the size of a piece decides which function is innermost.
 */
function joinNeighbours(pairs: readonly number[]): readonly number[] {
  if (areApart(pairs)) return pairs
  const joined: number[] = []
  /** Places in `joined`. */
  const byBegin = new Map<number, number>()
  const byEnd = new Map<number, number>()
  for (let pair = 0; pair < pairs.length; pair += 2) {
    const [begin, end] = [pairs[pair], pairs[pair + 1]]
    const before = byEnd.get(begin)
    const behind = byBegin.get(end)
    if (before !== undefined && (behind === undefined || before < behind)) {
      byEnd.delete(begin)
      joined[before + 1] = end
      byEnd.set(end, before)
    } else if (behind !== undefined) {
      byBegin.delete(end)
      joined[behind] = begin
      byBegin.set(begin, behind)
    } else {
      byBegin.set(begin, joined.length)
      byEnd.set(end, joined.length)
      joined.push(begin, end)
    }
  }
  return joined
}

/** As compilers list most. */
function areApart(pairs: readonly number[]): boolean {
  for (let pair = 2; pair < pairs.length; pair += 2) if (pairs[pair] <= pairs[pair - 1]) return false
  return true
}

function contextOf({ header, entry }: Unit): StringContext {
  return { unit: header, strOffsetsBase: entry.strOffsetsBase, home: '.debug_info' }
}

/** Type signatures and references into other files are not followed. */
function isReference(form: number): boolean {
  return form === Form.refAddr || (form >= Form.ref1 && form <= Form.refUdata)
}

// Entries of a unit to its functions, inlined ones included: their code and the position of their
// names.

/** One row per function with code, in the order of entries. */
export interface FunctionEntries {
  /** Position of the entry in `.debug_info`. */
  readonly position: number[]
  /** Start and end of its code; −1 for functions whose ranges are in tables. */
  readonly begin: number[]
  readonly end: number[]
}

/** What an entry says about its name, itself or through another entry. */
export interface EntryNames {
  readonly linkageName: FormValue
  readonly name: FormValue
  /** The entry it is a copy or the body of. */
  readonly origin: FormValue
}

/** Bytes that a function takes, here and where its ranges are put in order. A unit that took an hour to compile has 400,000. */
const BYTES_OF_FUNCTION = 64

/** Abbreviations with numbers below this, as all are, are passed over fastest. */
const MOST_SIZES = 1 << 14

/** The cursor has the unit's entries up to its end. A unit may have millions, of which few are functions with code. */
function decodeFunctions(
  cursor: DwarfCursor,
  abbreviations: AbbreviationTable,
  unit: UnitHeader,
): FunctionEntries {
  const functions: FunctionEntries = { position: [], begin: [], end: [] }
  /** By abbreviation, whose numbers count up from 1: how to pass over an entry; null for functions with code. */
  const passages: (SkipPlan | null | undefined)[] = []
  /** Sizes of values with a constant size; the end of a list of entries takes none. */
  const sizes = new Int32Array(MOST_SIZES).fill(-1)
  sizes[0] = 0
  for (;;) {
    cursor.skipNumbered(sizes)
    if (cursor.remaining === 0) return functions
    const { at } = cursor
    const code = cursor.uleb()
    if (code === 0) continue
    let passage = passages[code]
    if (passage === undefined) {
      const abbreviation = abbreviations.get(code) ?? cursor.damaged(`abbreviation ${code}`)
      passage = isFunctionWithCode(abbreviation) ? null : planSkip(abbreviation.forms, unit)
      passages[code] = passage
      const [size = 0, more] = passage ?? [-1]
      if (code < MOST_SIZES && more === undefined) sizes[code] = size
    }
    cursor.spend(1 + (passage?.length ?? 0))
    if (passage !== null && skipValues(cursor, passage, unit)) continue
    // One value after another; of an entry that is cut off, up to where it is.
    cursor.at = at
    const { position } = cursor
    const extent = decodeExtent(cursor, abbreviations, unit)
    const begin = extent.lowPc.value
    const end = plainEnd(extent)
    cursor.bound(functions.position.length, BYTES_OF_FUNCTION, 'functions in one unit')
    functions.position.push(position)
    functions.begin.push(end === null ? -1 : begin)
    functions.end.push(end ?? -1)
  }
}

function isFunctionWithCode({ tag, attributes }: Abbreviation): boolean {
  const isFunction = tag === Tag.subprogram || tag === Tag.inlinedSubroutine || tag === Tag.entryPoint
  const has = (attribute: number): boolean => attributes.includes(attribute)
  return isFunction && (has(Attribute.ranges) || (has(Attribute.lowPc) && has(Attribute.highPc)))
}

/** Where a function in one piece ends if it says so without tables, as most do; null for others. */
function plainEnd({ lowPc, highPc, ranges }: Extent): number | null {
  if (ranges.form !== 0 || lowPc.form !== Form.addr || isAddressIndex(highPc.form)) return null
  return highPc.form === Form.addr ? highPc.value : lowPc.value + highPc.value
}

/** What the entry at the cursor says of where its code is. */
function decodeExtent(cursor: DwarfCursor, abbreviations: AbbreviationTable, unit: UnitHeader): Extent {
  const { attributes, forms, implicit } = abbreviationAt(cursor, abbreviations)
  let lowPc = NO_VALUE
  let highPc = NO_VALUE
  let ranges = NO_VALUE
  for (let nth = 0; nth < forms.length; nth++) {
    const form = decodeIndirect(cursor, forms[nth])
    const value = decodeForm(cursor, form, implicit[nth], unit)
    const attribute = attributes[nth]
    if (attribute === Attribute.lowPc) lowPc = { form, value }
    else if (attribute === Attribute.highPc) highPc = { form, value }
    else if (attribute === Attribute.ranges) ranges = { form, value }
  }
  return { lowPc, highPc, ranges }
}

/** The names of the one entry at the cursor, of whatever kind. */
function decodeEntryNames(
  cursor: DwarfCursor,
  abbreviations: AbbreviationTable,
  unit: UnitHeader,
): EntryNames {
  const { attributes, forms, implicit } = abbreviationAt(cursor, abbreviations)
  let linkageName = NO_VALUE
  let name = NO_VALUE
  let origin = NO_VALUE
  for (let nth = 0; nth < forms.length; nth++) {
    const form = decodeIndirect(cursor, forms[nth])
    const value = decodeForm(cursor, form, implicit[nth], unit)
    switch (attributes[nth]) {
      case Attribute.linkageName:
      case Attribute.mipsLinkageName:
        linkageName = { form, value }
        break
      case Attribute.name:
        name = { form, value }
        break
      case Attribute.abstractOrigin:
      case Attribute.specification:
        origin = { form, value }
        break
    }
  }
  return { linkageName, name, origin }
}

function abbreviationAt(cursor: DwarfCursor, abbreviations: AbbreviationTable): Abbreviation {
  const code = cursor.uleb()
  const abbreviation = abbreviations.get(code) ?? cursor.damaged(`abbreviation ${code}`)
  // Some attributes take no bytes.
  cursor.spend(2 + abbreviation.forms.length)
  return abbreviation
}

// Ranges of functions, nested and overlapping → one innermost function for every address.

/** Address ranges and whose they are, in the order of entries. None is empty; addresses are below 2^53. */
export interface OwnedRanges {
  readonly begin: number[]
  readonly end: number[]
  /** Position in the unit's list of functions. */
  readonly owner: number[]
}

/**
 * Cells between neighbouring borders; each belongs to one owner or, with −1, to none. The last row has no
 * cell: it is the last border.
 */
export interface OwnerCells {
  /** First link-time address of each cell, ascending. */
  readonly start: Float64Array
  readonly owner: Int32Array
}

/**
 * Divides code among the ranges that cover it. The smallest range that covers a cell owns it; of equally
 * small ones the later entry, which is the inner one. No ranges give no cells.
 */
export function buildOwnerCells({ begin, end, owner }: OwnedRanges): OwnerCells {
  const { length } = begin
  const start = bordersOf(begin, end)
  const cells = new Int32Array(start.length).fill(-1)
  /** From each cell to the next one without an owner, so that each cell is assigned once. */
  const next = new Uint32Array(start.length + 1)
  for (let cell = 0; cell < next.length; cell++) next[cell] = cell
  const size = new Float64Array(length)
  // Stable, so later ones first.
  const backwards = new Uint32Array(length)
  for (let range = 0; range < length; range++) {
    size[range] = end[range] - begin[range]
    backwards[range] = length - 1 - range
  }
  for (const range of sortRowsByKey(backwards, size)) {
    const stop = end[range]
    for (
      let cell = freeFrom(next, lastAtOrBelow(start, begin[range]));
      start[cell] < stop;
      cell = freeFrom(next, cell)
    ) {
      cells[cell] = owner[range]
      next[cell] = cell + 1
    }
  }
  return { start, owner: cells }
}

/** Shortens the way for those who come behind. */
function freeFrom(next: Uint32Array, cell: number): number {
  let free = cell
  while (next[free] !== free) {
    next[free] = next[next[free]]
    free = next[free]
  }
  return free
}

/** Ascending, each once. */
function bordersOf(begin: readonly number[], end: readonly number[]): Float64Array {
  const borders = new Float64Array(2 * begin.length)
  borders.set(begin)
  borders.set(end, begin.length)
  borders.sort()
  let kept = 0
  for (const border of borders) if (kept === 0 || border !== borders[kept - 1]) borders[kept++] = border
  return borders.slice(0, kept)
}

/**
 * Returns the cells that have an owner, as flat pairs of start and end (link-time addresses, end exclusive),
 * ascending.
 */
export function ownedPieces({ start, owner }: OwnerCells): number[] {
  const pieces: number[] = []
  // No cell starts at the last border.
  for (let cell = 0; cell + 1 < start.length; cell++)
    if (owner[cell] >= 0) pieces.push(start[cell], start[cell + 1])
  return pieces
}

/**
 * Names from the executable's symbols, as a last resort: the symbol at or below an address.
 *
 * Of several symbols at one address the largest names all that follows up to the next symbol; of
 * equally large ones the first in the file. Their type does not matter. Queries for consecutive
 * addresses keep the name for the symbol's size, whatever else begins there: a label within a
 * function, or the Thumb bit of a symbol one byte before the end of the previous function.
 *
 * Source: behaviour of GNU gprof 2.40 and addr2line.
 */

/** The parts of an executable that name code. */
export type NamingExecutable = Pick<RawExecutable, 'symbols' | 'textStart'>

/**
 * Names link-time addresses by an executable's symbols in code; of several at one address the largest, or
 * else the first, counts.
 */
export class ElfNames {
  readonly #symbols: RawSymbols
  readonly #rows: Uint32Array<ArrayBuffer>
  /** Link-time address of each symbol, ascending; one per address at which another name begins to hold. */
  readonly starts: Float64Array
  /** What `ask` answered last, and where that symbol ends. */
  #asked = -1
  #end = -1

  /** @param none as if the executable had no symbols */
  constructor({ symbols, textStart }: NamingExecutable, none = false) {
    const candidates: number[] = []
    const { length } = none ? [] : symbols
    for (let row = 0; row < length; row++) {
      const isCode = symbols.place[row] === SymbolPlace.code && symbols.address[row] >= textStart
      if (isCode && isName(symbols, row)) candidates.push(row)
    }
    // Stable: those of one address stay in the order of the file.
    const sorted = sortRowsByKey(Uint32Array.from(candidates), symbols.address)
    const starts: number[] = []
    const rows: number[] = []
    for (const row of sorted) {
      const start = symbols.address[row]
      const last = rows.length - 1
      if (starts[last] !== start) {
        starts.push(start)
        rows.push(row)
      } else if (sizeOf(symbols, row) > sizeOf(symbols, rows[last])) rows[last] = row
    }
    this.#symbols = symbols
    this.#rows = Uint32Array.from(rows)
    this.starts = Float64Array.from(starts)
  }

  /** Returns the row in `starts` of the last symbol at or below an address; −1 if there is none. */
  at(address: number): number {
    return lastAtOrBelow(this.starts, address)
  }

  /**
   * Returns the row in `starts` of the symbol that names an address, −1 for none: the last one at or below
   * it, but the symbol returned last as long as its size reaches the address.
   */
  ask(address: number): number {
    const { starts } = this
    if (address >= this.#end || address < starts[this.#asked]) {
      const asked = (this.#asked = this.at(address))
      this.#end = asked < 0 ? -1 : starts[asked] + sizeOf(this.#symbols, this.#rows[asked])
    }
    return this.#asked
  }

  /**
   * Returns the first address that may have another name than `ask` returned last; Infinity if the name holds
   * to the end.
   */
  heldUntil(): number {
    return Math.max(this.#end, this.starts[this.#asked + 1] ?? Infinity)
  }

  /**
   * Returns a symbol's name, as a binary string.
   *
   * @param symbol row in `starts`
   */
  nameOf(symbol: number): string {
    const { names, nameOffset } = this.#symbols
    const from = nameOffset[this.#rows[symbol]]
    const end = names.indexOf(0, from)
    return binaryString(names, from, end < 0 ? names.length : end)
  }
}

const NO_NAMES: readonly number[] = [
  SymbolType.section,
  SymbolType.file,
  SymbolType.object,
  SymbolType.common,
]

const isName = ({ type, size }: RawSymbols, row: number): boolean =>
  !NO_NAMES.includes(type[row]) && (size === undefined || size[row] >= 0)

/** Symbols in files without sizes count as one byte, like symbols without a size. */
const sizeOf = ({ size }: RawSymbols, row: number): number => size?.[row] || 1
