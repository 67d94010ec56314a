// Entries of `.debug_info`: their shapes from `.debug_abbrev`, and the values of their attributes by form.
import { Form } from './constants.ts'
import type { DwarfCursor } from './dwarf-cursor.ts'

/** An entry's tag and the forms of its attributes. */
export interface Abbreviation {
  readonly tag: number
  readonly attributes: readonly number[]
  readonly forms: readonly number[]
  /** Value of each attribute whose form keeps it here (DW_FORM_implicit_const); 0 for others. */
  readonly implicit: readonly number[]
}

/** The standard has some 150 attributes, compilers a few dozen of their own; an entry has each once, and mostly ten at most. */
const MOST_ATTRIBUTES = 1024

/** Bytes that an attribute takes; an abbreviation is as large as ten. A unit has hundreds of these, a whole program in one unit thousands. */
const BYTES_OF_ATTRIBUTE = 24

/** Abbreviations of a unit, by code. */
export type AbbreviationTable = ReadonlyMap<number, Abbreviation>

/** The table that begins at the cursor; only as far as `wanted`, if one code is enough. */
export function decodeAbbreviations(cursor: DwarfCursor, wanted: number | null): AbbreviationTable {
  const table = new Map<number, Abbreviation>()
  /** In attributes. */
  let size = 0
  for (;;) {
    const code = cursor.uleb()
    if (code === 0) return table
    const tag = cursor.uleb()
    cursor.skip(1)
    const attributes: number[] = []
    const forms: number[] = []
    const implicit: number[] = []
    for (;;) {
      const attribute = cursor.uleb()
      const form = cursor.uleb()
      const value = form === Form.implicitConst ? cursor.sleb() : 0
      if (attribute === 0 && form === 0) break
      if (attributes.length === MOST_ATTRIBUTES) cursor.tooMany('attributes in one abbreviation')
      attributes.push(attribute)
      forms.push(form)
      implicit.push(value)
    }
    const weight = 10 + attributes.length
    cursor.spend(weight)
    cursor.bound((size += weight), BYTES_OF_ATTRIBUTE, 'abbreviations')
    // The first of several with one code counts.
    if (!table.has(code)) table.set(code, { tag, attributes, forms, implicit })
    if (code === wanted) return table
  }
}

/** Bytes, about. */
export function sizeOfAbbreviations(table: AbbreviationTable): number {
  let size = 0
  for (const { attributes } of table.values()) size += 10 + attributes.length
  return size * BYTES_OF_ATTRIBUTE
}

// One attribute's value as a number, by its form; and so also the way to pass over it.

/** How numbers are written in one unit, and where it begins in its section. */
export interface UnitShape {
  readonly version: number
  readonly offsetSize: 4 | 8
  readonly addressSize: number
  readonly start: number
}

/** A value and the form that says what it means. Form 0: not there. */
export interface FormValue {
  readonly form: number
  readonly value: number
}

/** An attribute without a value. */
export const NO_VALUE: FormValue = { form: 0, value: 0 }

/** Reads the form of a DW_FORM_indirect value, which precedes the value. */
export function decodeIndirect(cursor: DwarfCursor, form: number): number {
  let actual = form
  while (actual === Form.indirect) actual = cursor.uleb()
  return actual
}

/**
 * The number an attribute holds: a constant or an address; an offset into the section the form names; an index for the
 * forms ending in `x`; for references within the unit and for inline strings and blocks, a position in the section.
 */
