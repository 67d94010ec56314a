// The worker's front: opens a profile, answers the page's questions about it, and moves buffers across.
import { findInNames } from '../core/reports/search/search-functions.ts'
import { transfer } from 'comlink'
import type { ProfileWorker, SourcesAnswer } from '../api/contract.ts'
import { buffersIn, withCopies } from '../core/base/buffers.ts'
import { orderOfStrings } from '../core/base/sorting/order-strings.ts'
import { fail, succeed, type Result } from '../core/base/result.ts'
import { throwBug } from '../core/offered/candidates.ts'
import { identifyOne } from '../core/offered/identify-files.ts'
import { openProfile, problemOf, type ProfileModel } from '../core/pipeline.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import { readSources } from '../core/stages/read-sources.ts'
import { blobSource, blobSources } from './blob-source.ts'
import { paced, pacedPart } from './paced-steps.ts'
import { sorting, WorkerProfile } from './worker-profile.ts'

/** What a person looks at few of is put in order when it is looked at; functions are found by the order of their names. */
const FOR_PAGE = {
  listing: { lines: 'long', keepsNameOrder: true },
} as const

/** Only `open` changes it: to nothing while it works, and to what it opened. */
let current: WorkerProfile | null = null

/** Gives the page an answer whose buffers are its own from then on; the worker goes on with what it holds itself. */
function handOver<T>(value: T, held: readonly unknown[] = []): T {
  // Copied here, and not on its way: the page would have to do it.
  const copied = withCopies(value, held)
  return transfer(copied, [...buffersIn(copied)])
}

/** What is found out about the open profile, or why it cannot be. */
async function answer<T>(find: (profile: WorkerProfile) => Promise<T>): Promise<Result<T, Problem>> {
  if (!current) return fail({ code: 'input/nothing-given' })
  const profile = current
  try {
    return handOver(succeed(await find(profile)), profile.held)
  } catch (error) {
    return fail(problemOf(error))
  }
}

/** Where functions come from: what is known, else what the debugging information says. It is known from then on. */
async function lookUpSources(
  profile: WorkerProfile,
  onPart: (part: number) => void = () => {},
): Promise<SourcesAnswer> {
  const { lines, plain } = profile.model
  if (!lines) return { sources: plain.sources, notices: [] }
  const sources =
    plain.sources ?? (await readSources(lines, plain, 'used', ({ done, total }) => onPart(done / total)))
  profile.add({ sources })
  return { sources, notices: lines.notices() }
}

/** For what can do without: a program that is no longer there costs a document its lines, and nothing else. */
async function tryToLookUpSources(profile: WorkerProfile): Promise<void> {
  await lookUpSources(profile).catch(throwBug)
}

/** What is told of lines, unless something else is asked of them meanwhile. */
async function answerLines<T>(
  find: (model: ProfileModel, goOn: (part: number) => boolean) => Promise<T>,
  onStep: (part: number) => void,
): Promise<Result<T, Problem>> {
  if (!current) return fail({ code: 'input/nothing-given' })
  const isNewest = current.lines.begin()
  const tell = pacedPart(onStep)
  try {
    const found = await find(current.model, (part) => {
      tell(part)
      return isNewest()
    })
    return isNewest() ? succeed(found) : fail({ code: 'host/cancelled' })
  } catch (error) {
    return fail(problemOf(error))
  }
}

