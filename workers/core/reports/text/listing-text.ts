// What the three parts of a gprof-shaped listing share: padding, names, and where the text goes.
import { fileInIndex } from '../sources.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { readableBytes } from '../names/names.ts'
import type { Listing } from '../listing/listing.ts'

export interface TextInput {
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
  /** gprof's defaults with `-b` unless given. */
  readonly style?: TextStyle
}

/** What gprof's options change about the text itself. */
export interface TextStyle {
  /** In the manner of the first gprofs (`-T`). */
  readonly traditional: boolean
  /** Also functions without calls and time (`-z`). */
  readonly showUnused: boolean
  /** Whether each part is followed by an explanation of it (no `-b`). */
  readonly explained: boolean
  /** A name as it is printed, as bytes. */
  readonly nameOf: (f: FunctionIndex) => string
  /** Set where `nameOf` changes no name but mangled ones: the others are then copied as they stand. */
  readonly plainNames?: boolean
  /** Set where mangled ones are made readable in gprof's usual style and nothing is added: then most need no string. */
  readonly readableNames?: boolean
  /** What stands in parentheses behind a name in the index, or null. */
  readonly fileOf: (f: FunctionIndex) => string | null
}

export function styleOf(input: TextInput): TextStyle {
  const { profile } = input.analyzed
  return (
    input.style ?? {
      traditional: false,
      showUnused: false,
      explained: false,
      nameOf: (f) => readableBytes(profile.functions, f),
      plainNames: true,
      readableNames: true,
      fileOf: (f) => fileInIndex(profile, f),
    }
  )
}

/** C's `%<width>.<width>s`. */
export const cut = (text: string, width: number): string => text.slice(0, width).padStart(width)
/** C's `%-<width>.<width>s`. */
export const cutLeft = (text: string, width: number): string => text.slice(0, width).padEnd(width)

/** "[n]", or "(n)" for an entry that is not printed. */
export function indexText(entry: number, isPrinted: boolean): string {
  return isPrinted ? `[${entry + 1}]` : `(${entry + 1})`
}

/** The size of a bin in whole bytes; one of a histogram without bins has none, which gprof's integers make 0. */
export const bytesOfBin = (scale: number): number => (Number.isFinite(scale) ? Math.trunc(scale) * 2 : 0)
