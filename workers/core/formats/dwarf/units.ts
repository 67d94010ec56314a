// Compilation units in `.debug_info`: their headers, first entries and address ranges, read when asked for;
// the last few answers are remembered.
import {
  type AbbreviationTable,
  type DebugSection,
  type DebugSections,
  decodeAbbreviations,
  decodeForm,
  decodeIndirect,
  DwarfCursor,
  type FormValue,
  NO_VALUE,
  type SectionPlace,
  sizeOfAbbreviations,
  type UnitShape,
} from './sections.ts'
import { Attribute, Form, RangeEntry, UnitType } from './constants.ts'
import { lastAtOrBelow, sortRowsByKey } from '../../base/sorting.ts'
import { LARGEST_TABLE } from '../../bytes/byte-source.ts'
import { ProblemError } from '../../problems/problem-error.ts'

// Address ranges of units: `.debug_aranges`, `.debug_ranges` and `.debug_rnglists`, and the index from an
// address to the units that hold it.

/** Address ranges of units, one row per range: link-time addresses, end exclusive. */
export interface UnitRanges {
  readonly begin: number[]
  readonly end: number[]
  /** Where the unit begins in `.debug_info`. */
  readonly unit: number[]
}

/** Bytes that a range takes in an index of them. Programs of a gigabyte have one or two million. */
export const BYTES_OF_UNIT_RANGE = 96

/**
 * Decodes the whole section `.debug_aranges`; the cursor is at its beginning and holds all of it. A set that
 * is longer than the section ends it, and the sets before it count; sets of unknown shape are skipped. Ranges
 * stay in file order.
 *
 * @throws ProblemError `dwarf/damaged` where a set's header or ranges run out of bytes, `dwarf/unsupported`
 *   for too many ranges
 */
export function decodeAranges(cursor: DwarfCursor): UnitRanges {
  const ranges: UnitRanges = { begin: [], end: [], unit: [] }
  while (cursor.remaining > 12) {
    cursor.spend(4)
    const start = cursor.at
    const { length, offsetSize } = cursor.initialLength()
    if (length > cursor.remaining) return ranges
    const end = cursor.at + length
    const version = cursor.u16()
    const unit = cursor.unsigned(offsetSize)
    const addressSize = cursor.u8()
    const segmentSize = cursor.u8()
    const known = addressSize === 4 || addressSize === 8
    if (version === 2 && segmentSize === 0 && known) decodeSet(cursor, start, end, addressSize, unit, ranges)
    cursor.at = end
  }
  return ranges
}

function decodeSet(
  cursor: DwarfCursor,
  start: number,
  end: number,
  addressSize: number,
  unit: number,
  ranges: UnitRanges,
): void {
  // Pairs are aligned to their own size, counted from the beginning of the set.
  const pair = 2 * addressSize
  cursor.at = start + Math.ceil((cursor.at - start) / pair) * pair
  while (cursor.at + pair <= end) {
    const begin = cursor.unsigned(addressSize)
    const length = cursor.unsigned(addressSize)
    if (begin === 0 && length === 0) return
    if (length === 0) continue
    cursor.bound(ranges.begin.length, BYTES_OF_UNIT_RANGE, 'ranges')
    ranges.begin.push(begin)
    ranges.end.push(begin + length)
    ranges.unit.push(unit)
  }
}

// `.debug_ranges` and `.debug_rnglists` → address ranges of one unit or function.

/**
 * Flat pairs of link-time addresses: begin, end, begin, end, … End is exclusive; empty ranges are left out.
 */
export type RangePairs = number[]

/** Bytes that a range takes where those of a unit's functions are put in order. */
const BYTES_OF_RANGE = 64
/** What reading a range and joining it to its neighbours is worth. */
const STEPS_OF_RANGE = 6

/**
 * Returns the address in entry `index` of `.debug_addr` for the unit; throws `dwarf/damaged` beyond its end.
 */
export type AddressLookup = (index: number) => number

/**
 * Decodes a list of ranges of DWARF 2 to 4 at the cursor: pairs of offsets from a base, up to a pair of
 * zeros. Ranges stay in the order of the list.
 *
 * @param base the unit's lowest address, or 0
 * @throws ProblemError `dwarf/damaged` for a list without end, `dwarf/unsupported` for too many ranges
 */
