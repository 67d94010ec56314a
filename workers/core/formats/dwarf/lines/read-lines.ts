// A unit's line program → its line table and the paths of its files, read when asked for; the last few are remembered.
import { LastAnswers } from '../last-answers.ts'
import { DwarfCursor } from '../dwarf-cursor.ts'
import { gprofReadsLines } from '../gprof-quirks.ts'
import { DebugStrings } from '../read-strings.ts'
import type { DebugSections } from '../sections.ts'
import type { Unit } from '../units/read-units.ts'
import { composePath, UNKNOWN_FILE } from './compose-path.ts'
import { decodeLineHeader, type LineHeader } from './decode-header.ts'
import { decodeLineProgram } from './decode-program.ts'
import { buildLineTable, type LineTable } from './line-table.ts'

export interface UnitLines {
  readonly table: LineTable
  /** Full path of a file by its number in the table; a binary string. */
  pathOf(file: number): Promise<string>
}

const MOST_REMEMBERED = 16

export class UnitLinesReader {
  readonly #sections: DebugSections
  readonly #strings: DebugStrings
  readonly #gprofQuirks: boolean
  readonly #last = new LastAnswers<UnitLines>(MOST_REMEMBERED)

  constructor(sections: DebugSections, strings: DebugStrings, gprofQuirks: boolean) {
    this.#sections = sections
    this.#strings = strings
    this.#gprofQuirks = gprofQuirks
  }

  /** The unit has lines. Errors: ProblemError `dwarf/…`. */
  read(unit: Unit): Promise<UnitLines> {
    return this.#last.of(unit.header.start, () => this.#read(unit))
  }

  async #read(unit: Unit): Promise<UnitLines> {
    const section = await this.#sections.need('.debug_line')
    const { linesAt } = unit.entry
    const size = await section.decodeAt(linesAt, 12, (cursor) => cursor.initialLength().length + cursor.at)
    const cursor = new DwarfCursor(await section.read(linesAt, size))
    const header = decodeLineHeader(cursor, unit.header.addressSize)
    if (this.#gprofQuirks && !gprofReadsLines(unit, header)) section.damaged(linesAt, 'line header')
    const rules = { gprofQuirks: this.#gprofQuirks, addressSize: unit.header.addressSize }
    const table = buildLineTable(decodeLineProgram(cursor, header, size, rules), this.#gprofQuirks)
    const paths = new Map<number, Promise<string>>()
    return {
      table,
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
    return composePath({
      file,
      directory: directory === undefined ? null : await this.#strings.read(directory, here),
      compilation: await this.#strings.read(compDir, {
        unit: unit.header,
        strOffsetsBase,
        home: '.debug_info',
      }),
    })
  }
}
