// Debugging information as a readable description: what build-dwarf.ts writes.

export interface DwarfSpec {
  /** 5 unless given. */
  readonly version?: 2 | 3 | 4 | 5
  readonly offsetSize?: 4 | 8
  readonly addressSize?: 4 | 8
  readonly bigEndian?: boolean
  /** Lists of ranges that are one array are written once. */
  readonly units: readonly DwarfUnit[]
  /** Whether `.debug_aranges` covers every unit; by default false. */
  readonly aranges?: boolean
  readonly symbols?: readonly { readonly name: string; readonly address: number }[]
}

export interface DwarfUnit {
  /** A unit of one type (-fdebug-types-section), for DWARF 5: it refers to the lines of the unit behind it. */
  readonly describesType?: boolean
  /** What -gsplit-dwarf leaves in the program, for DWARF 5; its ranges, if any, are given by index. */
  readonly isSkeleton?: boolean
  /** DW_AT_comp_dir; "/src" unless given, null for none. */
  readonly folder?: string | null
  /** DW_AT_language: 0x21, C++14, unless given; 0x0c is C99. */
  readonly language?: number
  /** Entries from 1 on; in DWARF 5 entry 0 is `folder`. */
  readonly directories?: readonly string[]
  /** Entries from 1 on, path and directory. */
  readonly files: readonly (readonly [path: string, directory: number])[]
  /** DWARF 5's entry 0; the first of `files` unless given. */
  readonly mainFile?: readonly [path: string, directory: number]
  /** How its rows are written; each with its address and by the same few opcodes unless given. */
  readonly opcodes?: LineOpcodes
  /** [address, file, line]; the last row of each only ends it. A file of null leaves the register as it starts. */
  readonly sequences: readonly (readonly (readonly [number, number | null, number])[])[]
  /** The line program opcode by opcode, in the place of `sequences`. */
  readonly program?: LineProgram
  /** What the unit says of where its code is: [begin, end] pairs; null for nothing. */
  readonly ranges: readonly (readonly [number, number])[] | null
  readonly functions?: readonly DwarfFunction[]
}

/** What a line program says of its opcodes. */
export interface LineOpcodes {
  readonly leastInstruction: number
  /** The least that a special opcode adds to the line, and how many different amounts there are. */
  readonly base: number
  readonly range: number
  /** 10, 13, or 14 with one opcode that is not standard. */
  readonly opcodeBase: 10 | 13 | 14
}

export interface LineProgram {
  readonly steps: readonly LineStep[]
  /** 1 unless given; since DWARF 4. */
  readonly maximumOperations?: number
  /** 0 unless given; since DWARF 5. */
  readonly segmentSelectorSize?: number
}

export type LineStep =
  | readonly ['copy' | 'constAddPc' | 'end']
  | readonly ['advancePc' | 'advanceLine' | 'file' | 'fixedAdvancePc' | 'address', number]
  | readonly ['defineFile', string]
  /** Any opcodes at all. */
  | readonly ['bytes', readonly number[]]

export interface DwarfFunction {
  readonly name?: string
  readonly linkageName?: string
  /** Position in the unit's list of a function without ranges that has the name. */
  readonly origin?: number
  readonly ranges: readonly (readonly [number, number])[]
  /** Refers to its ranges by index (DW_FORM_rnglistx) instead of an offset, for DWARF 5. */
  readonly listedByNumber?: boolean
  /** A copy within another function's code. */
  readonly isInlined?: boolean
}
