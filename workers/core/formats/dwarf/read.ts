/**
 * An executable's debugging information → files and lines of addresses, read as they are asked for.
 *
 * Errors:  none; what is damaged is left out and told by `notices`.
 * Source:  DWARF Debugging Information Format, versions 2 to 5; see docs/formats/dwarf.md.
 */
import { assert } from '../../base/assert.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import type { Notice } from '../../problems/problem.ts'
import type { RawExecutable } from '../format.ts'
import { buildRuns, newStretches, type Stretches } from '../build-runs.ts'
import { lastAtOrBelow } from '../../base/search.ts'
import { ElfNames } from './functions/elf-names.ts'
import type { UnitFunctions, UnitFunctionsReader } from './functions/read-functions.ts'
import type { DecodedUnits } from './gaps.ts'
import { findEndOfGprofsReading } from './gprof-quirks.ts'
import { findRow, type LineTable } from './lines/line-table.ts'
import { UnitLinesReader, type UnitLines } from './lines/read-lines.ts'
import { listStretches, mergeRanges } from './list-stretches.ts'
import { DebugStrings } from './read-strings.ts'
import { DebugSections } from './sections.ts'
import { TextList } from '../../base/text-list.ts'
import type {
  CodeStretch,
  SourceLines,
  SourceLinesOptions,
  SourceLocations,
  SourceRuns,
} from '../source-lines.ts'
import type { RangePairs } from './units/decode-ranges.ts'
import { UnitFinder } from './units/find-units.ts'
import type * as PageEndRules from './units/page-ends.ts'
import type { RangeIndex } from './units/range-index.ts'
import { Units, type Unit } from './units/read-units.ts'

/** Null when the executable has no line tables. */
export async function readLines(
  source: ByteSource,
  executable: RawExecutable,
  options: SourceLinesOptions = {},
): Promise<SourceLines | null> {
  const sections = new DebugSections(source, executable)
  return sections.has('.debug_line') ? new LinesReader(sections, executable, options) : null
}

/** Whether two files come from one link, such as a program and the debug file split off from it. */
export function sameProgram(left: RawExecutable, right: RawExecutable): boolean {
  return left.buildId !== '' && left.buildId === right.buildId
}

/** Names and ranges of functions lead here. */
const READ_ALL_OVER = ['.debug_info', '.debug_str', '.debug_ranges', '.debug_rnglists']

/** What looking for a stretch of code in a unit is worth, and each piece that is found. */
const STEPS_OF_ANSWER = 8
const STEPS_OF_STRETCH = 4
const BYTES_OF_STRETCH = 64
/** What a unit may take of the room that is left for stretches of code: others have some, too. */
const PART_OF_UNIT = 0.75

const NO_CELLS = { start: new Float64Array(), owner: new Int32Array() }

const COLUMNS = ['start', 'end', 'file', 'line', 'name'] as const

/** Answers while `locate` gathers them. */
interface Answers {
  readonly addresses: ArrayLike<number>
  readonly file: Int32Array<ArrayBuffer>
  readonly line: Uint32Array<ArrayBuffer>
  readonly files: TextList
  /** What gprof knows more of, the more it was asked; null where that is of no interest. */
  readonly decoded: DecodedUnits | null
}

class LinesReader implements SourceLines {
  readonly #sections: DebugSections
  readonly #executable: RawExecutable
  readonly #gprofQuirks: boolean
  /** gprof asks the symbols of ELF programs alone for what debugging information does not name. */
  readonly #hasNoNames: boolean
  readonly #units: Units
  readonly #finder: UnitFinder
  readonly #lines: UnitLinesReader
  readonly #strings: DebugStrings
  /** Of the first problem of each code. */
  readonly #notices = new Map<string, Notice>()
  /** Stretches of code found for one question, before the unit at hand. */
  #found = 0
  #end: Promise<number> | null = null
  #functions: UnitFunctionsReader | null = null
  #symbols: ElfNames | null = null

