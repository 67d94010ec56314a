// Notices about several runs that are added up.
import type { RawExecutable, RawProfile } from '../../formats/format.ts'
import type { Notice } from '../../problems/problem.ts'
import { forkerOf } from '../program/linked-libraries.ts'
import type { FilterTables } from '../../profile/filters.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import { demangleOnce, shownName } from '../../names/names.ts'
import type { RunImbalance } from './run-imbalance.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import type { FileKey } from '../../base/file-key.ts'
import { forkedNotice, ForkedRuns } from './forked-runs.ts'
import { MismatchedRuns } from './mismatched-runs.ts'
import { DuplicateRuns } from './duplicate-runs.ts'
import { type RunSamples, RunCells, findSlowRun } from './slow-run.ts'

/** Collects what the notices about several runs need from each profile. */
export class RunNotices {
  readonly #odd: MismatchedRuns | null
  readonly #twice = new DuplicateRuns()
  /** Null unless the program links `fork`. */
  readonly #forked: ForkedRuns<number> | null
  readonly #samples: RunSamples[] = []
  readonly #cells: RunCells
  readonly #symbols: SymbolTable

  /** @param program null if only a list of symbols, or nothing, names functions */
  constructor(symbols: SymbolTable, filters: FilterTables, program: RawExecutable | null) {
    this.#odd = program && new MismatchedRuns(symbols, program)
    this.#cells = new RunCells(symbols, filters)
    this.#symbols = symbols
    this.#forked = program && forkerOf(program.symbols) !== '' ? new ForkedRuns() : null
  }

  /**
   * Adds a profile, in link-time addresses; keeps no reference to it.
   *
   * @param samples all samples of the profile
   */
  add(profile: RawProfile, samples: number, run: FileKey): void {
    this.#odd?.add(profile)
    this.#twice.add(profile, samples)
    this.#cells.add(profile, run)
    this.#forked?.add(this.#samples.length, profile)
    this.#samples.push({ file: profile.file, samples, run })
  }

  /** Returns which run has the most of each function. */
  imbalance(): RunImbalance {
    return this.#cells.result()
  }

  /** Returns the notices about the runs added so far; empty if there is nothing to report. */
  notices(): readonly Notice[] {
    const doubts = [...(this.#odd?.notices() ?? []), ...this.#again()]
    // A run that counts twice explains a long time, so only one of the notices is given.
    if (doubts.length > 0) return doubts
    const { names, prefix } = this.#symbols
    const nameOf = (f: FunctionIndex): string =>
      shownName(demangleOnce(stringAt(names, f as number as StringIndex), prefix))
    return findSlowRun(this.#samples, this.imbalance(), this.#cells.rate, nameOf)
  }

  /** Returns the notice about files that count again: a sum, forked processes or copies. */
  #again(): readonly Notice[] {
    const [twice] = this.#twice.notices()
    if (twice?.same === null) return [twice]
    const groups = this.#forked?.groups() ?? []
    const children = groups.reduce((sum, { length }) => sum + length - 1, 0)
    const copies = twice ? 1 + twice.more : 0
    const forked = children > copies ? forkedNotice('forked-runs', groups) : null
    return forked ? [forked] : twice ? [twice] : []
  }
}
