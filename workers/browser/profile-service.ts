// The profile worker’s service: opens a profile, answers the page’s questions about it, transfers
// buffers.
import { transfer } from 'comlink'
import { openProfile, problemOf, type ProfileModel } from '../core/pipeline/open-profile.ts'
import { sortFunctions } from '../core/reports/sort-functions.ts'
import { findInNames } from '../core/reports/search/search-names.ts'
import type {
  Answer,
  Arguments,
  ProfileWorker,
  ProgressOf,
  Question,
  ReadForWorker,
  SourcesAnswer,
} from '../api/contract.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import { buffersIn, withCopies } from '../core/base/buffers.ts'
import { orderOfStrings } from '../core/base/order-strings.ts'
import { fail, type Result, succeed } from '../core/base/result.ts'
import { identifyOne } from '../core/inputs/identify-files.ts'
import { rethrowBug } from '../core/inputs/candidates.ts'
import { readSources } from '../core/pipeline/locate-functions.ts'
import { blobSource, blobSources } from './blob-source.ts'
import { WorkerProfile } from './worker-profile.ts'
import { throttledPart, throttled } from './throttled.ts'
import { resume } from './resume.ts'

/**
 * Lines of entries are sorted when they are viewed; functions are found by the order of their
 * names.
 */
const FOR_PAGE = {
  listing: { lines: 'long', keepsNameOrder: true },
} as const

/** Context of a question for its handler. */
interface Asked<K extends Question> {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ProgressOf<K>) => void
  /** Null if the worker may read the question's files itself. */
  readonly read: ReadForWorker | null
}

type Handlers = {
  readonly [K in Question]: (asked: Asked<K>, ...args: Arguments<K>) => Answer<K> | Promise<Answer<K>>
}

/** Changed by `open` only: null while it works, then the profile it opened. */
let current: WorkerProfile | null = null
/** Counts the profiles that were asked for: an older one may take longer than the newest. */
let profiles = 0

/** Transfers an answer's buffers to the page, except those in `held`, which the worker keeps. */
function handOver<T>(value: T, held: readonly unknown[] = []): T {
  // Copied here, or the page would have to copy.
  const copied = withCopies(value, held)
  return transfer(copied, [...buffersIn(copied)])
}

/** Returns an answer about the open profile, or the problem. */
async function answer<T>(find: (profile: WorkerProfile) => Promise<T>): Promise<Result<T, Problem>> {
  if (!current) return fail({ code: 'input/nothing-given' })
  const profile = current
  try {
    return handOver(succeed(await find(profile)), profile.held)
  } catch (error) {
    return fail(problemOf(error))
  }
}

/**
 * Returns the source positions of functions: known ones, or those in the debugging information,
 * which are then kept.
 */
async function lookUpSources(
  profile: WorkerProfile,
  onFraction: (part: number) => void = () => {},
): Promise<SourcesAnswer> {
  const { lines, plain } = profile.model
  if (!lines) return { sources: plain.sources, notices: [] }
  const sources =
    plain.sources ?? (await readSources(lines, plain, 'used', ({ done, total }) => onFraction(done / total)))
  profile.add({ sources })
  return { sources, notices: lines.notices() }
}

/**
 * For questions that can do without: a missing program costs a document its lines and nothing
 * else.
 */
async function tryToLookUpSources(profile: WorkerProfile): Promise<void> {
  await lookUpSources(profile).catch(rethrowBug)
}

/** Returns an answer about lines, or the problem. */
async function answerLines<T>(find: (model: ProfileModel) => Promise<T>): Promise<Result<T, Problem>> {
  if (!current) return fail({ code: 'input/nothing-given' })
  try {
    return succeed(await find(current.model))
  } catch (error) {
    return fail(problemOf(error))
  }
}

