// A unit’s functions, inlined ones included: which one is innermost at an address.
import { AnswerCache } from './answer-cache.ts'
import type { Extent, Unit, Units } from './units.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { Form, UNMANGLED_LANGUAGES } from './constants.ts'
import type { AbbreviationTable } from './abbreviations.ts'
import type { DebugStrings, StringContext } from './debug-strings.ts'
import type { FormValue } from './forms.ts'
import type { DwarfCursor } from './dwarf-cursor.ts'
import { gprofReadsRanges } from './gprof-gaps.ts'
import { type OwnerCells, type OwnedRanges, buildOwnerCells } from './function-ranges.ts'
import { ElfNames } from './elf-names.ts'
import {
  decodeFunctions,
  decodeExtent,
  BYTES_OF_FUNCTION,
  type EntryNames,
  decodeEntryNames,
} from './function-entries.ts'

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
