// The baseline: another profile to compare with the one on screen. Its own worker opens it, and ends
// after the answer: the page holds all that is compared.
import type { Answer, StageProgress } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { FILE_KINDS } from '../../../workers/core/base/file-kinds.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { takeNameOrder } from '../names-and-groups.ts'
import { baselineWorker } from '../worker/latest-worker.ts'
import { failed, IDLE, loading, ready, settled, valueOf } from '../worker/async-value.ts'
import { setUi, type State, useStore } from '../store.ts'
import { navigate } from '../url/address.ts'
import { openedIn } from '../session.ts'
import type { UiState } from '../ui-state.ts'

/** The id of the diff view. */
const VIEW = 'compare'

/** Opens these files as the baseline, and shows the diff view. */
export async function compareWith(files: readonly File[]): Promise<void> {
  const { files: shown } = useStore.getState()
  navigate({ view: VIEW }, 'push')
  await openAs(files, newest(files) <= newest(shown))
}

/**
 * Opens a baseline that came in the same file as the profile. The file says which is earlier, and
 * which view to show.
 */
export async function takeBaseline(files: readonly File[], isEarlier: boolean): Promise<void> {
  await openAs(files, isEarlier)
  if (useStore.getState().ui.baseline.phase === 'failed') navigate({ view: VIEW }, 'push')
}

/** Reports in the diff view that the baseline cannot be read. */
export function refuseBaseline(problem: Problem): void {
  baselineWorker.stop()
  setUi({ baseline: failed(problem) })
  navigate({ view: VIEW }, 'push')
}

/** Stops opening the baseline if the profile it belongs to is closed. */
export function followBaseline({ ui }: State): void {
  if (ui.baseline.phase !== 'loading') baselineWorker.stop()
}

async function openAs(files: readonly File[], isEarlier: boolean): Promise<void> {
  const signal = baselineWorker.begin()
  const before = valueOf(useStore.getState().ui.baseline)
  const names = files.map(({ name }) => name)
  const onProgress = (step: StageProgress): void => {
    if (!signal.aborted) setUi({ baseline: loading({ names, step }, before) })
  }
  const settle = (baseline: UiState['baseline']): void => {
    baselineWorker.stop()
    setUi({ baseline })
  }
  setUi({ dropped: [], baseline: loading({ names, step: null }, before) })
  try {
    const asked = await openBaseline(files, programOnScreen(), signal, onProgress)
    if (asked === null || signal.aborted) return
    const { answer, files: all } = asked
    if (answer.ok) {
      takeNameOrder(answer.value.analyzed.profile.functions, answer.value.listing)
      settle(ready({ opened: answer.value, files: all, isEarlier }))
    } else settle(failed(answer.problem.problem, before))
  } catch (error) {
    if (!signal.aborted) settle(failed(problemFromError(error), before))
  }
}

/**
 * Cancels the baseline being opened, or dismisses its failure, and restores the previous baseline.
 * Otherwise closes the baseline.
 */
export function stopComparing(): void {
  const { baseline } = useStore.getState().ui
  setUi({ baseline: baseline.phase === 'ready' ? IDLE : settled(baseline) })
}

/** Swaps which profile counts as the earlier one. */
export function swapSides(): void {
  const { baseline } = useStore.getState().ui
  if (baseline.phase !== 'ready') return
  const { value } = baseline
  setUi({ baseline: ready({ ...value, isEarlier: !value.isEarlier }) })
}

/**
 * Opens the baseline. A profile without a program uses the one on screen, if its file is available.
 * Null if it was cancelled before it was asked.
 */
async function openBaseline(
  files: readonly File[],
  program: readonly File[],
  signal: AbortSignal,
  onProgress: (step: StageProgress) => void,
): Promise<{ readonly answer: Answer<'open'>; readonly files: readonly File[] } | null> {
  const connection = await baselineWorker.take(signal)
  if (connection === null) return null
  const ask = (some: readonly File[]) => {
    const options = { withoutNames: false, shift: 0, scenario: EMPTY_SCENARIO }
    return connection.request('open', [some, options], { signal, onProgress })
  }
  const answer = await ask(files)
  const isMissing = !answer.ok && answer.problem.problem.code === 'input/executable-missing'
  if (!isMissing || program.length === 0 || signal.aborted) return { answer, files }
  const all = [...program, ...files]
  return { answer: await ask(all), files: all }
}

/**
 * Returns the files that names and lines of the program on screen are read from. Empty if it came
 * in an archive.
 */
function programOnScreen(): readonly File[] {
  const { session, files } = useStore.getState()
  const opened = openedIn(session)
  if (!opened) return []
  const names = new Set(
    (opened.oneRun?.among ?? opened.files)
      .filter(({ kind, problem }) => problem === null && FILE_KINDS[kind].isOfProgram)
      .map(({ name }) => name),
  )
  return files.filter(({ name }) => names.has(name))
}

const newest = (files: readonly File[]): number =>
  files.reduce((latest, { lastModified }) => Math.max(latest, lastModified), 0)
