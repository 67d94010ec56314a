// Shapes of entries of `.debug_info`, from `.debug_abbrev`.
import { Form } from './constants.ts'
import { DwarfCursor } from './dwarf-cursor.ts'

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

/**
 * Decodes the table of abbreviations that begins at the cursor. Of several with one code the first counts.
 *
 * @param wanted decodes only as far as this code; null for the whole table
 * @throws ProblemError `dwarf/damaged` for missing bytes, `dwarf/unsupported` for too many attributes or
 *   abbreviations
 */
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

/** Estimates the memory that a table takes, in bytes. */
export function sizeOfAbbreviations(table: AbbreviationTable): number {
  let size = 0
  for (const { attributes } of table.values()) size += 10 + attributes.length
  return size * BYTES_OF_ATTRIBUTE
}
