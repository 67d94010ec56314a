// Writes `.debug_line`: a unit's folders and files, and its rows.
import type { DwarfUnit, LineOpcodes } from './dwarf-spec.ts'
import type { ByteWriter } from './byte-writer.ts'
import { OPERANDS, writeVariedSequence } from './line-opcodes.ts'
import { writeSteps } from './line-steps.ts'
import { offset, sleb, string, uleb, withLength, type Shape } from './dwarf-values.ts'

const PLAIN: LineOpcodes = { leastInstruction: 1, base: -5, range: 14, opcodeBase: 13 }

export function writeLines(out: ByteWriter, unit: DwarfUnit, shape: Shape, write: () => ByteWriter): void {
  const tables = write()
  const { leastInstruction, base, range, opcodeBase } = unit.opcodes ?? PLAIN
  tables.u8(leastInstruction)
  if (shape.version >= 4) tables.u8(unit.program?.maximumOperations ?? 1)
  tables.u8(1)
  tables.u8(base & 0xff)
  tables.u8(range)
  tables.u8(opcodeBase)
  for (const operands of OPERANDS.slice(0, opcodeBase - 1)) tables.u8(operands)
  const folders = unit.directories ?? []
  if (shape.version >= 5) {
    const all = [unit.folder ?? '/src', ...folders]
    tables.u8(1)
    tables.bytes(Uint8Array.of(1, 0x08))
    uleb(tables, all.length)
    for (const folder of all) string(tables, folder)
    tables.u8(2)
    tables.bytes(Uint8Array.of(1, 0x08, 2, 0x0b))
    const files = [unit.mainFile ?? unit.files[0], ...unit.files]
    uleb(tables, files.length)
    for (const [path, directory] of files) {
      string(tables, path)
      tables.u8(directory)
    }
  } else {
    for (const folder of folders) string(tables, folder)
    tables.u8(0)
    for (const [path, directory] of unit.files) {
      string(tables, path)
      uleb(tables, directory)
      tables.bytes(Uint8Array.of(0, 0))
    }
    tables.u8(0)
  }

  const body = write()
  body.u16(shape.version)
  if (shape.version >= 5) {
    body.u8(shape.addressSize)
    body.u8(unit.program?.segmentSelectorSize ?? 0)
  }
  offset(body, shape, tables.length())
  body.bytes(tables.done())
  if (unit.program) writeSteps(body, unit.program.steps, shape)
  for (const sequence of unit.program ? [] : unit.sequences) {
    if (unit.opcodes === undefined) writeSequence(body, sequence, shape)
    else writeVariedSequence(body, sequence, shape, unit.opcodes)
  }
  withLength(out, shape, body.done())
}

function writeSequence(out: ByteWriter, rows: DwarfUnit['sequences'][number], { addressSize }: Shape): void {
  let current = 1
  rows.forEach(([address, file, line], nth) => {
    out.bytes(Uint8Array.of(0, 1 + addressSize, 2))
    out.word(address)
    if (nth === rows.length - 1) {
      out.bytes(Uint8Array.of(0, 1, 1))
      return
    }
    if (file !== null) {
      out.u8(4)
      uleb(out, file)
    }
    out.u8(3)
    sleb(out, line - current)
    current = line
    out.u8(1)
  })
}