export function decodeRanges(cursor: DwarfCursor, unit: UnitShape, base: number): RangePairs {
  const pairs: RangePairs = []
  const selectsBase = unit.addressSize === 8 ? 2 ** 64 : 2 ** (8 * unit.addressSize) - 1
  let from = base
  for (;;) {
    countEntry(cursor, pairs)
    const begin = cursor.unsigned(unit.addressSize)
    const end = cursor.unsigned(unit.addressSize)
    if (begin === 0 && end === 0) return pairs
    if (begin === selectsBase) from = end
    else if (end > begin) pairs.push(from + begin, from + end)
  }
}

/** Before each entry. */
function countEntry(cursor: DwarfCursor, pairs: RangePairs): void {
  cursor.spend(STEPS_OF_RANGE)
  cursor.bound(pairs.length / 2, BYTES_OF_RANGE, 'ranges in one list')
}

/**
 * Decodes a list of ranges of DWARF 5 at the cursor: entries of several kinds, up to an end. Ranges stay in
 * the order of the list.
 *
 * @param base the unit's lowest address, or 0
 * @param addressAt looks up entries that are given by index
 * @throws ProblemError `dwarf/damaged` for an unknown kind or a list without end, `dwarf/unsupported` for too
 *   many ranges
 */
export function decodeRangeList(
  cursor: DwarfCursor,
  unit: UnitShape,
  base: number,
  addressAt: AddressLookup,
): RangePairs {
  const pairs: RangePairs = []
  const add = (begin: number, end: number): void => {
    if (end > begin) pairs.push(begin, end)
  }
  let from = base
  for (;;) {
    countEntry(cursor, pairs)
    const kind = cursor.u8()
    switch (kind) {
      case RangeEntry.endOfList:
        return pairs
      case RangeEntry.baseAddressx:
        from = addressAt(cursor.uleb())
        break
      case RangeEntry.startxEndx: {
        const begin = addressAt(cursor.uleb())
        add(begin, addressAt(cursor.uleb()))
        break
      }
      case RangeEntry.startxLength: {
        const begin = addressAt(cursor.uleb())
        add(begin, begin + cursor.uleb())
        break
      }
      case RangeEntry.offsetPair: {
        const begin = from + cursor.uleb()
        add(begin, from + cursor.uleb())
        break
      }
      case RangeEntry.baseAddress:
        from = cursor.unsigned(unit.addressSize)
        break
      case RangeEntry.startEnd: {
        const begin = cursor.unsigned(unit.addressSize)
        add(begin, cursor.unsigned(unit.addressSize))
        break
      }
      case RangeEntry.startLength: {
        const begin = cursor.unsigned(unit.addressSize)
        add(begin, begin + cursor.uleb())
        break
      }
      default:
        cursor.damaged(`range entry ${kind}`)
    }
  }
}

// Overlapping ranges of units, to the units at an address in the order of `.debug_info`.

/**
 * Most units examined for one address, in file order. All units with a template's function claim
 * the one copy that the linker kept, perhaps thousands; the first nearly always has a line for it.
 */
const MOST_AT_ONE_ADDRESS = 8

/** Different ranges looked back at for one address. */
const MOST_STEPS = 64

/** An index of units by address. */
export interface RangeIndex {
  /**
   * Returns the offsets in `.debug_info` of the units whose ranges hold the link-time address, ascending, at
   * most eight.
   */
  unitsAt(address: number): readonly number[]
  /**
   * Returns the offsets of all units with a range that overlaps `from` up to, not including, `to`: each once,
   * ascending.
   */
  unitsIn(from: number, to: number): readonly number[]
  /** Returns the ranges by their starts; ranges of one unit that touch or overlap are joined. */
  ranges(): Pick<UnitRanges, 'begin' | 'end'>
}

/**
 * Builds an index of units by their ranges, which are not changed. Ranges that end beyond 2^53 are left out.
 *
 * @param spend receives the steps of each lookup of `unitsIn`, and cancels it by throwing
 */
