// Values of string forms to strings, from the sections that hold them. Binary strings, each read once.
import { Form } from './constants.ts'
import { binaryString } from '../../base/string-table.ts'
import type { UnitShape, FormValue } from './forms.ts'
import { DebugSections } from './sections.ts'

/** What a string's form may need to know of its unit. */
export interface StringContext {
  readonly unit: UnitShape
  /** Offset into `.debug_str_offsets` where the unit's table begins. */
  readonly strOffsetsBase: number
  /** Section of the value, where inline strings are. */
  readonly home: '.debug_info' | '.debug_line'
}

/** Bytes to begin with. */
const WINDOW = 256

/** Reads strings from the string sections, each once per query. Strings are binary strings. */
export class DebugStrings {
  readonly #sections: DebugSections
  readonly #known = new Map<string, Promise<string>>()
  /** Bytes of them, and of those put together of them. */
  #size = 0

  constructor(sections: DebugSections) {
    this.#sections = sections
  }

  /** Begins a new query: forgets the strings of the last one. */
  startWork(): void {
    this.#known.clear()
    this.#size = 0
  }

  /**
   * Counts a text of `length` bytes that is kept until the query ends.
   *
   * @param section of the text, for the message
   * @throws ProblemError `dwarf/unsupported` if texts become too large in all
   */
  add(length: number, section: string): void {
    this.#sections.allowance.bound(this.#size + length, 1, 'text', { file: this.#sections.file, section })
    this.#size += length
  }

  /**
   * Reads the string of an attribute. Null if the form is no string, or one of a supplementary file.
   *
   * @throws ProblemError `dwarf/damaged` for an offset beyond its section, a missing section or a string
   *   without end
   */
  async read({ form, value }: FormValue, context: StringContext): Promise<string | null> {
    switch (form) {
      case Form.string:
        return this.#at(context.home, value)
      case Form.strp:
        return this.#at('.debug_str', value)
      case Form.lineStrp:
        return this.#at('.debug_line_str', value)
      case Form.strx:
      case Form.strx1:
      case Form.strx2:
      case Form.strx3:
      case Form.strx4:
      case Form.gnuStrIndex:
        return this.#at('.debug_str', await this.#offsetAt(value, context))
      default:
        return null
    }
  }

  async #offsetAt(index: number, { unit, strOffsetsBase }: StringContext): Promise<number> {
    const section = await this.#sections.need('.debug_str_offsets')
    return section.decodeAt(strOffsetsBase + index * unit.offsetSize, unit.offsetSize, (cursor) =>
      cursor.unsigned(unit.offsetSize),
    )
  }

  #at(name: string, offset: number): Promise<string> {
    const key = `${name}:${offset}`
    let text = this.#known.get(key)
    if (text === undefined) {
      text = this.#readAt(name, offset)
      this.#known.set(key, text)
    }
    return text
  }

  async #readAt(name: string, offset: number): Promise<string> {
    const section = await this.#sections.need(name)
    const length = await section.decodeAt(offset, WINDOW, (cursor) => {
      cursor.passString()
      return cursor.at - 1
    })
    this.add(length, name)
    const { bytes } = await section.read(offset, length)
    return binaryString(bytes, 0, length)
  }
}
