// Compilation units in `.debug_info`, read when asked for.
//
// Errors:  ProblemError `dwarf/…` for the unit in question; the others stay readable.
import { type AbbreviationTable, decodeAbbreviations, sizeOfAbbreviations } from './abbreviations.ts'
import type { DebugSection, DebugSections } from './sections.ts'
import type { FormValue } from './forms.ts'
import { DwarfCursor } from './dwarf-cursor.ts'
import type { SectionPlace } from './work-budget.ts'
import { Form } from './constants.ts'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { LARGEST_TABLE } from '../../bytes/byte-source.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import {
  type UnitHeader,
  type UnitEntry,
  decodeEntryCode,
  decodeUnitEntry,
  decodeUnitHeader,
  isAddressIndex,
} from './unit-headers.ts'
import {
  type RangePairs,
  type UnitRanges,
  decodeAranges,
  decodeRanges,
  decodeRangeList,
  type AddressLookup,
} from './ranges.ts'
import { AnswerCache } from './answer-cache.ts'

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
