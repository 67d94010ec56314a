// The entries of a unit → its functions, inlined ones included: where they are in memory and where their names stand.
import { Attribute, Tag } from '../constants.ts'
import type { Abbreviation, AbbreviationTable } from '../decode-abbrev.ts'
import { decodeForm, decodeIndirect, NO_VALUE, type FormValue } from '../decode-form.ts'
import type { DwarfCursor } from '../dwarf-cursor.ts'
import type { UnitHeader } from '../units/decode-unit.ts'

export interface FunctionEntry {
  /** Where the entry stands in `.debug_info`. */
  readonly position: number
  readonly lowPc: FormValue
  readonly highPc: FormValue
  readonly ranges: FormValue
  readonly names: EntryNames
}

/** What an entry says about its name, itself or through another entry. */
export interface EntryNames {
  readonly linkageName: FormValue
  readonly name: FormValue
  /** The entry it is a copy or the body of. */
  readonly origin: FormValue
}

const NO_NAMES: EntryNames = { linkageName: NO_VALUE, name: NO_VALUE, origin: NO_VALUE }

/** Every function with code, in the order of entries. The cursor has the unit's entries up to its end. */
export function decodeFunctions(
  cursor: DwarfCursor,
  abbreviations: AbbreviationTable,
  unit: UnitHeader,
): readonly FunctionEntry[] {
  const functions: FunctionEntry[] = []
  while (cursor.remaining > 0) {
    const { position } = cursor
    const code = cursor.uleb()
    if (code === 0) continue
    const abbreviation = abbreviations.get(code) ?? cursor.damaged(`abbreviation ${code}`)
    if (!isFunction(abbreviation.tag)) passEntry(cursor, abbreviation, unit)
    else {
      const entry = decodeFunction(cursor, abbreviation, unit, position)
      if (entry !== null) functions.push(entry)
    }
  }
  return functions
}

function isFunction(tag: number): boolean {
  return tag === Tag.subprogram || tag === Tag.inlinedSubroutine || tag === Tag.entryPoint
}

function passEntry(cursor: DwarfCursor, { forms, implicit }: Abbreviation, unit: UnitHeader): void {
  for (let nth = 0; nth < forms.length; nth++) decodeForm(cursor, forms[nth], implicit[nth], unit)
}

function decodeFunction(
  cursor: DwarfCursor,
  abbreviation: Abbreviation,
  unit: UnitHeader,
  position: number,
): FunctionEntry | null {
  let lowPc = NO_VALUE
  let highPc = NO_VALUE
  let ranges = NO_VALUE
  let names = NO_NAMES
  const { attributes, forms, implicit } = abbreviation
  for (let nth = 0; nth < forms.length; nth++) {
    const attribute = attributes[nth]
    const form = decodeIndirect(cursor, forms[nth])
    const value = decodeForm(cursor, form, implicit[nth], unit)
    if (attribute === Attribute.lowPc) lowPc = { form, value }
    else if (attribute === Attribute.highPc) highPc = { form, value }
    else if (attribute === Attribute.ranges) ranges = { form, value }
    else names = withName(names, attribute, form, value)
  }
  const hasCode = ranges.form !== 0 || (lowPc.form !== 0 && highPc.form !== 0)
  return hasCode ? { position, lowPc, highPc, ranges, names } : null
}

/** The names of the one entry at the cursor, of whatever kind. */
export function decodeEntryNames(
  cursor: DwarfCursor,
  abbreviations: AbbreviationTable,
  unit: UnitHeader,
): EntryNames {
  const code = cursor.uleb()
  const { attributes, forms, implicit } = abbreviations.get(code) ?? cursor.damaged(`abbreviation ${code}`)
  let names = NO_NAMES
  for (let nth = 0; nth < forms.length; nth++) {
    const form = decodeIndirect(cursor, forms[nth])
    names = withName(names, attributes[nth], form, decodeForm(cursor, form, implicit[nth], unit))
  }
  return names
}

function withName(names: EntryNames, attribute: number, form: number, value: number): EntryNames {
  switch (attribute) {
    case Attribute.linkageName:
    case Attribute.mipsLinkageName:
      return { ...names, linkageName: { form, value } }
    case Attribute.name:
      return { ...names, name: { form, value } }
    case Attribute.abstractOrigin:
    case Attribute.specification:
      return { ...names, origin: { form, value } }
    default:
      return names
  }
}
