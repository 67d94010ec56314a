// `.debug_info` → a unit’s header with what its first entry says about the whole unit.
import type { AbbreviationTable } from './abbreviations.ts'
import { decodeForm, decodeIndirect, type FormValue, NO_VALUE, type UnitShape } from './forms.ts'
import { DwarfCursor } from './dwarf-cursor.ts'
import { Attribute, Form, UnitType } from './constants.ts'

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
export function decodeEntryCode(cursor: DwarfCursor): number | null {
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
