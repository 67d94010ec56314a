// A unit's line program → its line table and the paths of its files, read when asked for; the last few are remembered.
import { LastAnswers } from '../last-answers.ts'
import { DwarfCursor } from '../dwarf-cursor.ts'
import { gprofReadsLines } from '../gprof-quirks.ts'
import { DebugStrings } from '../read-strings.ts'
import type { ProblemError } from '../../../problems/problem-error.ts'
import type { DebugSections } from '../sections.ts'
import type { Unit } from '../units/read-units.ts'
import { composePath, UNKNOWN_FILE } from './compose-path.ts'
import { BYTES_OF_FILE, decodeLineHeader, type LineHeader } from './decode-header.ts'
import { decodeLineProgram } from './decode-program.ts'
import { buildLineTable, type LineTable } from './line-table.ts'

export interface UnitLines {
  readonly table: LineTable
  /** Bytes, about. */
  readonly size: number
  /** Full path of a file by its number in the table; a binary string. */
  pathOf(file: number): Promise<string>
}

const MOST_REMEMBERED = 16
const BYTES_OF_ROW = 24

export class UnitLinesReader {
  readonly #sections: DebugSections
  readonly #strings: DebugStrings
  readonly #gprofQuirks: boolean
  readonly #onTooMuch: (error: ProblemError) => void
  readonly #last = new LastAnswers<UnitLines>(MOST_REMEMBERED, ({ size }) => size)

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

  /** The unit has lines. Errors: ProblemError `dwarf/…`. */
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
      BYTES_OF_ROW * table.address.length + BYTES_OF_FILE * (header.files.length + header.directories.length)
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
