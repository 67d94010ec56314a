// A line program: its header with directories and files, and its opcodes as rows of address, file and line.
import { ExtendedOpcode, Form, LineContent, StandardOpcode } from './constants.ts'
import { decodeForm, type FormValue, type UnitShape } from './attributes.ts'
import type { DwarfCursor } from './dwarf-cursor.ts'
import { ProblemError } from '../../problems/problem-error.ts'

/** Paths are not looked up yet; a program mentions far more of them than are asked for. */
export interface LineHeader extends UnitShape {
  /** Position of the first opcode, from the start of the program's bytes. */
  readonly programAt: number
  readonly minimumInstruction: number
  /** Operations of one instruction, since DWARF 4; 0 in damaged programs. */
  readonly maximumOperations: number
  readonly lineBase: number
  /** 0 in programs without special opcodes. */
  readonly lineRange: number
  readonly opcodeBase: number
  /**
   * Size of the segment selector before addresses, since DWARF 5; 0 in practice, as no known
   * machine has segments.
   */
  readonly segmentSize: number
  /** Operands of each standard opcode; the first entry is for opcode 1. */
  readonly operands: readonly number[]
  /**
   * Entry 0 is the compilation directory; before DWARF 5 it is not in the file and has no value
   * here.
   */
  readonly directories: readonly FormValue[]
  /** By the number that programs use: before DWARF 5 entry 0 is none. */
  readonly files: FileEntry[]
}

/** A file that a line program names. */
export interface FileEntry {
  readonly path: FormValue
  readonly directory: number
}

/** Bytes that a file or directory takes. A unit has hundreds, a whole program in one unit some hundred thousands. */
export const BYTES_OF_FILE = 96

const NO_FILE_ENTRY: FileEntry = { path: { form: 0, value: 0 }, directory: 0 }

/**
 * Decodes the header of a line program. The cursor is at its beginning and holds all of it.
 * `addressSize` is the unit's, for versions before DWARF 5.
 */
export function decodeLineHeader(cursor: DwarfCursor, addressSize: number): LineHeader {
  const start = cursor.position
  const { offsetSize } = cursor.initialLength()
  const version = cursor.u16()
  if (version < 2 || version > 5) cursor.damaged(`line version ${version}`)
  let size = addressSize
  let segmentSize = 0
  if (version >= 5) {
    size = cursor.u8()
    segmentSize = cursor.u8()
  }
  const headerLength = cursor.unsigned(offsetSize)
  const programAt = cursor.at + headerLength
  const minimumInstruction = cursor.u8()
  const maximumOperations = version >= 4 ? cursor.u8() : 1
  cursor.skip(1)
  const lineBase = cursor.s8()
  const lineRange = cursor.u8()
  const opcodeBase = cursor.u8()
  const operands: number[] = []
  for (let opcode = 1; opcode < opcodeBase; opcode++) operands.push(cursor.u8())
  const shape: UnitShape = { version, offsetSize, addressSize: size, start }
  const tables = version >= 5 ? decodeTables(cursor, shape) : decodeOldTables(cursor)
  if (programAt > cursor.at + cursor.remaining) cursor.damaged('header length')
  return {
    ...shape,
    programAt,
    minimumInstruction,
    maximumOperations,
    segmentSize,
    lineBase,
    lineRange,
    opcodeBase,
    operands,
    ...tables,
  }
}

/** DWARF 2 to 4: strings one after another, each list closed by an empty one; both count from 1. */
function decodeOldTables(cursor: DwarfCursor): Pick<LineHeader, 'directories' | 'files'> {
  const directories: FormValue[] = [NO_FILE_ENTRY.path]
  for (;;) {
    const path = decodeString(cursor)
    if (path === null) break
    boundFiles(cursor, directories)
    directories.push(path)
  }
  const files: FileEntry[] = [NO_FILE_ENTRY]
  for (;;) {
    const file = decodeOldFile(cursor)
    if (file === null) return { directories, files }
    boundFiles(cursor, files)
    files.push(file)
  }
}

/** Path, directory, and two that few compilers write. */
const USUAL_FIELDS = 4

/** Before one more is added. */
function boundFiles(cursor: DwarfCursor, { length }: { readonly length: number }): void {
  cursor.bound(length, BYTES_OF_FILE, 'files in one unit')
}

/** A file as DWARF 2 to 4 list it; null at the end of the list. */
function decodeOldFile(cursor: DwarfCursor): FileEntry | null {
  const path = decodeString(cursor)
  if (path === null) return null
  const directory = cursor.uleb()
  cursor.uleb()
  cursor.uleb()
  return { path, directory }
}

function decodeString(cursor: DwarfCursor): FormValue | null {
  const { position, at } = cursor
  cursor.passString()
  return cursor.at - at === 1 ? null : { form: Form.string, value: position }
}

/** DWARF 5: each list says which fields its entries have. */
function decodeTables(cursor: DwarfCursor, shape: UnitShape): Pick<LineHeader, 'directories' | 'files'> {
  const directories = decodeEntries(cursor, shape).map(({ path }) => path)
  return { directories, files: decodeEntries(cursor, shape) }
}

function decodeEntries(cursor: DwarfCursor, shape: UnitShape): FileEntry[] {
  const formats = cursor.u8()
  const contents: number[] = []
  const forms: number[] = []
  for (let nth = 0; nth < formats; nth++) {
    contents.push(cursor.uleb())
    forms.push(cursor.uleb())
  }
  const count = cursor.uleb()
  // Entries take a byte at least, as any number of others would fit.
  if (forms.every(takesNone) ? count > 0 : count > cursor.remaining) cursor.damaged('number of entries')
  boundFiles(cursor, { length: (count * Math.max(formats, USUAL_FIELDS)) / USUAL_FIELDS })
  cursor.spend(count * (formats + 2))
  const entries: FileEntry[] = []
  for (let entry = 0; entry < count; entry++) {
    let path = NO_FILE_ENTRY.path
    let directory = 0
    for (let nth = 0; nth < formats; nth++) {
      const form = forms[nth]
      const value = decodeForm(cursor, form, 0, shape)
      if (contents[nth] === LineContent.path) path = { form, value }
      else if (contents[nth] === LineContent.directoryIndex) directory = value
    }
    entries.push({ path, directory })
  }
  return entries
}

const takesNone = (form: number): boolean => form === Form.flagPresent || form === Form.implicitConst

// A line program → rows of address, file and line, in the order in which it makes them.

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
  /** Beyond 2^53 inexact. */
  address: Float64Array<ArrayBuffer>
  /** Which operation of the instruction there; 0 but on machines that do several at once. */
  operation: Uint8Array<ArrayBuffer>
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
 * Runs a line program; the cursor holds all of it, `end` is its end. Files that the program defines
 * are added to `header.files`.
 *
 * Damage or excess ends the program and is reported; the rows before it count.
 * @throws ProblemError `dwarf/damaged` where gprof gives up
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
