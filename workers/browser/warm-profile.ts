// One opened profile and all that is made ready of it for questions. A profile opened later has all of this of its own, and
// closes this one: no question finds parts of two.
import { Newest } from '../core/base/newest.ts'
import type { Opened } from '../core/pipeline.ts'
import type { NameOrder } from '../core/reports/names/name-order.ts'
import type { Named } from '../core/reports/names/names.ts'
import type { RanksTogether } from '../core/reports/names/rank-together.ts'
import { SearchIndex } from '../core/reports/search/search-functions.ts'
import type { LendArcs } from '../api/contract.ts'
import { KeptProfile } from './kept-profile.ts'
import type { StaticGraph } from './static-graph.ts'

/** Names to prepare for the search, and comparisons for the order by name, before other questions get their turn. */
const WARM_SLICE = 2000
const COMPARE_SLICE = 10_000
/** The same, in milliseconds, of names that are ranked together. */
const RANK_SLICE_MS = 20

/** Milliseconds from the answer until something is made ready in advance: first the page shows its rows, on the same processors. */
const FIRST_ROWS_MS = 250

/** Fetched once rows are there to be sorted. */
export const sorting = () => import('../core/reports/flat-profile/sort-functions.ts')

export class WarmProfile {
  readonly kept: KeptProfile
  readonly #search: SearchIndex
  /** Questions for a scenario's numbers: only the last one's stay. */
  readonly scenarios = new Newest()
  /** Questions for what a function has in each run: only the last one is answered. */
  readonly runs = new Newest()
  /** Likewise for where functions come from, which is asked once, unless it is stopped. */
  readonly sources = new Newest()
  /** Likewise for lines of code. */
  readonly lines = new Newest()
  /** And for the order of names together with others. */
  readonly #together = new Newest()
  /** What rows are sorted by name with, from the first time that it is wanted. */
  #order: Promise<NameOrder> | null = null
  /** What stands in the program's code, as soon as somebody asks. */
  #code: StaticGraph | null = null
  #isClosed = false

  constructor(opened: Opened, lend: LendArcs) {
    this.kept = new KeptProfile(opened, lend)
    this.#search = new SearchIndex(opened.analyzed.profile.functions, this.kept.sortTables.flat.printed)
    setTimeout(() => {
      if (this.#isClosed) return
      // Whoever sorts is told what is wrong.
      sorting().catch(() => {})
      this.order().then(
        (names) => this.#warm(names),
        () => {},
      )
    }, FIRST_ROWS_MS)
  }

  /** Another one is opened: nothing more is made ready here. */
  close(): void {
    this.#isClosed = true
  }

  search(query: string): ReturnType<SearchIndex['search']> {
    // Where nothing is ready yet, something is to be found.
    this.#search.prepare(WARM_SLICE)
    return this.#search.search(query)
  }

  order(): Promise<NameOrder> {
    this.#order ??= import('../core/reports/names/name-order.ts').then(
      ({ NameOrder: Made }) => new Made(this.kept.functions, this.#search.names),
    )
    return this.#order
  }

  /** Null if others are asked about meanwhile, or another profile was opened. */
  async rankNames(others: Named): Promise<RanksTogether | null> {
    const isNewest = this.#together.begin()
    const { rankTogether } = await import('../core/reports/names/rank-together.ts')
    const steps = rankTogether(this.kept.functions, (await this.order()).ranks(), others)
    let since = performance.now()
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      if (this.#isClosed || !isNewest()) return null
      if (performance.now() - since < RANK_SLICE_MS) continue
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
  }

  async code(): Promise<StaticGraph> {
    // What few people ask for is fetched when they do: the worker itself stays small.
    const { StaticGraph: Made } = await import('./static-graph.ts')
    return (this.#code ??= new Made())
  }

  stopCode(): void {
    this.#code?.stop()
  }

  /** Names for the search and their order, a slice at a time, so that questions asked meanwhile do not wait; then the rest. */
  #warm(names: NameOrder): void {
    if (this.#isClosed) return
    if (this.#search.prepare(WARM_SLICE) || names.prepare(COMPARE_SLICE)) {
      setTimeout(() => this.#warm(names))
      return
    }
    this.kept.tidy()
  }
}
