// Makes the smallest ELF file that shows a thing, from a readable description: any class, byte order and machine;
// sections and symbols as listed; the string table in an order the test chooses. GNU gprof reads what it makes.
// Nothing is checked on the way, so a description may ask for a file that breaks the rules.
import { byteWriter, bytesOfBinary, type ByteWriter } from './byte-writer.ts'

export interface ElfSpec {
  /** 64 unless given. */
  readonly class?: 32 | 64
  /** False unless given. */
  readonly bigEndian?: boolean
  /** e_machine: 62 x86-64 (unless given), 3 i386, 183 AArch64, 243 RISC-V, 40 Arm, 20 PowerPC, 21 PowerPC64, 22 S/390. */
  readonly machine?: number
  /** Default "exec". A "dyn" has an entry point unless `entry` says 0, and so is a position-independent program. */
  readonly type?: 'rel' | 'exec' | 'dyn' | 'core'
  /** The start of `.text` unless given. */
  readonly entry?: number
  /** Default: 4096 bytes at 0x401000; null for a file without `.text`. */
  readonly text?: ElfBytes | null
  /** Further sections, after `.text`; section 1 is `.text` if there is one. */
  readonly sections?: readonly ElfSection[]
  /** Entries of `.symtab` in this order, after the null symbol; null for a stripped file. ELF wants local ones first. */
  readonly symbols?: readonly ElfSymbol[] | null
  /**
   * The beginning of `.strtab`, after its first NUL: these strings in this order, used by a symbol or not. Names of
   * symbols that are not among them follow in symbol order. Each string occurs once.
   */
  readonly strings?: readonly string[]
  /** Give every symbol's section in a SHT_SYMTAB_SHNDX table, as files with 65,280 sections and more must. */
  readonly extendedSymbolSections?: boolean
  /** Give the counts of the header in section header 0, as files with 65,280 sections and more must. */
  readonly extendedCounts?: boolean
}

export interface ElfBytes {
  readonly address: number | bigint
  /** Contents; or `size` zero bytes. */
  readonly bytes?: Uint8Array
  readonly size?: number
}

export interface ElfSection extends ElfBytes {
  /** ".init", ".data", ".debug_info", … */
  readonly name: string
  /** "code" is executable; "bss" has no bytes in the file; "debug" is not loaded. */
  readonly kind: 'code' | 'data' | 'bss' | 'debug'
}

export interface ElfSymbol {
  /** A binary string. */
  readonly name: string
  /** st_value: an address, or an offset into the section in a "rel" file. */
  readonly address: number | bigint
  readonly size?: number
  /** Default "global". */
  readonly binding?: 'local' | 'global' | 'weak' | 'unique' | number
  /** Default "func". */
  readonly type?: 'none' | 'object' | 'func' | 'section' | 'file' | 'common' | 'tls' | 'ifunc' | number
  /** Name of a section, default ".text"; or one of the reserved places; or a bare section index. */
  readonly section?: string | number
}

/** A file as its non-zero pieces, so that one with gigabytes of debug sections costs nothing. */
export interface ElfLayout {
  readonly size: number
  readonly pieces: readonly { readonly offset: number; readonly bytes: Uint8Array<ArrayBuffer> }[]
  /** Bytes of each part a reader of symbols needs. */
  readonly parts: {
    readonly header: number
    readonly sectionHeaders: number
    readonly sectionNames: number
    readonly symbols: number
    readonly strings: number
  }
}

const FILE_TYPES = { rel: 1, exec: 2, dyn: 3, core: 4 } as const
const BINDINGS = { local: 0, global: 1, weak: 2, unique: 10 } as const
const TYPES = { none: 0, object: 1, func: 2, section: 3, file: 4, common: 5, tls: 6, ifunc: 10 } as const
const PLACES: Readonly<Record<string, number>> = { undefined: 0, absolute: 0xfff1, common: 0xfff2 }
const SHN_XINDEX = 0xffff

const PROGBITS = 1
const SYMTAB = 2
const STRTAB = 3
const NOBITS = 8
const SYMTAB_SHNDX = 18

const WRITE = 1
const ALLOC = 2
const EXEC = 4
const FLAGS = { code: ALLOC | EXEC, data: ALLOC | WRITE, bss: ALLOC | WRITE, debug: 0 } as const

