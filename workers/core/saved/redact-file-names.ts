// File names in a saved profile: in the list of files, in notices.
import { baseNameAnywhere } from '../base/file-names.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Notice, Problem } from '../problems/problem.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { nameParts } from '../names/name-parts.ts'
import { readableBytes } from '../names/names.ts'
import type { SavedContent } from './content.ts'

/** Renames every file, the program's too. */
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

/** End of a debug file's detail, before the program's name (inputs/pair-programs.ts). */
const OF = ' · of '

/** Returns the detail without the name if the name is unknown. */
function detailWith(detail: string, names: ReadonlyMap<string, string>): string {
  const at = detail.indexOf(OF)
  if (at < 0) return detail
  const name = names.get(detail.slice(at + OF.length))
  return detail.slice(0, at) + (name === undefined ? '' : OF + name)
}

/** Fields with fixed texts, which never contain a file name. */
const OURS: ReadonlySet<string> = new Set(['code', 'dialect', 'kind', 'format', 'names', 'parts'])

/** Maps every text in an item; returns null if one of them maps to null. */
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

/** As bytes; never empty. */
export const shortName = (functions: FunctionTable, f: FunctionIndex): string =>
  shortened(readableBytes(functions, f))

/**
 * Returns a demangled name without parameters and template arguments; the name itself if nothing would
 * remain.
 *
 * @param readable demangled, as a binary string or text
 */
export function shortened(readable: string): string {
  const { parameters } = nameParts(readable)
  const short = withoutArguments(readable.slice(0, readable.length - parameters.length))
  return short === '' ? readable : short
}

/** "a::b<c<d>>::e" → "a::b::e"; operators keep their signs. */
function withoutArguments(name: string): string {
  const operator = name.lastIndexOf('operator')
  const end = operator >= 0 && !/\w/.test(name.charAt(operator + 8)) ? operator : name.length
  let depth = 0
  let short = ''
  for (let at = 0; at < end; at++) {
    const letter = name.charAt(at)
    if (letter === '<' && (depth > 0 || short !== '')) depth++
    else if (letter === '>' && depth > 0) depth--
    else if (depth === 0) short += letter
  }
  return short + name.slice(end)
}