export function decodeForm(cursor: DwarfCursor, form: number, implicit: number, unit: UnitShape): number {
  switch (form) {
    case Form.addr:
      return cursor.unsigned(unit.addressSize)
    case Form.data1:
    case Form.flag:
    case Form.strx1:
    case Form.addrx1:
      return cursor.u8()
    case Form.data2:
    case Form.strx2:
    case Form.addrx2:
      return cursor.u16()
    case Form.strx3:
    case Form.addrx3:
      return cursor.unsigned(3)
    case Form.data4:
    case Form.strx4:
    case Form.addrx4:
    case Form.refSup4:
      return cursor.u32()
    case Form.data8:
    case Form.refSig8:
    case Form.refSup8:
      return cursor.u64()
    case Form.data16:
      return passBlock(cursor, 16)
    case Form.ref1:
      return unit.start + cursor.u8()
    case Form.ref2:
      return unit.start + cursor.u16()
    case Form.ref4:
      return unit.start + cursor.u32()
    case Form.ref8:
      return unit.start + cursor.u64()
    case Form.refUdata:
      return unit.start + cursor.uleb()
    case Form.udata:
    case Form.strx:
    case Form.addrx:
    case Form.loclistx:
    case Form.rnglistx:
    case Form.gnuAddrIndex:
    case Form.gnuStrIndex:
      return cursor.uleb()
    case Form.sdata:
      return cursor.sleb()
    case Form.strp:
    case Form.lineStrp:
    case Form.secOffset:
    case Form.strpSup:
    case Form.gnuRefAlt:
    case Form.gnuStrpAlt:
      return cursor.unsigned(unit.offsetSize)
    case Form.refAddr:
      // In DWARF 2 an address's size, an offset's since.
      return cursor.unsigned(unit.version === 2 ? unit.addressSize : unit.offsetSize)
    case Form.string: {
      const { position } = cursor
      cursor.passString()
      return position
    }
    case Form.block1:
      return passBlock(cursor, cursor.u8())
    case Form.block2:
      return passBlock(cursor, cursor.u16())
    case Form.block4:
      return passBlock(cursor, cursor.u32())
    case Form.block:
    case Form.exprloc:
      return passBlock(cursor, cursor.uleb())
    case Form.flagPresent:
      return 1
    case Form.implicitConst:
      return implicit
    case Form.indirect:
      return decodeForm(cursor, decodeIndirect(cursor, form), implicit, unit)
    default:
      return cursor.damaged(`form ${form}`)
  }
}

/**
 * How to skip unused values: for each stretch its size in bytes, or −1 − form for a value whose
 * size is in the data.
 */
export type SkipPlan = readonly number[]

/** Many entries have one shape: what their values take is added up once. */
export function planSkip(forms: readonly number[], unit: UnitShape): SkipPlan {
  const passage: number[] = []
  for (const form of forms) {
    const size = sizeOfForm(form, unit)
    const last = passage.length - 1
    if (size === null) passage.push(-1 - form)
    else if (passage[last] >= 0) passage[last] += size
    else passage.push(size)
  }
  return passage
}

/**
 * Skips values. Returns false if bytes are missing; the cursor has then moved, and `decodeForm`
 * reports at which value.
 */
export function skipValues(cursor: DwarfCursor, passage: SkipPlan, unit: UnitShape): boolean {
  for (let nth = 0; nth < passage.length; nth++) {
    const step = passage[nth]
    if (step < 0) decodeForm(cursor, -1 - step, 0, unit)
    else if (step <= cursor.remaining) cursor.at += step
    else return false
  }
  return true
}

/** Bytes that any value of this form takes; null if that differs, and for forms that are not known. */
function sizeOfForm(form: number, unit: UnitShape): number | null {
  switch (form) {
    case Form.flagPresent:
    case Form.implicitConst:
      return 0
    case Form.data1:
    case Form.flag:
    case Form.ref1:
      return 1
    case Form.data2:
    case Form.ref2:
      return 2
    case Form.data4:
    case Form.ref4:
      return 4
    case Form.data8:
    case Form.ref8:
    case Form.refSig8:
      return 8
    case Form.addr:
      return unit.addressSize
    case Form.strp:
    case Form.lineStrp:
    case Form.secOffset:
      return unit.offsetSize
    default:
      return null
  }
}

function passBlock(cursor: DwarfCursor, length: number): number {
  const { position } = cursor
  cursor.skip(length)
  return position
}
