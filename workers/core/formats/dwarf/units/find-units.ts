/**
 * Which units describe the code at an address.
 *
 * `.debug_aranges` is asked first: it is small, and where it answers no unit is read in vain. What it does not know, the
 * units' own first entries do; that is a read for each unit of the program, made once and only when needed.
 *
 * GNU gprof 2.40 goes by the units alone, and asks those that do not say where they are at their place among the others, by
 * what their lines cover. Such are DWARF 5's units of types (-fdebug-types-section): they stand before the unit whose
 * lines they refer to, and so answer in its stead, without its folder and its functions.
 */
import { ProblemError } from '../../../problems/problem-error.ts'
import { gprofReadsRanges } from '../gprof-quirks.ts'
import { BYTES_OF_UNIT_RANGE, type UnitRanges } from './decode-aranges.ts'
import type { RangePairs } from './decode-ranges.ts'
import { buildRangeIndex, type RangeIndex } from './range-index.ts'
import type { Unit, Units } from './read-units.ts'

/** With `.debug_aranges` at hand, `.debug_info` of more than this many bytes is not searched for what they left out. */
const LARGEST_SEARCH = 256 * 1024 * 1024

export interface WalkedUnits {
  readonly index: RangeIndex
  /** Offsets of units with lines that do not say where their code is: any address may be theirs. None as gprof has it. */
  readonly anywhere: readonly number[]
}

const EMPTY: WalkedUnits = {
  index: buildRangeIndex({ begin: [], end: [], unit: [] }, () => {}),
  anywhere: [],
}

/** What a unit's lines cover, as flat pairs. */
export type ReadCovered = (unit: Unit) => Promise<RangePairs>

export class UnitFinder {
  readonly #units: Units
  readonly #onDamage: (error: ProblemError) => void
  /** Null to look for what is right instead of what gprof finds. */
  readonly #covered: ReadCovered | null
  #aranges: Promise<RangeIndex | null> | null = null
  #walked: Promise<WalkedUnits> | null = null

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

  /** By the units themselves. */
  async byUnits(): Promise<WalkedUnits> {
    if ((await this.byAranges()) !== null && (await this.#units.size()) > LARGEST_SEARCH) return EMPTY
    this.#walked ??= this.#walk()
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

  /** Whether units of types stand among the others, as they do since DWARF 5. */
  async #hasTypes(): Promise<boolean> {
    if ((await this.#units.size()) > LARGEST_SEARCH) return false
    return (await this.#units.readHeaders(this.#onDamage)).some(({ hasCode }) => !hasCode)
  }

  async #walk(): Promise<WalkedUnits> {
    const ranges: UnitRanges = { begin: [], end: [], unit: [] }
    const anywhere: number[] = []
    /** Line programs whose first unit was met. */
    const covered = new Set<number>()
    for (const { start, hasCode } of await this.#units.readHeaders(this.#onDamage)) {
      if (!hasCode && this.#covered === null) continue
      // What is known by now is to be answered from.
      if (this.#units.isSpent) break
      try {
        const unit = await this.#units.readUnit(start)
        const { linesAt } = unit.entry
        if (linesAt < 0) continue
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
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        this.#onDamage(error)
      }
    }
    return { index: buildRangeIndex(ranges, this.#spend), anywhere }
  }
}

function saysWhere({ entry }: Unit): boolean {
  return entry.ranges.form !== 0 || entry.highPc.form !== 0
}
