// A line program → rows of address, file and line, in the order in which it makes them.
import { ProblemError } from '../../../problems/problem-error.ts'
import { ExtendedOpcode, StandardOpcode } from '../constants.ts'
import type { DwarfCursor } from '../dwarf-cursor.ts'
import { decodeOldFile, type LineHeader } from './decode-header.ts'

const LARGEST_FILE = 0xffffffff

/** One row per line-table entry. */
export interface LineRows {
  length: number
  address: Float64Array<ArrayBuffer>
  file: Uint32Array<ArrayBuffer>
  line: Uint32Array<ArrayBuffer>
  /** 1 for a row that only says where a sequence ends. */
  isEnd: Uint8Array<ArrayBuffer>
}

function newRows(room: number): LineRows {
  return {
    length: 0,
    address: new Float64Array(room),
    file: new Uint32Array(room),
    line: new Uint32Array(room),
    isEnd: new Uint8Array(room),
  }
}

function grow(rows: LineRows): void {
  const old = { ...rows }
  const { length } = rows
  Object.assign(rows, newRows(2 * length))
  rows.length = length
  rows.address.set(old.address)
  rows.file.set(old.file)
  rows.line.set(old.line)
  rows.isEnd.set(old.isEnd)
}

/**
 * Runs the program; the cursor has all of it, `end` is where it ends. Files that the program itself defines are added
 * to `header.files`. `firstFile` is what the file register starts with: 1 by the standard.
 *
 * Errors:  none; damage ends the program, and the rows before it count.
 */
export function decodeLineProgram(
  cursor: DwarfCursor,
  header: LineHeader,
  end: number,
  firstFile: number,
): LineRows {
  const { minimumInstruction, maximumOperations, lineBase, lineRange, opcodeBase, operands } = header
  const rows = newRows(256)
  let address = 0
  let operation = 0
  let file = firstFile
  let line = 1

  const advance = (operations: number): void => {
    if (maximumOperations === 1) {
      address += operations * minimumInstruction
      return
    }
    const total = operation + operations
    address += minimumInstruction * Math.floor(total / maximumOperations)
    operation = total % maximumOperations
  }
  const add = (isEnd: number): void => {
    if (rows.length === rows.address.length) grow(rows)
    const row = rows.length++
    rows.address[row] = address
    rows.file[row] = file
    rows.line[row] = line
    rows.isEnd[row] = isEnd
  }
  const runExtended = (): void => {
    const length = cursor.uleb()
    const next = cursor.at + length
    if (length === 0 || next > end) cursor.damaged('opcode length')
    switch (cursor.u8()) {
      case ExtendedOpcode.endSequence:
        add(1)
        address = 0
        operation = 0
        file = firstFile
        line = 1
        break
      case ExtendedOpcode.setAddress:
        address = cursor.unsigned(length - 1)
        operation = 0
        break
      case ExtendedOpcode.defineFile: {
        const defined = decodeOldFile(cursor)
        if (defined !== null) header.files.push(defined)
        break
      }
    }
    cursor.at = next
  }

  cursor.at = header.programAt
  try {
    while (cursor.at < end) {
      const opcode = cursor.u8()
      if (opcode >= opcodeBase) {
        const special = opcode - opcodeBase
        advance(Math.floor(special / lineRange))
        line += lineBase + (special % lineRange)
        add(0)
        continue
      }
      switch (opcode) {
        case 0:
          runExtended()
          break
        case StandardOpcode.copy:
          add(0)
          break
        case StandardOpcode.advancePc:
          advance(cursor.uleb())
          break
        case StandardOpcode.advanceLine:
          line = (line + cursor.sleb()) >>> 0
          break
        case StandardOpcode.setFile:
          file = Math.min(cursor.uleb(), LARGEST_FILE)
          break
        case StandardOpcode.setColumn:
        case StandardOpcode.setIsa:
          cursor.uleb()
          break
        case StandardOpcode.negateStmt:
        case StandardOpcode.setBasicBlock:
        case StandardOpcode.setPrologueEnd:
        case StandardOpcode.setEpilogueBegin:
          break
        case StandardOpcode.constAddPc:
          advance(Math.floor((255 - opcodeBase) / lineRange))
          break
        case StandardOpcode.fixedAdvancePc:
          address += cursor.u16()
          operation = 0
          break
        default:
          for (let operand = 0; operand < operands[opcode - 1]; operand++) cursor.uleb()
      }
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
  }
  return rows
}
