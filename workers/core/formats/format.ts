// The contract of file formats with the rest: what a file looks like once read, whatever dialect it came
// in. Formats fill these tables and know nothing of what happens to them.
import type { FileOffset, LinkAddress } from '../base/units.ts'
import type { Problem } from '../problems/problem.ts'
import type { RawSymbols } from './raw-symbols.ts'

/** An executable of any format, as read from its file. */
export interface RawExecutable {
  readonly file: string
  /** ELF unless given. */
  readonly format?: 'pe' | 'mach-o'
  /** "ELF 64-bit little-endian x86-64", for people. */
  readonly description: string
  readonly wordSize: 4 | 8
  readonly bigEndian: boolean
  /** ELF e_machine, also where the file is not ELF; 0 for a processor that ELF has no number for. */
  readonly machine: number
  /** True for ET_DYN with an entry point: a position-independent program. */
  readonly positionIndependent: boolean
  /** ELF without `.text`: its largest section of instructions is used instead. */
  readonly isTextUnnamed?: true
  /** `.text`, inclusive start and address of its last byte. */
  readonly textStart: LinkAddress
  readonly textLast: LinkAddress
  /** Offset of `.text` in the file; null without one. */
  readonly textOffset: FileOffset | null
  /** Some section is said to lie beyond the end of the file. */
  readonly reachesBeyondEnd?: true
  readonly symbols: RawSymbols
  /** Where symbols name descriptors of functions instead of their code (64-bit PowerPC, ELFv1). */
  readonly descriptors?: RawDescriptors
  /** Sections with debugging information that have bytes in the file; found, not read. */
  readonly debugSections: readonly RawSection[]
  /** Build id in lower-case hex; "" without one. Equal ids mean the same link, stripped or not. */
  readonly buildId: string
}

/** A section of function descriptors; the first word of each is the address of the function's code. */
export interface RawDescriptors {
  readonly start: LinkAddress
  /** Where the program's first code begins; no function lies below. */
  readonly firstCode: LinkAddress
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A section of an executable. */
export interface RawSection {
  /** As in the file: ".debug_line", ".zdebug_line". */
  readonly name: string
  readonly offset: number
  readonly size: number
  /** Begins with ELF's compression header (SHF_COMPRESSED). */
  readonly compressed: boolean
}

/** A histogram of a profile. */
export interface RawHistogram {
  /** First link-time address sampled, and the one behind the last. */
  readonly low: number
  readonly high: number
  /** Ticks per second. */
  readonly rate: number
  /** At most 15 bytes, as a binary string. */
  readonly dimension: string
  /** One byte, as a binary string. */
  readonly abbreviation: string
  /** Counters as in the file: 16 bits, except in FreeBSD's files, which may have other widths. */
  readonly bins: Uint16Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  /** The bins are overwritten when the next file is read: who keeps them keeps a copy. */
  readonly isReused?: boolean
  /** Where the record starts in its file. */
  readonly offset: number
}

/** A histogram whose header is whole and whose bins the file does not hold: what the header says. */
export type CutHistogram = Omit<RawHistogram, 'bins'> & { readonly bins: { readonly length: number } }

/**
 * Arcs in file order; `from` is a return address inside the parent, `self` an address inside the child,
 * `count` the number of calls.
 */
export interface RawArcs {
  readonly length: number
  readonly from: Float64Array<ArrayBuffer>
  readonly self: Float64Array<ArrayBuffer>
  readonly count: Float64Array<ArrayBuffer>
}

/** Link-time addresses of basic blocks and how often each was entered, in file order. */
export interface RawBlocks {
  readonly length: number
  readonly address: Float64Array<ArrayBuffer>
  readonly count: Float64Array<ArrayBuffer>
}

/** What a FreeBSD file's header says of its counters. */
export interface CounterKind {
  readonly bits: 8 | 16 | 32 | 64
  readonly signed: boolean
}

/** A profile, as read from its file. */
export interface RawProfile {
  readonly file: string
  readonly dialect: 'gnu' | 'bsd' | '4.4bsd'
  readonly version: number
  readonly histograms: readonly RawHistogram[]
  readonly arcs: RawArcs
  /** Basic-block records, one after another; empty unless requested. */
  readonly blocks: RawBlocks
  /** Numbers of records by kind. */
  readonly records: { readonly histogram: number; readonly arc: number; readonly basicBlock: number }
  /** The record that the file ends in, if it is a histogram. */
  readonly cut?: CutHistogram
  /** Position of the first basic-block record of which a block is whole, if there is one. */
  readonly firstBlocks?: number
  /** How wide the counters of the histograms are, where the file says so and it is not 16 bits. */
  readonly counters?: CounterKind
  /** Bytes at the end of a BSD file that make no arc: gprof passes over them, and so they are no damage. */
  readonly torn?: Problem
  /** Set when the file ends inside a record or goes on with something unknown; what came before is kept. */
  readonly damage: Problem | null
}

/** What a file was found to be by its first bytes. `detail` is for people, e.g. "GNU gmon.out, version 1". */
export type Identity =
  | { readonly kind: 'executable'; readonly detail: string }
  | { readonly kind: 'profile'; readonly dialect: 'gnu'; readonly detail: string }
  /** No cookie, but possibly a BSD header; the executable's word size decides. */
  | { readonly kind: 'maybe-bsd-profile'; readonly detail: string }
  /** A text file of symbols: what nm printed, a linker's map. */
  | { readonly kind: 'symbols'; readonly detail: string }
  /** A profile that gmonscope saved. */
  | { readonly kind: 'saved'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly problem: Problem }

/** Bytes at the beginning of a file by which it is known. */
export const IDENTIFYING_BYTES = 512