export const service: ProfileWorker = {
  async open(files, options, onStep, read) {
    current?.close()
    current = null
    const result = await openProfile(blobSources(files, read), { ...options, ...FOR_PAGE }, paced(onStep))
    if (!result.ok) return result
    const opened = result.value
    const { name, files: offered, analyzed, listing, notices, sourcesLater, saved, reading, listed } = opened
    const { functions } = analyzed.profile
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
      listed,
    }
    return handOver(succeed(forPage), profile.held)
  },
  async resume(shown, possible, why) {
    const { resume } = await import('./resume.ts')
    current?.close()
    current = resume(shown, possible, why)
  },
  analyze(scenario) {
    const isNewest = current?.scenarios.begin()
    return answer(async (profile) => {
      const plain = await profile.plainFor(scenario)
      if (!isNewest?.()) throw new ProblemError({ code: 'host/cancelled' })
      return profile.show(scenario, plain)
    })
  },
  sources(onStep) {
    const isNewest = current?.sources.begin()
    const tell = pacedPart(onStep)
    return answer((profile) =>
      lookUpSources(profile, (part) => {
        if (!isNewest?.()) throw new ProblemError({ code: 'host/cancelled' })
        tell(part)
      }),
    )
  },
  async stopSources() {
    current?.sources.begin()
  },
  possibleCalls(onStep) {
    return answer(async (profile) => {
      const possible = await (await profile.code()).possible(profile.model, onStep)
      // Who saves the profile saves them, too.
      profile.add({ possible })
      return possible
    })
  },
  async stopPossibleCalls() {
    current?.stopCode()
  },
  async inEachRun(files, f, onStep, read) {
    const { plain, reading } = current?.model ?? {}
    if (!current || !plain || !reading) return fail({ code: 'input/nothing-given' })
    const isNewest = current.runs.begin()
    try {
      const { readEachRun } = await import('../core/stages/read-each-run.ts')
      const tell = pacedPart(onStep)
      const runs = await readEachRun(blobSources(files, read), plain.functions, f, reading, (part) => {
        tell(part)
        return isNewest()
      })
      return succeed(runs)
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  async stopEachRun() {
    current?.runs.begin()
  },
  async functionLines(files, f, onStep, read) {
    return answerLines(async (model, goOn) => {
      const { toldOfFunction } = await import('./told-lines.ts')
      return toldOfFunction(model, blobSources(files, read), f, goOn)
    }, onStep)
  },
  async hotLines(onStep) {
    return answerLines(async (model, goOn) => {
      const { toldOfSampled } = await import('./told-lines.ts')
      return toldOfSampled(model, goOn)
    }, onStep)
  },
  async stopLines() {
    current?.lines.begin()
  },
  async sourceText(file, ranges, read) {
    try {
      const { readSourceText } = await import('../core/profile/lines/read-source-text.ts')
      return succeed(await readSourceText(blobSource(file, read), ranges))
    } catch (error) {
      return fail(problemOf(error))
    }
  },
  write(document, files, read) {
    return answer(async (profile) => {
      const { writtenDocument, showsSources, linesFor } = await import('./written-document.ts')
      if (showsSources(document)) await tryToLookUpSources(profile)
      const { model } = profile
      const possible = document === 'static-arcs.gmon' ? await (await profile.code()).possible(model) : null
      const lines = files && (await linesFor(model, document, blobSources(files, read)))
      return writtenDocument(profile.opened(), document, { possible, lines })
    })
  },
  share(request, files, onStep, read) {
    return answer(async (profile) => {
      const { shareOpened, linesToShare } = await import('./share-opened.ts')
      if (!request.choice.withoutSources) await tryToLookUpSources(profile)
      const { model } = profile
      const lines = await linesToShare(model, request, blobSources(files, read), pacedPart(onStep))
      // A scenario that counts calls never taken as arcs needs them where it is opened.
      const possible = request.scenario.staticArcs ? await (await profile.code()).possible(model) : null
      return shareOpened({ ...model, possible: possible ?? model.possible }, request, lines)
    })
  },
  async identify(file, read) {
    return identifyOne(blobSource(file, read))
  },
  compare(file, onStep, read) {
    return answer(async (profile) => {
      const { compareListing } = await import('../core/compare/compare-listing.ts')
      return compareListing(blobSource(file, read), profile.measured(), pacedPart(onStep))
    })
  },
  async sort(wanted) {
    if (!current) return new Uint32Array(0)
    const profile = current
    const { sortFunctions } = await sorting()
    const ranks = wanted.column === 'name' ? (await profile.order()).ranks() : undefined
    return handOver(sortFunctions(profile.sortTables, wanted, ranks))
  },
  async search(query) {
    return current ? handOver(current.search(query)) : { ok: true, matches: new Uint32Array(0), left: 0 }
  },
  async findInNames(query, names) {
    return findInNames(query, names)
  },
  async rankNames(others) {
    const profile = current
    if (!profile) return fail({ code: 'input/nothing-given' })
    try {
      const ranks = await profile.rankNames(others)
      return ranks ? handOver(succeed(ranks)) : fail({ code: 'host/cancelled' })
    } catch (error) {
      return fail(problemOf(error))
    }
  },
}
