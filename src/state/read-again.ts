// What the worker reads again from the files when a view asks for it: lines of the source, and one function
// in each run.
import type { FunctionInRun, OfferedFile, ProfileView, RunName } from '../../workers/api/contract.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { abort, failed, IDLE, load, valueOf } from './requests.ts'
import { filesOfAllRuns, isCounted, sentFiles } from './opening.ts'
import { addNotices, hasLines } from './queries.ts'
import {
  functionName,
  type InEachRun,
  type LinesOfFunction,
  memoiseLast,
  type SampledLines,
  setUi,
  type State,
  type UiState,
  useStore,
} from './store.ts'
import {
  stringAt,
  type StringIndex,
  type StringTable,
  visibleText,
} from '../../workers/core/base/string-table.ts'
import { fileKeysOf, isSourceCode } from '../../workers/core/base/file-names.ts'
import { fileOfPath, shownPath } from '../../workers/core/reports/sources.ts'
import type { RunImbalance } from '../../workers/core/reports/run-imbalance.ts'
import { runNumbers } from '../../workers/core/reports/run-spread.ts'

// Lines of code, requested from the worker when they are shown. Also recognises dropped files that
// are source files of the program.

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

// The runs of a summed profile: their list, and the numbers of one function in each, which are read
// from the files again.

/** A run of a summed profile. */
export interface Run {
  readonly run: RunName
  /** The run's name, for display. */
  readonly name: string
  /** Number of samples; undefined without samples or if it is unknown. */
  readonly samples: number | undefined
  readonly detail: string
}

/**
 * Returns the runs that count in the sum, ordered by the numbers in their names (ranks, processes),
 * else by file order.
 */
export function runsOf(opened: ProfileView): readonly Run[] {
  return runsAmong(filesOfAllRuns(opened))
}

/** Returns which run has the most of each function, of all runs; null if unknown. */
export const imbalanceOfRuns = ({ oneRun, imbalance }: ProfileView): RunImbalance | null =>
  (oneRun ? oneRun.imbalance : imbalance) ?? null

const runsAmong = memoiseLast((files: readonly OfferedFile[]): readonly Run[] => {
  const names = fileKeysOf(files)
  const shared = new Set(names.flatMap(({ name, nth }) => (nth === 2 ? [name] : [])))
  const runs = files.flatMap((file, at) => {
    const run = names[at]
    if (run === undefined || !isCounted(file)) return []
    const { samples, detail } = file
    return [{ run, name: runLabel(run, shared.has(run.name)), samples, detail: visibleText(detail) }]
  })
  const numbers = runNumbers(runs.map(({ name }) => name))
  if (!numbers) return runs
  const numbered = runs.map((run, at) => ({ run, number: numbers[at] ?? 0 }))
  return numbered.toSorted((a, b) => a.number - b.number).map(({ run }) => run)
})

/**
 * Returns a run's label. Ranks with a directory each all wrote a `gmon.out`: the label then
 * includes the position among these files.
 */
export function runLabel({ name, nth }: RunName, isNameShared: boolean): string {
  const shown = visibleText(name)
  return isNameShared ? `${shown} (${nth})` : shown
}

/**
 * Returns the findings of each run, by index into `runs`. Files that do not count in the sum are
 * skipped.
 */
export function foundByRun(
  runs: readonly Run[],
  found: readonly FunctionInRun[],
): readonly (FunctionInRun | undefined)[] {
  const byName = new Map(found.map((one) => [keyOf(one.run), one]))
  return runs.map(({ run }) => byName.get(keyOf(run)))
}

const keyOf = ({ name, nth }: RunName): string => `${nth} ${name}`

// A function's numbers in each run: read from the files on request. The last function's answer is
// kept, whichever run is on screen.

/** Reads the function's numbers in each run, and stores them in the UI state. */
export async function requestPerRunStats(opened: ProfileView, f: FunctionIndex): Promise<void> {
  const { files } = useStore.getState()
  const name = functionName(opened, f)
  await load('each-run', 'inEachRun', [files, f], (runs) => setUi({ inEachRun: { files, name, runs } }))
}

/** Cancels the reading, or drops the answer. */
export function dropPerRunStats(): void {
  abort('each-run')
  setUi({ inEachRun: null })
}

/**
 * Returns the stored numbers, or `idle` unless they are for this function of the files on screen.
 */
export function perRunStatsOf({ ui, files }: State, { name, address }: InEachRun['name']): InEachRun['runs'] {
  const { inEachRun } = ui
  const isAsked =
    inEachRun?.files === files && inEachRun.name.name === name && inEachRun.name.address === address
  return isAsked ? inEachRun.runs : IDLE
}
