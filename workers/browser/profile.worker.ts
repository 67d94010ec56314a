// The worker's front: keeps one profile warm, answers the page's questions about it, and moves buffers across.
import { expose, transfer } from 'comlink'
import type { ProfileService } from '../api/contract.ts'
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import { isEmptyScenario } from '../core/analysis/scenario.ts'
import { fail, succeed } from '../core/base/result.ts'
import { openProfile, problemOf, readSources, type Opened } from '../core/pipeline.ts'
import { listProfile, relistProfile, type Listing } from '../core/reports/listing.ts'
import { SearchIndex } from '../core/reports/search-functions.ts'
import { sortFunctions } from '../core/reports/sort-functions.ts'
import { changeOf } from '../core/reports/what-if/analysis.ts'
import { blobSource } from './blob-source.ts'

/** Names to prepare for the search before other questions get their turn. */
const WARM_SLICE = 5000

let opened: Opened | null = null
let index: SearchIndex | null = null
/** The listing without a scenario, from which others are made sooner; null if the profile was opened under one. */
let plainListing: Listing | null = null

/** A copy whose buffers go to the page for good; the worker keeps its own to sort and search by. */
function moveCopy<T>(value: T): T {
  const copy = structuredClone(value)
  const buffers = new Set<ArrayBuffer>()
  const pending: unknown[] = [copy]
  while (pending.length > 0) {
    const item = pending.pop()
    if (ArrayBuffer.isView(item)) buffers.add(item.buffer as ArrayBuffer)
    else if (typeof item === 'object' && item !== null) pending.push(...Object.values(item))
  }
  return transfer(copy, [...buffers])
}

/** Names for the search, a slice at a time, so that questions asked meanwhile do not wait. */
function warm(search: SearchIndex): void {
  if (search === index && search.prepare(WARM_SLICE)) setTimeout(() => warm(search), 0)
}

const service: ProfileService = {
  async open(files, options, onStep) {
    const result = await openProfile(files.map(blobSource), { ...options, strict: false }, onStep)
    if (!result.ok) return result
    opened = result.value
    plainListing = isEmptyScenario(options.scenario) ? opened.listing : null
    index = new SearchIndex(opened.analyzed.profile.functions)
    warm(index)
    const { name, files: offered, analyzed, listing, notices, sourcesLater } = opened
    const later = sourcesLater ? { sourcesLater } : {}
    return moveCopy(succeed({ name, files: offered, analyzed, listing, notices, ...later }))
  },
  async analyze(scenario) {
    if (!opened) return fail({ code: 'input/nothing-given' })
    try {
      const analyzed = analyzeProfile(opened.plain, scenario)
      const listing = plainListing ? relistProfile(analyzed, plainListing) : listProfile(analyzed)
      opened = { ...opened, analyzed, listing }
      return moveCopy(succeed(changeOf({ analyzed, listing })))
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async sources() {
    if (!opened) return fail({ code: 'input/nothing-given' })
    const { lines, plain } = opened
    if (!lines) return succeed({ sources: null, notices: [] })
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
  async possibleCalls() {
    if (!opened) return fail({ code: 'input/nothing-given' })
    const { program, plain } = opened
    if (!program) return succeed(null)
    try {
      // What few people ask for is fetched when they do: the worker itself stays small.
      const { findPossibleArcs } = await import('../core/profile/possible-arcs.ts')
      return moveCopy(
        succeed(await findPossibleArcs(program.source, program.raw, plain.functions, plain.arcs)),
      )
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async write(document) {
    if (!opened) return fail({ code: 'input/nothing-given' })
    try {
      const { documentBlob } = await import('./document-blob.ts')
      return succeed(documentBlob(opened, document))
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async sort(order) {
    if (!opened) return new Uint32Array(0)
    return moveCopy(sortFunctions(opened.analyzed, opened.listing, order))
  },
  async search(query) {
    if (!index) return { ok: true, matches: new Uint32Array(0) }
    return moveCopy(index.search(query))
  },
}

expose(service)
