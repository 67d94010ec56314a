// Stretches of code between changes of line or function, gathered unit by unit into one table of runs.
import { Yielder } from '../../base/yielder.ts'
import type { UnitLines } from './unit-lines.ts'
import type { RangePairs } from './ranges.ts'
import { Units } from './units.ts'
import { TextList } from '../../base/string-table.ts'
import { buildRuns, newStretches, type Stretches } from '../stretches.ts'
import type { CodeStretch, SourceRuns } from '../source-lines.ts'
import { ElfNames } from './elf-names.ts'
import type { UnitFunctions } from './functions.ts'
import { type UnitPieces, mergeRanges, listStretches } from './list-stretches.ts'

/** What looking for a stretch of code in a unit is worth, and each piece that is found. */
const STEPS_OF_ANSWER = 8
const STEPS_OF_STRETCH = 4
const BYTES_OF_STRETCH = 64
/** What a unit may take of the room that is left for stretches of code: others have some, too. */
const PART_OF_UNIT = 0.75

/** Rows that take some milliseconds to name. */
const ROWS_BETWEEN_STEPS = 8192

const COLUMNS = ['start', 'end', 'file', 'line', 'name'] as const

/** What one unit says of its code. */
export interface DescribedUnit {
  readonly lines: UnitLines
  readonly functions: UnitFunctions | null
  /** Where its code is, as flat pairs in any order; null for wherever its lines are. */
  readonly ranges: RangePairs | null
  readonly symbols: ElfNames
  /** Whether code without any name has no line either. */
  readonly leavesNamelessOut: boolean
}

const NO_CELLS = { start: new Float64Array(), owner: new Int32Array() }

/** Code that was asked for, and the answer so far. */
interface Answer extends CodeStretch {
  readonly stretches: Stretches
}

/** Collects the runs of several stretches of code. */
export class GatheredRuns {
  readonly #units: Units
  readonly #answers: readonly Answer[]
  readonly #files = new TextList()
  readonly #names = new TextList()
  /** Stretches of the units that were added. */
  #found = 0

  constructor(units: Units, asked: readonly CodeStretch[]) {
    this.#units = units
    this.#answers = asked.map(({ from, to }) => ({ from, to, stretches: newStretches() }))
  }

  /**
   * Adds a unit to the answers at these places, as far as there is room.
   *
   * Errors: ProblemError `dwarf/…`, with the answers before it whole; what `orNote` does not take.
   */
  async add(
    unit: DescribedUnit,
    places: readonly number[],
    orNote: (list: () => true) => Promise<true | null>,
    work: Yielder,
  ): Promise<void> {
    const { lines, functions, ranges, ...rest } = unit
    const pieces: UnitPieces = {
      ...rest,
      table: lines.table,
      ranges: ranges && mergeRanges(ranges),
      cells: functions?.cells ?? NO_CELLS,
    }
    const names = new NamesOfUnit(unit, this.#files, this.#names)
    let here = 0
    for (const [at, place] of places.entries()) {
      const { from, to, stretches } = this.#answers[place]
      const first = stretches.start.length
      this.#units.spend(STEPS_OF_ANSWER)
      const owners: number[] = []
      const areAll = await orNote(() => this.#list(pieces, { from, to, stretches }, owners, here))
      try {
        await names.put(
          stretches,
          first,
          owners,
          work.within((at + 0.5) / places.length, (at + 1) / places.length),
        )
      } catch (error) {
        // What cannot be named leaves nothing behind.
        for (const column of COLUMNS) stretches[column].length = first
        throw error
      }
      here += owners.length
      if (!areAll) break
    }
    this.#found += here
  }

  /** Names are symbols and files are the unit's own, until `NamesOfUnit` replaces them. */
  #list(pieces: UnitPieces, { from, to, stretches }: Answer, owners: number[], before: number): true {
    const units = this.#units
    listStretches(pieces, from, to, (start, end, file, line, owner, symbol) => {
      units.spend(STEPS_OF_STRETCH)
      const taken = this.#found + (owners.length + before) / PART_OF_UNIT
      units.bound(taken, BYTES_OF_STRETCH, 'changes of line')
      stretches.start.push(start)
      stretches.end.push(end)
      stretches.file.push(file)
      stretches.line.push(line)
      stretches.name.push(symbol)
      owners.push(owner)
    })
    return true
  }

  /** @param cut is shown the stretches of each before they become runs */
  async result(cut: (stretches: Stretches) => void, work: Yielder): Promise<readonly SourceRuns[]> {
    const [files, names] = [this.#files.table(), this.#names.table()]
    const runs: SourceRuns[] = []
    for (const { from, to, stretches } of this.#answers) {
      cut(stretches)
      runs.push(buildRuns(stretches, from, to, files, names))
      await work.report(runs.length / this.#answers.length)
    }
    return runs
  }
}

/** File numbers, owners and symbols of a unit become positions in the two lists, each looked up once. */
class NamesOfUnit {
  readonly #unit: DescribedUnit
  readonly #files: TextList
  readonly #names: TextList
  readonly #fileIndexes = new Map<number, number>()
  readonly #ownerIndexes = new Map<number, number>()

  constructor(unit: DescribedUnit, files: TextList, names: TextList) {
    this.#unit = unit
    this.#files = files
    this.#names = names
  }

  /** In the rows from `first` on, of which these are the owners. Waits only for what is met for the first time. */
  async put(
    { start, file, name }: Stretches,
    first: number,
    owners: readonly number[],
    work: Yielder,
  ): Promise<void> {
    for (const [nth, owner] of owners.entries()) {
      if (nth % ROWS_BETWEEN_STEPS === 0) await work.report(nth / owners.length)
      const row = first + nth
      const number = file[row]
      file[row] = this.#fileIndexes.get(number) ?? (await this.#findFile(number))
      if (owner < 0) name[row] = this.#names.add(this.#symbolName(name[row]))
      else name[row] = this.#ownerIndexes.get(owner) ?? (await this.#findName(owner, start[row]))
    }
  }

  async #findFile(number: number): Promise<number> {
    const index = this.#files.add(await this.#unit.lines.pathOf(number))
    this.#fileIndexes.set(number, index)
    return index
  }

  /** @param start where it is met */
  async #findName(owner: number, start: number): Promise<number> {
    const { functions, symbols } = this.#unit
    const name = (await functions?.nameOf(owner)) ?? this.#symbolName(symbols.at(start))
    const index = this.#names.add(name)
    this.#ownerIndexes.set(owner, index)
    return index
  }

  #symbolName(symbol: number): string {
    return symbol < 0 ? '' : this.#unit.symbols.nameOf(symbol)
  }
}
