// An executable's debugging information → files and lines of addresses, read as they are asked for, and all
// of them as stretches of code.
import { type OnFraction, Yielder } from '../../base/yielder.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import {
  cutPageEnds,
  findGprofsEnd,
  findRow,
  forgetPageEnds,
  gprofReadsRanges,
  type LineTable,
  type UnitLines,
  UnitLinesReader,
} from './line-table.ts'
import {
  buildRangeIndex,
  BYTES_OF_UNIT_RANGE,
  type RangeIndex,
  type RangePairs,
  type Unit,
  type UnitRanges,
  Units,
} from './units.ts'
import { TextList } from '../../base/string-table.ts'
import {
  buildRuns,
  type CodeStretch,
  newStretches,
  type SourceLines,
  type SourceLinesOptions,
  type SourceLocations,
  type SourceRuns,
  type Stretches,
} from '../source-lines.ts'
import {
  ElfNames,
  ownedPieces,
  type OwnerCells,
  type UnitFunctions,
  UnitFunctionsReader,
} from './functions.ts'
import { firstPlace, lastAtOrBelow } from '../../base/sorting.ts'
import { assert } from '../../base/result.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { Notice } from '../../problems/problem.ts'
import type { RawExecutable } from '../format.ts'
import { DebugSections, DebugStrings } from './sections.ts'

// Finds the units that describe the code at an address.
//
// `.debug_aranges` is asked first: it is small and avoids reading units in vain. For other
// addresses, the first entry of each unit is read, once and only when needed.
//
// GNU gprof 2.40 uses the units alone. A unit without ranges is asked in its order, by what its
// lines cover. Among them are DWARF 5's type units (-fdebug-types-section): they precede the unit
// whose lines they refer to, and so answer for it, without its directory and functions.

/** With `.debug_aranges` at hand, `.debug_info` of more than this many bytes is not searched for what they left out. */
const LARGEST_SEARCH = 256 * 1024 * 1024

/** The ranges of units read so far. */
export interface WalkedUnits {
  readonly index: RangeIndex
  /** Offsets of units with lines that do not say where their code is: any address may be theirs. None as gprof has it. */
  readonly anywhere: readonly number[]
}

const EMPTY: WalkedUnits = {
  index: buildRangeIndex({ begin: [], end: [], unit: [] }, () => {}),
  anywhere: [],
}

/** State of the walk over units. */
class Walk {
  /** How many. */
  units = 0
  /** Where the last of them ends. */
  end = 0
  readonly ranges: UnitRanges = { begin: [], end: [], unit: [] }
  readonly anywhere: number[] = []
  /** Line programs whose first unit was met. */
  readonly covered = new Set<number>()
}

/** What a unit's lines cover, as flat pairs. */
export type ReadCovered = (unit: Unit) => Promise<RangePairs>

/** Finds units by address, through `.debug_aranges` or the units themselves. */
class UnitFinder {
  readonly #units: Units
  readonly #onDamage: (error: ProblemError) => void
  /** Null to look for what is right instead of what gprof finds. */
  readonly #covered: ReadCovered | null
  #aranges: Promise<RangeIndex | null> | null = null
  readonly #walk = new Walk()
  #walked: WalkedUnits | null = null
  #walking: Promise<WalkedUnits | null> | null = null

  constructor(units: Units, onDamage: (error: ProblemError) => void, covered: ReadCovered | null) {
    this.#units = units
    this.#onDamage = onDamage
    this.#covered = covered
  }

  readonly #spend = (steps: number): void => this.#units.spend(steps)

  /** By `.debug_aranges`; null without, and where gprof is followed that finds something else. */
  byAranges(): Promise<RangeIndex | null> {
    this.#aranges ??= this.#readAranges()
    return this.#aranges
  }

