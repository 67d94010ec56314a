// A unit's line table: its header with directories and files, its opcodes as rows of address, file and line
// in gprof's order; and where GNU gprof 2.40 has no lines though the file has them.
import { ExtendedOpcode, Form, LineContent, StandardOpcode } from './constants.ts'
import {
  type DebugSections,
  DebugStrings,
  decodeForm,
  DwarfCursor,
  type FormValue,
  type UnitShape,
} from './sections.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { AnswerCache, type Extent, type RangeIndex, type RangePairs, type Unit, type Units } from './units.ts'
import { lastAtOrBelow, sortRowsByKey } from '../../base/sorting.ts'
import type { Stretches } from '../source-lines.ts'

/**
 * The header of a line program. Paths are not looked up yet; a program mentions far more of them than are
 * asked for.
 */
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
const BYTES_OF_FILE = 96

const NO_FILE_ENTRY: FileEntry = { path: { form: 0, value: 0 }, directory: 0 }

/**
 * Decodes the header of a line program of DWARF 2 to 5. The cursor is at its beginning and holds all of the
 * program; afterwards it is behind the tables of files, not at the first opcode.
 *
 * @param addressSize the unit's, in bytes, for versions before DWARF 5
 * @throws ProblemError `dwarf/damaged` for another version, a length beyond the cursor's end or missing bytes
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

// Where GNU gprof 2.40 has no lines though the file has them: lists of ranges and line programs it cannot
// read, and last bytes of pages. Found by running it; see docs/formats/dwarf.md.

/**
 * Returns where in `.debug_info` gprof stops reading, as an offset: at the first unit with a list of ranges
 * that it cannot read. Those are the lists of units that GCC made with -gsplit-dwarf, and all lists where
 * -gz=zlib-gnu compressed them, for it looks for them under their new name only; then any function may have
 * one, and every unit is given up here. Units before that one have lines. Returns Infinity for all other
 * executables, which are not searched.
 *
 * @param onDamage receives units that could not be read
 */
export async function findGprofsEnd(
  sections: DebugSections,
  units: Units,
  onDamage: (error: ProblemError) => void,
): Promise<number> {
  const hidesLists = sections.isNamedTheOldWay('.debug_rnglists')
  // Split units keep their addresses in a table.
  if (!hidesLists && !sections.has('.debug_addr')) return Infinity
  for (const header of await units.readHeaders(onDamage)) {
    const { start, version, isSkeleton, hasCode } = header
    if (version < 5 || !hasCode || !(isSkeleton || hidesLists)) continue
    try {
      if (hidesLists) return start
      const { entry } = await units.unitOf(header)
      // gprof skips ranges given by index.
      if (entry.ranges.form !== 0 && gprofReadsRanges(entry)) return start
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      onDamage(error)
    }
  }
  return Infinity
}

/**
 * -gdwarf64: it takes the unit's size of offsets for that of the line program, which the assembler writes. What it does not
 * support it gives up at: segments, and instructions of no operations.
 */
function gprofReadsLines({ header }: Unit, lines: LineHeader): boolean {
  if (lines.segmentSize !== 0 || lines.maximumOperations === 0) return false
  return lines.version < 5 || lines.offsetSize === header.offsetSize
}

/**
 * Whether gprof reads the ranges of an entry; true for an entry without ranges. It skips range lists given by
 * index, which clang writes for DWARF 5.
 */
export function gprofReadsRanges({ ranges }: Extent): boolean {
  return ranges.form !== Form.rnglistx
}

/**
 * Addresses that no unit answers for in gprof, though its ranges hold them: the last byte of 256, where more than 16 ranges lie
 * within these. The library that gprof reads debugging information by keeps ranges in a tree by the bytes of their addresses, and
 * loses that one where its leaves are full.
 *
 * Of no use to the page, which does not load it.
 *
 * Source:  behaviour of GNU gprof 2.40; see docs/formats/dwarf.md.
 */

const PAGE = 256
/** Ranges that a leaf holds. */
const ROOM = 16

interface PageEnds {
  has(address: number): boolean
  /** The first of them from the address on; Infinity for none. */
  from(address: number): number
}

/** What was found for each address; file -1 for nothing. */
interface Answers {
  readonly addresses: ArrayLike<number>
  readonly file: Int32Array
  readonly line: Uint32Array
}

/**
 * Removes answers that gprof does not have: an address that it loses at the end of a page has one only if it
 * is the first request for which its unit was read. Changes the answers in place: `file` becomes −1 and
 * `line` 0.
 */
export function forgetPageEnds(index: RangeIndex, { addresses, file, line }: Answers): void {
  const ends = findPageEnds(index)
  const isLost = Array.from(addresses, (address) => ends.has(address))
  if (!isLost.includes(true)) return
  let read = -1
  for (let row = 0; row < addresses.length; row++) {
    const [unit = Infinity] = index.unitsAt(addresses[row])
    if (isLost[row] && unit <= read) {
      file[row] = -1
      line[row] = 0
    }
    // Without an answer it has read all.
    read = file[row] < 0 ? Infinity : Math.max(read, unit)
  }
}

