// Groups of functions, with their hues: by source file, else by namespace, Fortran module or library prefix.
import { baseName } from '../base/file-names.ts'
import { NONE } from '../base/columns.ts'
import { stringAt, type StringIndex, textOfBinary } from '../base/string-table.ts'
import { visibleText } from '../base/visible-text.ts'
import type { CallGraphProfile, FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { withoutPrefix } from '../symbols/demangle/demangle.ts'
import { moduleOf, scopesOf } from '../names/name-parts.ts'
import { rawName, readableBytes } from '../names/names.ts'

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

const UNKNOWN = -2

/**
 * The groups of a profile's functions. Prefixes that names share are counted when the first one is asked for, and
 * hues are kept.
 */
export class FunctionGroups {
  readonly #profile: Grouped
  readonly #hues: Int8Array
  #prefixes: ReadonlyMap<string, number> | null = null

  constructor(profile: Grouped) {
    this.#profile = profile
    this.#hues = new Int8Array(profile.functions.length).fill(UNKNOWN)
  }

  /** The files that groups are read from. */
  get sources(): Grouped['sources'] {
    return this.#profile.sources
  }

  /** Returns the group of a function; the kind `none` if nothing is known of that grouping. */
  groupOf(f: FunctionIndex, by: Grouping = 'source'): FunctionGroup {
    const { functions } = this.#profile
    if (by === 'source' || by === 'file') {
      const group = fileGroup(this.#profile, f)
      if (group || by === 'file') return group ?? NO_GROUP
    }
    const raw = withoutPrefix(rawName(functions, f), functions.namePrefix)
    const module = by === 'namespace' ? '' : moduleOf(raw)
    if (module !== '') return named('module', module)
    const mangled = by === 'module' ? '' : outerScopeOfMangled(raw)
    const namespace = mangled ?? scopesOf(readableBytes(functions, f))[0] ?? ''
    if (namespace !== '') return named('namespace', namespace)
    const prefix = by === 'source' ? this.#sharedPrefix(readableBytes(functions, f)) : ''
    return prefix === '' ? NO_GROUP : named('library', prefix)
  }

  /** Returns the hue of a function's group; NONE (−1) without a group. */
  hueOf(f: FunctionIndex): number {
    if (this.#hues[f] === UNKNOWN) this.#hues[f] = hueOf(this.groupOf(f))
    return this.#hues[f]
  }

  #sharedPrefix(name: string): string {
    const prefix = prefixOf(name)
    if (prefix === '') return ''
    this.#prefixes ??= countPrefixes(this.#profile.functions)
    return (this.#prefixes.get(prefix) ?? 0) >= LEAST_SHARING ? prefix : ''
  }
}

/** Number of hues. */
export const HUES = 7

/**
 * Returns a group's hue, from 0 to HUES − 1; NONE (−1) for functions without a group. It is of a fixed set, by the
 * hash of the group's name, so that it never depends on the other groups of a profile.
 */
export function hueOf({ kind, label }: FunctionGroup): number {
  if (kind === 'none') return NONE
  // FNV-1a, with its upper bits folded in.
  let hash = 0x811c9dc5
  for (let at = 0; at < label.length; at++) hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES
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

const LEAST_SHARING = 3
const LONGEST_PREFIX = 24

/** Returns what may be a library's prefix of a C name; "" if there is none. */
export function prefixOf(name: string): string {
  const found = /^([A-Za-z][A-Za-z0-9]+)_+[A-Za-z0-9]|^([a-z][a-z0-9]+)(?=[A-Z])/.exec(name)
  const prefix = found?.[1] ?? found?.[2] ?? ''
  return prefix.length > LONGEST_PREFIX ? '' : prefix
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
