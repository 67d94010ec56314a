// Entries of a unit to its functions, inlined ones included: their code with the position of their names.
import type { Extent } from './units.ts'
import { isAddressIndex, type UnitHeader } from './unit-headers.ts'
import { Attribute, Form, Tag } from './constants.ts'
import type { Abbreviation, AbbreviationTable } from './abbreviations.ts'
import {
  decodeForm,
  decodeIndirect,
  type FormValue,
  NO_VALUE,
  planSkip,
  type SkipPlan,
  skipValues,
} from './forms.ts'
import type { DwarfCursor } from './dwarf-cursor.ts'

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
export const BYTES_OF_FUNCTION = 64

/** Abbreviations with numbers below this, as all are, are passed over fastest. */
const MOST_SIZES = 1 << 14

/** The cursor has the unit's entries up to its end. A unit may have millions, of which few are functions with code. */
export function decodeFunctions(
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
export function decodeExtent(
  cursor: DwarfCursor,
  abbreviations: AbbreviationTable,
  unit: UnitHeader,
): Extent {
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
export function decodeEntryNames(
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
