// A line program → rows of address, file and line, in the order in which it makes them.
import { ProblemError } from '../../../problems/problem-error.ts'
import { ExtendedOpcode, StandardOpcode } from '../constants.ts'
import type { DwarfCursor } from '../dwarf-cursor.ts'
import { decodeOldFile, type LineHeader } from './decode-header.ts'

/** Number of no file: of one that had no entry yet when it was named. */
const NO_FILE = 0xffffffff

/** One row per line-table entry. */
export interface LineRows {
  length: number
  /** Beyond 2^53 inexact. */
  address: Float64Array<ArrayBuffer>
  /** Which operation of the instruction there; 0 but on machines that do several at once. */
  operation: Uint8Array<ArrayBuffer>
  file: Uint32Array<ArrayBuffer>
  line: Uint32Array<ArrayBuffer>
  /** 1 for a row that only says where a sequence ends. */
  isEnd: Uint8Array<ArrayBuffer>
}

export interface ProgramRules {
  /** As GNU gprof 2.40 runs it; see docs/formats/dwarf.md. */
  readonly gprofQuirks: boolean
  /** The unit's. */
  readonly addressSize: number
}

function newRows(room: number): LineRows {
  return {
    length: 0,
    address: new Float64Array(room),
    operation: new Uint8Array(room),
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
  rows.operation.set(old.operation)
  rows.file.set(old.file)
  rows.line.set(old.line)
  rows.isEnd.set(old.isEnd)
}

/**
 * Runs the program; the cursor has all of it, `end` is where it ends. Files that the program itself defines are added
 * to `header.files`.
 *
 * Errors:  none, for damage ends the program and the rows before it count; ProblemError `dwarf/damaged` where gprof gives up.
 */
export function decodeLineProgram(
  cursor: DwarfCursor,
  header: LineHeader,
  end: number,
  { gprofQuirks, addressSize }: ProgramRules,
): LineRows {
  const { minimumInstruction, lineBase, lineRange, opcodeBase, operands } = header
  const maximumOperations = Math.max(1, header.maximumOperations)
  const rows = newRows(256)
  /** Below 0 where it has wrapped. */
  let address = 0
  let operation = 0
  let file = firstFile(header, gprofQuirks)
  /** Where there is none gprof begins without one, and knows no lines until one is set. */
  let hasFile = !gprofQuirks || hasFiles(header)
  let line = 1
  /** Whether damage met now is what gprof gives up at. */
  let isMangled = false

  const advance = (operations: number): void => {
    const total = operation + operations
    address += minimumInstruction * Math.floor(total / maximumOperations)
    operation =
      maximumOperations === 1 ? 0 : total - maximumOperations * Math.floor(total / maximumOperations)
  }
  /** Of a special opcode, or what the highest of them would. */
  const advanceSpecially = (special: number): void => {
    if (lineRange === 0) {
      isMangled = gprofQuirks
      cursor.damaged('line range')
    }
    advance(Math.floor(special / lineRange))
  }
  const add = (isEnd: number): void => {
    if (rows.length === rows.address.length) grow(rows)
    const row = rows.length++
    rows.address[row] = address < 0 ? address + 2 ** 64 : address
    rows.operation[row] = operation
    rows.file[row] = file
    rows.line[row] = hasFile ? line : 0
    rows.isEnd[row] = isEnd
  }
  const runExtended = (): void => {
    isMangled = gprofQuirks
    const length = cursor.uleb()
    const next = cursor.at + length
    if (!gprofQuirks && (length === 0 || next > end)) cursor.damaged('opcode length')
    const opcode = cursor.u8()
    const isKnown = KNOWN_TO_GPROF.has(opcode)
    if (isMangled && !isKnown) cursor.damaged('extended opcode')
    isMangled = false
    switch (opcode) {
      case ExtendedOpcode.endSequence:
        add(1)
        address = 0
        operation = 0
        file = firstFile(header, gprofQuirks)
        hasFile = !gprofQuirks || hasFiles(header)
        line = 1
        break
      case ExtendedOpcode.setAddress:
        address = cursor.unsigned(gprofQuirks ? addressSize : length - 1)
        operation = 0
        break
      case ExtendedOpcode.defineFile: {
        const defined = decodeOldFile(cursor)
        if (defined !== null) header.files.push(defined)
        break
      }
      case ExtendedOpcode.setDiscriminator:
        cursor.uleb()
        break
    }
    // gprof goes by what it has read, but for the one of which it knows nothing but the number.
    if (!gprofQuirks) cursor.at = next
    else if (opcode === ExtendedOpcode.sourceFileCorrelation) cursor.at = length === 0 ? end : next
  }

  cursor.at = header.programAt
  try {
    while (cursor.at < end) {
      const opcode = cursor.u8()
      if (opcode >= opcodeBase) {
        const special = opcode - opcodeBase
        advanceSpecially(special)
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
          // Of machines that do several operations at once, gprof takes it for the address itself.
          if (gprofQuirks && maximumOperations > 1) address = 0
          advance(cursor.wrappingUleb())
          break
        case StandardOpcode.advanceLine:
          line = (line + cursor.sleb()) >>> 0
          break
        case StandardOpcode.setFile: {
          const number = cursor.uleb()
          hasFile = true
          file = gprofQuirks ? fileKnownNow(header, number % 2 ** 32) : Math.min(number, NO_FILE)
          break
        }
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
          advanceSpecially(255 - opcodeBase)
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
    if (!(error instanceof ProblemError) || isMangled) throw error
  }
  return rows
}

const KNOWN_TO_GPROF: ReadonlySet<number> = new Set(Object.values(ExtendedOpcode))

/** What the file register starts with: 1 by the standard; GNU gprof 2.40 begins DWARF 5 with entry 0, the unit's main file. */
function firstFile(header: LineHeader, gprofQuirks: boolean): number {
  return gprofQuirks ? fileKnownNow(header, header.version >= 5 ? 0 : 1) : 1
}

/** Before DWARF 5 entry 0 is none. */
const hasFiles = ({ files, version }: LineHeader): boolean => files.length > (version >= 5 ? 0 : 1)

/** Only a file that has its entry already; one that is defined later does not count for gprof. */
const fileKnownNow = ({ files }: LineHeader, number: number): number =>
  number < files.length ? number : NO_FILE
