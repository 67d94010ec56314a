// Finds the units that describe the code at an address.
//
// `.debug_aranges` is asked first: it is small and avoids reading units in vain. For other addresses, the
// first entry of each unit is read, once and only when needed. GNU gprof 2.40 uses the units alone.
//
// A unit without ranges is asked in its order, by what its lines cover. Among them are DWARF 5’s type
// units (-fdebug-types-section): they precede the unit whose lines they refer to, and so answer for it,
// without its directory and functions.
import { Yielder } from '../../base/yielder.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { gprofReadsRanges } from './gprof-gaps.ts'
import { buildRangeIndex, type RangeIndex } from './range-index.ts'
import { BYTES_OF_UNIT_RANGE, type RangePairs, type UnitRanges } from './ranges.ts'
import { type Unit, Units } from './units.ts'

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
export class UnitFinder {
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
