// Groups of functions: by source file, else by namespace, Fortran module or library prefix; and the
// colour of each group, the same in every view and every profile.
import { baseName } from '../base/file-names.ts'
import { NONE } from '../base/columns.ts'
import {
  stringAt,
  type StringIndex,
  type StringTable,
  textOfBinary,
  visibleText,
} from '../base/string-table.ts'
import type { CallGraphProfile, FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { withoutPrefix } from '../symbols/demangle/demangle.ts'
import { moduleOf, rawName, readableBytes, scopesOf } from './names/names.ts'

/** What a group is: where its functions come from. */
export type GroupKind = 'file' | 'namespace' | 'module' | 'library' | 'none'

/** A group of functions. */
export interface FunctionGroup {
  readonly kind: GroupKind
  /** Distinguishes groups of a kind: a file's whole path, a namespace, a module, a prefix. "" for none. */
  readonly key: string
  /** Short name for a screen: of a file its base name. */
  readonly label: string
}

/** What functions are grouped by. `source`: the first of file, namespace, module and library that is known. */
export type Grouping = 'source' | 'file' | 'namespace' | 'module'

const NO_GROUP: FunctionGroup = { kind: 'none', key: '', label: 'Other' }

/** The parts of a profile that groups are read from. */
export type Grouped = Pick<CallGraphProfile, 'functions' | 'sources'>

/** Returns the group of a function; the kind `none` if nothing is known of that grouping. */
export function groupOf(profile: Grouped, f: FunctionIndex, by: Grouping = 'source'): FunctionGroup {
  const { functions } = profile
  if (by === 'source' || by === 'file') {
    const group = fileGroup(profile, f)
    if (group || by === 'file') return group ?? NO_GROUP
  }
  const raw = withoutPrefix(rawName(functions, f), functions.namePrefix)
  const module = by === 'namespace' ? '' : moduleOf(raw)
  if (module !== '') return named('module', module)
  const mangled = by === 'module' ? '' : outerScopeOfMangled(raw)
  const namespace = mangled ?? scopesOf(readableBytes(functions, f))[0] ?? ''
  if (namespace !== '') return named('namespace', namespace)
  const prefix = by === 'source' ? sharedPrefix(functions, readableBytes(functions, f)) : ''
  return prefix === '' ? NO_GROUP : named('library', prefix)
}

/**
 * Returns the outermost scope of a mangled name without demangling it, which takes hundreds of times
 * longer; null for forms that this does not read. Source: Itanium C++ ABI, 5.1 "Name mangling".
 */
export function outerScopeOfMangled(raw: string): string | null {
  if (!raw.startsWith('_Z')) return raw.startsWith('_') || raw.includes(':') ? null : ''
  if (/^_Z(?:N[rVK]*[RO]?)?St\d/.test(raw)) return 'std'
  const [whole, length] = /^_ZN[rVK]*[RO]?(\d+)/.exec(raw) ?? []
  if (whole === undefined) return /^_Z\d/.test(raw) ? '' : null
  const scope = raw.slice(whole.length, whole.length + Number(length))
  if (scope.startsWith('_GLOBAL__')) return '(anonymous namespace)'
  return scope.includes('$') ? null : scope
}

const named = (kind: GroupKind, binary: string): FunctionGroup => {
  const key = visibleText(textOfBinary(binary))
  return { kind, key, label: key }
}

function fileGroup({ sources }: Grouped, f: FunctionIndex): FunctionGroup | null {
  const file = sources === null ? NONE : sources.fileOf[f]
  if (sources === null || file === NONE) return null
  const path = stringAt(sources.files, file as number as StringIndex)
  return {
    kind: 'file',
    key: visibleText(textOfBinary(path)),
    label: visibleText(textOfBinary(baseName(path))),
  }
}

// Rows by group, with sums.

/** Some rows of the flat profile that are in one group. */
export interface RowGroup {
  readonly group: FunctionGroup
  /** In the order of the rows. Items are FunctionIndex. */
  readonly functions: readonly FunctionIndex[]
  readonly selfTicks: number
  readonly calls: number
}

/** Groups rows in slices, because names of hundreds of thousands take longer than a frame. */
export class RowGrouping {
  readonly #profile: Grouped
  readonly #rows: Uint32Array
  readonly #by: Grouping
  readonly #groups = new Map<string, { group: FunctionGroup; functions: FunctionIndex[] }>()
  #done = 0

  /** @param rows FunctionIndex by row */
  constructor(profile: Grouped, rows: Uint32Array, by: Grouping) {
    this.#profile = profile
    this.#rows = rows
    this.#by = by
  }

  /** Groups up to `most` more rows. Returns whether any are left. */
  add(most: number): boolean {
    const end = Math.min(this.#rows.length, this.#done + most)
    for (; this.#done < end; this.#done++) {
      const f = this.#rows[this.#done] as FunctionIndex
      const group = groupOf(this.#profile, f, this.#by)
      const key = keyOfGroup(group)
      const known = this.#groups.get(key)
      if (known) known.functions.push(f)
      else this.#groups.set(key, { group, functions: [f] })
    }
    return end < this.#rows.length
  }

  /** Returns the groups so far, those with the most self time first. */
  groups(): readonly RowGroup[] {
    const { selfTicks, calls } = this.#profile.functions
    const sum = (functions: readonly FunctionIndex[], of: (f: FunctionIndex) => number): number =>
      functions.reduce((total, f) => total + of(f), 0)
    return [...this.#groups.values()]
      .map(({ group, functions }) => ({
        group,
        functions,
        selfTicks: sum(functions, (f) => selfTicks[f]),
        calls: sum(functions, (f) => calls[f]),
      }))
      .sort((a, b) => b.selfTicks - a.selfTicks || b.calls - a.calls || (a.group.key < b.group.key ? -1 : 1))
  }
}

/** The groups, or a function of an open group: a line of the grouped table. */
export type GroupedLine =
  | { readonly kind: 'group'; readonly at: number }
  | { readonly kind: 'function'; readonly at: number; readonly f: FunctionIndex }

/** Returns the lines of the grouped table: each group, and below an open one its functions. */
export function groupedLines(groups: readonly RowGroup[], open: ReadonlySet<string>): readonly GroupedLine[] {
  return groups.flatMap(({ group, functions }, at): GroupedLine[] => {
    const head: GroupedLine = { kind: 'group', at }
    if (!open.has(keyOfGroup(group))) return [head]
    return [head, ...functions.map((f) => ({ kind: 'function' as const, at, f }))]
  })
}

/** Identifies a group among all. */
export const keyOfGroup = ({ kind, key }: FunctionGroup): string => `${kind} ${key}`

/** Groupings that a profile offers: those in which some functions with time have a group. */
export function groupingsOf(profile: Grouped, rows: Uint32Array): readonly Grouping[] {
  const first = Array.from(rows.subarray(0, SAMPLE), (row) => row as FunctionIndex)
  return GROUPINGS.filter((by) => first.some((f) => groupOf(profile, f, by).kind !== 'none'))
}

const GROUPINGS = ['file', 'namespace', 'module'] as const
const SAMPLE = 200

// Library prefixes of C names: "sqlite3" of sqlite3BtreeNext, "luaV" of luaV_execute. A verb may look
// like a prefix, so several functions must share it.

const LEAST_SHARING = 3
const LONGEST_PREFIX = 24

/** Returns what may be a library's prefix of a C name; "" if there is none. */
export function prefixOf(name: string): string {
  const found = /^([A-Za-z][A-Za-z0-9]+)_+[A-Za-z0-9]|^([a-z][a-z0-9]+)(?=[A-Z])/.exec(name)
  const prefix = found?.[1] ?? found?.[2] ?? ''
  return prefix.length > LONGEST_PREFIX ? '' : prefix
}

const prefixesByNames = new WeakMap<StringTable, ReadonlyMap<string, number>>()

function sharedPrefix(functions: FunctionTable, name: string): string {
  const prefix = prefixOf(name)
  if (prefix === '') return ''
  let counts = prefixesByNames.get(functions.names)
  if (!counts) {
    counts = countPrefixes(functions)
    prefixesByNames.set(functions.names, counts)
  }
  return (counts.get(prefix) ?? 0) >= LEAST_SHARING ? prefix : ''
}

const UNDERSCORE = 95
const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122

/** Mangled names begin with an underscore and are skipped unread. */
function countPrefixes({ names, length, namePrefix }: FunctionTable): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const { bytes, start, end } = names
  for (let f = 0; f < length; f++) {
    const from = start[f] + (namePrefix === undefined || bytes[start[f]] !== UNDERSCORE ? 0 : 1)
    if (!isLetter(bytes[from])) continue
    const to = Math.min(end[f], from + LONGEST_PREFIX + 2)
    const prefix = prefixOf(String.fromCharCode(...bytes.subarray(from, to)))
    if (prefix !== '') counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  return counts
}

// Colours: a hue of a fixed set by the hash of the group's name, so that it never depends on the other
// groups of a profile.

/** Number of hues. */
export const HUES = 7

/** Returns a group's hue, from 0 to HUES − 1; NONE (−1) for functions without a group. */
export function hueOf({ kind, label }: FunctionGroup): number {
  if (kind === 'none') return NONE
  // FNV-1a, with its upper bits folded in.
  let hash = 0x811c9dc5
  for (let at = 0; at < label.length; at++) hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES
}

const huesByProfile = new WeakMap<StringTable, { sources: unknown; hues: Int8Array }>()
const UNKNOWN = -2

/** Returns the hue of a function's group, cached; NONE (−1) without a group. */
export function hueOfFunction(profile: Grouped, f: FunctionIndex): number {
  const { functions, sources } = profile
  let known = huesByProfile.get(functions.names)
  if (known?.sources !== sources) {
    known = { sources, hues: new Int8Array(functions.length).fill(UNKNOWN) }
    huesByProfile.set(functions.names, known)
  }
  const { hues } = known
  if (hues[f] === UNKNOWN) hues[f] = hueOf(groupOf(profile, f))
  return hues[f]
}
