// What the worker keeps of an opened profile once the page has it: of a large one only what cannot be made again, and
// what rows are sorted by. The rest is given to the page without a copy, and made again for the first question that
// needs it.
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import { forgetWalk } from '../core/analysis/arc-walk.ts'
import { EMPTY_SCENARIO, isEmptyScenario, type Scenario } from '../core/analysis/scenario.ts'
import { buffersIn, letGo } from '../core/base/buffers.ts'
import type { Opened } from '../core/pipeline.ts'
import { arcTables } from '../core/profile/build-profile.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import type { TalliedArcs } from '../core/profile/tally-arcs.ts'
import { listProfile } from '../core/reports/listing.ts'
import { sortTablesOf, type SortTables } from '../core/reports/sort-tables.ts'
import type { Analysis } from '../core/reports/what-if/analysis.ts'
import type { WhatIf } from '../core/reports/what-if/what-if.ts'
import { sparseSumOf, sumLater } from '../core/saved/sparse-sum.ts'

/** From so many arcs on, what is worked out of them takes more memory than it is worth to have it at hand. */
const MANY_ARCS = 500_000

/** What the files say, and not what follows from it. */
type Parts = Omit<Opened, 'analyzed' | 'listing' | 'plain'> & {
  readonly plain: Omit<CallGraphProfile, 'arcsByParent' | 'arcsByChild'>
}

export class KeptProfile {
  #parts: Parts
  /** Asked through `#parts`, so that whoever holds on to those asks what there is now. */
  #sum: Opened['sum']
  /** Without a scenario; null while the page alone has it. */
  #measured: Analysis | null
  #whatIf: WhatIf | null = null
  /** What is on screen, and who makes its numbers again: those were given to the page for good. */
  #shown: { readonly scenario: Scenario; readonly by: WhatIf } | null = null
  #sortTables: SortTables

  constructor(opened: Opened) {
    const { analyzed, listing, plain, ...rest } = opened
    const { arcsByParent: _above, arcsByChild: _below, ...tables } = plain
    this.#sum = rest.sum
    this.#parts = { ...rest, plain: tables, sum: () => this.#sum() }
    this.#sortTables = sortTablesOf(analyzed, listing)
    const isMadeAgain = !rest.printed && plain.arcs.length >= MANY_ARCS
    this.#measured = isMadeAgain ? null : measuredOf(opened)
    if (isMadeAgain) forgetWalk(analyzed.profile)
  }

  get isWhole(): boolean {
    return this.#measured !== null
  }

  /** What needs no table made again. */
  get parts(): Parts {
    return this.#parts
  }

  /** What rows are sorted by under the scenario on screen. */
  get sortTables(): SortTables {
    return this.#sortTables
  }

  /** Once nobody waits: of the histogram only those bins stay that counted anything. */
  tidy(): void {
    const { plain, saved, printed } = this.#parts
    // What was saved has no others.
    if (saved !== undefined || printed) return
    const { layout, histograms } = this.#sum()
    this.#sum = sumLater(sparseSumOf({ layout, histograms }), plain)
    letGo(buffersIn(histograms.records))
  }

  /** What stays here when an answer is given away. */
  get held(): readonly unknown[] {
    return [this.#parts, this.#measured, this.#sortTables, this.#whatIf?.kept]
  }

  /** Sources or calls that were looked up later. */
  add(later: Partial<Pick<Opened['plain'], 'sources'> & Pick<Opened, 'possible'>>): void {
    const { sources = this.#parts.plain.sources, possible = this.#parts.possible } = later
    this.#parts = { ...this.#parts, possible, plain: { ...this.#parts.plain, sources } }
  }

  /** The numbers without a scenario. */
  measured(): Analysis {
    this.#measured ??= made(this.#parts.plain)
    return this.#measured
  }

  async whatIf(): Promise<WhatIf> {
    if (this.#whatIf) return this.#whatIf
    // Fetched for the first scenario: the worker itself stays small.
    const { WhatIf: Made } = await import('../core/reports/what-if/what-if.ts')
    return (this.#whatIf ??= new Made(this.measured()))
  }

  /** Numbers of another scenario, which is on screen from now on. */
  show(scenario: Scenario, by: WhatIf): Analysis {
    const analysis = by.analyze(scenario)
    this.#shown = { scenario, by }
    this.#sortTables = sortTablesOf(analysis.analyzed, analysis.listing)
    return analysis
  }

  /** All of it, under the scenario on screen. */
  opened(): Opened {
    const measured = this.measured()
    const { analyzed, listing } = this.#shown ? this.#shown.by.analyze(this.#shown.scenario) : measured
    const { sources } = this.#parts.plain
    return {
      ...this.#parts,
      plain: { ...measured.analyzed.profile, sources },
      analyzed: { ...analyzed, profile: { ...analyzed.profile, sources } },
      listing,
    }
  }
}

function measuredOf({ plain, analyzed, listing, printed }: Opened): Analysis {
  if (printed) return printed.measured
  return isEmptyScenario(analyzed.scenario) ? { analyzed, listing } : made(plain)
}

function made(plain: Parts['plain']): Analysis {
  const { arcs, functions } = plain
  const analyzed = analyzeProfile(
    { ...plain, ...arcTables(arcs as unknown as TalliedArcs, functions.length) },
    EMPTY_SCENARIO,
  )
  return { analyzed, listing: listProfile(analyzed) }
}
