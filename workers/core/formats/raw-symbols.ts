// The namelist of a program as its file has it, whatever the format.

/** Symbols as the file lists them, in file order, entry 0 of ELF left out. Nothing is filtered yet. */
export interface RawSymbols {
  readonly length: number
  /** Link-time address where the symbol starts; symbols of no section keep their value. */
  readonly address: Float64Array<ArrayBuffer>
  /** Position of the name in `names`. */
  readonly nameOffset: Uint32Array<ArrayBuffer>
  /**
   * The same for the name to show, if different: that of the object file that the symbol
   * represents.
   */
  readonly shownName?: Uint32Array<ArrayBuffer>
  /** One of `SymbolBinding`. */
  readonly binding: Uint8Array<ArrayBuffer>
  /** One of `SymbolType`. */
  readonly type: Uint8Array<ArrayBuffer>
  /** One of `SymbolPlace`. */
  readonly place: Uint8Array<ArrayBuffer>
  /** What the file gives as its size, in bytes; NONE for marks that tools take for no function. Where it was asked for. */
  readonly size?: Float64Array<ArrayBuffer>
  /** The whole string table, NUL-terminated strings; gprof's local-name filter reads on past a name's end. */
  readonly names: Uint8Array<ArrayBuffer>
  /** Where names were said to be that lie outside of the file's table, which has `end` bytes; they are `(null)`, as in gprof. */
  readonly lostNames?: { readonly end: number; readonly offsets: readonly number[] }
  /** What this kind of program's compilers put before every name; nothing unless given. */
  readonly prefix?: '_'
}

/** Rows of a file's symbol table in hand at a time, where they are no columns in the making. */
export const ROWS_AT_ONCE = 1 << 17

/** An empty table of symbols. */
export const NO_SYMBOLS: RawSymbols = {
  length: 0,
  address: new Float64Array(0),
  nameOffset: new Uint32Array(0),
  binding: new Uint8Array(0),
  type: new Uint8Array(0),
  place: new Uint8Array(0),
  names: new Uint8Array(0),
}

/** Bindings of symbols. */
export const SymbolBinding = { local: 0, global: 1, weak: 2, other: 3 } as const
/** Types of symbols. */
export const SymbolType = {
  none: 0,
  object: 1,
  func: 2,
  section: 3,
  file: 4,
  common: 5,
  ifunc: 6,
  other: 7,
} as const
/** `nowhere`: common, absolute, or a section index that names no section. */
export const SymbolPlace = { undefined: 0, code: 1, data: 2, nowhere: 3 } as const
