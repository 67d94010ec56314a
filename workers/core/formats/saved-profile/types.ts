// What a saved profile holds, as data: the header, then columns of numbers behind it. The layout is in
// docs/formats/saved-profile.md.
import { binaryString } from '../../base/string-table.ts'
import type { ColumnEncoding } from './columns.ts'
import type { Quantity, SavedListing } from './listing-header.ts'

/** The first bytes of every saved profile; the rest is one gzip member. */
export const MAGIC = 'gmonscope saved\n'

/** Whether a file is a saved profile, by its first bytes. */
export function isSavedProfile(start: Uint8Array): boolean {
  return start.length >= MAGIC.length && binaryString(start, 0, MAGIC.length) === MAGIC
}

/** Value of the header's field `format`. */
export const FORMAT = 'gmonscope saved profile'
/** Rises when a reader of the version before would misread the file; new fields and columns do not raise it. */
export const VERSION = 2
/** What a file says to be that is no listing: the first readers open it, too. */
export const VERSION_OF_PROFILES = 1

/**
 * Decompressed size that a file may have, in bytes: so much for any file, and so much more for each of its bytes. Profiles
 * compress to a third or a tenth; a file that goes beyond is made to fill the memory.
 */
export const LARGEST = 128 * 1024 * 1024
const FOR_ANY = 16 * 1024 * 1024
const PER_BYTE = 64
/** Returns the most bytes that a file of `compressed` bytes may decompress to. */
export const largestFor = (compressed: number): number => Math.min(LARGEST, FOR_ANY + PER_BYTE * compressed)

/** Largest header, in bytes. */
export const LARGEST_HEADER = 16 * 1024 * 1024
/** Most functions of a saved profile. */
export const MOST_FUNCTIONS = 1 << 22
/** Most arcs of a saved profile. */
export const MOST_ARCS = 1 << 24

/** A file that the profile was made from. */
export interface SavedFile {
  readonly name: string
  readonly size: number
  readonly kind: string
  readonly detail: string
  /** Of a run that was sampled. */
  readonly samples: number | null
  /** A Problem, or null. */
  readonly problem: unknown
}

/** Totals of a saved profile, as in `ProfileTotals`: ticks and numbers of records. */
export interface SavedTotals {
  readonly ticks: number
  readonly recordedTicks: number
  readonly unattributedTicks: number
  readonly arcRecords: number
  readonly droppedArcRecords: number
  readonly runs: number
}

/** Facts about a saved profile's functions and arcs. */
export interface SavedFacts {
  readonly functions: number
  readonly arcs: number
  readonly hasHistogram: boolean
  readonly hasArcs: boolean
  /** Ticks per second. */
  readonly rate: number
  readonly scale: Quantity
  /** One character per byte. */
  readonly dimension: string
  readonly abbreviation: string
  readonly namePrefix: '' | '_'
  readonly totals: SavedTotals
}

/** A histogram, without its bins. */
export interface SavedHistogram {
  readonly low: number
  readonly high: number
  readonly bins: number
}

/** An arc, by the names of both functions. */
export interface SavedArcName {
  readonly parent: string
  readonly child: string
}

/** Names are binary strings, as everywhere. */
export interface SavedScenario {
  readonly staticArcs: boolean
  readonly foldStd: boolean
  readonly cutArcs: readonly SavedArcName[]
  readonly leftOut: readonly string[]
  readonly timeLeftOut: readonly string[]
  readonly only: readonly string[]
  readonly timeOnly: readonly string[]
  /** Factors are Infinity in memory and null in the file where the function takes no time. */
  readonly faster: readonly { readonly name: string; readonly factor: number }[]
}

/** Static arcs of a saved profile. */
export interface SavedPossible {
  readonly arcs: number
  /** What gprof's own search finds beside the recorded arcs: these calls in this order, how many of them, how many others. */
  readonly gprof: { readonly isSame: boolean; readonly found: number; readonly others: number } | null
  /** Whether there is a column of which calls are jumps that may have been taken; older files have none. */
  readonly tails: boolean
}

/** Lines of a saved profile. */
export interface SavedLines {
  /** Of source files, and of names of functions that were inlined. */
  readonly files: number
  readonly names: number
  /** Whether it is known which line called. */
  readonly calls: boolean
}

/** A column, as the header describes it. */
export interface SavedColumn {
  readonly name: string
  readonly encoding: ColumnEncoding
  /** Values, and the bytes that hold them. */
  readonly length: number
  readonly bytes: number
}

/** The JSON header of a saved profile. */
export interface SavedHeader {
  readonly format: typeof FORMAT
  readonly version: number
  /** Of the program. */
  readonly name: string
  /** The files the profile was made from. */
  readonly files: readonly SavedFile[]
  /** Notices; those of a later version may be of any shape. */
  readonly notices: readonly unknown[]
  readonly profile: SavedFacts
  /** Source files; null if nothing is known of sources. */
  readonly sources: { readonly files: number } | null
  /** Static arcs; null if they were not read. */
  readonly possible: SavedPossible | null
  /** Lines of functions that were sampled or that call; null if nothing is known of them. */
  readonly lines: SavedLines | null
  /** What gmon.sum is made of besides; null if it was left out. */
  readonly histograms: {
    readonly wordSize: 4 | 8
    readonly bigEndian: boolean
    readonly records: readonly SavedHistogram[]
  } | null
  /** A profile that comes from gprof's text: its rows are what is saved. Null for any other. */
  readonly listing: SavedListing | null
  readonly scenario: SavedScenario
  /** What was on screen, as a link says it, without the scenario; "" for nothing in particular. */
  readonly view: string
  readonly columns: readonly SavedColumn[]
}

/** A saved profile as read: its header and the bytes of its columns. */
export interface RawSavedProfile {
  readonly file: string
  readonly header: SavedHeader
  /** By name; bytes for encoding "bytes", numbers for all others. */
  readonly columns: ReadonlyMap<string, Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>>
}
