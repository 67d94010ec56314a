// A unit's functions, read when asked for: which one is innermost at an address, and what it is called.
import { LastAnswers } from '../last-answers.ts'
import { ProblemError } from '../../../problems/problem-error.ts'
import { Form, UNMANGLED_LANGUAGES } from '../constants.ts'
import type { FormValue } from '../decode-form.ts'
import type { DebugStrings, StringContext } from '../read-strings.ts'
import { isAddressIndex } from '../units/decode-unit.ts'
import { gprofReadsRanges } from '../gprof-quirks.ts'
import type { Unit, Units } from '../units/read-units.ts'
import { decodeEntryNames, decodeFunctions, type EntryNames, type FunctionEntry } from './decode-functions.ts'
import type { ElfNames } from './elf-names.ts'
import { buildOwnerCells, type OwnedRanges, type OwnerCells } from './function-ranges.ts'

export interface UnitFunctions {
  /** Owners are positions in the unit's list of functions. */
  readonly cells: OwnerCells
  /** Linkage name; for a function without, the symbol at its start or else its plain name. Null where nothing says. */
  nameOf(owner: number): Promise<string | null>
}

/** Whoever looks at one function after another stays in a file for a while. */
const MOST_REMEMBERED = 2

/** Ranges of one unit; a unit that took an hour to compile has a tenth of this. */
const MOST_RANGES = 1 << 22
/** Copies of copies followed for a name, before it is a ring. */
const LONGEST_CHAIN = 64

export class UnitFunctionsReader {
  readonly #units: Units
  readonly #strings: DebugStrings
  readonly #symbols: ElfNames
  readonly #onDamage: (error: ProblemError) => void
  readonly #gprofQuirks: boolean
  readonly #last = new LastAnswers<UnitFunctions>(MOST_REMEMBERED)

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

  /** Errors: ProblemError `dwarf/…`. */
  read(unit: Unit): Promise<UnitFunctions> {
    return this.#last.of(unit.header.start, () => this.#read(unit))
  }

  async #read(unit: Unit): Promise<UnitFunctions> {
    const abbreviations = await this.#units.readAbbreviations(unit.header)
    const cursor = await this.#units.readEntries(unit.header)
    const functions = decodeFunctions(cursor, abbreviations, unit.header)
    const ranges: OwnedRanges = { begin: [], end: [], owner: [] }
    const starts: number[] = []
    for (let owner = 0; owner < functions.length; owner++) {
      const pairs =
        plainExtent(functions[owner]) ?? joinNeighbours(await this.#extentOf(unit, functions[owner]))
      starts.push(pairs.length > 0 ? pairs[0] : -1)
      for (let pair = 0; pair < pairs.length; pair += 2) {
        if (pairs[pair + 1] > Number.MAX_SAFE_INTEGER) continue
        ranges.begin.push(pairs[pair])
        ranges.end.push(pairs[pair + 1])
        ranges.owner.push(owner)
      }
      if (ranges.owner.length > MOST_RANGES) cursor.damaged('number of ranges')
    }
    return {
      cells: buildOwnerCells(ranges),
      nameOf: (owner) => this.#nameOf(unit, functions[owner].names, starts[owner]),
    }
  }

  /** A function whose ranges are damaged covers nothing; the others do. */
  async #extentOf(unit: Unit, entry: FunctionEntry): Promise<readonly number[]> {
    if (this.#gprofQuirks && !gprofReadsRanges(entry)) return []
    try {
      return await this.#units.readExtent(unit, entry)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      this.#onDamage(error)
      return []
    }
  }

  async #nameOf(unit: Unit, names: EntryNames, start: number): Promise<string | null> {
    let plain: string | null = null
    let isUnmangled = false
    try {
      let at = { unit, names }
      for (let step = 0; step < LONGEST_CHAIN; step++) {
        const context = contextOf(at.unit)
        const linkage = await this.#strings.read(at.names.linkageName, context)
        // An empty name is none.
        if (linkage) return linkage
        if (!plain) {
          plain = await this.#strings.read(at.names.name, context)
          isUnmangled = UNMANGLED_LANGUAGES.has(at.unit.entry.language)
        }
        const next = await this.#follow(at.unit, at.names.origin)
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

  async #follow(unit: Unit, { form, value }: FormValue): Promise<{ unit: Unit; names: EntryNames } | null> {
    if (!isReference(form)) return null
    const { header } = unit
    const isHere = value >= header.entriesAt && value < header.end
    if (!isHere && form !== Form.refAddr) return null
    const owner = isHere ? unit : await this.#units.readUnitAround(value, this.#onDamage)
    if (owner === null) return null
    const abbreviations = await this.#units.readAbbreviations(owner.header)
    const names = await this.#units.readEntry(value, (cursor) =>
      decodeEntryNames(cursor, abbreviations, owner.header),
    )
    return { unit: owner, names }
  }
}

/** Where a function in one piece says so without tables, as most do: no waiting for those. */
function plainExtent({ lowPc, highPc, ranges }: FunctionEntry): readonly number[] | null {
  if (ranges.form !== 0 || lowPc.form !== Form.addr || isAddressIndex(highPc.form)) return null
  const high = highPc.form === Form.addr ? highPc.value : lowPc.value + highPc.value
  return high > lowPc.value ? [lowPc.value, high] : []
}

/** Pieces that touch are one, as gprof has them: the size of a piece tells who is innermost. */
function joinNeighbours(pairs: readonly number[]): readonly number[] {
  if (pairs.length <= 2) return pairs
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

function contextOf({ header, entry }: Unit): StringContext {
  return { unit: header, strOffsetsBase: entry.strOffsetsBase, home: '.debug_info' }
}

/** Type signatures and references into other files are not followed. */
function isReference(form: number): boolean {
  return form === Form.refAddr || (form >= Form.ref1 && form <= Form.refUdata)
}
