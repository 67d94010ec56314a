// One attribute's value as a number, by its form; and so also the way to pass over it.
import { Form } from './constants.ts'
import type { DwarfCursor } from './dwarf-cursor.ts'

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

export const NO_VALUE: FormValue = { form: 0, value: 0 }

/** The form itself, where it stands before the value (DW_FORM_indirect). */
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

function passBlock(cursor: DwarfCursor, length: number): number {
  const { position } = cursor
  cursor.skip(length)
  return position
}