/**
 * Removes the addresses that gprof loses at ends of pages from stretches of code, in place: it shortens
 * stretches and appends their rests, so the order is lost. For code that is walked byte by byte, where all
 * units were read before.
 */
export function cutPageEnds(index: RangeIndex, { start, end, file, line, name }: Stretches): void {
  const ends = findPageEnds(index)
  // What is cut off goes behind the others, and may have to be cut again.
  for (let row = 0; row < start.length; row++) {
    const lost = ends.from(start[row])
    if (lost >= end[row]) continue
    start.push(lost + 1)
    end.push(end[row])
    for (const column of [file, line, name]) column.push(column[row])
    end[row] = lost
  }
}

function findPageEnds(index: RangeIndex): PageEnds {
  const { begin, end } = index.ranges()
  const first: number[] = []
  const last: number[] = []
  const ends = Float64Array.from(end, (address) => Math.floor((address - 1) / PAGE)).sort()
  // Page by page that a range begins or ends in: how many reach into it.
  let [began, over] = [0, 0]
  while (began < begin.length) {
    const page = Math.floor(begin[began] / PAGE)
    while (over < ends.length && ends[over] < page) over++
    while (began < begin.length && Math.floor(begin[began] / PAGE) === page) began++
    // Until the next one begins they only become fewer.
    const next = began < begin.length ? Math.floor(begin[began] / PAGE) - 1 : Infinity
    if (began - over <= ROOM) continue
    first.push(page)
    last.push(Math.min(next, ends[began - ROOM - 1]))
  }
  const from = (address: number): number => {
    const page = Math.floor(address / PAGE)
    const run = lastAtOrBelow(first, page)
    if (run >= 0 && page <= last[run]) return page * PAGE + PAGE - 1
    return run + 1 < first.length ? first[run + 1] * PAGE + PAGE - 1 : Infinity
  }
  return { from, has: (address) => address % PAGE === PAGE - 1 && from(address) === address }
}

// A unit's line table, from the rows of its line program in gprof's order, and the paths of its files; the
// last few tables are remembered.

/** The lines of a unit. */
export interface UnitLines {
  readonly table: LineTable
  /** Bytes, about. */
  readonly size: number
  /**
   * Returns the full path of a file by its number in the table, as a binary string; `<unknown>` for a number
   * without an entry.
   */
  pathOf(file: number): Promise<string>
}

const MOST_REMEMBERED = 16
const BYTES_OF_TABLE_ROW = 24

/** Reads the lines of units, and keeps the tables of the units read last. */
export class UnitLinesReader {
  readonly #sections: DebugSections
  readonly #strings: DebugStrings
  readonly #gprofQuirks: boolean
  readonly #onTooMuch: (error: ProblemError) => void
  readonly #last = new AnswerCache<UnitLines>(MOST_REMEMBERED, ({ size }) => size)

  /**
   * @param onTooMuch receives `dwarf/unsupported` if a line program has too many rows; the rows before count
   */
  constructor(
    sections: DebugSections,
    strings: DebugStrings,
    gprofQuirks: boolean,
    onTooMuch: (error: ProblemError) => void,
  ) {
    this.#sections = sections
    this.#strings = strings
    this.#gprofQuirks = gprofQuirks
    this.#onTooMuch = onTooMuch
  }

  /**
   * Reads the line table of a unit whose `entry.linesAt` is not −1.
   *
   * @throws ProblemError `dwarf/damaged` for a damaged header or a missing `.debug_line`, `dwarf/unsupported`
   *   for too much work
   */
  read(unit: Unit): Promise<UnitLines> {
    return this.#last.of(unit.header.start, () => this.#read(unit))
  }

