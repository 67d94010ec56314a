// What the worker keeps of an opened profile once the page has it: of a large one only what cannot be made again, and
// what rows are sorted by. The rest is given to the page without a copy. The first question that needs it has the arcs lent
// from there, and all that follows from them made again.
import type { LendArcs } from '../api/contract.ts'
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import { forgetWalk } from '../core/analysis/time/arc-walk.ts'
import { EMPTY_SCENARIO, isEmptyScenario, type Scenario } from '../core/analysis/scenario/scenario.ts'
import { buffersIn, letGo } from '../core/base/buffers.ts'
import { assert } from '../core/base/assert.ts'
import type { Opened } from '../core/pipeline.ts'
import type { LinesInput } from '../core/stages/read-lines.ts'
import { arcTables } from '../core/profile/build-profile.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import type { AllLines } from '../core/profile/lines/all-lines.ts'
import type { Bins } from '../core/profile/lines/bins-within.ts'
import type { SumInput } from '../core/profile/sum/gmon-sum.ts'
import { sumOf, type SumTables } from '../core/profile/sum/sum-at-hand.ts'
import type { ArcTable, FunctionTable } from '../core/profile/tables.ts'
import { talliedAs } from '../core/profile/sum/distinct-arcs.ts'
import { listProfile, type Listing, type Analysis } from '../core/reports/listing/listing.ts'
import { sortTablesOf, type SortTables } from '../core/reports/flat-profile/sort-tables.ts'
import { sparseSumOf, sumLater, type SparseSum } from '../core/saved/sparse-sum.ts'

/** From so many arcs on, what is worked out of them takes more memory than it is worth to have it at hand. */
const LENT_FROM_ARCS = 500_000

/** What the files say, and not what follows from it. */
type Parts = Omit<Opened, 'analyzed' | 'listing' | 'plain'> & {
  readonly plain: Omit<CallGraphProfile, 'arcsByParent' | 'arcsByChild'>
}

export class KeptProfile {
  /** `sum` asks `#sum`, so that whoever holds on to these parts asks what there is now. */
  #parts: Omit<Parts, 'plain'>
  #plain: Omit<Parts['plain'], 'arcs'>
  /** Null while the page alone has them. */
  #arcs: ArcTable | null
  #borrowing: Promise<void> | null = null
  readonly #borrow: () => Promise<ArcTable>
  /** What was recorded, until only the bins are left that counted. Null where there are no others. */
  #recorded: Pick<SumInput, 'layout' | 'histograms'> | null
  /** What is left of it then. */
  #sparse: SparseSum | null = null
  #sum: (tables: SumTables) => SumInput
  /** Without a scenario; null while the page alone has it. */
  #measured: Analysis | null
  /** What is on screen, and the profile that its numbers are made of again: those were given to the page for good. */
  #shown: { readonly scenario: Scenario; readonly profile: CallGraphProfile } | null = null
  /** The order of names: of all orders the one that no scenario changes. */
  readonly #byName: Listing['byName']
  #sortTables: SortTables

  constructor(opened: Opened, lend: LendArcs) {
    const { analyzed, listing, plain, ...rest } = opened
    const { arcsByParent: _above, arcsByChild: _below, arcs, ...tables } = plain
    const { sum, saved, printed } = rest
    this.#recorded = saved === undefined && !printed ? sum() : null
    this.#sum = this.#recorded ? sumOfRecorded(this.#recorded) : sum
    this.#plain = tables
    this.#parts = { ...rest, sum: () => this.#sum(this.#tables) }
    this.#sortTables = sortTablesOf(analyzed, listing)
    this.#byName = listing.byName
    const isMadeAgain = !printed && arcs.length >= LENT_FROM_ARCS
    this.#measured = isMadeAgain ? null : measuredOf(opened)
    if (isMadeAgain) forgetWalk(analyzed.profile)
    // Under a scenario the page has others.
    const isLent = isMadeAgain && this.#recorded !== null && analyzed.profile.arcs === arcs
    this.#arcs = isLent ? null : arcs
    const { length } = arcs
    this.#borrow = () => borrowArcs(lend, length)
  }

