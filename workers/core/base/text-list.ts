// Strings as they come, each kept once; a table of them at the end.
import { stringTableOf, type StringTable } from './string-table.ts'

export class TextList {
  readonly #texts: string[] = []
  readonly #indexes = new Map<string, number>()

  /** Position of the string in the table. Binary strings. */
  add(text: string): number {
    let index = this.#indexes.get(text)
    if (index === undefined) {
      index = this.#texts.push(text) - 1
      this.#indexes.set(text, index)
    }
    return index
  }

  table(): StringTable {
    return stringTableOf(this.#texts)
  }
}