export function buildRangeIndex(
  { begin, end, unit }: UnitRanges,
  spend: (steps: number) => void,
): RangeIndex {
  const exact: number[] = []
  for (let row = 0; row < begin.length; row++) if (end[row] <= Number.MAX_SAFE_INTEGER) exact.push(row)
  // Stable sorts: equal ranges become neighbours, and their units stay in order.
  const byUnit = sortRowsByKey(Uint32Array.from(exact), unit)
  // Each once.
  const rows = sortRowsByKey(sortRowsByKey(byUnit, end), begin).filter((row, at, all) => {
    const before = all[at - 1]
    return unit[row] !== unit[before] || begin[row] !== begin[before] || end[row] !== end[before]
  })
  const { length } = rows
  const from = Float64Array.from(rows, (row) => begin[row])
  const to = Float64Array.from(rows, (row) => end[row])
  const owner = Float64Array.from(rows, (row) => unit[row])
  /** First row of the same range. */
  const first = new Uint32Array(length)
  /** Greatest end so far: looking back may stop where it is at or below the address. */
  const reach = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    const isSame = row > 0 && from[row] === from[row - 1] && to[row] === to[row - 1]
    first[row] = isSame ? first[row - 1] : row
    reach[row] = Math.max(to[row], row > 0 ? reach[row - 1] : 0)
  }

  /** Adds the first units of a range, in file order. */
  const addFirst = (found: Set<number>, begins: number, ends: number): void => {
    for (let row = begins, added = 0; row <= ends && added < MOST_AT_ONE_ADDRESS; row++) {
      found.add(owner[row])
      added++
    }
  }

  return {
    ranges() {
      const joined = { begin: [] as number[], end: [] as number[] }
      const lastOf = new Map<number, number>()
      for (let row = 0; row < length; row++) {
        const last = lastOf.get(owner[row])
        if (last !== undefined && from[row] <= joined.end[last])
          joined.end[last] = Math.max(joined.end[last], to[row])
        else {
          lastOf.set(owner[row], joined.begin.push(from[row]) - 1)
          joined.end.push(to[row])
        }
      }
      return joined
    },
    unitsAt(address) {
      const found = new Set<number>()
      let row = lastAtOrBelow(from, address)
      for (let steps = 0; row >= 0 && reach[row] > address && steps < MOST_STEPS; steps++) {
        if (to[row] > address) addFirst(found, first[row], row)
        row = first[row] - 1
      }
      return [...found].sort((left, right) => left - right).slice(0, MOST_AT_ONE_ADDRESS)
    },
    unitsIn(least, most) {
      const found = new Set<number>()
      // Ranges before the first that reaches this far end earlier.
      const begins = lastAtOrBelow(reach, least) + 1
      let row = begins
      for (; row < length && from[row] < most; row++) if (to[row] > least) found.add(owner[row])
      spend((row - begins) / 8 + found.size)
      return [...found].sort((left, right) => left - right)
    },
  }
}

// Compilation units in `.debug_info`: their headers, first entries and ranges, read when asked for; the last
// few answers are remembered.

/**
 * The units of `.debug_info`, each read when it is asked for: its header, its first entry, its ranges, its functions.
 *
 * Errors:  ProblemError `dwarf/…` for the unit in question; the others stay readable.
 */

/** A unit's header and first entry. */
export interface Unit {
  readonly header: UnitHeader
  readonly entry: UnitEntry
}

/** Values that together say where code is: `lowPc` with `highPc` (an address or a size), or `ranges`. */
export interface Extent {
  readonly lowPc: FormValue
  readonly highPc: FormValue
  readonly ranges: FormValue
}

/** What lists of ranges of one unit are read by. */
interface RangeTables {
  readonly unit: UnitHeader
  readonly section: DebugSection
  readonly decode: (cursor: DwarfCursor) => RangePairs
}

/** Bytes to begin with: a header and a first entry; a table of shapes, of which mostly the first one is wanted. */
const ENTRY_WINDOW = 512
const ABBREVIATION_WINDOW = 256
const RANGES_WINDOW = 512
/** Tables of shapes remembered; neighbouring units often share one. */
const MOST_TABLES = 64
const MOST_UNITS = 64
/** Bytes that a unit's header takes. Programs have a unit for each file; some thousands more for types, or what units share. */
const BYTES_OF_HEADER = 160

