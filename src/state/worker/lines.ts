// Lines of code, asked of the worker when they are to be shown, and kept until others are.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { failed, IDLE } from '../async-value.ts'
import { filesOfAllRuns, isCounted } from '../opening/runs.ts'
import { sentFiles } from '../opening/sent-files.ts'
import { hasLines } from '../source-files.ts'
import { setUi, useStore, type State } from '../store.ts'
import type { LinesOfFunction, SampledLines } from '../ui-state.ts'
import { addNotices } from './late-notices.ts'
import { abort, load } from './load.ts'

/** Bytes, and files, that are read within a second or two: of more a person says whether they are read once more for the calls. */
const MOST_BYTES = 64_000_000
const MOST_FILES = 1000

export function areCallsReadSoon(opened: ProfileView): boolean {
  const runs = opened.files.filter(isCounted)
  return runs.length <= MOST_FILES && runs.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES
}

/** Whether the lines of all functions are there for the asking, or soon. */
export function areLinesReadSoon(opened: ProfileView): boolean {
  if (!hasLines(opened)) return false
  return opened.saved !== undefined || (!opened.sourcesLater && areCallsReadSoon(opened))
}

/** Idle before they were asked for. */
export function linesOf({ ui }: State, opened: ProfileView, f: FunctionIndex): LinesOfFunction['lines'] {
  const { functionLines } = ui
  return functionLines?.of === opened.files && functionLines.f === f ? functionLines.lines : IDLE
}

/** Idle before they were asked for. */
export function hotLinesOf({ ui }: State, opened: ProfileView): SampledLines['lines'] {
  return ui.hotLines?.of === opened.files ? ui.hotLines.lines : IDLE
}

export async function askFunctionLines(
  opened: ProfileView,
  f: FunctionIndex,
  hasCalls: boolean,
): Promise<void> {
  forgetUnanswered()
  const of = opened.files
  const profiles = hasCalls ? profilesOf(opened) : []
  const answer = await load('lines', 'functionLines', [profiles, f], (lines) =>
    setUi({ functionLines: { of, f, lines } }),
  )
  if (answer?.ok) addNotices(of, answer.value.notices ?? [])
}

export async function askHotLines(opened: ProfileView): Promise<void> {
  forgetUnanswered()
  const of = opened.files
  const answer = await load('lines', 'hotLines', [], (lines) => setUi({ hotLines: { of, lines } }))
  if (answer?.ok) addNotices(of, answer.value.notices ?? [])
}

/** A question that gives way to another is asked again by whoever wants it. */
function forgetUnanswered(): void {
  const { functionLines, hotLines } = useStore.getState().ui
  if (functionLines?.lines.phase === 'loading') setUi({ functionLines: null })
  if (hotLines?.lines.phase === 'loading') setUi({ hotLines: null })
}

/** The files that calls are read from: what else was dropped with them is not looked at again. */
export function profilesOf(opened: ProfileView): readonly File[] {
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

/** Ends the reading. What was asked for says so until it is asked again. */
export function stopLines(): void {
  abort('lines')
  const { functionLines, hotLines } = useStore.getState().ui
  const lines = failed<never>({ code: 'host/cancelled' })
  if (functionLines?.lines.phase === 'loading') setUi({ functionLines: { ...functionLines, lines } })
  if (hotLines?.lines.phase === 'loading') setUi({ hotLines: { ...hotLines, lines } })
}
