// Values that stand for strings → the strings, from whichever section holds them. Binary strings, each read once.
import { binaryString } from '../../base/string-table.ts'
import { Form } from './constants.ts'
import type { FormValue, UnitShape } from './decode-form.ts'
import type { DebugSections } from './sections.ts'

/** What a string's form may need to know of its unit. */
export interface StringContext {
  readonly unit: UnitShape
  readonly strOffsetsBase: number
  /** Section the value stands in, where inline strings are. */
  readonly home: '.debug_info' | '.debug_line'
}

/** Bytes to begin with. */
const WINDOW = 256

export class DebugStrings {
  readonly #sections: DebugSections
  readonly #known = new Map<string, Promise<string>>()
  /** Bytes of them, and of those put together of them. */
  #size = 0

  constructor(sections: DebugSections) {
    this.#sections = sections
  }

  /** A new question begins. */
  startWork(): void {
    this.#known.clear()
    this.#size = 0
  }

  /** Before a text of so many bytes is kept. */
  add(length: number, section: string): void {
    this.#sections.allowance.bound(this.#size + length, 1, 'text', { file: this.#sections.file, section })
    this.#size += length
  }

  /** Null where there is no string, or one in a file that is not here. Errors: `dwarf/damaged`. */
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