/**
 * Reads units of `.debug_info`. Methods throw ProblemError `dwarf/damaged` for damaged data and a missing
 * `.debug_info`, and `dwarf/unsupported` once there is too much work.
 */
export class Units {
  readonly #sections: DebugSections
  readonly #tables = new AnswerCache(MOST_TABLES, sizeOfAbbreviations)
  readonly #known = new Map<number, Promise<Unit>>()
  /** Of the units from the beginning up to `#next`, which is null once all are known that there are. */
  readonly #headers: UnitHeader[] = []
  #next: number | null = 0
  #reading: Promise<void> | null = null
  #starts: Float64Array | null = null
  #inHand: RangeTables | null = null

  constructor(sections: DebugSections) {
    this.#sections = sections
  }

  /**
   * Checks the size of a table of all units before it is made: `count` entries of `bytes` bytes each.
   *
   * @throws ProblemError `dwarf/unsupported` if it is too large for the file
   */
  bound(count: number, bytes: number, things: string): void {
    this.#sections.allowance.bound(count, bytes, things, this.#place)
  }

  /** Counts work that the bytes read do not account for. */
  spend(steps: number): void {
    this.#sections.allowance.spend(steps, this.#place)
  }

  /** Whether the current query took too many steps. */
  get isSpent(): boolean {
    return this.#sections.allowance.isSpent
  }

  get #place(): SectionPlace {
    return { file: this.#sections.file, section: '.debug_info' }
  }