  /**
   * Finds units by their own ranges. If cancelled, the next question starts from the units read so
   * far.
   */
  async byUnits(work: Yielder): Promise<WalkedUnits> {
    const size = await this.#units.size()
    if (size > LARGEST_SEARCH && (await this.byAranges()) !== null) return EMPTY
    while (this.#walked === null) {
      // Questions side by side go on together.
      this.#walking ??= this.#goOn(this.#walk).finally(() => (this.#walking = null))
      this.#walked = await this.#walking
      await work.report(this.#walk.end / size)
    }
    return this.#walked
  }

  async #readAranges(): Promise<RangeIndex | null> {
    try {
      if (this.#covered !== null && (await this.#hasTypes())) return null
      const ranges = await this.#units.readAranges()
      return ranges === null || ranges.begin.length === 0 ? null : buildRangeIndex(ranges, this.#spend)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      // The units know it themselves.
      return null
    }
  }

  /** Whether type units are among the others, as in DWARF 5. */
  async #hasTypes(): Promise<boolean> {
    if ((await this.#units.size()) > LARGEST_SEARCH) return false
    return (await this.#units.readHeaders(this.#onDamage)).some(({ hasCode }) => !hasCode)
  }

  /** Looks at the next unit; answers what all of them say once there is none. */
  async #goOn(walk: Walk): Promise<WalkedUnits | null> {
    const header = await this.#units.headerOf(walk.units, this.#onDamage)
    // Once too much was asked for, what is known is to be answered from.
    if (header === null || this.#units.isSpent)
      return { index: buildRangeIndex(walk.ranges, this.#spend), anywhere: walk.anywhere }
    walk.units++
    walk.end = header.end
    if (!header.hasCode && this.#covered === null) return null
    try {
      await this.#add(await this.#units.unitOf(header), walk)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      this.#onDamage(error)
    }
    return null
  }

  async #add(unit: Unit, { ranges, anywhere, covered }: Walk): Promise<void> {
    const { linesAt } = unit.entry
    const { start } = unit.header
    if (linesAt < 0) return
    const isUnread = this.#covered !== null && !gprofReadsRanges(unit.entry)
    let pairs = isUnread ? [] : await this.#units.readExtent(unit, unit.entry)
    if (this.#covered === null) {
      if (pairs.length === 0 && !saysWhere(unit)) anywhere.push(start)
    } else if (pairs.length === 0) {
      // gprof takes an empty list for none.
      if (!covered.has(linesAt)) pairs = await this.#covered(unit)
      covered.add(linesAt)
    }
    this.#units.bound(ranges.begin.length + pairs.length / 2, BYTES_OF_UNIT_RANGE, 'ranges')
    for (let pair = 0; pair < pairs.length; pair += 2) {
      ranges.begin.push(pairs[pair])
      ranges.end.push(pairs[pair + 1])
      ranges.unit.push(start)
    }
  }
}

function saysWhere({ entry }: Unit): boolean {
  return entry.ranges.form !== 0 || entry.highPc.form !== 0
}

// Stretches of code between changes of line or function, gathered unit by unit into one table of runs.

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
class GatheredRuns {
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

// One unit's line table, ranges and functions → stretches of code between neighbouring changes of any of them.

/** Called once for each stretch, ascending within a sequence. `symbol` names it where `owner` is −1; where both are −1 nothing does. */
export type OnStretch = (
  start: number,
  end: number,
  file: number,
  line: number,
  owner: number,
  symbol: number,
) => void

/** The parts of a unit that describe code. */
export interface UnitPieces {
  readonly table: LineTable
  /** Where the unit says its code is, as flat pairs, ascending and disjoint; null if it does not say. */
  readonly ranges: readonly number[] | null
  readonly cells: OwnerCells
  readonly symbols: ElfNames
  /** Whether code without any name has no line either. */
  readonly leavesNamelessOut: boolean
}

/**
 * Calls `onStretch` for each stretch of one file, line and function from `from` up to, not including, `to`
 * (link-time addresses). Code without a line is left out.
 */
export function listStretches(pieces: UnitPieces, from: number, to: number, onStretch: OnStretch): void {
  const { sequenceStart, sequenceEnd } = pieces.table
  const allowed = pieces.ranges ?? [from, to]
  const pairs = allowed.length / 2
  let sequence = Math.max(0, lastAtOrBelow(sequenceStart, from))
  let pair = firstPlace(pairs, (nth) => allowed[2 * nth + 1] <= from)
  // Both ascend: whichever ends first gives way to its next.
  while (
    sequence < sequenceStart.length &&
    pair < pairs &&
    Math.max(sequenceStart[sequence], allowed[2 * pair]) < to
  ) {
    const rangeEnd = allowed[2 * pair + 1]
    const begin = Math.max(from, sequenceStart[sequence], allowed[2 * pair])
    const end = Math.min(to, sequenceEnd[sequence], rangeEnd)
    if (begin < end) listRows(pieces, sequence, begin, end, onStretch)
    if (sequenceEnd[sequence] <= rangeEnd) sequence++
    else pair++
  }
}

/**
 * Returns ranges sorted, with those that overlap or touch merged.
 *
 * @param ranges flat pairs of start and end in any order; not changed
 * @returns flat pairs, ascending and disjoint
 */
export function mergeRanges(ranges: readonly number[]): readonly number[] {
  const order: number[] = []
  for (let pair = 0; pair < ranges.length; pair += 2) order.push(pair)
  order.sort((left, right) => ranges[left] - ranges[right])
  const merged: number[] = []
  for (const pair of order) {
    const last = merged.length - 1
    if (last > 0 && ranges[pair] <= merged[last]) merged[last] = Math.max(merged[last], ranges[pair + 1])
    else merged.push(ranges[pair], ranges[pair + 1])
  }
  return merged
}

function listRows(
  pieces: UnitPieces,
  sequence: number,
  begin: number,
  end: number,
  onStretch: OnStretch,
): void {
  const { address, file, line, firstRow, endRow } = pieces.table
  const last = endRow[sequence]
  let row = firstRow[sequence] + lastAtOrBelow(address.subarray(firstRow[sequence], last), begin)
  let at = begin
  while (at < end && row < last) {
    const next = row + 1 < last ? Math.min(end, address[row + 1]) : end
    if (next > at) {
      if (line[row] !== 0) splitByFunction(pieces, at, next, file[row], line[row], onStretch)
      at = next
    }
    row++
  }
}

function splitByFunction(
  pieces: UnitPieces,
  begin: number,
  end: number,
  file: number,
  line: number,
  onStretch: OnStretch,
): void {
  const { cells } = pieces
  let cell = lastAtOrBelow(cells.start, begin)
  for (let at = begin; at < end; cell++) {
    const border = cell + 1 < cells.start.length ? Math.min(end, cells.start[cell + 1]) : end
    const owner = cell < 0 ? -1 : cells.owner[cell]
    if (owner >= 0) onStretch(at, border, file, line, owner, -1)
    else splitBySymbol(pieces, at, border, file, line, onStretch)
    at = border
  }
}

function splitBySymbol(
  { symbols, leavesNamelessOut }: UnitPieces,
  begin: number,
  end: number,
  file: number,
  line: number,
  onStretch: OnStretch,
): void {
  for (let at = begin; at < end;) {
    const symbol = symbols.ask(at)
    const border = Math.min(end, symbols.heldUntil())
    if (symbol >= 0 || !leavesNamelessOut) onStretch(at, border, file, line, -1, symbol)
    at = border
  }
}

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

// Files, lines and functions of addresses from DWARF debugging information, read on demand.
//
// `notices` reports damaged parts, which are skipped. Source: DWARF Debugging Information Format,
// versions 2 to 5; see docs/formats/dwarf.md.

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
