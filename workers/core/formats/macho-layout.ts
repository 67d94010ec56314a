// The layout of Mach-O files: headers, sizes, codes. See docs/formats/macho.md.
import type { ByteLayout } from '../bytes/byte-cursor.ts'

/** The Mach-O header. */
export interface MachHeader {
  readonly layout: ByteLayout
  readonly cpu: number
  /** One of `FileType`. */
  readonly type: number
  readonly commandsSize: number
  readonly commandCount: number
  readonly positionIndependent: boolean
}

/** A section of a Mach-O file. */
export interface MachSection {
  readonly segment: string
  readonly name: string
  readonly address: number
  readonly size: number
  /** 0 for a section that has no bytes in the file. */
  readonly offset: number
  readonly isCode: boolean
}

/** What the load commands say. */
export interface MachCommands {
  /** In the order by which symbols number them, from 1. */
  readonly sections: readonly MachSection[]
  readonly symbols: MachSymbolTable | null
  /** Of the link, lower-case hex; "" if there is none. */
  readonly uuid: string
}

/** Where a Mach-O file's symbols are. */
export interface MachSymbolTable {
  readonly offset: number
  readonly count: number
  readonly namesOffset: number
  readonly namesSize: number
}

/** Mach-O's file types in use. */
export const FileType = { object: 1, core: 4 } as const
/** Mach-O's load commands in use. */
export const Command = { segment: 1, symtab: 2, segment64: 0x19, uuid: 0x1b } as const
export const PIE = 0x20_0000
/** Attributes of a section: nothing but, and some, instructions. */
export const PURE_INSTRUCTIONS = 0x8000_0000
export const SOME_INSTRUCTIONS = 0x400

/** Parts of a symbol's type. */
export const SymbolBits = { stab: 0xe0, type: 0x0e, external: 0x01 } as const
export const InSection = 0x0e

/** Returns the size of the Mach-O header, in bytes. */
export const headerSize = ({ wordSize }: ByteLayout): number => (wordSize === 8 ? 32 : 28)
/** Returns the size of a Mach-O symbol, in bytes. */
export const symbolSize = ({ wordSize }: ByteLayout): number => (wordSize === 8 ? 16 : 12)