/** A section before it has a place in the file. */
interface Draft {
  readonly name: string
  readonly type: number
  readonly flags: number
  readonly address: number | bigint
  /** Null: `size` bytes that are zero, or not in the file at all. */
  readonly bytes: Uint8Array<ArrayBuffer> | null
  readonly size: number
  readonly link: number
  readonly info: number
  readonly entrySize: number
}

export function buildElf(spec: ElfSpec): Uint8Array<ArrayBuffer> {
  const { size, pieces } = layoutElf(spec)
  const file = new Uint8Array(size)
  for (const piece of pieces) file.set(piece.bytes, piece.offset)
  return file
}

export function layoutElf(spec: ElfSpec): ElfLayout {
  const wide = spec.class !== 32
  const newWriter = (): ByteWriter =>
    byteWriter({ wordSize: wide ? 8 : 4, bigEndian: spec.bigEndian ?? false })
  const drafts = draftSections(spec, wide, newWriter)
  const headerSize = wide ? 64 : 52
  const entrySize = wide ? 64 : 40

  const pieces: { offset: number; bytes: Uint8Array<ArrayBuffer> }[] = []
  const offsets: number[] = []
  let at = headerSize
  for (const draft of drafts) {
    at = Math.ceil(at / 8) * 8
    offsets.push(at)
    if (draft.bytes !== null) pieces.push({ offset: at, bytes: draft.bytes })
    if (draft.type !== NOBITS) at += draft.size
  }
  at = Math.ceil(at / 8) * 8
  const count = drafts.length + 1
  pieces.push({ offset: at, bytes: sectionHeaders(spec, drafts, offsets, newWriter()) })
  pieces.unshift({ offset: 0, bytes: fileHeader(spec, at, count, newWriter()) })

  const sizeOf = (name: string): number => drafts.find((draft) => draft.name === name)?.size ?? 0
  return {
    size: at + count * entrySize,
    pieces,
    parts: {
      header: headerSize,
      sectionHeaders: count * entrySize,
      sectionNames: sizeOf('.shstrtab'),
      symbols: sizeOf('.symtab') + sizeOf('.symtab_shndx'),
      strings: sizeOf('.strtab'),
    },
  }
}

function draftSections(spec: ElfSpec, wide: boolean, newWriter: () => ByteWriter): readonly Draft[] {
  const drafts: Draft[] = []
  const plain = { link: 0, info: 0, entrySize: 0 }
  const text = textOf(spec)
  const given: ElfSection[] = [...(spec.sections ?? [])]
  if (text !== null) given.unshift({ ...text, name: '.text', kind: 'code' })
  for (const { name, kind, address, bytes, size } of given) {
    const contents = bytes === undefined ? null : Uint8Array.from(bytes)
    const type = kind === 'bss' ? NOBITS : PROGBITS
    drafts.push({
      ...plain,
      name,
      type,
      flags: FLAGS[kind],
      address,
      bytes: contents,
      size: size ?? contents?.length ?? 0,
    })
  }

  if (spec.symbols !== null) {
    const symbols = spec.symbols ?? []
    const strings = layOutStrings([...(spec.strings ?? []), ...symbols.map((symbol) => symbol.name)])
    const sectionOf = (symbol: ElfSymbol): number => sectionIndex(symbol, given)
    const firstGlobal = symbols.findIndex((symbol) => symbol.binding !== 'local' && symbol.binding !== 0)
    const symtab = drafts.length + 1
    const table = newWriter()
    writeSymbols(table, symbols, strings.offsets, wide, (symbol) =>
      spec.extendedSymbolSections === true && sectionOf(symbol) < 0xff00 ? SHN_XINDEX : sectionOf(symbol),
    )
    const at = { flags: 0, address: 0 }
    const bytes = table.done()
    drafts.push({
      ...at,
      name: '.symtab',
      type: SYMTAB,
      bytes,
      size: bytes.length,
      link: symtab + 1,
      info: 1 + (firstGlobal < 0 ? symbols.length : firstGlobal),
      entrySize: wide ? 24 : 16,
    })
    drafts.push({
      ...plain,
      ...at,
      name: '.strtab',
      type: STRTAB,
      bytes: strings.bytes,
      size: strings.bytes.length,
    })
    if (spec.extendedSymbolSections === true) {
      const indexes = newWriter()
      indexes.u32(0)
      for (const symbol of symbols) indexes.u32(sectionOf(symbol) < 0xff00 ? sectionOf(symbol) : 0)
      drafts.push({
        ...plain,
        ...at,
        name: '.symtab_shndx',
        type: SYMTAB_SHNDX,
        bytes: indexes.done(),
        size: indexes.length(),
        link: symtab,
        entrySize: 4,
      })
    }
  }

  const names = layOutStrings([...drafts.map((draft) => draft.name), '.shstrtab'])
  drafts.push({
    ...plain,
    name: '.shstrtab',
    type: STRTAB,
    flags: 0,
    address: 0,
    bytes: names.bytes,
    size: names.bytes.length,
  })
  return drafts
}

