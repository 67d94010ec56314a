// One profile under one scenario after another. What a scenario leaves alone is not worked out again.
// One profile under one scenario after another. What a scenario leaves alone is not worked out again.
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { arcsBetween, findArcs } from '../../analysis/cut-arcs.ts'
import {
  baseOf,
  reanalyze,
  refilter,
  standingAt,
  type AnalysisBase,
  type Standing,
} from '../../analysis/reanalyze.ts'
import { differsInCutsOnly, isEmptyScenario, type Scenario } from '../../analysis/scenario.ts'
import type { ArcIndex } from '../../profile/tables.ts'
import { arcName } from '../arc-names.ts'
import type { ArcTimes } from '../call-graph.ts'
import type { Listing } from '../listing.ts'
import { orderOf, relist, relistProfile, type StandingOrder } from '../relist.ts'
import type { Analysis } from './analysis.ts'

/** So many cuts, and browsers have compiled what works them out. */
export const REHEARSALS = 4

/** What scenarios begin at that differ in their cuts only. */
interface Base {
  readonly analysis: AnalysisBase
  readonly listing: Listing
}

export class WhatIf {
  readonly #plain: Analysis
  /** Under the scenario of `#plain`. */
  #uncut: Base | null = null
  #base: Base | null = null
  /** Under the last scenario with cuts. */
  #standing: { base: Base; numbers: Standing; order: StandingOrder } | null = null

  /** @param plain the analysis without a scenario, or with static arcs and nothing else; scenarios are to be so, too */
  constructor(plain: Analysis) {
    this.#plain = plain
  }

  /** Shares tables with what is kept. */
  analyze(scenario: Scenario): Analysis {
    if (isEmptyScenario(scenario)) return this.#plain
    const base = this.#baseFor(scenario)
    const { analyzed } = base.analysis
    const { profile } = analyzed
    const cutArcs = findArcs(profile, scenario.cutArcs)
    if (cutArcs.length === 0) return { analyzed: { ...analyzed, scenario }, listing: base.listing }
    const before = this.#takeStanding(base, cutArcs)
    const now = reanalyze(base.analysis, scenario, cutArcs, before.numbers)
    const { arcSelfTicks, arcChildTicks } = now.standing.times
    const times = { self: arcSelfTicks, child: arcChildTicks } as unknown as ArcTimes
    const { listing, order } = relist(now.analyzed, profile, times, before.order, now.reach, now.renumbered)
    this.#standing = { base, numbers: now.standing, order }
    return { analyzed: now.analyzed, listing }
  }

  /** Where fewer arcs differ: the last scenario with cuts, or the one without. It is used up. */
  #takeStanding(base: Base, cutArcs: Uint32Array): { numbers: Standing; order: StandingOrder } {
    const last = this.#standing
    this.#standing = null
    if (last?.base === base && arcsBetween(last.numbers.cutArcs, cutArcs).length <= cutArcs.length)
      return last
    return { numbers: standingAt(base.analysis), order: orderOf(base.listing) }
  }

  /**
   * Works out a cut for nobody, the `turn`-th of a few, so that a first one finds everything ready and its code compiled.
   */
  rehearse(turn: number): void {
    const { analyzed, listing } = this.#plain
    const { items } = listing.lines.childArcs
    if (items.length === 0) return
    const arc = items[Math.floor((turn * items.length) / REHEARSALS) % items.length] as ArcIndex
    this.analyze({ ...analyzed.scenario, cutArcs: [arcName(analyzed, arc)] })
  }

  /** What `analyze` begins at: not to be given away. */
  get kept(): readonly unknown[] {
    return [this.#plain, this.#uncut, this.#base, this.#uncut?.analysis.walks.kept, this.#standing]
  }

  #baseFor(scenario: Scenario): Base {
    if (this.#base && differsInCutsOnly(this.#base.analysis.analyzed.scenario, scenario)) return this.#base
    this.#uncut ??= this.#listed(baseOf(this.#measured()))
    const { analysis } = this.#uncut
    this.#base = differsInCutsOnly(analysis.analyzed.scenario, scenario)
      ? this.#uncut
      : this.#listed(refilter(analysis, { ...scenario, cutArcs: [] }))
    return this.#base
  }

  #measured(): AnalyzedProfile {
    const { analyzed } = this.#plain
    // What a listing printed cannot be begun at: rounded, its times do not add up.
    return analyzed.asPrinted ? analyzeProfile(analyzed.profile, analyzed.scenario) : analyzed
  }

  #listed(analysis: AnalysisBase): Base {
    const { analyzed } = analysis
    const isPlain = analyzed === this.#plain.analyzed
    return { analysis, listing: isPlain ? this.#plain.listing : relistProfile(analyzed, this.#plain) }
  }
}
