// Stretches of code between changes of line or function, gathered unit by unit into one table of runs.
import { TextList } from '../../base/string-table.ts'
import type { Yielder } from '../../base/yielder.ts'
import {
  buildRuns,
  type CodeStretch,
  newStretches,
  type SourceRuns,
  type Stretches,
} from '../source-lines.ts'
import type { ElfNames, OwnerCells, UnitFunctions } from './functions.ts'
import type { LineTable, UnitLines } from './line-table.ts'
import type { RangePairs } from './ranges.ts'
import type { Units } from './units.ts'
import { firstPlace, lastAtOrBelow } from '../../base/sorting.ts'

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
      await work.tell(runs.length / this.#answers.length)
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
      if (nth % ROWS_BETWEEN_STEPS === 0) await work.tell(nth / owners.length)
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

/** Calls `onStretch` for each stretch of one file, line and function between two addresses. */
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

/** Ascending and disjoint. */
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
export class DecodedUnits {
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
