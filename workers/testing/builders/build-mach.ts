// Makes the smallest Mach-O program (macOS) that shows a thing, from a readable description. No tool here reads what it
// makes, so tests of it rest on Apple's description of the format alone.
import { byteWriter, bytesOfBinary } from './byte-writer.ts'

export interface MachSpec {
  /** 8 unless given. */
  readonly wordSize?: 4 | 8
  readonly bigEndian?: boolean
  /** x86-64 unless given. */
  readonly cpu?: number
  /** 2, a program, unless given. */
  readonly type?: number
  readonly flags?: number
  readonly uuid?: readonly number[]
  readonly sections?: readonly MachSectionSpec[]
  /** Null for a file without the command that locates them. */
  readonly symbols?: readonly MachSymbolSpec[] | null
}

export interface MachSectionSpec {
  readonly segment: string
  readonly name: string
  readonly address: number
  readonly size: number
  /** 0x80000400, nothing but instructions, for `__text`; else 0. */
  readonly flags?: number
}

export interface MachSymbolSpec {
  readonly name: string
  readonly value: number
  /** 0x0f, external and in a section, unless given. */
  readonly type?: number
  /** Counted from 1, which is the first one. */
  readonly section?: number
}

export const MACH_TEXT: MachSectionSpec = {
  segment: '__TEXT',
  name: '__text',
  address: 0x1_0000_0f00,
  size: 0x100,
}

export function buildMach(spec: MachSpec): Uint8Array<ArrayBuffer> {
  const wordSize = spec.wordSize ?? 8
  const wide = wordSize === 8
  const layout = { wordSize, bigEndian: spec.bigEndian ?? false }
  const sections = spec.sections ?? [MACH_TEXT]
  const symbols = spec.symbols === undefined ? [] : spec.symbols
  const segmentSize = (wide ? 72 : 56) + sections.length * (wide ? 80 : 68)
  const commandsSize = segmentSize + (symbols === null ? 0 : 24) + (spec.uuid === undefined ? 0 : 24)
  let at = (wide ? 32 : 28) + commandsSize
  const offsets = sections.map(({ size }) => {
    at += size
    return at - size
  })
  let names = '\0'
  const nameOffsets = (symbols ?? []).map(({ name }) => {
    names += `${name}\0`
    return names.length - name.length - 1
  })
  const strings = bytesOfBinary(names)

  const out = byteWriter(layout)
  out.u32(wide ? 0xfeedfacf : 0xfeedface)
  out.u32(spec.cpu ?? 0x0100_0007)
  out.u32(3)
  out.u32(spec.type ?? 2)
  out.u32(1 + (symbols === null ? 0 : 1) + (spec.uuid === undefined ? 0 : 1))
  out.u32(commandsSize)
  out.u32(spec.flags ?? 0)
  if (wide) out.u32(0)

  out.u32(wide ? 0x19 : 1)
  out.u32(segmentSize)
  out.text('__TEXT'.padEnd(16, '\0'))
  for (let field = 0; field < 4; field++) out.word(0)
  out.u32(7)
  out.u32(5)
  out.u32(sections.length)
  out.u32(0)
  sections.forEach(({ segment, name, address, size, flags }, nth) => {
    out.text(name.padEnd(16, '\0'))
    out.text(segment.padEnd(16, '\0'))
    out.word(address)
    out.word(size)
    out.u32(offsets[nth] ?? 0)
    out.zeros(12)
    out.u32(flags ?? (name === '__text' ? 0x8000_0400 : 0))
    out.zeros(wide ? 12 : 8)
  })
  const rowSize = wide ? 16 : 12
  if (symbols !== null) {
    out.u32(2)
    out.u32(24)
    out.u32(at)
    out.u32(symbols.length)
    out.u32(at + symbols.length * rowSize)
    out.u32(strings.length)
  }
  if (spec.uuid !== undefined) {
    out.u32(0x1b)
    out.u32(24)
    for (const byte of spec.uuid) out.u8(byte)
  }
  for (const { size } of sections) out.zeros(size)
  ;(symbols ?? []).forEach(({ value, type = 0x0f, section = 1 }, nth) => {
    out.u32(nameOffsets[nth] ?? 0)
    out.u8(type)
    out.u8(section)
    out.u16(0)
    out.word(value)
  })
  if (symbols !== null) out.bytes(strings)
  return out.done()
}