  async #read(unit: Unit): Promise<UnitLines> {
    const section = await this.#sections.need('.debug_line')
    const { linesAt } = unit.entry
    const end = await section.decodeAt(linesAt, 12, (cursor) => cursor.initialLength().length + cursor.at)
    const cursor = new DwarfCursor(await section.read(linesAt, end))
    const header = decodeLineHeader(cursor, unit.header.addressSize)
    if (this.#gprofQuirks && !gprofReadsLines(unit, header)) section.damaged(linesAt, 'line header')
    const rules = { gprofQuirks: this.#gprofQuirks, addressSize: unit.header.addressSize }
    const rows = decodeLineProgram(cursor, header, end, rules, this.#onTooMuch)
    const table = buildLineTable(rows, this.#gprofQuirks)
    const paths = new Map<number, Promise<string>>()
    const size =
      BYTES_OF_TABLE_ROW * table.address.length +
      BYTES_OF_FILE * (header.files.length + header.directories.length)
    return {
      table,
      size,
      pathOf: (file) => {
        const path = paths.get(file) ?? this.#readPath(unit, header, file)
        paths.set(file, path)
        return path
      },
    }
  }

  async #readPath(unit: Unit, header: LineHeader, number: number): Promise<string> {
    const entry = header.files[number]
    if (entry === undefined) return UNKNOWN_FILE
    const { strOffsetsBase, compDir } = unit.entry
    const here = { unit: header, strOffsetsBase, home: '.debug_line' } as const
    const file = await this.#strings.read(entry.path, here)
    if (file === null) return UNKNOWN_FILE
    const directory = header.directories[entry.directory]
    const path = composePath({
      file,
      directory: directory === undefined ? null : await this.#strings.read(directory, here),
      compilation: await this.#strings.read(compDir, {
        unit: unit.header,
        strOffsetsBase,
        home: '.debug_info',
      }),
    })
    this.#strings.add(path.length, '.debug_line')
    return path
  }
}

/**
 * Rows of a line program to a table for lookups by address.
 *
 * A sequence is a run of rows up to an end row or the end of the program, and covers the addresses
 * from its first to its last row. Of rows at one address in one sequence the last wins. A row below
 * earlier rows, which no compiler writes, is inserted in order, and wins there only if it is the
 * first.
 *
 * Sequences are sorted by their starts. One within earlier ones is dropped, one that overlaps them
 * begins where they end. Of equal sequences, from a linker that folds equal functions, the last
 * stays.
 *
 * Source: behaviour of GNU gprof 2.40; see docs/formats/dwarf.md.
 */

/** Rows of a unit's line program, sorted for lookups by link-time address. */
export interface LineTable {
  /** Start and end of each sequence, end exclusive; ascending and disjoint. */
  readonly sequenceStart: Float64Array
  readonly sequenceEnd: Float64Array
  /** First row of each sequence, and the row behind its last. */
  readonly firstRow: Uint32Array
  readonly endRow: Uint32Array
  /** Ascending within a sequence. */
  readonly address: Float64Array
  readonly file: Uint32Array
  readonly line: Uint32Array
  /** All addresses between the rows of sequences that end, as flat pairs. */
  readonly covered: RangePairs
  /** Whether the program ends within a sequence. */
  readonly isCut: boolean
}

interface Sequence {
  start: number
  readonly end: number
  readonly firstRow: number
  readonly endRow: number
}

/**
 * Builds a unit's line table from the rows of its line program. No rows give an empty table.
 *
 * The rows of each sequence are sorted by address in place, and the table shares the columns of `rows`. Where
 * sequences overlap, the later start is moved up to where the sequence before ends; a sequence within another
 * is dropped.
 *
 * @param gprofQuirks whether a sequence that goes back to before its first row starts where it does for gprof
 */
export function buildLineTable(rows: LineRows, gprofQuirks = false): LineTable {
  const sequences: Sequence[] = []
  const covered: number[] = []
  for (let from = 0, row = 0; row < rows.length; row++) {
    const isEnd = rows.isEnd[row] === 1
    if (!isEnd && row + 1 < rows.length) continue
    const behind = isEnd ? row : row + 1
    const late = listLateRows(rows, from, behind)
    let start = rows.address[from]
    if (late.length > 0) {
      if (gprofQuirks) start = gprofsStart(rows, from, behind, late)
      placeLateRows(rows, from, behind, late)
      if (!gprofQuirks) start = rows.address[from]
    }
    const end = rows.address[row]
    if (isEnd) covered.push(Math.min(rows.address[from], end), exact(Math.max(rows.address[behind - 1], end)))
    // Beyond 2^53 lie the sequences of code that the linker left out.
    if (start < end && start < Number.MAX_SAFE_INTEGER)
      sequences.push({ start, end: exact(end), firstRow: from, endRow: row })
    from = row + 1
  }
  const kept = dropOverlaps(sequences)
  return {
    sequenceStart: Float64Array.from(kept, ({ start }) => start),
    sequenceEnd: Float64Array.from(kept, ({ end }) => end),
    firstRow: Uint32Array.from(kept, ({ firstRow }) => firstRow),
    endRow: Uint32Array.from(kept, ({ endRow }) => endRow),
    address: rows.address,
    file: rows.file,
    line: rows.line,
    covered,
    isCut: rows.length > 0 && rows.isEnd[rows.length - 1] === 0,
  }
}

const exact = (address: number): number => Math.min(address, Number.MAX_SAFE_INTEGER)