  constructor(sections: DebugSections, executable: RawExecutable, options: SourceLinesOptions) {
    this.#sections = sections
    this.#executable = executable
    this.#gprofQuirks = options.gprofQuirks ?? false
    this.#hasNoNames = this.#gprofQuirks && executable.format === 'pe'
    this.#units = new Units(sections)
    this.#strings = new DebugStrings(sections)
    this.#lines = new UnitLinesReader(sections, this.#strings, this.#gprofQuirks, this.#note)
    this.#finder = new UnitFinder(this.#units, this.#note, this.#gprofQuirks ? this.#coveredBy : null)
  }

  notices(): readonly Notice[] {
    return [...this.#notices.values()]
  }

  readonly #note = ({ problem }: ProblemError): void => {
    if (!this.#notices.has(problem.code))
      this.#notices.set(problem.code, { code: 'sources-left-out', problem })
  }

  /** What `work` answers, or null and a note if it meets damage. */
  async #orNote<T>(work: () => T | Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      this.#note(error)
      return null
    }
  }

  /** What gprof takes a unit to cover that does not say where it is: what its lines do, and its functions. */
  readonly #coveredBy = async (unit: Unit): Promise<RangePairs> => {
    const { table } = await this.#lines.read(unit)
    // Only what the program is cut off from is covered by functions alone.
    if (!table.isCut) return table.covered
    const { ownedPieces } = await import('./functions/function-ranges.ts')
    return [...table.covered, ...ownedPieces((await this.#functionsOf(unit)).cells)]
  }

  /** Files and lines are told without. */
  async #functionsOf(unit: Unit): Promise<UnitFunctions> {
    const { UnitFunctionsReader } = await import('./functions/read-functions.ts')
    this.#functions ??= new UnitFunctionsReader(
      this.#units,
      this.#strings,
      (this.#symbols ??= new ElfNames(this.#executable, this.#hasNoNames)),
      this.#note,
      this.#gprofQuirks,
    )
    return this.#functions.read(unit)
  }

  #startWork(): void {
    this.#sections.allowance.startWork()
    this.#strings.startWork()
    this.#found = 0
  }

  async locate(addresses: ArrayLike<number>): Promise<SourceLocations> {
    this.#startWork()
    const { length } = addresses
    const files = new TextList()
    const file = new Int32Array(length).fill(-1)
    // The page does without.
    const decoded = this.#gprofQuirks ? new (await import('./gaps.ts')).DecodedUnits() : null
    const answers: Answers = { addresses, file, line: new Uint32Array(length), files, decoded }
    let open = Array.from({ length }, (_, row) => row)
    const aranges = await this.#finder.byAranges()
    if (aranges !== null) open = await this.#answerFrom(aranges, open, answers)
    if (open.length > 0) {
      const walked = await this.#orNote(() => this.#finder.byUnits())
      if (walked !== null) {
        open = await this.#answerFrom(walked.index, open, answers)
        for (const unit of walked.anywhere) {
          if (open.length > 0) open = await this.#answerFromUnit(unit, open, answers)
        }
      }
    }
    for (const [unit, rows] of decoded?.claim(open, addresses) ?? [])
      await this.#answerFromUnit(unit, rows, answers)
    const lost = await this.#lost()
    lost?.rules.forgetPageEnds(lost.index, answers)
    if (this.#hasNoNames) await this.#forgetNameless(answers)
    return { length, file, line: answers.line, files: files.table() }
  }

  /** By what gprof loses addresses; null where it is not followed. */
  async #lost(): Promise<{ readonly index: RangeIndex; readonly rules: typeof PageEndRules } | null> {
    if (!this.#gprofQuirks) return null
    const aranges = await this.#finder.byAranges()
    const index = aranges ?? (await this.#orNote(() => this.#finder.byUnits()))?.index
    return index ? { index, rules: await import('./units/page-ends.ts') } : null
  }

  /** Without a function's name gprof takes no line either. */
  async #forgetNameless({ addresses, file, line }: Answers): Promise<void> {
    const { textStart, textLast } = this.#executable
    const runs = await this.runs(textStart, textLast + 1)
    for (let row = 0; row < addresses.length; row++) {
      const run = lastAtOrBelow(runs.start, addresses[row])
      if (run >= 0 && runs.file[run] >= 0) continue
      file[row] = -1
      line[row] = 0
    }
  }

  /** Answers what it can; gives back the rows that stay open. Where several units claim an address they are asked in order. */
  async #answerFrom(index: RangeIndex, rows: number[], answers: Answers): Promise<number[]> {
    const open: number[] = []
    let round = rows
    for (let nth = 0; round.length > 0; nth++) {
      const byUnit = new Map<number, number[]>()
      for (const row of round) {
        const unit = index.unitsAt(answers.addresses[row])[nth]
        if (unit === undefined) open.push(row)
        else if (byUnit.has(unit)) byUnit.get(unit)?.push(row)
        else byUnit.set(unit, [row])
      }
      round = []
      for (const unit of [...byUnit.keys()].sort((left, right) => left - right)) {
        const unanswered = await this.#answerFromUnit(unit, byUnit.get(unit) ?? [], answers)
        for (const row of unanswered) round.push(row)
      }
    }
    return open
  }

  async #answerFromUnit(offset: number, rows: number[], answers: Answers): Promise<number[]> {
    const { decoded } = answers
    const known = await this.#orNote(async () => {
      this.#units.spend(rows.length)
      const unit = await this.#units.readUnit(offset)
      const lines = await this.#linesOf(unit)
      return lines && { lines, covered: decoded && (await this.#coveredBy(unit)) }
    })
    if (!known) return rows
    const open: number[] = []
    const { lines, covered } = known
    const { table } = lines
    if (covered) decoded?.add(offset, rows, covered)
    for (const row of rows) {
      const found = findRow(table, answers.addresses[row])
      if (found < 0 || table.line[found] === 0) {
        open.push(row)
        continue
      }
      const path = await this.#orNote(() => lines.pathOf(table.file[found]))
      if (path === null) continue
      answers.file[row] = answers.files.add(path)
      answers.line[row] = table.line[found]
    }
    return open
  }

  async #linesOf(unit: Unit): Promise<UnitLines | null> {
    if (unit.entry.linesAt < 0 || (this.#gprofQuirks && unit.header.start >= (await this.#gprofsEnd())))
      return null
    return this.#lines.read(unit)
  }

  #gprofsEnd(): Promise<number> {
    this.#end ??= findEndOfGprofsReading(this.#sections, this.#units, this.#note)
    return this.#end
  }

  async runs(from: number, to: number): Promise<SourceRuns> {
    const [runs] = await this.runsOf([{ from, to }], () => {})
    assert(runs !== undefined, 'as many answers as questions')
    return runs
  }

  async runsOf(
    asked: readonly CodeStretch[],
    onPart: (part: number) => void,
  ): Promise<readonly SourceRuns[]> {
    this.#startWork()
    const files = new TextList()
    const names = new TextList()
    const answers = asked.map(({ from, to }) => ({ from, to, stretches: newStretches() }))
    await this.#orNote(() => this.#sections.keep(READ_ALL_OVER))
    const units = await this.#unitsOf(asked)
    for (const [at, [unit, places]] of units.entries()) {
      onPart(at / units.length)
      if (this.#sections.allowance.isOver) break
      const here = places.flatMap((place) => answers[place] ?? [])
      await this.#orNote(async () => this.#addUnit(unit, here, files, names))
    }
    const lost = await this.#lost()
    const [fileTable, nameTable] = [files.table(), names.table()]
    return answers.map(({ from, to, stretches }) => {
      lost?.rules.cutPageEnds(lost.index, stretches)
      return buildRuns(stretches, from, to, fileTable, nameTable)
    })
  }

  /** In the order of their places, each with the stretches that it may lie in. */
  async #unitsOf(asked: readonly CodeStretch[]): Promise<readonly (readonly [number, readonly number[]])[]> {
    const places = new Map<number, number[]>()
    const aranges = await this.#finder.byAranges()
    const walked = await this.#orNote(() => this.#finder.byUnits())
    await this.#orNote(() => {
      for (const [at, { from, to }] of asked.entries()) {
        for (const index of [aranges, walked?.index]) {
          for (const unit of index?.unitsIn(from, to) ?? []) {
            const known = places.get(unit)
            if (!known) places.set(unit, [at])
            else if (known.at(-1) !== at) known.push(at)
          }
        }
      }
    })
    const everywhere = Array.from(asked.keys())
    for (const unit of walked?.anywhere ?? []) places.set(unit, everywhere)
    return [...places].sort(([left], [right]) => left - right)
  }

  /** Null for wherever its lines are. */
  async #rangesOf(unit: Unit, table: LineTable, extent: RangePairs): Promise<RangePairs | null> {
    if (!this.#gprofQuirks) return extent.length === 0 ? null : extent
    // Where functions lie in the unit gprof has asked about them, and then goes by what the lines cover, too.
    return table.isCut ? [...extent, ...(await this.#coveredBy(unit))] : null
  }

  async #addUnit(
    offset: number,
    answers: readonly (CodeStretch & { readonly stretches: Stretches })[],
    files: TextList,
    names: TextList,
  ): Promise<void> {
    const unit = await this.#units.readUnit(offset)
    const lines = await this.#linesOf(unit)
    if (lines === null) return
    const symbols = (this.#symbols ??= new ElfNames(this.#executable, this.#hasNoNames))
    // Symbols name code as well.
    const functions = await this.#orNote(() => this.#functionsOf(unit))
    const ranges = await this.#rangesOf(unit, lines.table, await this.#units.readExtent(unit, unit.entry))
    const pieces = {
      table: lines.table,
      ranges: ranges && mergeRanges(ranges),
      cells: functions?.cells ?? NO_CELLS,
      symbols,
      leavesNamelessOut: this.#gprofQuirks,
    }
    // File numbers, owners and symbols of this unit become positions in the two lists, each looked up once.
    const fileIndexes = new Map<number, number>()
    const ownerIndexes = new Map<number, number>()
    let others = 0
    for (const { from, to, stretches } of answers) {
      const first = stretches.start.length
      const owners: number[] = []
      this.#units.spend(STEPS_OF_ANSWER)
      const areAll = await this.#orNote(() => {
        listStretches(pieces, from, to, (start, end, file, line, owner, symbol) => {
          this.#units.spend(STEPS_OF_STRETCH)
          this.#units.bound(
            this.#found + (owners.length + others) / PART_OF_UNIT,
            BYTES_OF_STRETCH,
            'changes of line',
          )
          stretches.start.push(start)
          stretches.end.push(end)
          stretches.file.push(file)
          stretches.line.push(line)
          stretches.name.push(symbol)
          owners.push(owner)
        })
        return true
      })
      try {
        for (const [nth, owner] of owners.entries()) {
          const row = first + nth
          const file = stretches.file[row]
          if (!fileIndexes.has(file)) fileIndexes.set(file, files.add(await lines.pathOf(file)))
          stretches.file[row] = fileIndexes.get(file) ?? -1
          if (owner < 0) {
            const symbol = stretches.name[row]
            stretches.name[row] = names.add(symbol < 0 ? '' : symbols.nameOf(symbol))
            continue
          }
          if (!ownerIndexes.has(owner)) {
            const name = (await functions?.nameOf(owner)) ?? null
            const symbol = symbols.at(stretches.start[row])
            ownerIndexes.set(owner, names.add(name ?? (symbol < 0 ? '' : symbols.nameOf(symbol))))
          }
          stretches.name[row] = ownerIndexes.get(owner) ?? -1
        }
      } catch (error) {
        // What cannot be named leaves nothing behind.
        for (const column of COLUMNS) stretches[column].length = first
        throw error
      }
      others += owners.length
      if (!areAll) break
    }
    this.#found += others
  }
}
