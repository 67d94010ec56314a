// The state that a link carries, and its conversion to and from the link's hash. Pure. Also encodes
// a saved profile inside a link.
import type { RunName, SortOrder } from '../../workers/api/contract.ts'
import { SORT_COLUMNS } from '../../workers/core/reports/sort-functions.ts'
import {
  type ArcName,
  EMPTY_SCENARIO,
  type FasterFunction,
  isFactor,
  type NameList,
  type Scenario,
  withFactor,
} from '../../workers/core/analysis/scenario/scenario.ts'

/**
 * A function's name in a link: the raw name, one character per byte. The address is included only
 * if two functions share the name.
 */
export interface FunctionName {
  readonly name: string
  readonly address: number | null
}

/** The state that a link carries. */
export interface UrlState {
  /** A view's id, or "" for the default view. */
  readonly view: string
  readonly selected: FunctionName | null
  readonly query: string
  /** Null for gprof's own order. */
  readonly sort: SortOrder | null
  /** The changes to the analysis: removed arcs, excluded functions. */
  readonly scenario: Scenario
  /** The run that is shown alone; null for the sum of all runs. */
  readonly run: RunName | null
  /**
   * The profile's location: "data:" and a saved profile in base64url, or an address; "" for local
   * files.
   */
  readonly profile: string
  /** The views' own parameters by "<view id>.<key>"; not interpreted here. */
  readonly params: Readonly<Record<string, string>>
}

/** The state of a link without a hash. */
export const EMPTY_URL_STATE: UrlState = {
  view: '',
  selected: null,
  query: '',
  sort: null,
  scenario: EMPTY_SCENARIO,
  run: null,
  profile: '',
  params: {},
}

// Encodes a name of one character per byte with percent escapes, so that a UTF-8 name looks as
// usual in a link.

