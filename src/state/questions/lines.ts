// Lines of code, requested from the worker when they are shown. Also recognises dropped files that are
// source files of the program.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { load } from '../worker/request.ts'
import { workers } from '../worker/connection.ts'
import { failed, IDLE } from '../worker/async-value.ts'
import { filesOfAllRuns, isCounted } from '../opening/runs.ts'
import { sentFiles } from '../opening/sent-files.ts'
import { addNotices, hasLines } from './sources.ts'
import type { LinesOfFunction, SampledLines } from '../ui-state.ts'
import { setUi, type State, useStore } from '../store.ts'

/**
 * Limits, in bytes and files, for what is read within a second or two. Beyond them, reading the
 * runs again for call counts is on request.
 */
const MOST_BYTES = 64_000_000
const MOST_FILES = 1000

/**
 * Whether the profile's runs are few and small enough to read again for the calls without asking.
 */
export function areCallsReadSoon(opened: ProfileView): boolean {
  const runs = opened.files.filter(isCounted)
  return runs.length <= MOST_FILES && runs.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES
}

/** Whether the lines of all functions are available quickly. */
export function areLinesReadSoon(opened: ProfileView): boolean {
  if (!hasLines(opened)) return false
  return opened.saved !== undefined || (!opened.sourcesLater && areCallsReadSoon(opened))
}

/** Returns the lines of a function; idle before they are requested. */
export function linesOf({ ui }: State, opened: ProfileView, f: FunctionIndex): LinesOfFunction['lines'] {
  const { functionLines } = ui
  return functionLines?.of === opened.files && functionLines.f === f ? functionLines.lines : IDLE
}

/** Returns the lines with samples; idle before they are requested. */
export function hotLinesOf({ ui }: State, opened: ProfileView): SampledLines['lines'] {
  return ui.hotLines?.of === opened.files ? ui.hotLines.lines : IDLE
}

/**
 * Requests the lines of a function. `hasCalls`: also read the runs again for the calls of each
 * line.
 */
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

/** Requests all lines with samples. */
export async function askHotLines(opened: ProfileView): Promise<void> {
  forgetUnanswered()
  const of = opened.files
  const answer = await load('lines', 'hotLines', [], (lines) => setUi({ hotLines: { of, lines } }))
  if (answer?.ok) addNotices(of, answer.value.notices ?? [])
}

/** Resets a request that was superseded; the view that needs it requests it again. */
function forgetUnanswered(): void {
  const { functionLines, hotLines } = useStore.getState().ui
  if (functionLines?.lines.phase === 'loading') setUi({ functionLines: null })
  if (hotLines?.lines.phase === 'loading') setUi({ hotLines: null })
}

/** Returns the files that calls are read from. Other files of the drop are not read again. */
export function profilesOf(opened: ProfileView): readonly File[] {
  const { files } = useStore.getState()
  const offered = filesOfAllRuns(opened)
  if (offered.length === files.length) {
    const sent = opened.oneRun ? sentFiles(files, opened.oneRun).files : files
    return sent.filter((file) => isCounted(offered[files.indexOf(file)] ?? NOT_OFFERED))
  }
  // Only the worker can distinguish files in archives, and it counts all of them.
  const areAllCounted = !opened.oneRun && offered.every((file) => file.kind !== 'profile' || isCounted(file))
  return areAllCounted ? files : []
}

const NOT_OFFERED = { name: '', size: 0, kind: 'unknown', detail: '', problem: null } as const

/** Cancels the reading. The request stays marked as cancelled until it is repeated. */
export function stopLines(): void {
  workers.abort('lines')
  const { functionLines, hotLines } = useStore.getState().ui
  const lines = failed<never>({ code: 'host/cancelled' })
  if (functionLines?.lines.phase === 'loading') setUi({ functionLines: { ...functionLines, lines } })
  if (hotLines?.lines.phase === 'loading') setUi({ hotLines: { ...hotLines, lines } })
}
