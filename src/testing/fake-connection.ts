// A fake worker for tests: answers from a given profile, or with the answers of the test.
import type {
  Answer as AnswerTo,
  Arguments,
  OpenFailure,
  ProfileView,
  ProgressOf,
  Question,
  RequestOptions,
  RunName,
  StageProgress,
} from '../../workers/api/contract.ts'
import { analyzeProfile } from '../../workers/core/analysis/analyze-profile.ts'
import { fail, type Result, succeed } from '../../workers/core/base/result.ts'
import { listProfile } from '../../workers/core/reports/listing/listing.ts'
import { findInNames, SearchIndex } from '../../workers/core/reports/search/search-names.ts'
import { finish } from '../../workers/core/base/yielder.ts'
import { NameOrder } from '../../workers/core/names/name-order.ts'
import { type RanksTogether, rankTogether } from '../../workers/core/names/rank-together.ts'
import type { Named } from '../../workers/core/names/names.ts'
import { sortFunctions, sortTablesOf, type SortOrder } from '../../workers/core/reports/sort-functions.ts'
import { cutAlso } from '../../workers/core/analysis/scenario/scenario.ts'
import { cutPayers } from '../../workers/core/reports/cut-payers.ts'
import { changeOf } from '../../workers/core/reports/analysis-change.ts'
import type { Connection } from '../state/worker/connection.ts'

type Answer = Result<ProfileView, OpenFailure>

/**
 * The fake's answers, a method for each request, with its arguments, its signal and its progress
 * callback.
 */
export type FakeService = {
  readonly [K in Question]: (
    ...asked: [...args: Arguments<K>, options: RequestOptions<K>]
  ) => Promise<AnswerTo<K>>
}

/** A fake connection, with the requests that it got and controls for its answers. */
export interface FakeConnection extends Connection {
  readonly service: FakeService
  readonly asked: readonly {
    readonly files: readonly string[]
    readonly withoutNames: boolean
    readonly run?: RunName | undefined
  }[]
  isTerminated: boolean
  /** Reports progress as the worker would. */
  step(step: StageProgress): void
  /** Answers the pending `open`. */
  answer(answer: Answer): void
}

/**
 * Returns a fake connection.
 * @param ready the profile that is already open
 * @param answers replace the default answers
 */
export function fakeConnection(ready?: ProfileView, answers: Partial<FakeService> = {}): FakeConnection {
  const asked: FakeConnection['asked'][number][] = []
  let opened = ready ?? null
  let resolve: ((answer: Answer) => void) | null = null
  let onStep: ((step: StageProgress) => void) | null = null
  const service: FakeService = {
    open(files, { withoutNames, run }, { onProgress }) {
      asked.push({ files: files.map((file) => file.name), withoutNames, run })
      onStep = onProgress ?? null
      if (ready) return Promise.resolve(succeed(ready))
      return new Promise((settle) => {
        resolve = settle
      })
    },
    analyze(scenario) {
      if (!opened) return Promise.resolve(fail({ code: 'input/nothing-given' }))
      const analyzed = analyzeProfile((opened.asMeasured ?? opened).analyzed.profile, scenario)
      const listing = listProfile(analyzed)
      opened = { ...opened, analyzed, listing, asMeasured: opened.asMeasured ?? opened }
      return Promise.resolve(succeed(changeOf({ analyzed, listing })))
    },
    cutPayers(scenario, sets, limit) {
      if (!opened) return Promise.resolve(fail({ code: 'input/nothing-given' }))
      const { profile } = (opened.asMeasured ?? opened).analyzed
      const before = analyzeProfile(profile, scenario)
      return Promise.resolve(
        succeed(
          sets.map(({ cycle, cut }) =>
            cutPayers(before, analyzeProfile(profile, cutAlso(scenario, cut)), cycle, limit),
          ),
        ),
      )
    },
    resume(shown) {
      opened = shown
      return Promise.resolve(succeed(null))
    },
    sources: () => Promise.resolve(succeed({ sources: null, notices: [] })),
    possibleCalls: () => Promise.resolve(succeed(null)),
    inEachRun: () => Promise.resolve(succeed([])),
    functionLines: () => Promise.resolve(fail({ code: 'input/nothing-given' })),
    hotLines: () => Promise.resolve(fail({ code: 'input/nothing-given' })),
    sourceText: () => Promise.resolve(succeed({ ranges: [], end: null })),
    write: (document) =>
      Promise.resolve(succeed({ pieces: [new TextEncoder().encode(document)], type: 'text/plain' })),
    share: () => Promise.resolve(succeed(null)),
    identify: () => Promise.resolve(fail({ code: 'input/nothing-given' })),
    compare: () => Promise.resolve(fail({ code: 'input/nothing-given' })),
    sort: (order) => Promise.resolve(succeed(opened ? sorted(opened, order) : new Uint32Array(0))),
    search: (query) =>
      Promise.resolve(
        opened ? succeed(readyIndex(opened).search(query)) : fail({ code: 'input/nothing-given' }),
      ),
    findInNames: (query, names) => Promise.resolve(succeed(findInNames(query, names))),
    rankNames: (others) =>
      Promise.resolve(opened ? succeed(ranked(opened, others)) : fail({ code: 'input/nothing-given' })),
    ...answers,
  }
  return {
    service,
    request: requestOf(service),
    asked,
    isTerminated: false,
    terminate() {
      this.isTerminated = true
    },
    step: (step) => onStep?.(step),
    answer(answer) {
      if (answer.ok) opened = answer.value
      resolve?.(answer)
    },
  }
}

/**
 * Returns a request function that, like the page's end of a worker, reports nothing after an answer
 * or an abort.
 */
function requestOf(service: FakeService): Connection['request'] {
  return async <K extends Question>(
    question: K,
    args: Arguments<K>,
    { signal, onProgress }: RequestOptions<K> = {},
  ): Promise<AnswerTo<K>> => {
    let isAnswered = false
    const report = (progress: ProgressOf<K>) => {
      if (!isAnswered && !signal?.aborted) onProgress?.(progress)
    }
    const problem = { code: 'host/cancelled' } as const
    const cancelled = fail(question === 'open' ? { problem, files: [] } : problem) as AnswerTo<K>
    const aborted = new Promise<AnswerTo<K>>((resolve) => {
      signal?.addEventListener('abort', () => resolve(cancelled))
    })
    const answer = service[question](...args, { signal, onProgress: report })
    const first = await Promise.race([answer, aborted])
    isAnswered = true
    return first
  }
}

function ranked({ analyzed: { profile } }: ProfileView, others: Named): RanksTogether {
  return finish(rankTogether(profile.functions, new NameOrder(profile.functions).ranks(), others))
}

function sorted({ analyzed, listing }: ProfileView, order: SortOrder): Uint32Array<ArrayBuffer> {
  return sortFunctions(
    sortTablesOf(analyzed, listing),
    order,
    new NameOrder(analyzed.profile.functions).ranks(),
  )
}

function readyIndex({ analyzed }: ProfileView): SearchIndex {
  const index = new SearchIndex(analyzed.profile.functions)
  index.prepare(Infinity)
  return index
}
