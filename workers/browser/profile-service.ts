// The worker's front: keeps one profile warm, answers the page's questions about it, and moves buffers across.
import { transfer } from 'comlink'
import type { ProfileWorker } from '../api/contract.ts'
import { withoutArcTimes } from '../core/analysis/time/arc-times.ts'
import { identifyOne } from '../core/offered/identify-files.ts'
import { buffersIn, withCopies } from '../core/base/buffers.ts'
import { orderOfStrings } from '../core/base/order-strings.ts'
import { fail, succeed } from '../core/base/result.ts'
import { openProfile, problemOf } from '../core/pipeline.ts'
import { readSources } from '../core/stages/read-sources.ts'
import type { NameOrder } from '../core/reports/names/name-order.ts'
import type { FunctionTable } from '../core/profile/tables.ts'
import { SearchIndex } from '../core/reports/search/search-functions.ts'
import { changeOf } from '../core/reports/what-if/analysis.ts'
import type { WhatIf } from '../core/reports/what-if/what-if.ts'
import type { BesideClient } from './beside-client.ts'
import { blobSource, blobSources } from './blob-source.ts'
import { KeptProfile } from './kept-profile.ts'
import { paced } from './paced-steps.ts'
import type { StaticGraph } from './static-graph.ts'

/** Names to prepare for the search, and comparisons for the order by name, before other questions get their turn. */
const WARM_SLICE = 2000
const COMPARE_SLICE = 10_000

/** Milliseconds from the answer until something is made ready in advance: first the page shows its rows, on the same processors. */
const FIRST_ROWS_MS = 250

/** What a person looks at few of is put in order when it is looked at; functions are found by the order of their names. */
const FOR_PAGE = { strict: false, listing: { lines: 'long', keepsNameOrder: true } } as const

/** Bytes; smaller files are open before two workers have told one another anything. */
const LARGE = 8 << 20

/** From when the page is prepared until a profile is open. */
let beside: BesideClient | null = null

let kept: KeptProfile | null = null
/** Set with `kept`. */
let index: SearchIndex | null = null
/** What rows are sorted by name with, from the first time that it is wanted. */
let order: { readonly of: SearchIndex; readonly made: Promise<NameOrder> } | null = null

/** What stands in the program's code, as soon as somebody asks. */
let code: StaticGraph | null = null
/** Numbers the questions for a scenario's numbers: only the last one's stay. */
let asked = 0

async function staticGraph(): Promise<StaticGraph> {
  // What few people ask for is fetched when they do: the worker itself stays small.
  const { StaticGraph: Made } = await import('./static-graph.ts')
  return (code ??= new Made())
}

/** Gives the page an answer whose buffers are its own from then on; the worker goes on with what it holds itself. */
function handOver<T>(value: T, held: readonly unknown[] = []): T {
  // Copied here, and not on its way: the page would have to do it.
  const answer = withCopies(value, held)
  return transfer(answer, [...buffersIn(answer)])
}

/** Names for the search and their order, a slice at a time, so that questions asked meanwhile do not wait; then the rest. */
function warm(search: SearchIndex, names: NameOrder): void {
  if (search !== index) return
  if (search.prepare(WARM_SLICE) || names.prepare(COMPARE_SLICE)) {
    setTimeout(() => warm(search, names), 0)
    return
  }
  kept?.tidy()
  // Of a profile whose tables the page has alone, a cut takes longer than a question should wait for a rehearsal.
  if (kept?.isWhole) void kept.whatIf().then((by) => rehearse(by, search, asked, 0))
}

/** Cuts for nobody, one at a time, until somebody asks for numbers. */
function rehearse(by: WhatIf, search: SearchIndex, askedBefore: number, turn: number): void {
  if (search !== index || asked !== askedBefore || !by.rehearse(turn)) return
  setTimeout(() => rehearse(by, search, askedBefore, turn + 1), 0)
}

/** Fetched once rows are there to be sorted. */
const sorting = () => import('../core/reports/flat-profile/sort-functions.ts')

async function orderOf(search: SearchIndex, functions: FunctionTable): Promise<NameOrder> {
  if (order?.of !== search) {
    const making = import('../core/reports/names/name-order.ts')
    order = { of: search, made: making.then(({ NameOrder: Made }) => new Made(functions, search.names)) }
  }
  return order.made
}