  /** To be waited for before anything is asked for that arcs are needed for: all but what rows are sorted by. */
  async complete(): Promise<void> {
    if (this.#arcs) return
    this.#borrowing ??= this.#borrow().then((arcs) => void (this.#arcs = arcs))
    await this.#borrowing
  }

  get #tables(): Parts['plain'] {
    assert(this.#arcs !== null, 'arcs lent')
    return { ...this.#plain, arcs: this.#arcs }
  }

  get isWhole(): boolean {
    return this.#measured !== null
  }

  /** What needs no table made again. */
  get parts(): Parts {
    return { ...this.#parts, plain: this.#tables }
  }

  /** How the profiles were read; not there where none were. */
  get reading(): Opened['reading'] {
    return this.#parts.reading
  }

  get functions(): FunctionTable {
    return this.#plain.functions
  }

  /** What lines of code are told from; null without debugging information, and where no profile was read. */
  get linesInput(): LinesInput | null {
    const { lines, program, reading } = this.#parts
    if (!lines || !reading) return null
    const { functions, scale } = this.#plain
    return { lines, program, functions, reading, scale, bins: () => this.#bins }
  }

  get #bins(): Bins {
    return this.#sparse ? { counted: this.#sparse } : { all: this.#recorded?.histograms.records ?? [] }
  }

  /** Lines that came with a saved profile. */
  get knownLines(): AllLines | null {
    return this.#parts.knownLines ?? null
  }

  /** What rows are sorted by under the scenario on screen. */
  get sortTables(): SortTables {
    return this.#sortTables
  }

  /** Once nobody waits: of the histogram only those bins stay that counted anything. */
  tidy(): void {
    if (!this.#recorded) return
    const sparse = sparseSumOf(this.#recorded)
    this.#sparse = sparse
    this.#sum = (tables) => sumLater(sparse, tables)()
    letGo(buffersIn(this.#recorded.histograms.records))
    this.#recorded = null
  }

  /** What stays here when an answer is given away. */
  get held(): readonly unknown[] {
    const kept = [this.#parts, this.#plain, this.#arcs, this.#measured, this.#sortTables]
    return [...kept, this.#shown, this.#byName]
  }

  /** Sources or calls that were looked up later. */
  add(later: Partial<Pick<Opened['plain'], 'sources'> & Pick<Opened, 'possible'>>): void {
    const { sources = this.#plain.sources, possible = this.#parts.possible } = later
    this.#parts = { ...this.#parts, possible }
    this.#plain = { ...this.#plain, sources }
  }

  /** The numbers without a scenario. */
  measured(): Analysis {
    this.#measured ??= made(this.#tables, this.#byName)
    return this.#measured
  }

  /**
   * Numbers of another scenario, which is on screen from now on.
   *
   * @param withCode the profile with static arcs, for a scenario that has them
   */
  show(scenario: Scenario, withCode: CallGraphProfile | null): Analysis {
    const measured = this.measured()
    const isMeasured = isEmptyScenario(scenario)
    const profile = withCode ?? measured.analyzed.profile
    const analysis = isMeasured ? measured : analyzeAgain(profile, scenario, this.#byName)
    this.#shown = isMeasured ? null : { scenario, profile }
    this.#sortTables = sortTablesOf(analysis.analyzed, analysis.listing)
    return analysis
  }

  /** All of it, under the scenario on screen. */
  opened(): Opened {
    const measured = this.measured()
    const { analyzed, listing } = this.#shown
      ? analyzeAgain(this.#shown.profile, this.#shown.scenario, this.#byName)
      : measured
    const { sources } = this.#plain
    return {
      ...this.#parts,
      plain: { ...measured.analyzed.profile, sources },
      analyzed: { ...analyzed, profile: { ...analyzed.profile, sources } },
      listing,
    }
  }
}

function sumOfRecorded({ layout, histograms }: Pick<SumInput, 'layout' | 'histograms'>) {
  return (tables: SumTables): SumInput => sumOf(layout, histograms.records, tables)
}

/** A column at a time: the page copies them, and has no time for all at once. */
async function borrowArcs(lend: LendArcs, length: number): Promise<ArcTable> {
  const parent = await lend('parent')
  const child = await lend('child')
  const count = await lend('count')
  return { length, parent, child, count }
}

function measuredOf({ plain, analyzed, listing, printed }: Opened): Analysis {
  if (printed) return printed.measured
  return isEmptyScenario(analyzed.scenario) ? { analyzed, listing } : made(plain, listing.byName)
}

function made(plain: Parts['plain'], byName: Listing['byName']): Analysis {
  const { arcs, functions } = plain
  const profile = { ...plain, ...arcTables(talliedAs(arcs), functions.length) }
  return analyzeAgain(profile, EMPTY_SCENARIO, byName)
}

function analyzeAgain(profile: CallGraphProfile, scenario: Scenario, byName: Listing['byName']): Analysis {
  const analyzed = analyzeProfile(profile, scenario)
  return { analyzed, listing: listProfile(analyzed, { lines: 'long', ...(byName && { byName }) }) }
}
