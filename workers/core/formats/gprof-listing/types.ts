// A listing as in the text: its parts, row by row, with numbers as printed. Nothing is computed.

/** How the text was made, as far as it shows. */
export interface ListingStyle {
  /** In the manner of the first gprofs: BSD's own, or GNU's with `-T`. */
  readonly traditional: boolean
  /** With the explanations that `-b` leaves out. */
  readonly explained: boolean
  /** Names are followed by file, line and address (`-l`). */
  readonly byLine: boolean
  /** There are arcs that were never taken (`-c`). */
  readonly staticCalls: boolean
  /** There are rows of functions without time and calls (`-z`). */
  readonly showUnused: boolean
  /** Parts in the order of the text. */
  readonly parts: readonly ListingPart[]
}

/** A part of a listing. */
export type ListingPart = 'flat' | 'graph' | 'index'

/** A row of the flat profile. Times in seconds; NaN for what was printed as no number. */
export interface RawFlatRow {
  readonly percent: number
  readonly cumulative: number
  readonly self: number
  /** −1 where the column is blank. */
  readonly calls: number
  /** In the flat profile's unit; NaN where the column is blank. */
  readonly selfPerCall: number
  readonly totalPerCall: number
  /** As printed, as a binary string; without the entry's number, which old listings add. */
  readonly name: string
  /** The entry's number in listings that add it, else 0. */
  readonly number: number
}

/** The flat profile as printed. */
export interface RawFlat {
  /** Seconds that a sample counts as, as printed; "" in old listings. */
  readonly period: string
  /** What is counted, normally "seconds" and "s". */
  readonly dimension: string
  readonly abbreviation: string
  /** "m", "u", … or " ": of the unit of times per call. */
  readonly prefix: string
  readonly granularity: RawGranularity | null
  readonly rows: readonly RawFlatRow[]
  /** It says that there was no time. */
  readonly timeless: boolean
}

/** "each sample hit covers `bytes` byte(s) for `share`% of `seconds` seconds"; share and seconds are 0 if left out. */
export interface RawGranularity {
  readonly bytes: number
  readonly share: number
  readonly seconds: number
  /** What is counted, normally "seconds". */
  readonly dimension: string
}

/** A line of an entry other than its primary line. */
export interface RawEntryLine {
  readonly kind: 'parent' | 'child' | 'member'
  /** Number of the function's own entry. */
  readonly number: number
  /** Seconds; NaN where the line passes no time. */
  readonly self: number
  readonly child: number
  readonly count: number
  /** Of a member: calls of itself. */
  readonly selfCalls: number
  /** Behind the stroke: all calls that `count` is a part of; −1 without. */
  readonly of: number
}

/** An entry of the call graph as printed. */
export interface RawEntry {
  readonly number: number
  /** The number of the cycle of which this is the entry as a whole, else 0. */
  readonly wholeCycle: number
  readonly percent: number
  readonly self: number
  readonly child: number
  /** −1 where the column is blank. */
  readonly calls: number
  /** Calls of itself, or between members of the cycle. */
  readonly selfCalls: number
  readonly lines: readonly RawEntryLine[]
}

/** A name and its number in brackets. */
export interface RawName {
  /** As printed, as a binary string. */
  readonly name: string
  /** The cycle it is a member of, or 0. */
  readonly cycle: number
  /** False for "(n)": it has no entry in the listing. */
  readonly isPrinted: boolean
}

/** The call graph as printed. */
export interface RawGraph {
  readonly granularity: RawGranularity | null
  readonly entries: readonly RawEntry[]
  readonly names: ReadonlyMap<number, RawName>
}

/** An item of the index as printed. */
export interface RawIndexItem {
  readonly number: number
  readonly isPrinted: boolean
  /** Name, or "<cycle n>". */
  readonly name: string
  /** In parentheses behind the name of a static function, or null. */
  readonly file: string | null
}

/** The index as printed. */
export interface RawIndex {
  /** Column by column: in the order of names. */
  readonly items: readonly RawIndexItem[]
  /** The width of the page that it was laid out for. */
  readonly width: number
}

/** A line in the middle of a part that could not be read. */
export interface UnreadLine {
  /** Counted from 1. */
  readonly line: number
  /** Its beginning, as a binary string. */
  readonly text: string
}

/** Marks of a merge that was not resolved. Of all conflicts the first side is read. */
export interface RawConflict {
  /** Of the first mark, counted from 1. */
  readonly line: number
  /** The mark, as a binary string: "<<<<<<< HEAD". */
  readonly mark: string
}

/** A listing as printed. */
export interface RawListing {
  readonly file: string
  readonly description: string
  readonly style: ListingStyle
  readonly flat: RawFlat | null
  readonly graph: RawGraph | null
  readonly index: RawIndex | null
  readonly unread: { readonly lines: number; readonly first: UnreadLine | null }
  /** The line at which another listing begins, which is left out; 0 if there is none. */
  readonly againAt: number
  readonly conflict: RawConflict | null
  /** The text ends inside a part. */
  readonly isCut: boolean
}
