// The worker's front: keeps one profile warm, answers the page's questions about it, and moves buffers across.
import { transfer } from 'comlink'
import type { ProfileWorker, SourcesAnswer } from '../api/contract.ts'
import { withoutArcTimes } from '../core/analysis/time/arc-times.ts'
import { buffersIn, withCopies } from '../core/base/buffers.ts'
import { orderOfStrings } from '../core/base/order-strings.ts'
import { fail, succeed, type Result } from '../core/base/result.ts'
import { identifyOne } from '../core/offered/identify-files.ts'
import { openProfile, problemOf } from '../core/pipeline.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import type { FunctionTable } from '../core/profile/tables.ts'
import type { NameOrder } from '../core/reports/names/name-order.ts'
import { SearchIndex } from '../core/reports/search/search-functions.ts'
import { changeOf } from '../core/reports/what-if/analysis.ts'
import type { WhatIf } from '../core/reports/what-if/what-if.ts'
import { readSources } from '../core/stages/read-sources.ts'
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
const FOR_PAGE = {
  strict: false,
  tellsFirst: true,
  listing: { lines: 'long', keepsNameOrder: true },
} as const

let kept: KeptProfile | null = null
/** Set with `kept`. */
let index: SearchIndex | null = null
/** What rows are sorted by name with, from the first time that it is wanted. */
let order: { readonly of: SearchIndex; readonly made: Promise<NameOrder> } | null = null

/** What stands in the program's code, as soon as somebody asks. */
let code: StaticGraph | null = null
/** Numbers the questions for what a function has in each run: only the last one is answered. */
let askedOfRuns = 0
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
  const copied = withCopies(value, held)
  return transfer(copied, [...buffersIn(copied)])
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

/** What is found out about the open profile, or why it cannot be. */
async function answer<T>(find: (open: KeptProfile) => Promise<T>): Promise<Result<T, Problem>> {
  if (!kept) return fail({ code: 'input/nothing-given' })
  const open = kept
  try {
    await open.complete()
    return handOver(succeed(await find(open)), open.held)
  } catch (error) {
    return fail(problemOf(error))
  }
}

/** Where functions come from: what is known, else what the debugging information says. It is known from then on. */
async function lookUpSources(open: KeptProfile): Promise<SourcesAnswer> {
  const { lines, plain } = open.parts
  if (!lines) return { sources: plain.sources, notices: [] }
  const sources = plain.sources ?? (await readSources(lines, plain, 'used', () => {}))
  open.add({ sources })
  return { sources, notices: lines.notices() }
}

/** For what can do without: a program that is no longer there costs a document its lines, and nothing else. */
async function tryToLookUpSources(open: KeptProfile): Promise<void> {
  await lookUpSources(open).catch(() => {})
}

export const service: ProfileWorker = {
  async open(files, options, onStep, read, lend) {
    const result = await openProfile(blobSources(files, read), { ...options, ...FOR_PAGE }, paced(onStep))
    if (!result.ok) return result
    const opened = result.value
    const { name, files: offered, analyzed, listing, notices, sourcesLater, saved } = opened
    const { functions } = analyzed.profile
    kept = new KeptProfile(opened, lend)
    const search = new SearchIndex(functions, kept.sortTables.flat.printed)
    index = search
    setTimeout(() => {
      if (search !== index) return
      // Whoever sorts is told what is wrong.
      sorting().catch(() => {})
      orderOf(search, functions).then(
        (names) => warm(search, names),
        () => {},
      )
    }, FIRST_ROWS_MS)
    const rest = { ...(sourcesLater ? { sourcesLater } : {}), ...(saved ? { saved } : {}) }
    const { byName = orderOfStrings(functions.names) } = listing
    const shown = { analyzed: withoutArcTimes(analyzed), listing: { ...listing, byName } }
    const forPage = { name, files: offered, ...shown, notices, ...rest }
    return handOver(succeed(forPage), kept.held)
  },
  analyze(scenario) {
    const mine = ++asked
    return answer(async (open) => {
      const withCode = scenario.staticArcs ? await (await staticGraph()).whatIf(open.opened()) : null
      const by = withCode ?? (await open.whatIf())
      if (mine !== asked) throw new ProblemError({ code: 'host/cancelled' })
      return changeOf(open.show(scenario, by))
    })
  },
  sources() {
    return answer(lookUpSources)
  },
  possibleCalls(onStep) {
    return answer(async (open) => {
      const possible = await (await staticGraph()).possible(open.opened(), onStep)
      // Who saves the profile saves them, too.
      open.add({ possible })
      return possible
    })
  },
  async stopPossibleCalls() {
    code?.stop()
  },
  async inEachRun(files, f, onStep, read) {
    if (!kept?.reading) return fail({ code: 'input/nothing-given' })
    const { functions, reading } = kept
    const mine = ++askedOfRuns
    try {
      const { readEachRun } = await import('../core/stages/read-each-run.ts')
      const tell = paced(({ done }) => onStep(done))
      const runs = await readEachRun(blobSources(files, read), functions, f, reading, (part) => {
        tell({ stage: 'profiles', file: '', done: part, total: 1 })
        return mine === askedOfRuns
      })
      return succeed(runs)
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async stopEachRun() {
    askedOfRuns++
  },
  write(document) {
    return answer(async (open) => {
      const { writtenDocument, showsSources } = await import('./written-document.ts')
      if (showsSources(document)) await tryToLookUpSources(open)
      const now = open.opened()
      const possible = document === 'static-arcs.gmon' ? await (await staticGraph()).possible(now) : null
      return writtenDocument(now, document, possible)
    })
  },
  share(request) {
    return answer(async (open) => {
      const { shareOpened } = await import('./share-opened.ts')
      if (!request.choice.withoutSources) await tryToLookUpSources(open)
      const now = open.opened()
      // A scenario that counts calls never taken as arcs needs them where it is opened.
      const possible = request.scenario.staticArcs ? await (await staticGraph()).possible(now) : null
      return shareOpened({ ...now, possible: possible ?? now.possible }, request)
    })
  },
  async identify(file, read) {
    return identifyOne(blobSource(file, read))
  },
  compare(file, read) {
    return answer(async (open) => {
      const { compareListing } = await import('../core/compare/compare-listing.ts')
      return compareListing(blobSource(file, read), open.measured())
    })
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
