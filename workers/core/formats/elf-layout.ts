// The layout of ELF files: headers, sizes, codes. See docs/formats/elf.md.
import type { ByteLayout } from '../bytes/byte-cursor.ts'

/** The ELF file header. */
export interface ElfHeader {
  readonly layout: ByteLayout
  /** e_type: 1 relocatable, 2 executable, 3 shared or position-independent, 4 core. */
  readonly type: number
  readonly machine: number
  readonly entry: number
  /** Where the section headers begin; 0 if there are none. */
  readonly sectionsAt: number
  readonly sectionEntrySize: number
  /** 0 may mean that section header 0 holds the count. */
  readonly sectionCount: number
  /** 0xffff means that section header 0 holds the index. */
  readonly sectionNamesIndex: number
}

/** Section headers as columns; row 0 is the null section. */
export interface SectionTable {
  readonly length: number
  readonly nameOffset: Uint32Array
  readonly type: Uint32Array
  /** Low 32 bits of sh_flags. */
  readonly flags: Uint32Array
  readonly address: Float64Array
  readonly offset: Float64Array
  readonly size: Float64Array
  readonly link: Uint32Array
  readonly info: Uint32Array
  readonly entrySize: Float64Array
}

/** ELF's e_type values. */
export const FileType = { relocatable: 1, executable: 2, dynamic: 3, core: 4 } as const
export const SectionType = { null: 0, progbits: 1, symtab: 2, strtab: 3, nobits: 8, symtabShndx: 18 } as const
/** ELF's section flags in use. */
export const SectionFlag = { alloc: 2, executable: 4, compressed: 0x800 } as const

/** Section indexes of a symbol that name no section. */
export const SHN_UNDEF = 0
export const SHN_LORESERVE = 0xff00
/** The real index is in a table of its own (symbols) or in section header 0 (the file header). */
export const SHN_XINDEX = 0xffff

/** Bytes of e_ident. */
export const IDENT_SIZE = 16
/** Returns the size of the ELF file header, in bytes. */
export const headerSize = (layout: ByteLayout): number => (layout.wordSize === 8 ? 64 : 52)
export const sectionHeaderSize = (layout: ByteLayout): number => (layout.wordSize === 8 ? 64 : 40)
/** Returns the size of an ELF symbol, in bytes. */
export const symbolSize = (layout: ByteLayout): number => (layout.wordSize === 8 ? 24 : 16)
