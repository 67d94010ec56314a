// The layout of PE images: headers, sizes, codes. See docs/formats/pe.md.

/** The PE header. */
export interface PeHeader {
  /** COFF's code for the processor; see pe.ts. */
  readonly machine: number
  readonly sectionCount: number
  readonly sectionsAt: number
  /** Of the COFF symbol table; 0 if there is none. */
  readonly symbolsAt: number
  /** Rows of the table, auxiliary ones among them. */
  readonly symbolCount: number
  /** PE32+: 64-bit addresses. */
  readonly wide: boolean
  readonly imageBase: number
  /** May be loaded elsewhere than at `imageBase`. */
  readonly relocatable: boolean
}

/** Section headers as columns; row 0 is section 1 of a symbol. */
export interface PeSections {
  readonly length: number
  /** As in the header, at most eight bytes; "/123" refers to the string table. */
  readonly name: readonly string[]
  /** Address once loaded, image base included. */
  readonly address: Float64Array
  /** Bytes in memory that the file holds. */
  readonly size: Float64Array
  readonly offset: Float64Array
  readonly isCode: Uint8Array
}

/** "MZ", and the offset of the PE signature. */
export const DOS_HEADER_SIZE = 64
export const SIGNATURE_OFFSET_AT = 0x3c
/** "PE\0\0", the COFF header, and what we need of the optional header. */
export const SIGNATURE_SIZE = 4
export const COFF_HEADER_SIZE = 20
export const OPTIONAL_HEADER_NEEDED = 72
export const SECTION_HEADER_SIZE = 40
export const SYMBOL_SIZE = 18

export const OptionalMagic = { pe32: 0x10b, pe32plus: 0x20b } as const
export const DYNAMIC_BASE = 0x40
/** PE's section flags in use. */
export const SectionFlag = { code: 0x20, uninitialized: 0x80, execute: 0x2000_0000 } as const

/** Storage classes of symbols that can be functions. */
export const StorageClass = {
  external: 2,
  static: 3,
  label: 6,
  function: 101,
  file: 103,
  section: 104,
  weakExternal: 105,
  gnuWeak: 127,
} as const
