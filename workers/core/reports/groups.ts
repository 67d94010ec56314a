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
import { moduleOf, readableBytes, scopesOf } from './names/names.ts'

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
  const name = readableBytes(functions, f)
  const module = by === 'namespace' ? '' : moduleOf(name)
  if (module !== '') return named('module', module)
  const namespace = by === 'module' ? '' : (scopesOf(name)[0] ?? '')
  if (namespace !== '') return named('namespace', namespace)
  const prefix = by === 'source' ? sharedPrefix(functions, name) : ''
  return prefix === '' ? NO_GROUP : named('library', prefix)
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
