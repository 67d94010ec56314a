// One profile under one scenario after another. What a scenario leaves alone is not worked out again.
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { baseOf, reanalyze, type AnalysisBase } from '../../analysis/reanalyze.ts'
import { differsInCutsOnly, isEmptyScenario, type Scenario } from '../../analysis/scenario.ts'
import { relistProfile } from '../listing.ts'
import type { Analysis } from './analysis.ts'

export class WhatIf {
  readonly #plain: Analysis
  #base: AnalysisBase | null = null

  /** @param plain the analysis without a scenario, or with static arcs and nothing else; scenarios are to be so, too */
  constructor(plain: Analysis) {
    this.#plain = plain
  }

  /** Shares tables with earlier answers. */
  analyze(scenario: Scenario): Analysis {
    if (isEmptyScenario(scenario)) return this.#plain
    const analyzed = reanalyze(this.#baseFor(scenario), scenario)
    return { analyzed, listing: relistProfile(analyzed, this.#plain) }
  }

  /** What `analyze` begins at: not to be given away. */
  get kept(): readonly unknown[] {
    return [this.#plain, this.#base]
  }

  #baseFor(scenario: Scenario): AnalysisBase {
    if (this.#base && differsInCutsOnly(this.#base.analyzed.scenario, scenario)) return this.#base
    const { analyzed } = this.#plain
    const uncut = { ...scenario, cutArcs: [] }
    // What a listing printed cannot be begun at: rounded, its times do not add up.
    const isBase = differsInCutsOnly(analyzed.scenario, uncut) && !analyzed.asPrinted
    this.#base = baseOf(isBase ? analyzed : analyzeProfile(analyzed.profile, uncut))
    return this.#base
  }
}