export const service: ProfileWorker = {
  async prepare(files, options) {
    const before = kept
    const { startBeside } = await import('./beside-client.ts')
    const made = startBeside()
    if (!made) return
    const sources = blobSources(files, null)
    await openProfile(sources, { ...options, ...FOR_PAGE, beside: made.for(files, sources) }, () => {})
    // Unless something was opened meanwhile.
    if (kept === before) beside = made
    else made.end()
  },
  async open(files, options, onStep, read, lend) {
    const sources = blobSources(files, read)
    const isLarge = files.reduce((bytes, { size }) => bytes + size, 0) >= LARGE
    const other = isLarge && beside ? beside.for(files, sources) : null
    const result = await openProfile(sources, { ...options, ...FOR_PAGE, beside: other }, paced(onStep))
    // With it goes all memory that it took.
    beside?.end()
    beside = null
    if (!result.ok) return result
    const opened = result.value
    const { name, files: offered, analyzed, listing, notices, sourcesLater, saved } = opened
    const { functions } = analyzed.profile
    kept = new KeptProfile(opened, lend)
    const search = new SearchIndex(functions, kept.sortTables.flat.printed)
    index = search
    setTimeout(() => {
      if (search !== index) return
      void sorting()
      void orderOf(search, functions).then((names) => warm(search, names))
    }, FIRST_ROWS_MS)
    const rest = { ...(sourcesLater ? { sourcesLater } : {}), ...(saved ? { saved } : {}) }
    const { byName = orderOfStrings(functions.names) } = listing
    const shown = { analyzed: withoutArcTimes(analyzed), listing: { ...listing, byName } }
    const forPage = { name, files: offered, ...shown, notices, ...rest }
    return handOver(succeed(forPage), kept.held)
  },
  async analyze(scenario) {
    if (!kept) return fail({ code: 'input/nothing-given' })
    const mine = ++asked
    try {
      await kept.complete()
      const withCode = scenario.staticArcs ? await (await staticGraph()).whatIf(kept.opened()) : null
      const by = withCode ?? (await kept.whatIf())
      if (mine !== asked) return fail({ code: 'host/cancelled' })
      const change = changeOf(kept.show(scenario, by))
      return handOver(succeed(change), [by.kept, kept.held])
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async sources() {
    if (!kept) return fail({ code: 'input/nothing-given' })
    try {
      await kept.complete()
      const { lines, plain } = kept.parts
      if (!lines) return handOver(succeed({ sources: plain.sources, notices: [] }), kept.held)
      const sources = plain.sources ?? (await readSources(lines, plain, 'used', () => {}))
      kept.add({ sources })
      return handOver(succeed({ sources, notices: lines.notices() }), kept.held)
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async possibleCalls(onStep) {
    if (!kept) return fail({ code: 'input/nothing-given' })
    try {
      await kept.complete()
      const possible = await (await staticGraph()).possible(kept.opened(), onStep)
      // Who saves the profile saves them, too.
      kept.add({ possible })
      return handOver(succeed(possible), kept.held)
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async stopPossibleCalls() {
    code?.stop()
  },
  async write(document) {
    try {
      const { writtenDocument, showsSources } = await import('./written-document.ts')
      if (showsSources(document)) await service.sources()
      if (!kept) return fail({ code: 'input/nothing-given' })
      await kept.complete()
      const now = kept.opened()
      const possible = document === 'static-arcs.gmon' ? await (await staticGraph()).possible(now) : null
      return succeed(await writtenDocument(now, document, possible))
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async share(request) {
    if (!kept) return fail({ code: 'input/nothing-given' })
    try {
      const { shareOpened } = await import('./share-opened.ts')
      await kept.complete()
      const { lines, plain } = kept.parts
      if (lines !== null && plain.sources === null && !request.choice.withoutSources) await service.sources()
      const opened = kept.opened()
      // A scenario that counts calls never taken as arcs needs them where it is opened.
      const possible = request.scenario.staticArcs ? await (await staticGraph()).possible(opened) : null
      return handOver(
        succeed(await shareOpened({ ...opened, possible: possible ?? opened.possible }, request)),
        kept.held,
      )
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async identify(file, read) {
    return identifyOne(blobSource(file, read))
  },
  async compare(file, read) {
    if (!kept) return fail({ code: 'input/nothing-given' })
    try {
      const { compareListing } = await import('../core/compare/compare-listing.ts')
      await kept.complete()
      return handOver(succeed(await compareListing(blobSource(file, read), kept.measured())), kept.held)
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async sort(wanted) {
    if (!kept || !index) return new Uint32Array(0)
    const { sortFunctions } = await sorting()
    const ranks = wanted.column === 'name' ? (await orderOf(index, kept.functions)).ranks() : undefined
    return handOver(sortFunctions(kept.sortTables, wanted, ranks))
  },
  async search(query) {
    if (!index) return { ok: true, matches: new Uint32Array(0), left: 0 }
    // Where nothing is ready yet, something is to be found.
    index.prepare(WARM_SLICE)
    return handOver(index.search(query))
  },
}