  /** Returns the size of `.debug_info`, in bytes. */
  async size(): Promise<number> {
    return (await this.#sections.need('.debug_info')).size
  }

  /** Reads `.debug_aranges`; null if there is none, or if it is too large to read. */
  async readAranges(): Promise<UnitRanges | null> {
    const section = await this.#sections.open('.debug_aranges')
    if (section === null || section.size > LARGEST_TABLE) return null
    return decodeAranges(new DwarfCursor(await section.readWhole()))
  }

  /**
   * Reads the headers of all units, in order. Ends at the first damaged one and reports it to
   * `onDamage`.
   */
  async readHeaders(onDamage: (error: ProblemError) => void): Promise<readonly UnitHeader[]> {
    while (this.#next !== null) await this.headerOf(this.#headers.length, onDamage)
    return this.#headers
  }

  /**
   * Reads one unit's header by its number, from 0; null after the last. Damage is reported as in
   * `readHeaders`.
   */
  async headerOf(nth: number, onDamage: (error: ProblemError) => void): Promise<UnitHeader | null> {
    while (nth >= this.#headers.length && this.#next !== null) {
      // Questions side by side read them together.
      this.#reading ??= this.#readNextHeader(this.#next, onDamage).finally(() => (this.#reading = null))
      await this.#reading
    }
    return this.#headers[nth] ?? null
  }

  async #readNextHeader(at: number, onDamage: (error: ProblemError) => void): Promise<void> {
    const section = await this.#sections.need('.debug_info')
    let next: number | null = null
    try {
      if (at < section.size) {
        const header = await this.#readHeader(section, at)
        section.bound(this.#headers.length, BYTES_OF_HEADER, 'units')
        this.#headers.push(header)
        next = header.end
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      onDamage(error)
    }
    this.#next = next
  }

  /**
   * Reads the unit whose entries hold a position of `.debug_info`; null if there is none.
   *
   * @param onDamage receives the damage that ends the list of headers
   */
  async readUnitAround(position: number, onDamage: (error: ProblemError) => void): Promise<Unit | null> {
    const headers = await this.readHeaders(onDamage)
    this.#starts ??= Float64Array.from(headers, ({ start }) => start)
    const header = headers[lastAtOrBelow(this.#starts, position)]
    if (header === undefined || position < header.entriesAt || position >= header.end) return null
    let unit = this.#known.get(header.start)
    if (unit === undefined) {
      unit = this.unitOf(header)
      if (this.#known.size >= MOST_UNITS) this.#known.clear()
      this.#known.set(header.start, unit)
    }
    return unit
  }

  /** Reads the unit that begins at an offset of `.debug_info`. */
  async readUnit(offset: number): Promise<Unit> {
    const section = await this.#sections.need('.debug_info')
    return this.unitOf(await this.#readHeader(section, offset))
  }

  /** Reads the first entry of the unit with this header. */
  async unitOf(header: UnitHeader): Promise<Unit> {
    const section = await this.#sections.need('.debug_info')
    const code = await section.decodeAt(header.entriesAt, ENTRY_WINDOW, decodeEntryCode)
    const shapes = await this.#sections.need('.debug_abbrev')
    const table = await shapes.decodeAt(header.abbreviationsAt, ABBREVIATION_WINDOW, (cursor) =>
      decodeAbbreviations(cursor, code),
    )
    const entry = await section.decodeAt(header.entriesAt, ENTRY_WINDOW, (cursor) =>
      decodeUnitEntry(cursor, table, header),
    )
    return { header, entry }
  }

  async #readHeader(section: DebugSection, offset: number): Promise<UnitHeader> {
    const header = await section.decodeAt(offset, ENTRY_WINDOW, decodeUnitHeader)
    if (header.end > section.size || header.entriesAt > header.end) section.damaged(offset, 'unit length')
    return header
  }

  /** Reads all abbreviations of a unit; keeps those read last. */
  readAbbreviations({ abbreviationsAt }: UnitHeader): Promise<AbbreviationTable> {
    return this.#tables.of(abbreviationsAt, async () => {
      const shapes = await this.#sections.need('.debug_abbrev')
      return shapes.decodeAt(abbreviationsAt, 16 * ABBREVIATION_WINDOW, (cursor) =>
        decodeAbbreviations(cursor, null),
      )
    })
  }

  /** Reads the bytes of a unit's entries and returns a cursor at the first one. */
  async readEntries({ entriesAt, end }: UnitHeader): Promise<DwarfCursor> {
    const section = await this.#sections.need('.debug_info')
    return new DwarfCursor(await section.read(entriesAt, end - entriesAt))
  }

  /**
   * Decodes the entry at a position of `.debug_info`; `decode` may run several times, with more bytes each
   * time.
   */
  async readEntry<T>(position: number, decode: (cursor: DwarfCursor) => T): Promise<T> {
    const section = await this.#sections.need('.debug_info')
    return section.decodeAt(position, ENTRY_WINDOW, decode)
  }

  /** Reads the addresses of a unit or function, in the order of the file; empty if the values name none. */
  async readExtent(unit: Unit, { lowPc, highPc, ranges }: Extent): Promise<RangePairs> {
    if (ranges.form !== 0) return this.#readRanges(unit, ranges)
    if (lowPc.form === 0 || highPc.form === 0) return []
    const low = await this.#addressOf(unit, lowPc)
    const isAddress = highPc.form === Form.addr || isAddressIndex(highPc.form)
    const high = isAddress ? await this.#addressOf(unit, highPc) : low + highPc.value
    return high > low ? [low, high] : []
  }

  /**
   * Returns the addresses of a function like `readExtent`, but without waiting. It works only for the unit
   * whose ranges `readExtent` read last, for ranges given by offset, and while their section is kept; null
   * otherwise.
   */
  extentInHand({ header }: Unit, { ranges: { form, value } }: Extent): RangePairs | null {
    const tables = this.#inHand
    if (tables?.unit !== header || form === 0 || form === Form.rnglistx) return null
    return tables.section.decodeKept(value, tables.decode)
  }

  async #readRanges(unit: Unit, { form, value }: FormValue): Promise<RangePairs> {
    const { header, entry } = unit
    const tables = (this.#inHand = await this.#rangeTables(unit))
    const { section, decode } = tables
    let offset = value
    if (form === Form.rnglistx) {
      const at = entry.rnglistsBase + value * header.offsetSize
      offset =
        entry.rnglistsBase + (await section.decodeAt(at, 8, (cursor) => cursor.unsigned(header.offsetSize)))
    }
    return section.decodeAt(offset, RANGES_WINDOW, decode)
  }

  async #rangeTables(unit: Unit): Promise<RangeTables> {
    const { header, entry } = unit
    const base = entry.lowPc.form === 0 ? 0 : await this.#addressOf(unit, entry.lowPc)
    if (header.version < 5) {
      const section = await this.#sections.need('.debug_ranges')
      return { unit: header, section, decode: (cursor) => decodeRanges(cursor, header, base) }
    }
    const section = await this.#sections.need('.debug_rnglists')
    const addressAt = await this.#addresses(unit)
    return { unit: header, section, decode: (cursor) => decodeRangeList(cursor, header, base, addressAt) }
  }

  async #addressOf(unit: Unit, { form, value }: FormValue): Promise<number> {
    return isAddressIndex(form) ? (await this.#addresses(unit))(value) : value
  }

  async #addresses({ header, entry }: Unit): Promise<AddressLookup> {
    const section = await this.#sections.open('.debug_addr')
    const piece = section === null ? null : await section.readWhole()
    return (index) => {
      if (section === null || piece === null) throw new ProblemError(noAddresses(this.#sections))
      const at = entry.addrBase + index * header.addressSize
      if (at + header.addressSize > section.size) section.damaged(at, 'address index')
      const cursor = new DwarfCursor(piece)
      cursor.at = at
      return cursor.unsigned(header.addressSize)
    }
  }
}

function noAddresses({ file }: DebugSections): ProblemError['problem'] {
  return { code: 'dwarf/damaged', file, section: '.debug_addr', offset: 0, what: 'section' }
}

// `.debug_info` → a unit's header, and what its first entry says about the whole unit.

/** The header of a unit. `end`, `entriesAt` and `start` are offsets in `.debug_info`. */
export interface UnitHeader extends UnitShape {
  /** Where the next unit begins. */
  readonly end: number
  /** Where the first entry begins. */
  readonly entriesAt: number
  /** Offset into `.debug_abbrev`. */
  readonly abbreviationsAt: number
  /** Whether it describes code; type units do not. */
  readonly hasCode: boolean
  /** Its functions are in a file of their own (-gsplit-dwarf); its lines are here. */
  readonly isSkeleton: boolean
}

/**
 * Decodes a unit's header, of DWARF 2 to 5; the cursor is at its beginning, and is then at its first entry.
 *
 * @throws ProblemError `dwarf/damaged` for another version, an odd address size or missing bytes
 */
export function decodeUnitHeader(cursor: DwarfCursor): UnitHeader {
  const start = cursor.position
  const { length, offsetSize } = cursor.initialLength()
  const end = cursor.position + length
  const version = cursor.u16()
  if (version < 2 || version > 5) cursor.damaged(`version ${version}`)
  let type: number = UnitType.compile
  let addressSize: number
  let abbreviationsAt: number
  if (version === 5) {
    type = cursor.u8()
    addressSize = cursor.u8()
    abbreviationsAt = cursor.unsigned(offsetSize)
    if (type === UnitType.skeleton || type === UnitType.splitCompile) cursor.skip(8)
    if (type === UnitType.type || type === UnitType.splitType) cursor.skip(8 + offsetSize)
  } else {
    abbreviationsAt = cursor.unsigned(offsetSize)
    addressSize = cursor.u8()
  }
  if (addressSize !== 2 && addressSize !== 4 && addressSize !== 8)
    cursor.damaged(`address size ${addressSize}`)
  const isSkeleton = type === UnitType.skeleton
  const hasCode = type !== UnitType.type && type !== UnitType.splitType
  return {
    version,
    offsetSize,
    addressSize,
    start,
    end,
    entriesAt: cursor.position,
    abbreviationsAt,
    hasCode,
    isSkeleton,
  }
}

/** The code of the entry at the cursor, or null where a list of entries ends. */
function decodeEntryCode(cursor: DwarfCursor): number | null {
  const code = cursor.uleb()
  return code === 0 ? null : code
}

/** The first entry's attributes that concern the unit as a whole, not yet looked up. */
export interface UnitEntry {
  /** Offset into `.debug_line`; −1 for a unit without lines. */
  readonly linesAt: number
  readonly lowPc: FormValue
  readonly highPc: FormValue
  readonly ranges: FormValue
  readonly compDir: FormValue
  /** DW_LANG value; 0 if not stated. */
  readonly language: number
  readonly strOffsetsBase: number
  readonly addrBase: number
  readonly rnglistsBase: number
}

/**
 * Decodes a unit's first entry; the cursor is there. An attribute that is missing has form 0, a base its
 * default.
 *
 * @param abbreviations must hold the entry's code
 * @throws ProblemError `dwarf/damaged` for a code without abbreviation or missing bytes
 */
export function decodeUnitEntry(
  cursor: DwarfCursor,
  abbreviations: AbbreviationTable,
  unit: UnitHeader,
): UnitEntry {
  const code = decodeEntryCode(cursor)
  const abbreviation = abbreviations.get(code ?? 0) ?? cursor.damaged(`abbreviation ${code}`)
  cursor.spend(4 * abbreviation.forms.length)
  const found = new Map<number, FormValue>()
  abbreviation.attributes.forEach((attribute, nth) => {
    const form = decodeIndirect(cursor, abbreviation.forms[nth])
    const value = decodeForm(cursor, form, abbreviation.implicit[nth], unit)
    if (!found.has(attribute)) found.set(attribute, { form, value })
  })
  const valueOf = (attribute: number, otherwise: number): number => found.get(attribute)?.value ?? otherwise
  // Without a base attribute the tables are those right behind the section's one header.
  const firstBehindHeader = unit.offsetSize === 8 ? 16 : 8
  return {
    linesAt: valueOf(Attribute.stmtList, -1),
    lowPc: found.get(Attribute.lowPc) ?? NO_VALUE,
    highPc: found.get(Attribute.highPc) ?? NO_VALUE,
    ranges: found.get(Attribute.ranges) ?? NO_VALUE,
    compDir: found.get(Attribute.compDir) ?? NO_VALUE,
    language: valueOf(Attribute.language, 0),
    strOffsetsBase: valueOf(Attribute.strOffsetsBase, unit.version >= 5 ? firstBehindHeader : 0),
    addrBase: valueOf(
      Attribute.addrBase,
      valueOf(Attribute.gnuAddrBase, unit.version >= 5 ? firstBehindHeader : 0),
    ),
    rnglistsBase: valueOf(Attribute.rnglistsBase, firstBehindHeader + 4),
  }
}

/** Whether a form's value is an index into `.debug_addr`. */
export function isAddressIndex(form: number): boolean {
  return form === Form.addrx || (form >= Form.addrx1 && form <= Form.addrx4) || form === Form.gnuAddrIndex
}

// The last few answers about units, which are asked about again and again before others are; fewer where they are large.

/** Several times what a unit of 10,000 lines has. */
const MOST_BYTES = 32 * 1024 * 1024

/** Caches answers by the place of a unit, limited by number and by total bytes. */
export class AnswerCache<T> {
  readonly #most: number
  readonly #sizeOf: (answer: T) => number
  /** By the unit's place, oldest first. */
  readonly #known = new Map<number, Promise<T>>()
  /** Bytes of these, and of some that are forgotten. */
  #size = 0

  /**
   * @param most answers kept; the oldest use goes first
   * @param sizeOf about how many bytes an answer takes
   */
  constructor(most: number, sizeOf: (answer: T) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  /**
   * Returns the answer for a place, and calls `answer` if it is not cached. Concurrent calls share one
   * answer; a failed one is not cached.
   */
  of(place: number, answer: () => Promise<T>): Promise<T> {
    const known = this.#known.get(place) ?? this.#ask(place, answer)
    this.#known.delete(place)
    this.#known.set(place, known)
    if (this.#known.size > this.#most) {
      const [oldest] = this.#known.keys()
      this.#known.delete(oldest)
    }
    return known
  }

  #ask(place: number, answer: () => Promise<T>): Promise<T> {
    const asked = answer()
    const weigh = (found: T): void => {
      const size = this.#sizeOf(found)
      this.#size += size
      if (this.#size <= MOST_BYTES) return
      this.#known.clear()
      this.#known.set(place, asked)
      this.#size = size
    }
    // The caller gets the failure; a later attempt may succeed.
    asked.then(weigh, () => void this.#known.delete(place))
    return asked
  }
}
