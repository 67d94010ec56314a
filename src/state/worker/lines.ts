// Lines of code, asked of the worker when they are to be shown; and which dropped files are source files of
// the program.
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

// Source files among those dropped on an open profile: they are taken without a question, as there is one thing they are good for.

/** What else lies in a folder of sources. */
const BESIDE_SOURCES =
  /\.(?:txt|md|rst|cmake|mk|py|sh|am|ac|in|toml|json|ya?ml|html?)$|^(?:makefile|license|readme|copying|changelog|authors)\b/i

export interface Sorted {
  readonly sources: readonly File[]
  readonly others: readonly File[]
}

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

/** Of the files that the program was made of, as far as they are known by now. */
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
