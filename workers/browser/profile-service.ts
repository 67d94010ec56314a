// The profile worker’s service: opens a profile, answers the page’s questions about it, transfers
// buffers.
import { transfer } from 'comlink'
import { openProfile, problemOf } from '../core/pipeline/open-profile.ts'
import { sortFunctions } from '../core/reports/sort-functions.ts'
import { findInNames } from '../core/reports/search/search-names.ts'
import type { Answer, OpenOptions, ProfileWorker, Progress, SourcesAnswer } from '../api/contract.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import { buffersIn, withCopies } from '../core/base/buffers.ts'
import { orderOfStrings } from '../core/base/order-strings.ts'
import { fail, type Result, succeed } from '../core/base/result.ts'
import { identifyOne } from '../core/inputs/identify-files.ts'
import { type OnProgress, rethrowBug } from '../core/inputs/candidates.ts'
import { readSources } from '../core/pipeline/locate-functions.ts'
import { blobSource, blobSources } from './blob-source.ts'
import { BlobReader } from './read-blob.ts'
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

const CANCELLED: Problem = { code: 'host/cancelled' }

type Signal = AbortSignal | null

/** The service of one worker, with the profile that it has open. */
export class ProfileService implements ProfileWorker {
  /** Changed by `open` and `resume` only: null while `open` works, then the profile it opened. */
  #profile: WorkerProfile | null = null
  /** Counts the profiles that were asked for: an older one may take longer than the newest. */
  #turn = 0
  readonly #blobs = new BlobReader()

  readonly isAlive = (): boolean => true

  readonly open: ProfileWorker['open'] = async (files, options, signal, onProgress, read) => {
    const opened = await settle(signal, () =>
      this.#open(blobSources(files, read, this.#blobs), options, (step) => onProgress?.(step)),
    )
    return opened.ok ? opened.value : fail({ problem: opened.problem, files: [] })
  }

  readonly resume: ProfileWorker['resume'] = (shown, possible, why) => {
    this.#replace(resume(shown, possible, why))
    return succeed(null)
  }

