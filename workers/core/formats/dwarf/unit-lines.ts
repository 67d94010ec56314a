// A unit’s line table in gprof’s order, with the paths of its files. The last few tables are remembered.
import type { DebugSections } from './sections.ts'
import { DebugStrings } from './debug-strings.ts'
import { DwarfCursor } from './dwarf-cursor.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { AnswerCache } from './answer-cache.ts'
import type { Unit } from './units.ts'
import { type LineTable, buildLineTable } from './line-table.ts'
import { decodeLineHeader, BYTES_OF_FILE, type LineHeader } from './line-header.ts'
import { gprofReadsLines } from './gprof-gaps.ts'
import { decodeLineProgram } from './line-program.ts'

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
