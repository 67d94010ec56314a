// The index by function name at the end of gprof's call graph, in three columns.
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { cut, cutLeft, indexText, styleOf, type TextInput, type TextStyle } from './listing-text.ts'
import { digitsOf } from './digits.ts'
import { PrintedNames } from './printed-names.ts'
import { NEWLINE, type TextBytes } from './text-bytes.ts'
import { asArray } from '../../base/columns.ts'
import { orderOfStrings } from '../../base/order-strings.ts'
import { rawName } from '../../names/names.ts'

const COLUMNS = 3
/** Width of "[n]" before the name. */
const NUMBER_WIDTH = 5

/**
 * Writes the index by function name that follows gprof's call graph, after a form feed.
 *
 * @param width of the whole page in characters (gprof's -w)
 */
export function writeIndex(
  input: TextInput,
  width: number,
  out: TextBytes,
  names = new PrintedNames(input, out),
): void {
  out.text('\f\nIndex by function name\n\n')
  const items = listItems(input)
  const rows = Math.ceil(items.length / COLUMNS)
  const columnWidth = Math.trunc((width - 1) / COLUMNS)
  const style = styleOf(input)
  for (let row = 0; row < rows; row++) {
    // gprof counts columns without the blanks on either side of the number.
    let column = 0
    let start = 0
    for (let at = row; at < items.length; at += rows) {
      if (style.traditional) {
        writeTraditional(input, items[at], out)
        continue
      }
      column += writeItem(input, style.fileOf, names, items[at], start + NUMBER_WIDTH - column, out)
      start += columnWidth
    }
    out.byte(NEWLINE)
  }
}

/**
 * Ends the number `room` columns on, or where it must. Returns the columns taken, as gprof counts
 * them.
 */
function writeItem(
  input: TextInput,
  fileOf: TextStyle['fileOf'],
  names: PrintedNames,
  item: number,
  room: number,
  out: TextBytes,
): number {
  const functions = input.analyzed.profile.functions.length
  const columns = writeNumber(input, item, room, out)
  if (item >= functions) {
    const name = cycleName(item - functions)
    out.text(name)
    return columns + name.length
  }
  const f = item as FunctionIndex
  const length = names.writeName(f)
  const file = fileOf(f)
  if (file === null) return columns + length
  out.text(` (${file})`)
  return columns + length + file.length + 3
}

/** Writes " [n] " with blanks before it. Returns the columns of the number and those before it. */
function writeNumber(input: TextInput, item: number, room: number, out: TextBytes): number {
  const { entry, isPrinted } = entryOf(input, item)
  const length = digitsOf(entry + 1) + 2
  const blanks = Math.max(0, room - length)
  out.blanks(blanks + 1)
  out.text(isPrinted ? '[' : '(')
  out.count(entry + 1, 1)
  out.text(isPrinted ? '] ' : ') ')
  return blanks + length
}

function writeTraditional(input: TextInput, item: number, out: TextBytes): void {
  const { functions } = input.analyzed.profile
  const isCycle = item >= functions.length
  const name = isCycle ? cycleName(item - functions.length) : rawName(functions, item as FunctionIndex)
  const { entry, isPrinted } = entryOf(input, item)
  out.text(`${cut(indexText(entry, isPrinted), 6)} ${cutLeft(name, 19)}`)
}

const cycleName = (cycle: number): string => `<cycle ${cycle + 1}>`

function entryOf({ analyzed, listing }: TextInput, item: number): { entry: number; isPrinted: boolean } {
  const functions = analyzed.profile.functions.length
  const { entryOfFunction, entryOfCycle } = listing.entries
  const { isPrinted, cycleIsPrinted } = analyzed.times
  if (item < functions) {
    const f = item as FunctionIndex
    return { entry: entryOfFunction[f], isPrinted: isPrinted[f] === 1 }
  }
  const cycle = (item - functions) as CycleIndex
  return { entry: entryOfCycle[cycle], isPrinted: cycleIsPrinted[cycle] === 1 }
}

/**
 * Functions with calls or time of their own, by raw name; then all cycles, numbered after the
 * functions.
 */
function listItems(input: TextInput): Uint32Array {
  const { profile, cycles } = input.analyzed
  const { functions } = profile
  const { showUnused } = styleOf(input)
  const { indexedFunctions: indexed, byName } = input.listing
  const items = new Uint32Array(functions.length + cycles.length)
  let used = 0
  if (indexed === undefined) {
    const order = byName ?? orderOfStrings(functions.names)
    const calls = asArray(functions.calls)
    const self = asArray(functions.selfTicks)
    for (let at = 0; at < order.length; at++) {
      const f = order[at]
      if ((Number(showUnused) | Number(calls[f] !== 0) | Number(self[f] !== 0)) === 1) items[used++] = f
    }
  } else for (; used < Math.min(indexed, functions.length); used++) items[used] = used
  for (let cycle = 0; cycle < cycles.length; cycle++) items[used + cycle] = functions.length + cycle
  return items.subarray(0, used + cycles.length)
}
