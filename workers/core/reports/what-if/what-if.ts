// One profile under one scenario after another. What a scenario leaves alone is not worked out again.
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { arcsBetween, findArcs } from '../../analysis/scenario/cut-arcs.ts'
import {
  baseOf,
  reanalyze,
  standingAt,
  type AnalysisBase,
  type Standing,
} from '../../analysis/anew/reanalyze.ts'
import { differsInCutsOnly, isEmptyScenario, type Scenario } from '../../analysis/scenario/scenario.ts'
import { arcName } from '../names/arc-names.ts'
import {
  orderOf,
  relist,
  relistProfile,
  wholeListing,
  type StandingOrder,
  type WholeListing,
} from '../listing/relist.ts'
import type { Analysis } from './analysis.ts'

/** So many cuts, and browsers have compiled what works them out. */
const REHEARSALS = 4

/** What scenarios begin at. */
interface Base {
  readonly analysis: AnalysisBase
  readonly listing: WholeListing
}

/** The last scenario's, to be used up by the next. */
interface Last {
  readonly scenario: Scenario
  readonly numbers: Standing
  readonly order: StandingOrder
}

export class WhatIf {
  readonly #plain: Analysis
  #base: Base | null = null
  #last: Last | null = null

  /** @param plain the analysis without a scenario, or with static arcs and nothing else; scenarios are to be so, too */
  constructor(plain: Analysis) {
    this.#plain = plain
  }

  /** Shares tables with what is kept. */
  analyze(scenario: Scenario): Analysis {
    if (isEmptyScenario(scenario)) return this.#plain
    this.#base ??= this.#makeBase()
    const { analysis, listing: plainListing } = this.#base
    const { profile } = analysis.analyzed
    const cutArcs = findArcs(profile, scenario.cutArcs)
    const isUncut = cutArcs.length === 0 && differsInCutsOnly(scenario, analysis.analyzed.scenario)
    if (isUncut) return { analyzed: { ...analysis.analyzed, scenario }, listing: plainListing }
    const before = this.#takeNearest(this.#base, scenario, cutArcs)
    const now = reanalyze(analysis, scenario, cutArcs, before.numbers)
    const { arcTimes } = now.standing
    const { listing, order } = relist(
      now.analyzed,
      profile,
      arcTimes,
      before.order,
      now.reach,
      now.renumbered,
    )
    this.#last = { scenario, numbers: now.standing, order }
    return { analyzed: now.analyzed, listing }
  }

  /** The last scenario or none, whichever leaves out the same functions and differs in fewer arcs. */
  #takeNearest(base: Base, scenario: Scenario, cutArcs: Uint32Array): Pick<Last, 'numbers' | 'order'> {
    const last = this.#last
    this.#last = null
    if (last) {
      const isLastAlike = differsInCutsOnly(last.scenario, scenario)
      const isBaseAlike = differsInCutsOnly(base.analysis.analyzed.scenario, scenario)
      const isNearer = arcsBetween(last.numbers.cutArcs, cutArcs).length <= cutArcs.length
      if (isLastAlike === isBaseAlike ? isNearer : isLastAlike) return last
    }
    return { numbers: standingAt(base.analysis), order: orderOf(base.listing) }
  }

  /**
   * Works out a cut for nobody, the `turn`-th of a few, so that a first one finds everything ready and its code compiled.
   * Answers whether there are more.
   */
  rehearse(turn: number): boolean {
    const { analyzed } = this.#plain
    const { items } = analyzed.profile.arcsByParent
    if (items.length === 0) return false
    const arc = items[Math.floor((turn * items.length) / REHEARSALS) % items.length]
    this.analyze({ ...analyzed.scenario, cutArcs: [arcName(analyzed, arc)] })
    return turn + 1 < REHEARSALS
  }

  /** What `analyze` begins at: not to be given away. */
  get kept(): readonly unknown[] {
    return [this.#plain, this.#base, this.#base?.analysis.walks.kept, this.#last]
  }

  #makeBase(): Base {
    const { analyzed } = this.#plain
    // What a listing printed cannot be begun at: rounded, its times do not add up.
    if (!analyzed.asPrinted) return { analysis: baseOf(analyzed), listing: wholeListing(this.#plain) }
    const analysis = baseOf(analyzeProfile(analyzed.profile, analyzed.scenario))
    return { analysis, listing: relistProfile(analysis.analyzed, this.#plain) }
  }
}
