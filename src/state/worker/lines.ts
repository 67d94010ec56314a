// Lines of code, requested from the worker when they are shown. Also recognises dropped files that
// are source files of the program.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { abort, failed, IDLE, load, valueOf } from './requests.ts'
import { filesOfAllRuns, isCounted, sentFiles } from '../opening/open.ts'
import { addNotices, hasLines } from './sources.ts'
import {
  type LinesOfFunction,
  type SampledLines,
  setUi,
  type State,
  type UiState,
  useStore,
} from '../store.ts'
import { stringAt, type StringIndex, type StringTable } from '../../../workers/core/base/string-table.ts'
import { isSourceCode } from '../../../workers/core/base/file-names.ts'
import { fileOfPath, shownPath } from '../../../workers/core/reports/sources.ts'

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
  abort('lines')
  const { functionLines, hotLines } = useStore.getState().ui
  const lines = failed<never>({ code: 'host/cancelled' })
  if (functionLines?.lines.phase === 'loading') setUi({ functionLines: { ...functionLines, lines } })
  if (hotLines?.lines.phase === 'loading') setUi({ hotLines: { ...hotLines, lines } })
}

// Source files dropped on an open profile: they are added without a question, because they have a
// single use.

/** Other files common in a source folder. */
const BESIDE_SOURCES =
  /\.(?:txt|md|rst|cmake|mk|py|sh|am|ac|in|toml|json|ya?ml|html?)$|^(?:makefile|license|readme|copying|changelog|authors)\b/i

/** Dropped files, separated into source files of the program and others. */
export interface Sorted {
  readonly sources: readonly File[]
  readonly others: readonly File[]
}

/** Separates the program's source files from the other dropped files. */
export function separateSources(
  opened: ProfileView,
  ui: Pick<UiState, 'lateSources' | 'functionLines' | 'hotLines'>,
  files: readonly File[],
): Sorted {
  const none = { sources: [], others: files }
  const known = namesOfSources(opened, ui)
  const isKnown = ({ name }: File): boolean => known.has(fileOfPath(name))
  const sources = files.filter(isKnown)
  if (sources.length === 0) return none
  return {
    sources,
    others: files.filter(
      (file) => !isKnown(file) && !isSourceCode(file.name) && !BESIDE_SOURCES.test(fileOfPath(file.name)),
    ),
  }
}

/** Returns the names of the program's source files, as far as they are known. */
function namesOfSources(
  { analyzed }: ProfileView,
  { lateSources, functionLines, hotLines }: Pick<UiState, 'lateSources' | 'functionLines' | 'hotLines'>,
): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (path: string): void => void names.add(fileOfPath(shownPath(path)))
  const addAll = (table: StringTable | undefined): void => {
    for (let at = 0; table && at < table.length; at++) add(stringAt(table, at as StringIndex))
  }
  addAll(analyzed.profile.sources?.files)
  addAll(valueOf(lateSources)?.files)
  addAll(hotLines ? valueOf(hotLines.lines)?.files : undefined)
  for (const { file } of (functionLines && valueOf(functionLines.lines)?.sections) ?? []) add(file)
  return names
}
