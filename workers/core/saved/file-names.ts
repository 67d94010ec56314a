// Names of files in a saved profile: in the list of files and in whatever a notice says of them.
import { baseNameAnywhere } from '../base/base-name.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Notice, Problem } from '../problems/problem.ts'
import type { SavedContent } from './content.ts'

/** With every file under another name, the program's too. */
export function mapFiles(content: SavedContent, nameOf: (file: OfferedFile) => string): SavedContent {
  const names = new Map(content.files.map((file) => [file.name, nameOf(file)]))
  const map = (text: string): string => names.get(text) ?? text
  return {
    ...content,
    name: names.get(content.name) ?? baseNameAnywhere(content.name),
    files: content.files.map((file) => ({
      ...file,
      name: map(file.name),
      detail: detailWith(file.detail, names),
      problem: file.problem && mapTexts(file.problem, map),
    })),
    notices: content.notices.map((notice) => mapTexts(notice, map) ?? notice),
  }
}

/** What a debug file's detail ends with, and the program's name behind it (offered/debug-file.ts). */
const OF = ' · of '

/** Without the name if it is none of these. */
function detailWith(detail: string, names: ReadonlyMap<string, string>): string {
  const at = detail.indexOf(OF)
  if (at < 0) return detail
  const name = names.get(detail.slice(at + OF.length))
  return detail.slice(0, at) + (name === undefined ? '' : OF + name)
}

/** Fields whose texts are ours, and say nothing of anybody's files. */
const OURS: ReadonlySet<string> = new Set(['code', 'dialect', 'kind', 'format', 'names', 'parts'])

/** With every text in it changed; null if one of them becomes null. */
export function mapTexts<T extends Notice | Problem>(
  item: T,
  map: (text: string) => string | null,
): T | null {
  const entries: [string, unknown][] = []
  for (const [key, value] of Object.entries(item) as [string, unknown][]) {
    let mapped: unknown = value
    if (typeof value === 'string' && !OURS.has(key)) mapped = map(value)
    else if (Array.isArray(value)) mapped = mapAll(value, map)
    else if (key === 'problem') mapped = mapTexts(value as Problem, map)
    if (mapped === null && value !== null) return null
    entries.push([key, mapped])
  }
  return Object.fromEntries(entries) as unknown as T
}

function mapAll(values: readonly unknown[], map: (text: string) => string | null): unknown[] | null {
  const mapped = values.map((value) => (typeof value === 'string' ? map(value) : value))
  return mapped.includes(null) ? null : mapped
}
