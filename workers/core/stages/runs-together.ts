// What is worth saying of several profiles that are added up, and of one alone is not.
import type { RawExecutable, RawProfile } from '../formats/format.ts'
import type { Notice } from '../problems/problem.ts'
import type { SymbolTable } from '../symbols/select-functions.ts'
import { OddRuns } from './odd-runs.ts'
import { RunsTwice } from './runs-twice.ts'

export class RunsTogether {
  readonly #odd: OddRuns | null
  readonly #twice = new RunsTwice()

  constructor(symbols: SymbolTable, program: RawExecutable | null) {
    this.#odd = program && new OddRuns(symbols, program)
  }

  /** Nothing of the profile is held on to. */
  add(profile: RawProfile, samples: number): void {
    this.#odd?.add(profile)
    this.#twice.add(profile, samples)
  }

  notices(): readonly Notice[] {
    return [...(this.#odd?.notices() ?? []), ...this.#twice.notices()]
  }
}
