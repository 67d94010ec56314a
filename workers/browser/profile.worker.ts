// The worker's front: keeps one profile warm, answers the page's questions about it, and moves buffers across.
import { expose, transfer } from 'comlink'
import type { ProfileWorker, ReadForWorker } from '../api/contract.ts'
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, isEmptyScenario, type Scenario } from '../core/analysis/scenario.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { identifyOne } from '../core/identify-files.ts'
import { buffersToGive } from '../core/base/buffers.ts'
import { fail, succeed } from '../core/base/result.ts'
import { openProfile, problemOf, readSources, type Opened } from '../core/pipeline.ts'
import { listProfile } from '../core/reports/listing.ts'
import { NameOrder } from '../core/reports/name-order.ts'
import { SearchIndex } from '../core/reports/search-functions.ts'
import { sortFunctions } from '../core/reports/sort-functions.ts'
import { changeOf, type Analysis } from '../core/reports/what-if/analysis.ts'
import { REHEARSALS, WhatIf } from '../core/reports/what-if/what-if.ts'
import { blobSource } from './blob-source.ts'
import type { StaticGraph } from './static-graph.ts'

/** Names to prepare for the search, and comparisons for the order by name, before other questions get their turn. */
const WARM_SLICE = 2000
const COMPARE_SLICE = 10_000
/** Beyond these, a cut takes longer than a question should have to wait for one that nobody asked for. */
const MOST_ARCS = 500_000

let opened: Opened | null = null
let index: SearchIndex | null = null
let names: NameOrder | null = null
/** Set with `opened`. */
let whatIf: WhatIf | null = null
/** The scenario whose numbers were given to the page for good, and who makes them again for `openedNow`. */
let givenAway: { readonly scenario: Scenario; readonly by: WhatIf } | null = null

/** What stands in the program's code, as soon as somebody asks. */
let code: StaticGraph | null = null
/** Numbers the questions for a scenario's numbers: only the last one's stay. */
let asked = 0

async function staticGraph(): Promise<StaticGraph> {
  // What few people ask for is fetched when they do: the worker itself stays small.
  const { StaticGraph: Made } = await import('./static-graph.ts')
  return (code ??= new Made())
}

/** A copy whose buffers go to the page for good; the worker keeps its own to sort and search by. */
function moveCopy<T>(value: T): T {
  return move(structuredClone(value), [])
}

/** Gives buffers to the page for good, but those that `kept` holds: these are copied. */
function move<T>(value: T, kept: readonly unknown[]): T {
  return transfer(value, buffersToGive(value, kept))
}

function plainOf({ plain, analyzed: now, listing: listed, printed }: Opened): Analysis {
  if (printed) return printed.measured
  if (isEmptyScenario(now.scenario)) return { analyzed: now, listing: listed }
  const analyzed = analyzeProfile(plain, EMPTY_SCENARIO)
  return { analyzed, listing: listProfile(analyzed) }
}

/** The profile under the scenario on screen. */
function openedNow(): Opened | null {
  if (opened && givenAway) {
    const { analyzed, listing } = givenAway.by.analyze(givenAway.scenario)
    const profile = { ...analyzed.profile, sources: opened.plain.sources }
    opened = { ...opened, analyzed: { ...analyzed, profile }, listing }
    givenAway = null
  }
  return opened
}

/** Names for the search and their order, a slice at a time, so that questions asked meanwhile do not wait. */
function warm(search: SearchIndex, order: NameOrder): void {
  if (search !== index) return
  if (search.prepare(WARM_SLICE) || order.prepare(COMPARE_SLICE)) setTimeout(() => warm(search, order), 0)
  else if (whatIf && opened && opened.plain.arcs.length <= MOST_ARCS) rehearse(whatIf, asked, 0)
}

/** Cuts for nobody, one at a time, until somebody asks for numbers. */
function rehearse(by: WhatIf, askedBefore: number, turn: number): void {
  if (by !== whatIf || asked !== askedBefore || turn === REHEARSALS) return
  by.rehearse(turn)
  setTimeout(() => rehearse(by, askedBefore, turn + 1), 0)
}

