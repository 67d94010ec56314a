// Makes debugging information from a readable description: any version from 2 to 5, byte order, offset and address size.
// Answers an executable that has nothing else, and its bytes. Nothing is checked on the way.
import type { LinkAddress } from '../../core/base/units.ts'
import type { RawExecutable, RawSection } from '../../core/formats/format.ts'
import type { RawSymbols } from '../../core/formats/raw-symbols.ts'
import { byteWriter, bytesOfBinary, type ByteWriter } from './byte-writer.ts'
import { writeLines } from './dwarf-lines.ts'
import { abbreviations, Strings, writeArangesOf, writeListsHeader, writeUnit } from './dwarf-units.ts'
import type { DwarfSpec } from './dwarf-spec.ts'
import type { Shape } from './dwarf-values.ts'

export interface BuiltDwarf {
  readonly executable: RawExecutable
  readonly file: Uint8Array<ArrayBuffer>
  /** Position of each section in the file, by name. */
  readonly sections: ReadonlyMap<string, RawSection>
}

export function buildDwarf(spec: DwarfSpec): BuiltDwarf {
  return layOut(shapeOf(spec), spec.symbols ?? [], dwarfSections(spec))
}

const shapeOf = (spec: DwarfSpec): Shape => ({
  version: spec.version ?? 5,
  offsetSize: spec.offsetSize ?? 4,
  addressSize: spec.addressSize ?? 8,
  bigEndian: spec.bigEndian ?? false,
  known: new Map(),
})

/** The sections by name, for a file of the test's own. */
export function dwarfSections(spec: DwarfSpec): readonly (readonly [string, Uint8Array<ArrayBuffer>])[] {
  const shape = shapeOf(spec)
  const write = (): ByteWriter => byteWriter({ wordSize: shape.addressSize, bigEndian: shape.bigEndian })
  const [info, lines, ranges, aranges] = [write(), write(), write(), write()]
  const strings = new Strings()
  if (shape.version >= 5) writeListsHeader(ranges, shape)
  for (const unit of spec.units) {
    const at = info.length()
    const linesAt = lines.length()
    if (unit.describesType !== true) writeLines(lines, unit, shape, write)
    writeUnit(info, unit, shape, linesAt, ranges, strings, write)
    if (spec.aranges === true && unit.describesType !== true) writeArangesOf(aranges, unit, shape, at, write)
  }
  return [
    ['.debug_info', info.done()],
    ['.debug_abbrev', abbreviations(shape, write)],
    ['.debug_line', lines.done()],
    ['.debug_str', strings.done()],
    [shape.version >= 5 ? '.debug_rnglists' : '.debug_ranges', ranges.done()],
    // Of skeleton units; nothing here uses an index of theirs.
    ...(spec.units.some(({ isSkeleton }) => isSkeleton)
      ? [['.debug_addr', new Uint8Array(16)] as const]
      : []),
    ...(spec.aranges === true ? [['.debug_aranges', aranges.done()] as const] : []),
  ]
}

function layOut(
  { addressSize, bigEndian }: Shape,
  symbols: readonly { readonly name: string; readonly address: number }[],
  sections: readonly (readonly [string, Uint8Array<ArrayBuffer>])[],
): BuiltDwarf {
  const placed = new Map<string, RawSection>()
  // Not at the file's start, so that a forgotten offset is seen.
  let at = 64
  for (const [name, { length }] of sections) {
    placed.set(name, { name, offset: at, size: length, compressed: false })
    at += length
  }
  const file = new Uint8Array(at)
  for (const [name, bytes] of sections) file.set(bytes, placed.get(name)?.offset ?? 0)
  const executable: RawExecutable = {
    file: 'prog',
    description: '',
    wordSize: addressSize,
    bigEndian,
    machine: 62,
    positionIndependent: false,
    textStart: 0x1000 as LinkAddress,
    textLast: 0x1fff as LinkAddress,
    textOffset: null,
    symbols: symbolTable(symbols),
    debugSections: [...placed.values()],
    buildId: '',
  }
  return { executable, file, sections: placed }
}

function symbolTable(symbols: readonly { readonly name: string; readonly address: number }[]): RawSymbols {
  const starts: number[] = []
  let names = '\0'
  for (const { name } of symbols) {
    starts.push(names.length)
    names += `${name}\0`
  }
  const { length } = symbols
  return {
    length,
    address: Float64Array.from(symbols, ({ address }) => address),
    nameOffset: Uint32Array.from(starts),
    binding: new Uint8Array(length).fill(1),
    type: new Uint8Array(length).fill(2),
    place: new Uint8Array(length).fill(1),
    names: bytesOfBinary(names),
  }
}
