// Lines of code, asked of the worker when they are to be shown, and kept until others are.
import type { FunctionLines, HotLines, OpenedProfile, ToldLines } from '../../../workers/api/contract.ts'
import type { Result } from '../../../workers/core/base/result.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import type { LinesOfFunction, Reading, SampledLines } from '../local.ts'
import { filesOfAllRuns, isCounted } from '../opening/runs.ts'
import { sentFiles } from '../opening/sent-files.ts'
import { hasLines } from '../source-files.ts'
import { setLocal, useStore, type State } from '../store.ts'
import { addNotices } from './late-notices.ts'
import { PATIENCE_MS } from './patience.ts'
import { askWorker, tellWorker } from './service.ts'

/** Bytes, and files, that are read within a second or two: of more a person says whether they are read once more for the calls. */
const MOST_BYTES = 64_000_000
const MOST_FILES = 1000

export function areCallsReadSoon(opened: OpenedProfile): boolean {
  const runs = opened.files.filter(isCounted)
  return runs.length <= MOST_FILES && runs.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES
}

/** Whether the lines of all functions are there for the asking, or soon. */
export function areLinesReadSoon(opened: OpenedProfile): boolean {
  if (!hasLines(opened)) return false
  return opened.saved !== undefined || (!opened.sourcesLater && areCallsReadSoon(opened))
}

export function linesOf({ local }: State, opened: OpenedProfile, f: FunctionIndex): LinesOfFunction | null {
  const { functionLines } = local
  return functionLines?.of === opened.files && functionLines.f === f ? functionLines : null
}

export function hotLinesOf({ local }: State, opened: OpenedProfile): SampledLines | null {
  return local.hotLines?.of === opened.files ? local.hotLines : null
}

export function askFunctionLines(opened: OpenedProfile, f: FunctionIndex, hasCalls: boolean): Promise<void> {
  const of = opened.files
  return ask<FunctionLines>(
    of,
    {
      tell: (found) => setLocal({ functionLines: { of, f, hasCalls, found } }),
      told: () => useStore.getState().local.functionLines?.found,
      forget: () => setLocal({ functionLines: null }),
    },
    (onStep) => askWorker((service) => service.functionLines(hasCalls ? profilesOf(opened) : [], f, onStep)),
  )
}

export function askHotLines(opened: OpenedProfile): Promise<void> {
  const of = opened.files
  return ask<HotLines>(
    of,
    {
      tell: (found) => setLocal({ hotLines: { of, found } }),
      told: () => useStore.getState().local.hotLines?.found,
      forget: () => setLocal({ hotLines: null }),
    },
    (onStep) => askWorker((service) => service.hotLines(onStep)),
  )
}

/** The files that calls are read from: what else was dropped with them is not looked at again. */
export function profilesOf(opened: OpenedProfile): readonly File[] {
  const { files } = useStore.getState()
  const offered = filesOfAllRuns(opened)
  if (offered.length === files.length) {
    const sent = opened.oneRun ? sentFiles(files, opened.oneRun).files : files
    return sent.filter((file) => isCounted(offered[files.indexOf(file)] ?? NOT_OFFERED))
  }
  // What is in archives is told apart by the worker, which counts all of them.
  const areAllCounted = !opened.oneRun && offered.every((file) => file.kind !== 'profile' || isCounted(file))
  return areAllCounted ? files : []
}

const NOT_OFFERED = { name: '', size: 0, kind: 'unknown', detail: '', problem: null } as const

let question = 0

/** Where an answer stands. */
interface Place<T> {
  readonly tell: (found: Reading<T>) => void
  readonly told: () => Reading<T> | undefined
  readonly forget: () => void
}

/** Only the last question is answered: what gave way to another is asked again by whoever wants it. */
async function ask<T>(
  of: OpenedProfile['files'],
  { tell, told, forget }: Place<T>,
  put: (onStep: (part: number) => void) => Promise<Result<ToldLines<T>, Problem>>,
): Promise<void> {
  const mine = ++question
  const since = performance.now()
  let last: Reading<T> | null = { phase: 'reading', part: null }
  tell(last)
  const result = await put((part) => {
    // Steps travel on a channel of their own and may arrive after the answer.
    if (mine !== question || last === null || performance.now() - since <= PATIENCE_MS) return
    last = { phase: 'reading', part }
    tell(last)
  })
  const isTold = told() === last
  last = null
  // Another function's may stand there by now.
  if (!isTold) return
  if (mine === question && result.ok) {
    tell({ phase: 'ready', value: result.value })
    addNotices(of, result.value.notices ?? [])
  }
  // The worker was ended for another reason, or asked for something else.
  else if (result.ok || result.problem.code === 'host/cancelled') forget()
  else tell({ phase: 'failed', problem: result.problem })
}

/** Ends the reading. What was asked for says so until it is asked again. */
export function stopLines(): void {
  question++
  const { functionLines, hotLines } = useStore.getState().local
  const stopped = { phase: 'failed', problem: { code: 'host/cancelled' } } as const
  if (functionLines?.found.phase === 'reading')
    setLocal({ functionLines: { ...functionLines, found: stopped } })
  if (hotLines?.found.phase === 'reading') setLocal({ hotLines: { ...hotLines, found: stopped } })
  tellWorker((service) => service.stopLines())
}
