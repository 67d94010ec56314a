// What the three parts of a gprof-shaped listing share: padding, names, and where the text goes.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { readableBytes } from '../names.ts'
import type { Listing } from '../listing.ts'

/** Takes text as binary strings, one character a byte; names are bytes, and columns are counted in bytes. */
export type Sink = (text: string) => void

export interface TextInput {
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
}

/** C's `%<width>.<width>s`. */
export const cut = (text: string, width: number): string => text.slice(0, width).padStart(width)
/** C's `%-<width>.<width>s`. */
export const cutLeft = (text: string, width: number): string => text.slice(0, width).padEnd(width)

/** "[n]", or "(n)" for an entry that is not printed. */
export function indexText(entry: number, isPrinted: boolean): string {
  return isPrinted ? `[${entry + 1}]` : `(${entry + 1})`
}

/** Name, cycle and number, as every line of the call graph shows a function. */
export function fullName(input: TextInput, f: FunctionIndex): string {
  const { analyzed, listing } = input
  const cycle = analyzed.cycles.cycleOf[f]
  const name = readableBytes(analyzed.profile.functions, f)
  const inCycle = cycle >= 0 ? ` <cycle ${cycle + 1}>` : ''
  const index = indexText(listing.entries.entryOfFunction[f], analyzed.times.isPrinted[f] === 1)
  return `${name}${inCycle} ${index}`
}
