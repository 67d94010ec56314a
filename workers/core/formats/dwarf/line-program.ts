// A line program → rows of address, file, line in the order in which it makes them.
import { ExtendedOpcode, StandardOpcode } from './constants.ts'
import { DwarfCursor } from './dwarf-cursor.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { type LineHeader, decodeOldFile, boundFiles } from './line-header.ts'

/** Number of no file: of one that had no entry yet when it was named. */
const NO_FILE = 0xffffffff

/** Bytes that a row takes. A file of 10,000 lines has 100,000; a whole program in one unit one for each four bytes of code. */
const BYTES_OF_ROW = 18
/** What a sequence takes besides, and a row that lies below others before it, as no compiler writes. */
const BYTES_OF_SEQUENCE = 128
const BYTES_OF_LATE_ROW = 64
/** What making a row and finding its place may cost. */
const STEPS_OF_ROW = 4
/** Bytes of a program that are run in one step. */
const BYTES_OF_STEP = 4

/** One row per line-table entry. */
export interface LineRows {
  length: number
  /** Link-time address; beyond 2^53 inexact. */
  address: Float64Array<ArrayBuffer>
  /** Which operation of the instruction there; 0 but on machines that do several at once. */
  operation: Uint8Array<ArrayBuffer>
  /** Number of the file, as the program counts: an index into `LineHeader.files`. */
  file: Uint32Array<ArrayBuffer>
  line: Uint32Array<ArrayBuffer>
  /** 1 for a row that only says where a sequence ends. */
  isEnd: Uint8Array<ArrayBuffer>
}

/** How to run line programs: the standard's way or gprof's. */
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
 * Runs a line program from `header.programAt`, wherever the cursor is, and returns its rows in the order
 * in which it makes them. The cursor's piece begins with the program's length and holds all of it. Files that
 * the program defines are added to `header.files`.
 *
 * Damage or excess ends the program; the rows before it count. Damage is not reported.
 *
 * @param end position in the cursor's piece behind the last opcode
 * @param onTooMuch receives `dwarf/unsupported` if the program has more rows or files, or takes more work,
 *   than the size of the executable's file allows
 * @throws ProblemError `dwarf/damaged` only with `rules.gprofQuirks`: for damage at which gprof gives up
 */
export function decodeLineProgram(
  cursor: DwarfCursor,
  header: LineHeader,
  end: number,
  rules: ProgramRules,
  onTooMuch: (error: ProblemError) => void,
): LineRows {
  const machine = new LineMachine(cursor, header, rules)
  try {
    cursor.spend((end - header.programAt) / BYTES_OF_STEP)
    machine.run(end)
  } catch (error) {
    if (!(error instanceof ProblemError) || machine.isMangled) throw error
    if (error.problem.code === 'dwarf/unsupported') onTooMuch(error)
  }
  return machine.rows
}

/** DWARF's line-number state machine: registers, and the rows that it has made. */
class LineMachine {
  readonly rows = newRows(256)
  /** Whether damage met now is what gprof gives up at. */
  isMangled = false
  readonly #cursor: DwarfCursor
  readonly #header: LineHeader
  readonly #rules: ProgramRules
  readonly #minimumInstruction: number
  readonly #maximumOperations: number
  readonly #lineRange: number
  /** Below 0 where it has wrapped. */
  #address = 0
  #operation = 0
  #file: number
  /** Where there is none gprof begins without one, and knows no lines until one is set. */
  #hasFile: boolean
  #line = 1
  /** Greatest address of the sequence. */
  #highest = 0
  /** Bytes that will be taken besides those of rows. */
  #besides = 0

  constructor(cursor: DwarfCursor, header: LineHeader, rules: ProgramRules) {
    this.#cursor = cursor
    this.#header = header
    this.#rules = rules
    this.#minimumInstruction = header.minimumInstruction
    this.#maximumOperations = Math.max(1, header.maximumOperations)
    this.#lineRange = header.lineRange
    this.#file = firstFile(header, rules.gprofQuirks)
    this.#hasFile = beginsWithFile(header, rules.gprofQuirks)
  }

  run(end: number): void {
    const cursor = this.#cursor
    const { lineBase, lineRange, opcodeBase, programAt } = this.#header
    cursor.at = programAt
    while (cursor.at < end) {
      const opcode = cursor.u8()
      if (opcode >= opcodeBase) {
        const special = opcode - opcodeBase
        this.#advanceSpecially(special)
        this.#line += lineBase + (special % lineRange)
        this.#add(0)
      } else if (opcode === 0) this.#runExtended(end)
      else this.#runStandard(opcode)
    }
  }

