// An executable’s debugging information → files, lines, functions of addresses, read on demand. `notices`
// reports damaged parts, which are skipped. Source: DWARF Debugging Information Format, versions 2 to 5;
// see docs/formats/dwarf.md.
import { type OnFraction, Yielder } from '../../base/yielder.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { cutPageEnds, findGprofsEnd, forgetPageEnds } from './gprof-gaps.ts'
import { findRow, type LineTable } from './line-table.ts'
import { type UnitLines, UnitLinesReader } from './unit-lines.ts'
import type { RangeIndex } from './range-index.ts'
import type { RangePairs } from './ranges.ts'
import { type Unit, Units } from './units.ts'
import { TextList } from '../../base/string-table.ts'
import type {
  CodeStretch,
  SourceLines,
  SourceLinesOptions,
  SourceLocations,
  SourceRuns,
} from '../source-lines.ts'
import { ElfNames } from './elf-names.ts'
import { ownedPieces } from './function-ranges.ts'
import { type UnitFunctions, UnitFunctionsReader } from './functions.ts'
import { firstPlace, lastAtOrBelow } from '../../base/binary-search.ts'
import { assert } from '../../base/result.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { Notice } from '../../problems/problem.ts'
import type { RawExecutable } from '../format.ts'
import { DebugSections } from './sections.ts'
import { DebugStrings } from './debug-strings.ts'
import { mergeRanges } from './list-stretches.ts'
import { UnitFinder } from './unit-finder.ts'
import { GatheredRuns, type DescribedUnit } from './gathered-runs.ts'

/**
 * Addresses that their unit leaves out of its ranges but its line program runs across, as gprof answers for them.
 *
 * Code that has no lines of its own (Ada's finalization, for one) lies in such a gap, and the row before it reaches over
 * it. GNU gprof 2.40 goes by a unit's ranges until something in them was asked for; the lines are decoded then, and from
 * there on it goes by what those cover as well. So the answer depends on what was asked before: on the order of symbols.
 *
 * Source:  behaviour of GNU gprof 2.40; see docs/formats/dwarf.md.
 */

interface Decoded {
  readonly unit: number
  /** Position of the question that had its lines decoded. */
  since: number
  readonly covered: readonly number[]
}

/** Caches decoded units. */
class DecodedUnits {
  /** By the unit's place in `.debug_info`. */
  readonly #decoded = new Map<number, Decoded>()

  /** `rows`: the questions that lie in the unit's ranges, by their position; `covered`: what it is known to cover from then on. */
  add(unit: number, rows: readonly number[], covered: RangePairs): void {
    const first = rows.reduce((least, row) => Math.min(least, row), Infinity)
    const known = this.#decoded.get(unit)
    if (known !== undefined) known.since = Math.min(known.since, first)
    else this.#decoded.set(unit, { unit, since: first, covered: mergeRanges(covered) })
  }

  /** Which of the questions `rows` a unit answers after all: rows by unit, in the order of the file. */
  claim(rows: readonly number[], addresses: ArrayLike<number>): readonly (readonly [number, number[]])[] {
    const order = rows.toSorted((left, right) => addresses[left] - addresses[right])
    const claimed: [number, number[]][] = []
    for (const { unit, since, covered } of this.#decoded.values()) {
      const mine: number[] = []
      for (let pair = 0; pair < covered.length; pair += 2) {
        for (let nth = firstFrom(order, addresses, covered[pair]); nth < order.length; nth++) {
          const row = order[nth]
          if (addresses[row] >= covered[pair + 1]) break
          if (row > since) mine.push(row)
        }
      }
      if (mine.length > 0) claimed.push([unit, mine])
    }
    return claimed.sort(([left], [right]) => left - right)
  }
}

/** Position of the first question at `least` or above. */
function firstFrom(order: readonly number[], addresses: ArrayLike<number>, least: number): number {
  return firstPlace(order.length, (at) => addresses[order[at]] < least)
}

/**
 * Opens an executable's DWARF lines, which are read on demand, so the source must stay open. Returns null if
 * it has no section `.debug_line`. Damage is reported by `notices` of the result.
 */
export async function readLines(
  source: ByteSource,
  executable: RawExecutable,
  options: SourceLinesOptions = {},
): Promise<SourceLines | null> {
  const sections = new DebugSections(source, executable)
  return sections.has('.debug_line') ? new LinesReader(sections, executable, options) : null
}

/**
 * Whether two files come from one link, such as a program and the debug file split off from it: both have a
 * build id, and it is the same.
 */
export function sameProgram(left: RawExecutable, right: RawExecutable): boolean {
  return left.buildId !== '' && left.buildId === right.buildId
}

/** Files and lines lead here, names and ranges of functions there. */
const READ_FOR_LINES = ['.debug_info', '.debug_abbrev', '.debug_line']
const READ_ALL_OVER = ['.debug_info', '.debug_str', '.debug_ranges', '.debug_rnglists']

/** What unpacking is of all that is to be done, where there is something to unpack. */
const PART_OF_UNPACKING = 0.4

