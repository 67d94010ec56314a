// DWARF's numbers that we look at, by the names the standard gives them.

/** DW_TAG values in use. */
export const Tag = { entryPoint: 0x03, inlinedSubroutine: 0x1d, subprogram: 0x2e } as const

/** DW_AT values in use. */
export const Attribute = {
  name: 0x03,
  stmtList: 0x10,
  lowPc: 0x11,
  highPc: 0x12,
  language: 0x13,
  compDir: 0x1b,
  abstractOrigin: 0x31,
  specification: 0x47,
  ranges: 0x55,
  linkageName: 0x6e,
  strOffsetsBase: 0x72,
  addrBase: 0x73,
  rnglistsBase: 0x74,
  mipsLinkageName: 0x2007,
  gnuAddrBase: 0x2133,
} as const

/** DW_FORM values in use. */
export const Form = {
  addr: 0x01,
  block2: 0x03,
  block4: 0x04,
  data2: 0x05,
  data4: 0x06,
  data8: 0x07,
  string: 0x08,
  block: 0x09,
  block1: 0x0a,
  data1: 0x0b,
  flag: 0x0c,
  sdata: 0x0d,
  strp: 0x0e,
  udata: 0x0f,
  refAddr: 0x10,
  ref1: 0x11,
  ref2: 0x12,
  ref4: 0x13,
  ref8: 0x14,
  refUdata: 0x15,
  indirect: 0x16,
  secOffset: 0x17,
  exprloc: 0x18,
  flagPresent: 0x19,
  strx: 0x1a,
  addrx: 0x1b,
  refSup4: 0x1c,
  strpSup: 0x1d,
  data16: 0x1e,
  lineStrp: 0x1f,
  refSig8: 0x20,
  implicitConst: 0x21,
  loclistx: 0x22,
  rnglistx: 0x23,
  refSup8: 0x24,
  strx1: 0x25,
  strx2: 0x26,
  strx3: 0x27,
  strx4: 0x28,
  addrx1: 0x29,
  addrx2: 0x2a,
  addrx3: 0x2b,
  addrx4: 0x2c,
  gnuAddrIndex: 0x1f01,
  gnuStrIndex: 0x1f02,
  gnuRefAlt: 0x1f20,
  gnuStrpAlt: 0x1f21,
} as const

/** DW_UT values. */
export const UnitType = {
  compile: 1,
  type: 2,
  partial: 3,
  skeleton: 4,
  splitCompile: 5,
  splitType: 6,
} as const

/** DW_LNS values. */
export const StandardOpcode = {
  copy: 1,
  advancePc: 2,
  advanceLine: 3,
  setFile: 4,
  setColumn: 5,
  negateStmt: 6,
  setBasicBlock: 7,
  constAddPc: 8,
  fixedAdvancePc: 9,
  setPrologueEnd: 10,
  setEpilogueBegin: 11,
  setIsa: 12,
} as const

/** DW_LNE values. */
export const ExtendedOpcode = {
  endSequence: 1,
  setAddress: 2,
  defineFile: 3,
  setDiscriminator: 4,
  /** Hewlett-Packard's. */
  sourceFileCorrelation: 0x80,
} as const

/** DW_LNCT values in use. */
export const LineContent = { path: 1, directoryIndex: 2 } as const

/** DW_RLE values. */
export const RangeEntry = {
  endOfList: 0,
  baseAddressx: 1,
  startxEndx: 2,
  startxLength: 3,
  offsetPair: 4,
  baseAddress: 5,
  startEnd: 6,
  startLength: 7,
} as const

/** Languages whose plain names are also the linker's (others mangle them). */
export const UNMANGLED_LANGUAGES: ReadonlySet<number> = new Set([
  0x01, 0x02, 0x05, 0x06, 0x07, 0x09, 0x0c, 0x0f, 0x12, 0x1d, 0x8001,
])
