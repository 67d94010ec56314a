// One attribute’s value as a number, by its form. Passing over it goes by the form as well.
import { Form } from './constants.ts'
import { DwarfCursor } from './dwarf-cursor.ts'

/** How numbers are written in one unit, and where it begins in its section. */
export interface UnitShape {
  readonly version: number
  /** Bytes of an offset into a section; 4 in DWARF32. */
  readonly offsetSize: 4 | 8
  /** Bytes of an address. */
  readonly addressSize: number
  /** Offset in its section. */
  readonly start: number
}

/** A value and the form that says what it means. Form 0: not there. */
export interface FormValue {
  readonly form: number
  readonly value: number
}

/** An attribute without a value. */
export const NO_VALUE: FormValue = { form: 0, value: 0 }

/**
 * Returns the actual form of a value. For DW_FORM_indirect it is read at the cursor, which is then at the
 * value; any other form is returned unchanged.
 */
export function decodeIndirect(cursor: DwarfCursor, form: number): number {
  let actual = form
  while (actual === Form.indirect) actual = cursor.uleb()
  return actual
}

/**
 * Returns the number that an attribute holds and moves the cursor behind it: a constant or an address; an
 * offset into the section that the form names; an index for the forms ending in `x`; a position in the
 * section for references within the unit, inline strings and blocks; 1 for DW_FORM_flag_present.
 *
 * @param implicit value of the form DW_FORM_implicit_const, from the abbreviation
 * @throws ProblemError `dwarf/damaged` for an unknown form or missing bytes
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

/**
 * Returns how to skip values of these forms: their sizes, added up as far as they are fixed. Many entries
 * have the same shape, so it is computed once for each. The plan holds for this unit's sizes of addresses and
 * offsets.
 */
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
 * Skips values. Returns false if bytes are missing; the cursor has then moved, and `decodeForm` reports at
 * which value.
 *
 * @param passage from `planSkip`
 * @throws ProblemError `dwarf/damaged` where a value whose size is in the data is cut off
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
