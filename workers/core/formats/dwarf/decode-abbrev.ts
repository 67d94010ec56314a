// `.debug_abbrev` → the shapes of entries: for each code a tag and a list of attributes with their forms.
import { Form } from './constants.ts'
import type { DwarfCursor } from './dwarf-cursor.ts'

export interface Abbreviation {
  readonly tag: number
  readonly attributes: readonly number[]
  readonly forms: readonly number[]
  /** Value of each attribute whose form keeps it here (DW_FORM_implicit_const); 0 for others. */
  readonly implicit: readonly number[]
}

export type AbbreviationTable = ReadonlyMap<number, Abbreviation>

/** The table that begins at the cursor; only as far as `wanted`, if one code is enough. */
export function decodeAbbreviations(cursor: DwarfCursor, wanted: number | null): AbbreviationTable {
  const table = new Map<number, Abbreviation>()
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
      attributes.push(attribute)
      forms.push(form)
      implicit.push(value)
    }
    // The first of several with one code counts.
    if (!table.has(code)) table.set(code, { tag, attributes, forms, implicit })
    if (code === wanted) return table
  }
}
