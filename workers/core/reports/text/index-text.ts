// The index by function name that closes gprof's call graph, in three columns.
import { compareStrings } from '../../base/string-table.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { rawName } from '../names.ts'
import { cut, cutLeft, indexText, styleOf, type Sink, type TextInput } from './listing-text.ts'

const COLUMNS = 3
/** Room for "[n]" before the name. */
const NUMBER_WIDTH = 5

interface Item {
  readonly number: string
  readonly name: string
  /** In parentheses behind the name, or null. */
  readonly file: string | null
}

/** `width` is that of the whole page in characters (gprof's -w). */
export function writeIndex(input: TextInput, width: number, write: Sink): void {
  write('\f\nIndex by function name\n\n')
  const { traditional } = styleOf(input)
  const items = listItems(input)
  const rows = Math.ceil(items.length / COLUMNS)
  const columnWidth = Math.trunc((width - 1) / COLUMNS)
  for (let row = 0; row < rows; row++) {
    let line = ''
    // Counted as gprof counts: without the blanks on either side of the number.
    let column = 0
    let start = 0
    for (let at = row; at < items.length; at += rows) {
      const { number, name, file } = items[at]
      if (traditional) {
        line += `${cut(number, 6)} ${cutLeft(name, 19)}`
        continue
      }
      column += number.length
      while (column < start + NUMBER_WIDTH) {
        line += ' '
        column++
      }
      line += ` ${number} ${name}${file === null ? '' : ` (${file})`}`
      column += name.length + (file === null ? 0 : file.length + 3)
      start += columnWidth
    }
    write(`${line}\n`)
  }
}

/** Functions with calls or time of their own, by raw name; then all cycles. */
function listItems(input: TextInput): readonly Item[] {
  const { analyzed, listing } = input
  const { functions } = analyzed.profile
  const style = styleOf(input)
  const used: number[] = []
  for (let f = 0; f < functions.length; f++) {
    const row = f as FunctionIndex
    if (style.showUnused || functions.calls[row] !== 0 || functions.selfTicks[row] !== 0) used.push(f)
  }
  used.sort((left, right) => compareStrings(functions.names, left, right) || left - right)
  const items: Item[] = used.map((row) => {
    const f = row as FunctionIndex
    const isPrinted = analyzed.times.isPrinted[f] === 1
    return {
      number: indexText(listing.entries.entryOfFunction[f], isPrinted),
      name: style.traditional ? rawName(functions, f) : style.nameOf(f),
      file: style.fileOf(f),
    }
  })
  for (let c = 0; c < analyzed.cycles.length; c++) {
    const cycle = c as CycleIndex
    const isPrinted = analyzed.times.cycleIsPrinted[cycle] === 1
    items.push({
      number: indexText(listing.entries.entryOfCycle[cycle], isPrinted),
      name: `<cycle ${cycle + 1}>`,
      file: null,
    })
  }
  return items
}