function sourceOf(file: File, read: ReadForWorker | null, at: number): ByteSource {
  return read ? blobSource(file, (offset, length) => read(at, offset, length)) : blobSource(file)
}

const service: ProfileWorker = {
  async open(files, options, onStep, read) {
    const sources = files.map((file, at) => sourceOf(file, read, at))
    const result = await openProfile(sources, { ...options, strict: false }, onStep)
    if (!result.ok) return result
    opened = result.value
    whatIf = new WhatIf(plainOf(opened))
    givenAway = null
    const { functions } = opened.analyzed.profile
    const search = new SearchIndex(functions, opened.listing.flat.printed)
    const order = new NameOrder(functions)
    index = search
    names = order
    // The answer leaves first.
    setTimeout(() => warm(search, order), 0)
    const { name, files: offered, analyzed, listing, notices, sourcesLater, saved } = opened
    const rest = { ...(sourcesLater ? { sourcesLater } : {}), ...(saved ? { saved } : {}) }
    return moveCopy(succeed({ name, files: offered, analyzed, listing, notices, ...rest }))
  },
  async analyze(scenario) {
    if (!opened || !whatIf) return fail({ code: 'input/nothing-given' })
    const mine = ++asked
    try {
      const withCode = scenario.staticArcs ? await (await staticGraph()).whatIf(opened) : null
      if (mine !== asked) return fail({ code: 'host/cancelled' })
      const by = withCode ?? whatIf
      const change = changeOf(by.analyze(scenario))
      givenAway = { scenario, by }
      return move(succeed(change), [by.kept, whatIf.kept])
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async sources() {
    if (!opened) return fail({ code: 'input/nothing-given' })
    const { lines, plain } = opened
    if (!lines) return moveCopy(succeed({ sources: plain.sources, notices: [] }))
    try {
      const sources = plain.sources ?? (await readSources(lines, plain, 'used', () => {}))
      // Another scenario may have been asked for in the meantime.
      const { analyzed } = opened
      const profile = { ...analyzed.profile, sources }
      opened = { ...opened, plain: { ...plain, sources }, analyzed: { ...analyzed, profile } }
      return moveCopy(succeed({ sources, notices: lines.notices() }))
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async possibleCalls(onStep) {
    if (!opened) return fail({ code: 'input/nothing-given' })
    try {
      const possible = await (await staticGraph()).possible(opened, onStep)
      // Who saves the profile saves them, too.
      opened = { ...opened, possible }
      return moveCopy(succeed(possible))
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
      const now = openedNow()
      if (!now) return fail({ code: 'input/nothing-given' })
      const possible = document === 'static-arcs.gmon' ? await (await staticGraph()).possible(now) : null
      return succeed(await writtenDocument(now, document, possible))
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async share(request) {
    if (!opened) return fail({ code: 'input/nothing-given' })
    try {
      const { shareOpened } = await import('./share-opened.ts')
      const isLate = opened.lines !== null && opened.plain.sources === null
      if (isLate && !request.choice.withoutSources) await service.sources()
      // A scenario that counts calls never taken as arcs needs them where it is opened.
      const possible = request.scenario.staticArcs ? await (await staticGraph()).possible(opened) : null
      return moveCopy(
        succeed(await shareOpened({ ...opened, possible: possible ?? opened.possible }, request)),
      )
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async identify(file, read) {
    return identifyOne(sourceOf(file, read, 0))
  },
  async compare(file, read) {
    if (!whatIf) return fail({ code: 'input/nothing-given' })
    try {
      const { compareListing } = await import('../core/compare/compare-listing.ts')
      const plain = whatIf.analyze(EMPTY_SCENARIO)
      return moveCopy(succeed(await compareListing(sourceOf(file, read, 0), plain)))
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async sort(order) {
    const now = openedNow()
    return now && names
      ? moveCopy(sortFunctions(now.analyzed, now.listing, order, names))
      : new Uint32Array(0)
  },
  async search(query) {
    if (!index) return { ok: true, matches: new Uint32Array(0), left: 0 }
    // Where nothing is ready yet, something is to be found.
    index.prepare(WARM_SLICE)
    return moveCopy(index.search(query))
  },
}

expose(service)