function textOf(spec: ElfSpec): ElfBytes | null {
  return spec.text === undefined ? { address: 0x401000, size: 0x1000 } : spec.text
}

/** Each string once, in order of first mention, after the empty one. */
function layOutStrings(strings: readonly string[]): {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly offsets: ReadonlyMap<string, number>
} {
  const offsets = new Map([['', 0]])
  const parts = ['\0']
  let at = 1
  for (const text of strings) {
    if (offsets.has(text)) continue
    offsets.set(text, at)
    parts.push(text, '\0')
    at += text.length + 1
  }
  return { bytes: bytesOfBinary(parts.join('')), offsets }
}

function sectionIndex(symbol: ElfSymbol, given: readonly ElfSection[]): number {
  const section = symbol.section ?? '.text'
  if (typeof section === 'number') return section
  const reserved = PLACES[section]
  if (reserved !== undefined) return reserved
  const index = given.findIndex((candidate) => candidate.name === section)
  if (index < 0) throw new Error(`no section ${section} for symbol ${symbol.name}`)
  return index + 1
}

function writeSymbols(
  out: ByteWriter,
  symbols: readonly ElfSymbol[],
  nameOffsets: ReadonlyMap<string, number>,
  wide: boolean,
  sectionOf: (symbol: ElfSymbol) => number,
): void {
  out.zeros(wide ? 24 : 16)
  for (const symbol of symbols) {
    const binding = symbol.binding ?? 'global'
    const type = symbol.type ?? 'func'
    const info =
      (typeof binding === 'number' ? binding : BINDINGS[binding]) * 16 +
      (typeof type === 'number' ? type : TYPES[type])
    out.u32(nameOffsets.get(symbol.name) ?? 0)
    if (!wide) {
      out.word(symbol.address)
      out.u32(symbol.size ?? 0)
    }
    out.u8(info)
    out.u8(0)
    out.u16(sectionOf(symbol))
    if (wide) {
      out.word(symbol.address)
      out.u64(symbol.size ?? 0)
    }
  }
}

function sectionHeaders(
  spec: ElfSpec,
  drafts: readonly Draft[],
  offsets: readonly number[],
  out: ByteWriter,
): Uint8Array<ArrayBuffer> {
  const names = layOutStrings(drafts.map((draft) => draft.name)).offsets
  const extended = spec.extendedCounts === true
  out.u32(0)
  out.u32(0)
  for (let field = 0; field < 3; field++) out.word(0)
  out.word(extended ? drafts.length + 1 : 0)
  out.u32(extended ? drafts.length : 0)
  out.u32(0)
  out.word(0)
  out.word(0)
  drafts.forEach((draft, index) => {
    out.u32(names.get(draft.name) ?? 0)
    out.u32(draft.type)
    out.word(draft.flags)
    out.word(draft.address)
    out.word(offsets[index])
    out.word(draft.size)
    out.u32(draft.link)
    out.u32(draft.info)
    out.word(8)
    out.word(draft.entrySize)
  })
  return out.done()
}

function fileHeader(
  spec: ElfSpec,
  sectionHeadersAt: number,
  count: number,
  out: ByteWriter,
): Uint8Array<ArrayBuffer> {
  const wide = spec.class !== 32
  const extended = spec.extendedCounts === true
  out.text('\x7fELF')
  out.u8(wide ? 2 : 1)
  out.u8(spec.bigEndian === true ? 2 : 1)
  out.u8(1)
  out.zeros(9)
  out.u16(FILE_TYPES[spec.type ?? 'exec'])
  out.u16(spec.machine ?? 62)
  out.u32(1)
  out.word(spec.entry ?? textOf(spec)?.address ?? 0)
  out.word(0)
  out.word(sectionHeadersAt)
  out.u32(0)
  out.u16(wide ? 64 : 52)
  out.u16(0)
  out.u16(0)
  out.u16(wide ? 64 : 40)
  out.u16(extended ? 0 : count)
  out.u16(extended ? SHN_XINDEX : count - 1)
  return out.done()
}
