// Source files dropped on an open profile: they are added without a question, because they have a single
// use.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { valueOf } from '../worker/async-value.ts'
import type { UiState } from '../ui-state.ts'
import { stringAt, type StringIndex } from '../../../workers/core/base/string-table.ts'
import type { StringTable } from '../../../workers/core/base/packed-strings.ts'
import { isSourceCode } from '../../../workers/core/base/file-names.ts'
import { fileOfPath, shownPath } from '../../../workers/core/reports/find-source.ts'

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
