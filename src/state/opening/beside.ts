// Another profile beside the one on screen, to tell what changed. A worker of its own opens it, and ends once it has answered: the
// page holds all that is compared.
import type { OpenedProfile, Step } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { takeNameOrder } from '../../../workers/core/reports/search/find-function.ts'
import { openedIn } from '../session.ts'
import type { Beside, BesideReady } from '../local.ts'
import { setLocal, useStore } from '../store.ts'
import { navigate } from '../url/sync.ts'
import { Attempts } from './attempts.ts'

const attempts = new Attempts()

/** The id of the view that shows what changed. */
const VIEW = 'compare'

/** Opens these files beside the profile on screen, and shows what changed. */
export async function compareWith(files: readonly File[]): Promise<void> {
  const { files: shown } = useStore.getState()
  navigate({ view: VIEW }, 'push')
  await openAs(files, newest(files) <= newest(shown))
}

/** Both came in one file, which says which is the earlier one, and in which view they are. */
export async function takeBeside(files: readonly File[], isEarlier: boolean): Promise<void> {
  await openAs(files, isEarlier)
  if (useStore.getState().local.beside?.phase === 'failed') navigate({ view: VIEW }, 'push')
}

/** What came beside the profile on screen cannot be read: that is told where the comparison would be. */
export function refuseBeside(problem: Problem): void {
  attempts.stop()
  setLocal({ beside: { phase: 'failed', problem, before: null } })
  navigate({ view: VIEW }, 'push')
}

async function openAs(files: readonly File[], isEarlier: boolean): Promise<void> {
  const isOver = attempts.begin()
  const before = settledIn(useStore.getState().local.beside)
  const names = files.map(({ name }) => name)
  const onStep = (step: Step): void => {
    if (!isOver() && attempts.isAsking) setLocal({ beside: { phase: 'opening', names, step, before } })
  }
  setLocal({ dropped: [], beside: { phase: 'opening', names, step: null, before } })
  // What it was to be compared with may go meanwhile.
  const unsubscribe = useStore.subscribe(({ local: { beside } }) => {
    if (beside?.phase !== 'opening' && !isOver()) attempts.stop()
  })
  const settle = (beside: Beside): void => {
    attempts.stop()
    setLocal({ beside })
  }
  try {
    const answer = await openBeside(files, programOnScreen(), onStep, isOver)
    if (answer === null || isOver()) return
    const { opened, problem, files: all } = answer
    if (opened) {
      takeNameOrder(opened.analyzed.profile.functions, opened.listing)
      settle({ phase: 'ready', opened, files: all, isEarlier })
    } else settle({ phase: 'failed', problem, before })
  } catch (error) {
    if (!isOver()) settle({ phase: 'failed', problem: thrownHere(error), before })
  } finally {
    unsubscribe()
  }
}

/** What is being opened is ended, or what failed forgotten: what was beside before is there again. What is beside is let go. */
export function stopComparing(): void {
  const { beside } = useStore.getState().local
  setLocal({ beside: beside?.phase === 'ready' ? null : settledIn(beside) })
}

/** What is beside, or was before this. */
const settledIn = (beside: Beside | null): BesideReady | null =>
  beside === null || beside.phase === 'ready' ? beside : beside.before

/** What was taken for the earlier profile is the later one. */
export function swapSides(): void {
  const { beside } = useStore.getState().local
  if (beside?.phase === 'ready') setLocal({ beside: { ...beside, isEarlier: !beside.isEarlier } })
}

type Answer =
  | { readonly opened: OpenedProfile; readonly problem: null; readonly files: readonly File[] }
  | { readonly opened: null; readonly problem: Problem; readonly files: readonly File[] }

/** A profile without a program is read by the one on screen, if that has its file. Null if it was over before it was asked. */
async function openBeside(
  files: readonly File[],
  program: readonly File[],
  onStep: (step: Step) => void,
  isOver: () => boolean,
): Promise<Answer | null> {
  const connection = await attempts.take(isOver)
  if (connection === null) return null
  const ask = (some: readonly File[]) =>
    connection.service.open([...some], { withoutNames: false, shift: 0, scenario: EMPTY_SCENARIO }, onStep)
  let all = files
  let result = await ask(all)
  const isMissing = !result.ok && result.problem.problem.code === 'input/executable-missing'
  if (isMissing && program.length > 0 && !isOver()) {
    all = [...program, ...files]
    result = await ask(all)
  }
  return result.ok
    ? { opened: result.value, problem: null, files: all }
    : { opened: null, problem: result.problem.problem, files: all }
}

/** The files of the program on screen: what names and lines are from. Empty where it came in an archive. */
function programOnScreen(): readonly File[] {
  const { session, files } = useStore.getState()
  const opened = openedIn(session)
  if (!opened) return []
  const names = new Set(
    (opened.oneRun?.among ?? opened.files)
      .filter(({ kind, problem }) => problem === null && PROGRAM.has(kind))
      .map(({ name }) => name),
  )
  return files.filter(({ name }) => names.has(name))
}

const PROGRAM: ReadonlySet<string> = new Set(['executable', 'debug', 'symbols'])

const newest = (files: readonly File[]): number =>
  files.reduce((latest, { lastModified }) => Math.max(latest, lastModified), 0)