  #runStandard(opcode: number): void {
    const cursor = this.#cursor
    const { gprofQuirks } = this.#rules
    switch (opcode) {
      case StandardOpcode.copy:
        this.#add(0)
        break
      case StandardOpcode.advancePc:
        // Of machines that do several operations at once, gprof takes it for the address itself.
        if (gprofQuirks && this.#maximumOperations > 1) this.#address = 0
        this.#advance(cursor.wrappingUleb())
        break
      case StandardOpcode.advanceLine:
        this.#line = (this.#line + cursor.sleb()) >>> 0
        break
      case StandardOpcode.setFile: {
        const number = cursor.uleb()
        this.#hasFile = true
        this.#file = gprofQuirks ? fileKnownNow(this.#header, number % 2 ** 32) : Math.min(number, NO_FILE)
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
        this.#advanceSpecially(255 - this.#header.opcodeBase)
        break
      case StandardOpcode.fixedAdvancePc:
        this.#address += cursor.u16()
        this.#operation = 0
        break
      default:
        for (let operand = 0; operand < this.#header.operands[opcode - 1]; operand++) cursor.uleb()
    }
  }

  #runExtended(end: number): void {
    const cursor = this.#cursor
    const { gprofQuirks, addressSize } = this.#rules
    this.isMangled = gprofQuirks
    const length = cursor.uleb()
    const next = cursor.at + length
    if (!gprofQuirks && (length === 0 || next > end)) cursor.damaged('opcode length')
    const opcode = cursor.u8()
    const isKnown = KNOWN_TO_GPROF.has(opcode)
    if (this.isMangled && !isKnown) cursor.damaged('extended opcode')
    this.isMangled = false
    switch (opcode) {
      case ExtendedOpcode.endSequence:
        this.#add(1)
        this.#reset()
        break
      case ExtendedOpcode.setAddress:
        this.#address = cursor.unsigned(gprofQuirks ? addressSize : length - 1)
        this.#operation = 0
        break
      case ExtendedOpcode.defineFile: {
        const defined = decodeOldFile(cursor)
        if (defined === null) break
        boundFiles(cursor, this.#header.files)
        this.#header.files.push(defined)
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

  #reset(): void {
    const { gprofQuirks } = this.#rules
    this.#address = this.#highest = 0
    this.#operation = 0
    this.#file = firstFile(this.#header, gprofQuirks)
    this.#hasFile = beginsWithFile(this.#header, gprofQuirks)
    this.#line = 1
  }

  #advance(operations: number): void {
    const most = this.#maximumOperations
    const total = this.#operation + operations
    this.#address += this.#minimumInstruction * Math.floor(total / most)
    this.#operation = most === 1 ? 0 : total - most * Math.floor(total / most)
  }

  /** Of a special opcode, or what the highest of them would. */
  #advanceSpecially(special: number): void {
    if (this.#lineRange === 0) {
      this.isMangled = this.#rules.gprofQuirks
      this.#cursor.damaged('line range')
    }
    this.#advance(Math.floor(special / this.#lineRange))
  }

  #add(isEnd: number): void {
    const { rows } = this
    if (rows.length === rows.address.length) {
      this.#cursor.bound(2 * rows.length * BYTES_OF_ROW + this.#besides, 1, 'rows in one unit')
      this.#cursor.spend(STEPS_OF_ROW * rows.length)
      grow(rows)
    }
    const row = rows.length++
    const address = this.#address < 0 ? this.#address + 2 ** 64 : this.#address
    if (isEnd === 1) this.#besides += BYTES_OF_SEQUENCE
    else if (address < this.#highest) this.#besides += BYTES_OF_LATE_ROW
    else this.#highest = address
    rows.address[row] = address
    rows.operation[row] = this.#operation
    rows.file[row] = this.#file
    rows.line[row] = this.#hasFile ? this.#line : 0
    rows.isEnd[row] = isEnd
  }
}

const KNOWN_TO_GPROF: ReadonlySet<number> = new Set(Object.values(ExtendedOpcode))

/** What the file register starts with: 1 by the standard; GNU gprof 2.40 begins DWARF 5 with entry 0, the unit's main file. */
function firstFile(header: LineHeader, gprofQuirks: boolean): number {
  return gprofQuirks ? fileKnownNow(header, header.version >= 5 ? 0 : 1) : 1
}

const beginsWithFile = (header: LineHeader, gprofQuirks: boolean): boolean => !gprofQuirks || hasFiles(header)

/** Before DWARF 5 entry 0 is none. */
const hasFiles = ({ files, version }: LineHeader): boolean => files.length > (version >= 5 ? 0 : 1)

/** Only a file that has its entry already; one that is defined later does not count for gprof. */
const fileKnownNow = ({ files }: LineHeader, number: number): number =>
  number < files.length ? number : NO_FILE