function encodeBytes(binary: string): string {
  return binary.replaceAll(
    /[^A-Za-z0-9_.~$-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** Returns null for a malformed encoding. Also accepts text that a browser has already decoded. */
function decodeBytes(text: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return null
  const ascii = text.replaceAll(/[^ -~]+/g, (run) => encodeURIComponent(wellFormed(run)))
  return ascii.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Replaces lone surrogates, which cannot be percent-encoded. */
function wellFormed(text: string): string {
  return text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd')
}

// The scenario in the link: static=on, cut=parent/child,…; without=, untimed=, only=, timeonly= with
// names; faster=name*2,name*inf with factors. Empty lists are omitted.

const KEYS: readonly (readonly [string, NameList])[] = [
  ['without', 'leftOut'],
  ['untimed', 'timeLeftOut'],
  ['only', 'only'],
  ['timeonly', 'timeOnly'],
]

/** Cached: every link on screen includes the scenario. */
const formatted = new WeakMap<Scenario, readonly string[]>()

/** Returns the "key=value" parts of the hash. */
function formatScenario(scenario: Scenario): readonly string[] {
  let parts = formatted.get(scenario)
  if (!parts) {
    parts = partsOf(scenario)
    formatted.set(scenario, parts)
  }
  return parts
}

function partsOf(scenario: Scenario): readonly string[] {
  const parts: string[] = scenario.staticArcs ? ['static=on'] : []
  if (scenario.cutArcs.length > 0) {
    const arcs = scenario.cutArcs.map(({ parent, child }) => `${encodeBytes(parent)}/${encodeBytes(child)}`)
    parts.push(`cut=${arcs.join(',')}`)
  }
  for (const [key, list] of KEYS) {
    if (scenario[list].length > 0) parts.push(`${key}=${scenario[list].map(encodeBytes).join(',')}`)
  }
  if (scenario.faster.length > 0) parts.push(`faster=${scenario.faster.map(formatFaster).join(',')}`)
  return parts
}

/**
 * Returns the scenario with this part of the hash added; null if the key is not one of a
 * scenario's. Malformed names are ignored.
 */
function parseScenarioPart(scenario: Scenario, key: string, value: string): Scenario | null {
  if (key === 'static') return { ...scenario, staticArcs: value === 'on' }
  if (key === 'cut') return { ...scenario, cutArcs: value.split(',').flatMap(parseArc) }
  if (key === 'faster')
    return value
      .split(',')
      .flatMap(parseFaster)
      .reduce(withFasterFunction, { ...scenario, faster: [] })
  const known = KEYS.find(([name]) => name === key)
  return known ? { ...scenario, [known[1]]: value.split(',').flatMap(parseName) } : null
}

/** Whether two scenarios are the same. */
export function isSameScenario(left: Scenario, right: Scenario): boolean {
  return left === right || formatScenario(left).join('&') === formatScenario(right).join('&')
}

function parseArc(text: string): ArcName[] {
  const [parent, child, ...more] = text.split('/').map(parseName)
  const [from] = parent ?? []
  const [to] = child ?? []
  return from === undefined || to === undefined || more.length > 0 ? [] : [{ parent: from, child: to }]
}

/** "name*2"; the factor's own text is what JavaScript writes, but "inf" for one without a limit. */
function formatFaster({ name, factor }: FasterFunction): string {
  return `${encodeBytes(name)}*${factor === Infinity ? 'inf' : factor}`
}

function parseFaster(text: string): FasterFunction[] {
  const at = text.lastIndexOf('*')
  const [name] = at < 0 ? [] : parseName(text.slice(0, at))
  const digits = text.slice(at + 1)
  const factor = digits === 'inf' ? Infinity : /^[\d.]+$/.test(digits) ? Number(digits) : Number.NaN
  return name !== undefined && isFactor(factor) ? [{ name, factor }] : []
}

const withFasterFunction = (scenario: Scenario, { name, factor }: FasterFunction): Scenario =>
  withFactor(scenario, name, factor)

function parseName(text: string): string[] {
  const name = decodeBytes(text)
  return name === null || name === '' ? [] : [name]
}

// The hash format, version 1: keys v, view, fn, q, sort, run, profile, those of the scenario, and
// "<view>.<key>". Each key falls back to its default separately, so one malformed value does not
// discard the rest.

/** Returns the hash of a link to this state. Inverse of `parseHash`. */
export function formatHash(shared: UrlState): string {
  const parts = ['v=1']
  if (shared.view !== '') parts.push(`view=${encode(shared.view)}`)
  if (shared.selected) parts.push(`fn=${formatFunctionName(shared.selected)}`)
  if (shared.query !== '') parts.push(`q=${encode(shared.query)}`)
  if (shared.sort) parts.push(`sort=${shared.sort.column}-${shared.sort.direction}`)
  if (shared.run) parts.push(`run=${formatRun(shared.run)}`)
  parts.push(...formatScenario(shared.scenario))
  for (const key of Object.keys(shared.params).toSorted()) {
    parts.push(`${encode(key)}=${encode(shared.params[key] ?? '')}`)
  }
  if (shared.profile !== '') parts.push(`profile=${encode(shared.profile)}`)
  return `#${parts.join('&')}`
}

/** Parses a link's hash, with or without `#`. Missing and malformed values get their defaults. */
export function parseHash(hash: string): UrlState {
  const params: Record<string, string> = {}
  let { view, selected, query, sort, run, scenario, profile } = EMPTY_URL_STATE
  for (const part of hash.replace(/^#/, '').split('&')) {
    const equals = part.indexOf('=')
    if (equals < 0) continue
    const key = decode(part.slice(0, equals))
    const raw = part.slice(equals + 1)
    if (key === null) continue
    if (key === 'view') view = decode(raw) ?? view
    else if (key === 'fn') selected = parseFunctionName(raw) ?? selected
    else if (key === 'q') query = decode(raw) ?? query
    else if (key === 'sort') sort = parseSort(raw) ?? sort
    else if (key === 'run') run = parseRun(raw) ?? run
    else if (key === 'profile') profile = decode(raw) ?? profile
    else if (key.includes('.')) {
      const value = decode(raw)
      if (value !== null) params[key] = value
    } else scenario = parseScenarioPart(scenario, key, raw) ?? scenario
  }
  return { view, selected, query, sort, run, scenario, profile, params }
}

/** Returns "name" or "name@hexaddress"; an @ in the name itself is escaped. */
export function formatFunctionName(fn: FunctionName): string {
  const name = encodeBytes(fn.name)
  return fn.address === null ? name : `${name}@${fn.address.toString(16)}`
}

/** Parses the output of `formatFunctionName`; null if it is malformed. */
export function parseFunctionName(text: string): FunctionName | null {
  const at = text.lastIndexOf('@')
  const tail = at < 0 ? '' : text.slice(at + 1)
  const isAddress = /^[0-9a-f]{1,14}$/.test(tail) && Number.parseInt(tail, 16) <= Number.MAX_SAFE_INTEGER
  const name = decodeBytes(isAddress ? text.slice(0, at) : text)
  if (name === null || (name === '' && !isAddress)) return null
  return { name, address: isAddress ? Number.parseInt(tail, 16) : null }
}

/**
 * Returns "name", or "name@2" for the second file of that name; an @ in the name itself is escaped.
 */
function formatRun({ name, nth }: RunName): string {
  return nth === 1 ? encode(name) : `${encode(name)}@${nth}`
}

function parseRun(text: string): RunName | null {
  const [, encoded = text, nth = '1'] = /^(.*)@([1-9]\d{0,8})$/.exec(text) ?? []
  const name = decode(encoded)
  return name === null || name === '' ? null : { name, nth: Number(nth) }
}

function parseSort(text: string): SortOrder | null {
  const [column, direction] = text.split('-')
  const known = SORT_COLUMNS.find((candidate) => candidate === column)
  if (!known || (direction !== 'ascending' && direction !== 'descending')) return null
  return { column: known, direction }
}

function encode(text: string): string {
  return encodeURIComponent(wellFormed(text)).replaceAll('%2F', '/').replaceAll('%3A', ':')
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

// A saved profile inside a link: "data:" and its bytes in base64url, which programs that handle
// links do not alter.

/** Prefix of a profile inside a link. */
export const ENCLOSED = 'data:'

/** Bytes encoded at a time: each becomes an argument of one call. */
const SLICE = 1 << 13

/** Returns a saved profile's bytes as a value for `UrlState.profile`. */
export function linkOfBytes(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  }
  return ENCLOSED + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Returns the bytes of a profile inside a link, or null if it is not valid base64url. */
export function bytesOfLink(profile: string): Uint8Array<ArrayBuffer> | null {
  const text = profile.slice(ENCLOSED.length)
  if (!/^[\w-]*$/.test(text)) return null
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