  readonly analyze: ProfileWorker['analyze'] = (scenario, signal) =>
    this.#answer(signal, async (profile) => {
      const plain = await profile.plainFor(scenario)
      throwIfAborted(signal)
      return profile.show(scenario, plain)
    })

  readonly cutPayers: ProfileWorker['cutPayers'] = (scenario, sets, limit, signal) =>
    this.#answer(signal, async (profile) => {
      const { comparePayers } = await import('./compare-payers.ts')
      const plain = await profile.plainFor(scenario)
      return comparePayers(plain, scenario, sets, limit, () => throwIfAborted(signal))
    })

  readonly sources: ProfileWorker['sources'] = (signal, onProgress) => {
    const report = follower(signal, onProgress)
    return this.#answer(signal, (profile) =>
      lookUpSources(profile, (part) => {
        report(part)
        throwIfAborted(signal)
      }),
    )
  }

  readonly possibleCalls: ProfileWorker['possibleCalls'] = (signal, onProgress) =>
    this.#answer(signal, async (profile) => {
      const code = await profile.code()
      signal?.addEventListener('abort', () => code.stop())
      const possible = await code.possible(profile.contents, (done, total) => onProgress?.({ done, total }))
      // A saved profile includes them, too.
      profile.add({ possible })
      return possible
    })

  readonly inEachRun: ProfileWorker['inEachRun'] = (files, f, signal, onProgress, read) =>
    settle(signal, async () => {
      const { contents, reading } = this.#current.model
      if (!reading) throw new ProblemError({ code: 'input/nothing-given' })
      const { readEachRun } = await import('../core/pipeline/read-each-run.ts')
      const sources = blobSources(files, read, this.#blobs)
      return readEachRun(sources, contents.plain.functions, f, reading, follower(signal, onProgress))
    })

  readonly functionLines: ProfileWorker['functionLines'] = (files, f, signal, onProgress, read) =>
    settle(signal, async () => {
      const { model } = this.#current
      const { functionLines } = await import('./source-lines.ts')
      const sources = blobSources(files, read, this.#blobs)
      return functionLines(model, sources, f, follower(signal, onProgress))
    })

  readonly hotLines: ProfileWorker['hotLines'] = (signal, onProgress) =>
    settle(signal, async () => {
      const { model } = this.#current
      const { linesOfSampled } = await import('./source-lines.ts')
      return linesOfSampled(model, follower(signal, onProgress))
    })

  readonly sourceText: ProfileWorker['sourceText'] = (file, ranges, signal, _, read) =>
    settle(signal, async () => {
      const { readSourceText } = await import('../core/profile/lines/read-source-text.ts')
      return readSourceText(blobSource(file, read, this.#blobs), ranges)
    })

  readonly write: ProfileWorker['write'] = (document, files, signal, _, read) =>
    this.#answer(signal, async (profile) => {
      const { writeDocument, showsSources } = await import('./write-document.ts')
      if (showsSources(document)) await tryToLookUpSources(profile)
      const possible =
        document === 'static-arcs.gmon' ? await (await profile.code()).possible(profile.contents) : null
      const lines =
        files && document === 'callgrind'
          ? await profile.allLines(blobSources(files, read, this.#blobs), () => true)
          : null
      return writeDocument(profile.opened(), document, { possible, lines })
    })

  readonly share: ProfileWorker['share'] = (request, files, signal, onProgress, read) =>
    this.#answer(signal, async (profile) => {
      const { shareOpened, sharesLines } = await import('./write-document.ts')
      if (!request.choice.withoutSources) await tryToLookUpSources(profile)
      const report = follower(signal, onProgress)
      const lines = sharesLines(request)
        ? await profile.allLines(blobSources(files, read, this.#blobs), (part) => {
            report(part)
            return true
          })
        : null
      const { contents } = profile
      // A scenario with static arcs needs them when it is opened.
      const possible = request.scenario.staticArcs ? await (await profile.code()).possible(contents) : null
      return shareOpened(
        { ...profile.model, contents: { ...contents, possible: possible ?? contents.possible } },
        request,
        lines,
      )
    })

  readonly identify: ProfileWorker['identify'] = (file, signal, _, read) =>
    settle(signal, () => identifyOne(blobSource(file, read, this.#blobs)))

  readonly compare: ProfileWorker['compare'] = (file, signal, onProgress, read) =>
    this.#answer(signal, async (profile) => {
      const { verifyListing } = await import('../core/verify-listing/verify-listing.ts')
      const source = blobSource(file, read, this.#blobs)
      return verifyListing(source, profile.measured(), follower(signal, onProgress))
    })

  readonly sort: ProfileWorker['sort'] = async (order, signal) =>
    handOver(
      await settle(signal, async () => {
        const profile = this.#profile
        if (!profile) return new Uint32Array(0)
        const ranks = order.column === 'name' ? (await profile.order()).ranks() : undefined
        return sortFunctions(profile.sortTables, order, ranks)
      }),
    )

  readonly search: ProfileWorker['search'] = async (query, signal) =>
    handOver(await settle(signal, () => this.#profile?.search(query) ?? noMatches()))

  readonly findInNames: ProfileWorker['findInNames'] = (query, names, signal) =>
    settle(signal, () => findInNames(query, names))

  readonly rankNames: ProfileWorker['rankNames'] = async (others, signal) =>
    handOver(await settle(signal, () => this.#current.rankNames(others, () => throwIfAborted(signal))))

  /** @throws ProblemError `input/nothing-given` if none is open */
  get #current(): WorkerProfile {
    if (!this.#profile) throw new ProblemError({ code: 'input/nothing-given' })
    return this.#profile
  }

  async #open(
    sources: readonly ByteSource[],
    options: OpenOptions,
    onProgress: OnProgress,
  ): Promise<Answer<'open'>> {
    this.#replace(null)
    const turn = this.#turn
    const result = await openProfile(sources, { ...options, ...FOR_PAGE }, throttled(onProgress))
    if (!result.ok) return result
    if (turn !== this.#turn) throw new ProblemError(CANCELLED)
    const { contents, ...view } = result.value
    const profile = new WorkerProfile({ contents, ...view })
    this.#profile = profile
    const { byName = orderOfStrings(contents.plain.functions.names) } = view.listing
    return handOver(succeed({ ...view, listing: { ...view.listing, byName } }), profile.held)
  }

  #replace(profile: WorkerProfile | null): void {
    this.#turn++
    this.#profile?.close()
    this.#profile = profile
  }

  /** Returns an answer about the open profile, or the problem; the worker keeps what it needs. */
  async #answer<T>(
    signal: Signal,
    find: (profile: WorkerProfile) => Promise<T>,
  ): Promise<Result<T, Problem>> {
    const profile = this.#profile
    if (!profile) return fail({ code: 'input/nothing-given' })
    return handOver(await settle(signal, () => find(profile)), profile.held)
  }
}

const noMatches = () =>
  ({ ok: true, matches: new Uint32Array(0), ranks: new Uint8Array(0), left: 0 }) as const

/** Returns what was found, or the problem. */
async function settle<T>(signal: Signal, find: () => T | Promise<T>): Promise<Result<T, Problem>> {
  try {
    const value = await find()
    throwIfAborted(signal)
    return succeed(value)
  } catch (error) {
    return fail(problemOf(error))
  }
}

/** Transfers an answer's buffers to the page, except those in `held`, which the worker keeps. */
function handOver<T>(answer: T, held: readonly unknown[] = []): T {
  // Copied here, or the page would have to copy.
  const copied = withCopies(answer, held)
  return transfer(copied, [...buffersIn(copied)])
}

/**
 * Returns the source positions of functions: known ones, or those in the debugging information,
 * which are then kept.
 */
async function lookUpSources(
  profile: WorkerProfile,
  onFraction: (part: number) => void = () => {},
): Promise<SourcesAnswer> {
  const { lines, plain } = profile.contents
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

/** Returns a function that reports progress, 0–1, now and then, and returns whether to continue. */
function follower(
  signal: Signal,
  onProgress: ((progress: Progress) => void) | null,
): (part: number) => boolean {
  const report = throttledPart((done) => onProgress?.({ done, total: 1 }))
  return (part) => {
    report(part)
    return !signal?.aborted
  }
}

function throwIfAborted(signal: Signal): void {
  if (signal?.aborted) throw new ProblemError(CANCELLED)
}
