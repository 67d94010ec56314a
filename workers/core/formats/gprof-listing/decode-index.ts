// Lines of the index → its items in the order of names, with the width of the page it was laid out for.
import { cycleNamed, type IndexItem, parseIndexLine } from './parse-lines.ts'
import type { RawIndex, RawIndexItem, RawName } from './types.ts'

/** gprof's own width of the index, and that of a column in it. */
const DEFAULT_WIDTH = 80
const DEFAULT_COLUMN = 26

type Names = ReadonlyMap<number, RawName>

/** Decodes the index, line by line. */
export class IndexDecoder {
  readonly #rows: (readonly IndexItem[])[] = []
  #column = 0
  /** As wide as columns can be where none is filled up. */
  #most = Infinity
  /** Whether a mail program wrapped lines in the middle of items. */
  #isTorn = false

  /** Whether lines of the index were wrapped in the middle of items. */
  get isTorn(): boolean {
    return this.#isTorn
  }

  /** Takes a line of the index. Returns false, and does nothing, for another line. */
  take(line: string): boolean {
    const items = parseIndexLine(line)
    if (items.length === 0) return false
    if (!/^[ \t]*[[(]\d{1,9}[\])]? /.test(line)) this.#isTorn = true
    for (const { columnWidth, isFilled } of items) {
      if (columnWidth === 0) continue
      if (!isFilled) this.#most = Math.min(this.#most, columnWidth)
      else if (this.#column === 0 && Number.isInteger(columnWidth)) this.#column = columnWidth
    }
    this.#rows.push(items)
    return true
  }

  /** Marks the index as torn: there were other lines between those of items. */
  tear(): void {
    this.#isTorn = true
  }

  /**
   * Returns the items down the first column, then the next; null if no line was taken. Where lines are torn,
   * items whose number has no name are left out.
   *
   * @param names of all numbers, to restore numbers that were cut off
   */
  result(names: Names): RawIndex | null {
    if (this.#rows.length === 0) return null
    const items: RawIndexItem[] = []
    const numbers = this.#rows.some((row) => row.some(({ isCut }) => isCut)) ? numbersOf(names) : null
    const columns = this.#rows.reduce((most, row) => Math.max(most, row.length), 0)
    for (let column = 0; column < columns; column++) {
      for (const row of this.#rows) {
        const printed = row[column]
        const item = printed?.isCut && numbers ? withWholeNumber(printed, names, numbers) : printed
        if (item && !(this.#isTorn && !names.has(item.number)))
          items.push({ number: item.number, isPrinted: item.isPrinted, ...splitFile(item, names) })
      }
    }
    return { items, width: this.#width() }
  }

  #width(): number {
    // Columns that are nowhere filled up are narrower than every name: any width that is small will do, gprof's own first.
    const isDefault = this.#column === 0 ? this.#most >= DEFAULT_COLUMN : this.#column === DEFAULT_COLUMN
    if (isDefault) return DEFAULT_WIDTH
    return 3 * Math.max(1, this.#column) + 1
  }
}

/** By name the number of the last function that has it. */
const numbersOf = (names: Names): ReadonlyMap<string, number> =>
  new Map([...names].map(([number, { name }]) => [name, number]))

/** The call graph has the whole number, if it has more digits. */
function withWholeNumber(item: IndexItem, names: Names, numbers: ReadonlyMap<string, number>): IndexItem {
  const { number, text } = item
  const isNamed = (name: string | undefined): boolean => name !== undefined && text.startsWith(name)
  if (isNamed(names.get(number)?.name)) return item
  const whole = numbers.get(text) ?? numbers.get(text.slice(0, Math.max(0, text.lastIndexOf(' ('))))
  return whole !== undefined && String(whole).startsWith(String(number)) ? { ...item, number: whole } : item
}

/** Splits off the file after a static function's name; the call graph shows where the name ends. */
function splitFile(
  { number, text }: IndexItem,
  names: Names,
): { readonly name: string; readonly file: string | null } {
  const known = names.get(number)?.name
  const cycle = cycleNamed(text)
  if (cycle > 0) return { name: `<cycle ${cycle}>`, file: null }
  if (text === known || !text.endsWith(')')) return { name: text, file: null }
  const at = known !== undefined && text.startsWith(`${known} (`) ? known.length : text.lastIndexOf(' (')
  const file = text.slice(at + 2, -1)
  if (at < 0 || (known === undefined && !/\w\.\w{1,6}$/.test(file))) return { name: text, file: null }
  return { name: text.slice(0, at), file }
}
