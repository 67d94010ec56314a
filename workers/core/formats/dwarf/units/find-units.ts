/**
 * Which units describe the code at an address.
 *
 * `.debug_aranges` is asked first: it is small, and where it answers no unit is read in vain. What it does not know, the
 * units' own first entries do; that is a read for each unit of the program, made once and only when needed.
 */
import { ProblemError } from '../../../problems/problem-error.ts'
import type { UnitRanges } from './decode-aranges.ts'
import { buildRangeIndex, type RangeIndex } from './range-index.ts'
import type { Unit, Units } from './read-units.ts'

/** With `.debug_aranges` at hand, `.debug_info` of more than this many bytes is not searched for what they left out. */
const LARGEST_SEARCH = 256 * 1024 * 1024

export interface WalkedUnits {
  readonly index: RangeIndex
  /** Offsets of units with lines that do not say where their code is: any address may be theirs. */
  readonly anywhere: readonly number[]
}

const EMPTY: WalkedUnits = { index: buildRangeIndex({ begin: [], end: [], unit: [] }), anywhere: [] }

export class UnitFinder {
  readonly #units: Units
  readonly #onDamage: (error: ProblemError) => void
  #aranges: Promise<RangeIndex | null> | null = null
  #walked: Promise<WalkedUnits> | null = null

  constructor(units: Units, onDamage: (error: ProblemError) => void) {
    this.#units = units
    this.#onDamage = onDamage
  }

  /** By `.debug_aranges`; null without. */
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
      const ranges = await this.#units.readAranges()
      return ranges === null || ranges.begin.length === 0 ? null : buildRangeIndex(ranges)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      // The units know it themselves.
      return null
    }
  }

  async #walk(): Promise<WalkedUnits> {
    const ranges: UnitRanges = { begin: [], end: [], unit: [] }
    const anywhere: number[] = []
    for (const { start, hasCode } of await this.#units.readHeaders(this.#onDamage)) {
      if (!hasCode) continue
      try {
        const unit = await this.#units.readUnit(start)
        if (unit.entry.linesAt < 0) continue
        const pairs = await this.#units.readExtent(unit, unit.entry)
        if (pairs.length === 0 && !saysWhere(unit)) anywhere.push(start)
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
    return { index: buildRangeIndex(ranges), anywhere }
  }
}

function saysWhere({ entry }: Unit): boolean {
  return entry.ranges.form !== 0 || entry.highPc.form !== 0
}
