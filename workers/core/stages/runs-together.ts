// What is worth saying of several profiles that are added up, and of one alone is not.
import type { RawExecutable, RawProfile } from '../formats/format.ts'
import type { Notice } from '../problems/problem.ts'
import type { SymbolTable } from '../symbols/select-functions.ts'
import { OddRuns } from './odd-runs.ts'
import { RunsTwice } from './runs-twice.ts'
import { findSlowRun, type RunSamples } from './slow-run.ts'

export class RunsTogether {
  readonly #odd: OddRuns | null
  readonly #twice = new RunsTwice()
  readonly #samples: RunSamples[] = []

  constructor(symbols: SymbolTable, program: RawExecutable | null) {
    this.#odd = program && new OddRuns(symbols, program)
  }

  /** Nothing of the profile is held on to. */
  add(profile: RawProfile, samples: number): void {
    this.#odd?.add(profile)
    this.#twice.add(profile, samples)
    this.#samples.push({ file: profile.file, samples })
  }

  notices(): readonly Notice[] {
    const doubts = [...(this.#odd?.notices() ?? []), ...this.#twice.notices()]
    // What counts twice took long for another reason.
    return doubts.length > 0 ? doubts : findSlowRun(this.#samples)
  }
}