/** Returns a function that reports progress, 0–1, now and then, and returns whether to continue. */
function followed({ signal, onProgress }: Asked<Exclude<Question, 'open'>>): (part: number) => boolean {
  const report = throttledPart((done) => onProgress({ done, total: 1 }))
  return (part) => {
    report(part)
    return !signal.aborted
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ProblemError({ code: 'host/cancelled' })
}

const handlers: Handlers = {
  async open({ onProgress, read }, files, options) {
    const turn = ++profiles
    current?.close()
    current = null
    const result = await openProfile(
      blobSources(files, read),
      { ...options, ...FOR_PAGE },
      throttled(onProgress),
    )
    if (!result.ok) return result
    const opened = result.value
    const {
      name,
      files: offered,
      analyzed,
      listing,
      notices,
      sourcesLater,
      saved,
      reading,
      imbalance,
      listed,
    } = opened
    const { functions } = analyzed.profile
    if (turn !== profiles) return failed('open', { code: 'host/cancelled' })
    const profile = new WorkerProfile(opened)
    current = profile
    const { byName = orderOfStrings(functions.names) } = listing
    const forPage = {
      name,
      files: offered,
      analyzed,
      listing: { ...listing, byName },
      notices,
      ...(sourcesLater && { sourcesLater }),
      ...(saved && { saved }),
      ...(reading && { reading }),
      ...(imbalance && { imbalance }),
      listed,
    }
    return handOver(succeed(forPage), profile.held)
  },
  async resume(_, shown, possible, why) {
    profiles++
    current?.close()
    current = resume(shown, possible, why)
    return succeed(null)
  },
  analyze({ signal }, scenario) {
    return answer(async (profile) => {
      const plain = await profile.plainFor(scenario)
      throwIfAborted(signal)
      return profile.show(scenario, plain)
    })
  },
  cutPayers({ signal }, scenario, sets, limit) {
    return answer(async (profile) => {
      const { comparePayers } = await import('./compare-payers.ts')
      const plain = await profile.plainFor(scenario)
      return comparePayers(plain, scenario, sets, limit, () => throwIfAborted(signal))
    })
  },
  sources(asked) {
    const report = followed(asked)
    return answer((profile) =>
      lookUpSources(profile, (part) => {
        report(part)
        throwIfAborted(asked.signal)
      }),
    )
  },
  possibleCalls({ signal, onProgress }) {
    return answer(async (profile) => {
      const code = await profile.code()
      signal.addEventListener('abort', () => code.stop())
      const possible = await code.possible(profile.model, (done, total) => onProgress({ done, total }))
      // A saved profile includes them, too.
      profile.add({ possible })
      return possible
    })
  },
  async inEachRun(asked, files, f) {
    const { plain, reading } = current?.model ?? {}
    if (!plain || !reading) return fail({ code: 'input/nothing-given' })
    const { readEachRun } = await import('../core/pipeline/read-each-run.ts')
    return succeed(
      await readEachRun(blobSources(files, asked.read), plain.functions, f, reading, followed(asked)),
    )
  },
  functionLines(asked, files, f) {
    return answerLines(async (model) => {
      const { functionLines } = await import('./source-lines.ts')
      return functionLines(model, blobSources(files, asked.read), f, followed(asked))
    })
  },
  hotLines(asked) {
    return answerLines(async (model) => {
      const { linesOfSampled } = await import('./source-lines.ts')
      return linesOfSampled(model, followed(asked))
    })
  },
  async sourceText({ read }, file, ranges) {
    const { readSourceText } = await import('../core/profile/lines/read-source-text.ts')
    return succeed(await readSourceText(blobSource(file, read), ranges))
  },
  write({ read }, document, files) {
    return answer(async (profile) => {
      const { writeDocument, showsSources, linesFor } = await import('./write-document.ts')
      if (showsSources(document)) await tryToLookUpSources(profile)
      const { model } = profile
      const possible = document === 'static-arcs.gmon' ? await (await profile.code()).possible(model) : null
      const lines = files && (await linesFor(model, document, blobSources(files, read)))
      return writeDocument(profile.opened(), document, { possible, lines })
    })
  },
  share(asked, request, files) {
    return answer(async (profile) => {
      const { shareOpened, linesToShare } = await import('./write-document.ts')
      if (!request.choice.withoutSources) await tryToLookUpSources(profile)
      const { model } = profile
      const lines = await linesToShare(model, request, blobSources(files, asked.read), followed(asked))
      // A scenario with static arcs needs them when it is opened.
      const possible = request.scenario.staticArcs ? await (await profile.code()).possible(model) : null
      return shareOpened({ ...model, possible: possible ?? model.possible }, request, lines)
    })
  },
  async identify({ read }, file) {
    return succeed(await identifyOne(blobSource(file, read)))
  },
  compare(asked, file) {
    return answer(async (profile) => {
      const { verifyListing } = await import('../core/verify-listing/verify-listing.ts')
      return verifyListing(blobSource(file, asked.read), profile.measured(), followed(asked))
    })
  },
  async sort(_, wanted) {
    if (!current) return succeed(new Uint32Array(0))
    const profile = current
    const ranks = wanted.column === 'name' ? (await profile.order()).ranks() : undefined
    return handOver(succeed(sortFunctions(profile.sortTables, wanted, ranks)))
  },
  search(_, query) {
    if (!current) return succeed({ ok: true, matches: new Uint32Array(0), ranks: new Uint8Array(0), left: 0 })
    return handOver(succeed(current.search(query)))
  },
  findInNames(_, query, names) {
    return succeed(findInNames(query, names))
  },
  async rankNames({ signal }, others) {
    if (!current) return fail({ code: 'input/nothing-given' })
    const ranks = await current.rankNames(others, signal)
    return ranks ? handOver(succeed(ranks)) : fail({ code: 'host/cancelled' })
  },
}

/** Open questions by number. */
const underWay = new Map<number, AbortController>()

/** The service, as exposed to the page. */
export const service: ProfileWorker = {
  async ask(id, question, args, onProgress, read) {
    const controller = new AbortController()
    const { signal } = controller
    underWay.set(id, controller)
    const report = (progress: ProgressOf<typeof question>) => onProgress?.(progress)
    try {
      const found = await handlers[question]({ signal, onProgress: report, read }, ...args)
      return signal.aborted ? failed(question, { code: 'host/cancelled' }) : found
    } catch (error) {
      return failed(question, problemOf(error))
    } finally {
      underWay.delete(id)
    }
  },
  abort(id) {
    underWay.get(id)?.abort()
  },
}

function failed<K extends Question>(question: K, problem: Problem): Answer<K> {
  return { ok: false, problem: question === 'open' ? { problem, files: [] } : problem } as Answer<K>
}
