// Shared parts of gprof listings: input, style, widths of columns.
import { fileInIndex } from '../source-of.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { readableBytes } from '../../names/names.ts'
import type { Listing } from '../listing/listing.ts'

/** Input of the functions that print a listing. */
export interface TextInput {
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
  /** Style; by default gprof's with `-b`. */
  readonly style?: TextStyle
}

/** Options of gprof that change the text. */
export interface TextStyle {
  /** Format of the first gprofs (`-T`). */
  readonly traditional: boolean
  /** Also prints functions without calls and time (`-z`). */
  readonly showUnused: boolean
  /** Whether an explanation follows each part (no `-b`). */
  readonly explained: boolean
  /** Printed name as a binary string, or as bytes that the next call may overwrite. */
  readonly nameOf: (f: FunctionIndex) => string | Uint8Array
  /** File in parentheses after a name in the index, or null. */
  readonly fileOf: (f: FunctionIndex) => string | null
}

/** Returns the style of an input or, without one, the default: gprof's with `-b`. */
export function styleOf(input: TextInput): TextStyle {
  const { profile } = input.analyzed
  return (
    input.style ?? {
      traditional: false,
      showUnused: false,
      explained: false,
      nameOf: (f) => readableBytes(profile.functions, f),
      fileOf: (f) => fileInIndex(profile, f),
    }
  )
}

/** Formats like C's `%<width>.<width>s`: cut off or padded on the left to `width` characters. */
export const cut = (text: string, width: number): string => text.slice(0, width).padStart(width)
/** Formats like C's `%-<width>.<width>s`: cut off or padded on the right to `width` characters. */
export const cutLeft = (text: string, width: number): string => text.slice(0, width).padEnd(width)

/**
 * Returns an entry's number as gprof prints it: "[n]", or "(n)" if the entry is not printed.
 *
 * @param entry EntryIndex; the number is one more
 */
export function indexText(entry: number, isPrinted: boolean): string {
  return isPrinted ? `[${entry + 1}]` : `(${entry + 1})`
}

/**
 * Returns the size of a bin in whole bytes, rounded down. For a histogram without bins it is 0, as with
 * gprof's integers.
 *
 * @param scale two-byte units per bin
 */
export const bytesOfBin = (scale: number): number => (Number.isFinite(scale) ? Math.trunc(scale) * 2 : 0)

/** Width of the blanks before the times of a line that is not the primary one. */
export const NO_INDEX = 13
/** Width of the index column. */
export const INDEX_WIDTH = 6
/** Width of a column of seconds. */
export const SELF_WIDTH = 7
/** Width of a column of calls. */
export const COUNT_WIDTH = 7
/** Blanks between the numbers and the name. */
export const BEFORE_NAME = 5