/** What running a unit's line program and finding its functions are of all that is done for it. */
const PART_OF_DESCRIBING = 0.4

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
      // That it is to end is no damage.
      if (!(error instanceof ProblemError) || error.problem.code === 'host/cancelled') throw error
      this.#note(error)
      return null
    }
  }

  /** What gprof takes a unit to cover that does not say where it is: what its lines do, and its functions. */
  readonly #coveredBy = async (unit: Unit): Promise<RangePairs> => {
    const { table } = await this.#lines.read(unit)
    // Only what the program is cut off from is covered by functions alone.
    if (!table.isCut) return table.covered
    return [...table.covered, ...ownedPieces((await this.#functionsOf(unit)).cells)]
  }

  /** Files and lines do not need the functions. */
  async #functionsOf(unit: Unit): Promise<UnitFunctions> {
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
  }

  /** Sections that are packed are unpacked; answers what is left of the work. */
  async #unpack(names: readonly string[], work: Yielder): Promise<Yielder> {
    if (!this.#sections.arePacked(names)) return work
    await this.#sections.unpack(names, work.within(0, PART_OF_UNPACKING))
    return work.within(PART_OF_UNPACKING, 1)
  }

  async locate(addresses: ArrayLike<number>, onFraction: OnFraction = () => {}): Promise<SourceLocations> {
    this.#startWork()
    const work = await this.#unpack(READ_FOR_LINES, new Yielder(onFraction))
    const { length } = addresses
    const files = new TextList()
    const file = new Int32Array(length).fill(-1)
    // The page does without.
    const decoded = this.#gprofQuirks ? new DecodedUnits() : null
    const answers: Answers = { addresses, file, line: new Uint32Array(length), files, decoded }
    let open = Array.from({ length }, (_, row) => row)
    const aranges = await this.#finder.byAranges()
    const [first, second, third] = aranges === null ? [0, 0.3, 0.95] : [0.7, 0.8, 0.95]
    if (aranges !== null) open = await this.#answerFrom(aranges, open, answers, work.within(0, first))
    if (open.length > 0) {
      const walked = await this.#orNote(() => this.#finder.byUnits(work.within(first, second)))
      if (walked !== null) {
        open = await this.#answerFrom(walked.index, open, answers, work.within(second, third))
        for (const [at, unit] of walked.anywhere.entries()) {
          if (open.length > 0) open = await this.#answerFromUnit(unit, open, answers)
          await work.within(third, 1).report(at / walked.anywhere.length)
        }
      }
    }
    for (const [unit, rows] of decoded?.claim(open, addresses) ?? [])
      await this.#answerFromUnit(unit, rows, answers)
    const lost = await this.#lost(work.within(1, 1))
    if (lost) forgetPageEnds(lost, answers)
    if (this.#hasNoNames) await this.#forgetNameless(answers)
    await work.report(1)
    return { length, file, line: answers.line, files: files.table() }
  }

  /** By what gprof loses addresses; null where it is not followed. */
  async #lost(work: Yielder): Promise<RangeIndex | null> {
    if (!this.#gprofQuirks) return null
    const aranges = await this.#finder.byAranges()
    return aranges ?? (await this.#orNote(() => this.#finder.byUnits(work)))?.index ?? null
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
  async #answerFrom(index: RangeIndex, rows: number[], answers: Answers, work: Yielder): Promise<number[]> {
    const open: number[] = []
    let done = 0
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
        const here = byUnit.get(unit) ?? []
        const unanswered = await this.#answerFromUnit(unit, here, answers)
        for (const row of unanswered) round.push(row)
        done += here.length - unanswered.length
        await work.report((done + open.length) / rows.length)
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
    this.#end ??= findGprofsEnd(this.#sections, this.#units, this.#note)
    return this.#end
  }

  async runs(from: number, to: number, onFraction: OnFraction = () => {}): Promise<SourceRuns> {
    const [runs] = await this.runsOf([{ from, to }], onFraction)
    assert(runs !== undefined, 'as many answers as questions')
    return runs
  }

  async runsOf(asked: readonly CodeStretch[], onFraction: OnFraction): Promise<readonly SourceRuns[]> {
    this.#startWork()
    const work = await this.#unpack([...READ_FOR_LINES, ...READ_ALL_OVER], new Yielder(onFraction))
    await this.#orNote(() => this.#sections.keep(READ_ALL_OVER))
    const units = await this.#unitsOf(asked, work.within(0, 0.2))
    // Fetched when it is asked for, as functions are: many look up files alone.
    const runs = new GatheredRuns(this.#units, asked)
    const [reading, building] = [work.within(0.2, 0.95), work.within(0.95, 1)]
    for (const [at, [offset, places]] of units.entries()) {
      const here = reading.within(at / units.length, (at + 1) / units.length)
      await here.report(0)
      if (this.#sections.allowance.isOver) break
      await this.#orNote(async () => {
        const unit = await this.#describe(offset, here)
        if (unit)
          await runs.add(unit, places, (list) => this.#orNote(list), here.within(PART_OF_DESCRIBING, 1))
      })
    }
    const lost = await this.#lost(work.within(0.95, 0.95))
    return runs.result((stretches) => lost && cutPageEnds(lost, stretches), building)
  }

  /** In the order of their places, each with the stretches that it may lie in. */
  async #unitsOf(
    asked: readonly CodeStretch[],
    work: Yielder,
  ): Promise<readonly (readonly [number, readonly number[]])[]> {
    const places = new Map<number, number[]>()
    const aranges = await this.#finder.byAranges()
    const walked = await this.#orNote(() => this.#finder.byUnits(work))
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

  /** Null without lines. */
  async #describe(offset: number, work: Yielder): Promise<DescribedUnit | null> {
    const unit = await this.#units.readUnit(offset)
    const lines = await this.#linesOf(unit)
    if (lines === null) return null
    // A program may be of one unit.
    await work.report(PART_OF_DESCRIBING / 2)
    const symbols = (this.#symbols ??= new ElfNames(this.#executable, this.#hasNoNames))
    // Symbols name code as well.
    const functions = await this.#orNote(() => this.#functionsOf(unit))
    await work.report(PART_OF_DESCRIBING)
    const ranges = await this.#rangesOf(unit, lines.table, await this.#units.readExtent(unit, unit.entry))
    return { lines, functions, ranges, symbols, leavesNamelessOut: this.#gprofQuirks }
  }
}
