// The header of a line table: its version, directories, files.
import { Form, LineContent } from './constants.ts'
import { decodeForm, type FormValue, type UnitShape } from './forms.ts'
import { DwarfCursor } from './dwarf-cursor.ts'

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
export const BYTES_OF_FILE = 96

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
export function boundFiles(cursor: DwarfCursor, { length }: { readonly length: number }): void {
  cursor.bound(length, BYTES_OF_FILE, 'files in one unit')
}

/** A file as DWARF 2 to 4 list it; null at the end of the list. */
export function decodeOldFile(cursor: DwarfCursor): FileEntry | null {
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