function dropOverlaps(sequences: Sequence[]): readonly Sequence[] {
  // At equal starts the longer one comes first and so contains the others.
  sequences.reverse().sort((left, right) => left.start - right.start || right.end - left.end)
  const kept: Sequence[] = []
  let reached = -1
  for (const sequence of sequences) {
    if (sequence.end <= reached) continue
    sequence.start = Math.max(sequence.start, reached)
    reached = sequence.end
    kept.push(sequence)
  }
  return kept
}

/** Returns the row whose code holds the link-time address; −1 if no sequence does. */
export function findRow(table: LineTable, address: number): number {
  const sequence = lastAtOrBelow(table.sequenceStart, address)
  if (sequence < 0 || address >= table.sequenceEnd[sequence]) return -1
  let low = table.firstRow[sequence]
  let high = table.endRow[sequence]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (table.address[middle] <= address) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Rows that lie below others made before them in their sequence: where they belong, and what they do to its start. No compiler
 * writes any; a program that goes back by setting an address would.
 *
 * Source:  behaviour of GNU gprof 2.40, whose library puts each row before the equal ones, unless it equals the highest so far:
 *          then it takes that one's place.
 */

/** Beyond so many comparisons a sequence starts at its lowest row. */
const MOST_COMPARISONS = 1e5

/**
 * Returns the rows from `from` up to, not including, `to` whose address lies below that of a row before them,
 * in the order in which they were made; empty for rows that ascend.
 */
export function listLateRows(rows: LineRows, from: number, to: number): readonly number[] {
  const late: number[] = []
  let highest = from
  for (let row = from + 1; row < to; row++) {
    if (compare(rows, row, highest) < 0) late.push(row)
    else highest = row
  }
  return late
}

/** Sorts the rows; of equal ones the effective row comes last. */
function placeLateRows(rows: LineRows, from: number, to: number, late: readonly number[]): void {
  // The late ones backwards, then those in time.
  const made = new Uint32Array(to - from)
  let nth = late.length
  for (let row = from, before = 0; row < to; row++) {
    if (row === late[before]) made[late.length - ++before] = row - from
    else made[nth++] = row - from
  }
  const byOperation = sortRowsByKey(made, rows.operation.subarray(from, to))
  const addresses = rows.address.slice(from, to).map((address) => Math.min(address, Number.MAX_SAFE_INTEGER))
  const order = sortRowsByKey(byOperation, addresses)
  for (const column of [rows.address, rows.operation, rows.file, rows.line]) {
    const before = column.slice(from, to)
    for (let at = 0; at < order.length; at++) column[from + at] = before[order[at]]
  }
}

/**
 * Returns the link-time address at which a sequence starts for gprof: that of its first row or, if lower, of
 * the lowest late row whose place gprof had to search. A late row needs no search if it belongs right above
 * the one that gprof placed last; the first late row, if it is not above the sequence's first row. If late
 * rows times rows exceed 100,000, returns the lowest address of all rows.
 *
 * @param rows in the order in which the program made them, not sorted yet
 * @param from first row of the sequence
 * @param to row behind its last
 * @param late the result of `listLateRows` for these rows
 */
export function gprofsStart(rows: LineRows, from: number, to: number, late: readonly number[]): number {
  const { address } = rows
  if (late.length * (to - from) > MOST_COMPARISONS)
    return late.reduce((least, row) => Math.min(least, address[row]), address[from])
  let start = address[from]
  let [above, below] = [from, -1]
  for (const row of late) {
    const isThere = compare(rows, row, above) <= 0 && (below < 0 || compare(rows, row, below) > 0)
    if (!isThere) {
      above = nextAbove(rows, from, row)
      start = Math.min(start, address[row])
    }
    below = row
  }
  return start
}

/** The lowest of the rows made before that is not below this one. */
function nextAbove(rows: LineRows, from: number, row: number): number {
  let found = -1
  for (let other = from; other < row; other++)
    if (compare(rows, other, row) >= 0 && (found < 0 || compare(rows, other, found) < 0)) found = other
  return found
}

const compare = ({ address, operation }: LineRows, left: number, right: number): number =>
  address[left] - address[right] || operation[left] - operation[right]

// Directory and file entries → one path, put together as gprof does.

/** Name of a file whose number has no entry. */
export const UNKNOWN_FILE = '<unknown>'

/** A path in parts, before it is joined. */
export interface PathParts {
  readonly file: string
  /** Entry of the directory table, or null where the file names none. */
  readonly directory: string | null
  /** The unit's compilation directory, or null where it has none. */
  readonly compilation: string | null
}

/** Never simplified: `./` and `./` stay as the compiler wrote them. All are binary strings. */
function composePath({ file, directory, compilation }: PathParts): string {
  if (isAbsolute(file)) return file
  const parts: string[] = []
  if (compilation !== null && (directory === null || !isAbsolute(directory))) parts.push(compilation)
  if (directory !== null) parts.push(directory)
  return [...parts, file].join('/')
}

const isAbsolute = (path: string): boolean => path.startsWith('/')
