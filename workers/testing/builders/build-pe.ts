// Makes the smallest PE image (Windows program) that shows a thing, from a readable description. GNU gprof reads what it
// makes. Nothing is checked on the way, so a description may ask for a file that breaks the rules.
import { byteWriter, bytesOfBinary } from './byte-writer.ts'

export interface PeSpec {
  /** PE32+, 64 bits, unless false. */
  readonly wide?: boolean
  /** 0x8664 x86-64 (unless given, for 64 bits), 0x14c i386 (for 32). */
  readonly machine?: number
  readonly imageBase?: number
  /** May be loaded elsewhere. False unless given. */
  readonly relocatable?: boolean
  readonly sections?: readonly PeSection[]
  /** Null for a stripped file. */
  readonly symbols?: readonly PeSymbol[] | null
}

export interface PeSection {
  /** Over eight characters: in the string table. */
  readonly name: string
  /** From the image base. */
  readonly address: number
  /** In memory; the size of its bytes unless given. */
  readonly virtualSize?: number
  /** In the file. */
  readonly size: number
  /** What it begins with; zeros unless given. */
  readonly bytes?: Uint8Array
  /** 0x60000020, code, unless given. */
  readonly flags?: number
}

export interface PeSymbol {
  /** A binary string; over eight characters: in the string table. */
  readonly name: string
  /** From the start of its section. */
  readonly value: number
  /** 1, the first one, unless given; 0 none, −1 absolute, −2 debugging. */
  readonly section?: number
  /** 0x20, a function, unless given. */
  readonly type?: number
  /** 2, external, unless given; 3 static, 6 label, … */
  readonly storage?: number
  /** Rows of zeros behind it. */
  readonly auxiliary?: number
}

export const TEXT: PeSection = { name: '.text', address: 0x1000, size: 0x1000 }
const HEADERS = 0x400

export function buildPe(spec: PeSpec): Uint8Array<ArrayBuffer> {
  const wide = spec.wide ?? true
  const sections = spec.sections ?? [TEXT]
  const out = byteWriter({ wordSize: wide ? 8 : 4, bigEndian: false })
  const strings = stringTable()
  const sectionNames = sections.map(({ name }) => (name.length > 8 ? `/${strings.add(name)}` : name))
  const optionalSize = (wide ? 112 : 96) + 128
  const contents = sections.reduce((sum, { size }) => sum + size, 0)
  const symbols = spec.symbols ?? []
  const rows = symbols.reduce((sum, { auxiliary = 0 }) => sum + 1 + auxiliary, 0)

  out.text('MZ')
  out.zeros(58)
  out.u32(0x80)
  out.zeros(64)
  out.text('PE\0\0')
  out.u16(spec.machine ?? (wide ? 0x8664 : 0x14c))
  out.u16(sections.length)
  out.u32(0)
  out.u32(spec.symbols === null ? 0 : HEADERS + contents)
  out.u32(spec.symbols === null ? 0 : rows)
  out.u16(optionalSize)
  out.u16(wide ? 0x22 : 0x102)
  out.u16(wide ? 0x20b : 0x10b)
  out.zeros(14)
  out.u32(0x1000)
  out.u32(0x1000)
  if (!wide) out.u32(0)
  out.word(spec.imageBase ?? (wide ? 0x1_4000_0000 : 0x40_0000))
  out.u32(0x1000)
  out.u32(0x200)
  out.u16(4)
  out.zeros(6)
  out.u16(5)
  out.zeros(6)
  out.u32(0x1_0000)
  out.u32(HEADERS)
  out.u32(0)
  out.u16(3)
  out.u16(spec.relocatable === true ? 0x40 : 0)
  for (let field = 0; field < 4; field++) out.word(0x1000)
  out.u32(0)
  out.u32(16)
  out.zeros(128)

  let at = HEADERS
  sections.forEach((section, nth) => {
    out.text((sectionNames[nth] ?? '').padEnd(8, '\0'))
    out.u32(section.virtualSize ?? section.size)
    out.u32(section.address)
    out.u32(section.size)
    out.u32(section.size === 0 ? 0 : at)
    out.zeros(12)
    out.u32(section.flags ?? 0x6000_0020)
    at += section.size
  })
  out.zeros(HEADERS - out.length())
  for (const { size, bytes = new Uint8Array(0) } of sections) {
    out.bytes(bytes)
    out.zeros(size - bytes.length)
  }
  if (spec.symbols === null) return out.done()

  for (const symbol of symbols) {
    if (symbol.name.length > 8) {
      out.u32(0)
      out.u32(strings.add(symbol.name))
    } else {
      out.text(symbol.name.padEnd(8, '\0'))
    }
    out.u32(symbol.value)
    out.u16((symbol.section ?? 1) & 0xffff)
    out.u16(symbol.type ?? 0x20)
    out.u8(symbol.storage ?? 2)
    out.u8(symbol.auxiliary ?? 0)
    out.zeros(18 * (symbol.auxiliary ?? 0))
  }
  const names = strings.bytes()
  out.u32(4 + names.length)
  out.bytes(names)
  return out.done()
}

/** Offsets count from the size that precedes the strings. */
function stringTable(): { readonly add: (name: string) => number; readonly bytes: () => Uint8Array } {
  let all = ''
  return {
    add: (name) => {
      const at = 4 + all.length
      all += `${name}\0`
      return at
    },
    bytes: () => bytesOfBinary(all),
  }
}
