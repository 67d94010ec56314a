// The state of the page: what is open, what the link carries, and the page's own; how it is read, how it
// changes, and its form as the hash of the address.
import { create } from 'zustand'
import { createContext, useContext, useMemo } from 'react'
import type {
  FunctionInRun,
  FunctionLines,
  HotLines,
  OfferedFile,
  OneRun,
  ProfileView,
  RunName,
  SearchResult,
  SortColumn,
  SortOrder,
  StageProgress,
} from '../../workers/api/contract.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'
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
import type { Comparison } from '../../workers/core/reports/verify-listing.ts'
import type { PossibleArcs } from '../../workers/core/profile/possible-arcs.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex, SourceTable } from '../../workers/core/profile/call-graph-profile.ts'
import type { EntryIndex } from '../../workers/core/reports/listing/listing.ts'
import type { BreakAt, ScenarioHistory } from './break-at.ts'
import { type AsyncValue, IDLE, valueOf } from './requests.ts'
import { NONE } from '../../workers/core/base/columns.ts'
import {
  findFunction,
  flags,
  isExpression,
  isNameShared,
  marker,
  type MarkRange,
  rowsAmong,
  rowsByRank,
} from '../../workers/core/reports/search.ts'
import { isLongAt, rawName } from '../../workers/core/reports/names/names.ts'

// The session: the phase of opening a profile, the files offered so far, what is on screen, and the
// reducer that changes them.

/** Options for opening files. */
export interface OpenOptions {
  /** Opens without a program. */
  readonly withoutNames?: boolean
  /** Distance in bytes by which the program was moved when it was loaded. */
  readonly shift?: number
  /** Counts once what forked runs share. */
  readonly forkedOnce?: boolean
  /**
   * The link that the files came from, or "" when going back to files without one; see
   * `UrlState.profile`.
   */
  readonly from?: string
  /** The run to open alone. */
  readonly run?: OneRun
}

/** The phase of opening a profile, with its data. */
export type Session =
  | { readonly phase: 'idle' }
  /** Files are there, but a required one is missing. */
  | { readonly phase: 'offered'; readonly files: readonly OfferedFile[]; readonly problem: Problem }
  /**
   * A link names a profile on another host. `progress`: null until the user has agreed to fetch it.
   */
  | {
      readonly phase: 'hosted'
      readonly address: string
      readonly progress: { readonly done: number; readonly total: number } | null
      readonly before: Settled
    }
  | {
      readonly phase: 'working'
      readonly names: readonly string[]
      readonly step: StageProgress | null
      readonly options: OpenOptions
      /** The session that cancelling restores. */
      readonly before: Settled
      readonly filesBefore: readonly File[]
    }
  | { readonly phase: 'ready'; readonly opened: ProfileView }
  /** The numbers may be for another program: the evidence is shown first. */
  | { readonly phase: 'doubtful'; readonly opened: ProfileView }
  /** Opening failed; `previous` is still usable. */
  | {
      readonly phase: 'failed'
      readonly problem: Problem
      readonly files: readonly OfferedFile[]
      readonly previous: ProfileView | null
      /**
       * Retries what failed; null if it cannot be retried. Undefined if a request about `previous`
       * failed, which another worker can answer.
       */
      readonly again?: (() => void) | null
    }

/** A session without work in progress. */
export type Settled = Exclude<Session, { phase: 'working' | 'hosted' }>

/** The profile that was opened last, on screen or behind a failure. */
export interface OnScreen {
  readonly files: readonly File[]
  readonly options: OpenOptions
  /** The files that were open before a link's profile replaced them. */
  readonly own: { readonly files: readonly File[]; readonly options: OpenOptions } | null
}

/** The session with its files. */
export interface SessionState {
  readonly session: Session
  /** Kept so that a later drop can complete them. */
  readonly files: readonly File[]
  readonly onScreen: OnScreen
}

const NOTHING_OPEN: Settled = { phase: 'idle' }

/** The state before any file is opened. */
const INITIAL_SESSION: SessionState = {
  session: NOTHING_OPEN,
  files: [],
  onScreen: { files: [], options: {}, own: null },
}

/** The actions that change the session. */
export type SessionAction =
  | { readonly type: 'open'; readonly files: readonly File[]; readonly options: OpenOptions }
  | { readonly type: 'progress'; readonly step: StageProgress }
  /** A link with these files is followed. Their content is shown next. */
  | { readonly type: 'adopt'; readonly files: readonly File[]; readonly options: OpenOptions }
  | { readonly type: 'show'; readonly opened: ProfileView; readonly isDoubtful: boolean }
  /**
   * The user has seen the evidence, and wants the numbers although the program may be another one.
   */
  | { readonly type: 'accept' }
  /** New numbers for the profile on screen, or more notices. */
  | { readonly type: 'update'; readonly opened: ProfileView }
  | {
      readonly type: 'fail'
      readonly problem: Problem
      readonly files: readonly OfferedFile[]
      readonly again: (() => void) | null
    }
  /** The worker could not answer a request about the profile on screen. */
  | { readonly type: 'failQuestion'; readonly problem: Problem }
  /** Restores the session from before the work or the failure. */
  | { readonly type: 'goBack' }
  | { readonly type: 'close' }
  | { readonly type: 'askHost'; readonly address: string }
  | { readonly type: 'download'; readonly done: number; readonly total: number }
  | { readonly type: 'leaveHost' }

/** Returns the session after an action. An action that does not fit the phase changes nothing. */
export function reduceSession(state: SessionState, action: SessionAction): SessionState {
  const { session, files, onScreen } = state
  switch (action.type) {
    case 'open': {
      const { options } = action
      const names = options.run ? [options.run.run.name] : action.files.map(({ name }) => name)
      const filesBefore = session.phase === 'working' ? session.filesBefore : files
      const before = settledIn(session)
      return {
        ...state,
        files: action.files,
        session: { phase: 'working', names, step: null, options, before, filesBefore },
      }
    }
    case 'progress':
      return session.phase === 'working' ? { ...state, session: { ...session, step: action.step } } : state
    case 'adopt': {
      const { options } = action
      const isFromLink = (options.from ?? '') !== ''
      const own = isFromLink && linkOf(onScreen) === '' ? ownBefore(state) : onScreen.own
      return { ...state, onScreen: { files: action.files, options, own } }
    }
    case 'show':
      return { ...state, session: { phase: action.isDoubtful ? 'doubtful' : 'ready', opened: action.opened } }
    case 'accept':
      return session.phase === 'doubtful'
        ? { ...state, session: { phase: 'ready', opened: session.opened } }
        : state
    case 'update':
      return session.phase === 'ready' ? { ...state, session: { ...session, opened: action.opened } } : state
    case 'fail': {
      const { problem, files: offered, again } = action
      const previous = openedIn(session)
      const isIncomplete =
        problem.code === 'input/executable-missing' || problem.code === 'input/profile-missing'
      return {
        ...state,
        session:
          isIncomplete && !previous
            ? { phase: 'offered', files: offered, problem }
            : { phase: 'failed', problem, files: offered, previous, again },
      }
    }
    case 'failQuestion': {
      const previous = openedIn(session)
      return { ...state, session: { phase: 'failed', problem: action.problem, files: [], previous } }
    }
    case 'goBack':
      if (session.phase === 'working')
        return { ...state, session: session.before, files: session.filesBefore }
      if (session.phase !== 'failed') return state
      return session.previous
        ? { ...state, session: { phase: 'ready', opened: session.previous }, files: onScreen.files }
        : INITIAL_SESSION
    case 'close':
      return INITIAL_SESSION
    case 'askHost': {
      const { address } = action
      return { ...state, session: { phase: 'hosted', address, progress: null, before: settledIn(session) } }
    }
    case 'download': {
      const { done, total } = action
      return session.phase === 'hosted'
        ? { ...state, session: { ...session, progress: { done, total } } }
        : state
    }
    case 'leaveHost':
      return session.phase === 'hosted' ? { ...state, session: session.before } : state
  }
}

/** Returns the files that a link's profile replaces. */
function ownBefore({ session, files, onScreen }: SessionState): OnScreen['own'] {
  const filesBefore = session.phase === 'working' ? session.filesBefore : files
  const before = openedIn(session) ? onScreen.files : filesBefore
  if (before.length === 0) return null
  return { files: before, options: before === onScreen.files ? onScreen.options : {} }
}

/**
 * Returns the link that the profile on screen came from, "" if it came from none. Following it
 * again would open it again.
 */
export function linkOf({ options }: OnScreen): string {
  return options.from ?? ''
}

/** Returns the profile that the user can go back to, if there is one. */
export function openedIn(session: Session): ProfileView | null {
  if (session.phase === 'working' || session.phase === 'hosted') return openedIn(session.before)
  if (session.phase === 'ready') return session.opened
  return session.phase === 'failed' ? session.previous : null
}

/** Returns the session without the work in progress. */
export function settledIn(session: Session): Settled {
  return session.phase === 'working' || session.phase === 'hosted' ? session.before : session
}

/** Returns the findings about the files, as far as they are known. */
export function offeredIn(session: Session): readonly OfferedFile[] {
  if (session.phase === 'working' || session.phase === 'hosted') return offeredIn(session.before)
  if (session.phase === 'offered' || session.phase === 'failed') return session.files
  return session.phase === 'ready' || session.phase === 'doubtful' ? session.opened.files : []
}

// The state that a link carries, and its conversion to and from the link's hash. Pure. Also encodes
// a saved profile inside a link.

/**
 * A function's name in a link: the raw name, one character per byte. The address is included only
 * if two functions share the name.
 */
export interface FunctionName {
  readonly name: string
  readonly address: number | null
}

/** What is selected: a function, or the cycle that it is a member of. */
export interface Selection extends FunctionName {
  /** A cycle is named by a member: its number changes with the scenario. */
  readonly isCycle?: true
}

/** The state that a link carries. */
export interface UrlState {
  /** A view's id, or "" for the default view. */
  readonly view: string
  readonly selected: Selection | null
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

// The scenario in the link: static=on, fold=std, cut=parent/child,…; without=, untimed=, only=, timeonly= with
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
  if (scenario.foldStd) parts.push('fold=std')
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
  if (key === 'fold') return { ...scenario, foldStd: value === 'std' }
  if (key === 'cut') return { ...scenario, cutArcs: partsIn(value).flatMap(parseArc) }
  if (key === 'faster')
    return partsIn(value)
      .flatMap(parseFaster)
      .reduce(withFasterFunction, { ...scenario, faster: [] })
  const known = KEYS.find(([name]) => name === key)
  return known ? { ...scenario, [known[1]]: partsIn(value).flatMap(parseName) } : null
}

/** Changes of one kind that are read from a link, more than any browser's address has room for with real names. */
const MOST_CHANGES = 100_000

const partsIn = (value: string): readonly string[] => value.split(',', MOST_CHANGES)

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

// The hash format, version 1: keys v, view, fn or cycle, q, sort, run, profile, those of the scenario, and
// "<view>.<key>". Each key falls back to its default separately, so one malformed value does not
// discard the rest.

/** Returns the hash of a link to this state. Inverse of `parseHash`. */
export function formatHash(shared: UrlState): string {
  const parts = ['v=1']
  if (shared.view !== '') parts.push(`view=${encode(shared.view)}`)
  if (shared.selected) {
    parts.push(`${shared.selected.isCycle ? 'cycle' : 'fn'}=${formatFunctionName(shared.selected)}`)
  }
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
    else if (key === 'cycle') selected = parseCycle(raw) ?? selected
    else if (key === 'q') query = decode(raw) ?? query
    else if (key === 'sort') sort = parseSort(raw) ?? sort
    else if (key === 'run') run = parseRun(raw) ?? run
    else if (key === 'profile') profile = decode(raw) ?? profile
    else if (key.includes('.')) {
      const value = decode(raw)
      if (value !== null) params[key] = value
    } else scenario = parseScenarioPart(scenario, key, raw) ?? scenario
  }
  return withFlameView({ view, selected, query, sort, run, scenario, profile, params })
}

/** In older links the flame view is a drawing of the call graph: the same keys, with its prefix. */
function withFlameView(state: UrlState): UrlState {
  const { 'call-graph.draw': drawing, ...rest } = state.params
  if (drawing !== 'icicle') return state
  const params: Record<string, string> = {}
  for (const [key, value] of Object.entries(rest)) params[key.replace(/^call-graph\./, 'flame.')] = value
  return { ...state, view: state.view === 'call-graph' ? 'flame' : state.view, params }
}

/** Returns "name" or "name@hexaddress"; an @ in the name itself is escaped. */
export function formatFunctionName(fn: FunctionName): string {
  const name = encodeBytes(fn.name)
  return fn.address === null ? name : `${name}@${fn.address.toString(16)}`
}

/** Characters of a function's name in a link; a longer one is named by its address, see `functionName`. */
const MOST_IN_NAME = 100_000

/** Parses the output of `formatFunctionName`; null if it is malformed or too long. */
export function parseFunctionName(text: string): FunctionName | null {
  if (text.length > MOST_IN_NAME) return null
  const at = text.lastIndexOf('@')
  const tail = at < 0 ? '' : text.slice(at + 1)
  const isAddress = /^[0-9a-f]{1,14}$/.test(tail) && Number.parseInt(tail, 16) <= Number.MAX_SAFE_INTEGER
  const name = decodeBytes(isAddress ? text.slice(0, at) : text)
  if (name === null || (name === '' && !isAddress)) return null
  return { name, address: isAddress ? Number.parseInt(tail, 16) : null }
}

function parseCycle(text: string): Selection | null {
  const member = parseFunctionName(text)
  return member && { ...member, isCycle: true }
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

// The store: session, URL state and UI state. The UI state is neither shared nor saved, except for
// the theme, which the browser remembers.

/** The history of a profile that was just opened. */
export const NO_HISTORY: ScenarioHistory = { past: [], future: [] }

/**
 * Returns the history after a change of the scenario. A step to the previous scenario is an undo, a
 * step to the next one a redo, any other starts a new branch.
 */
export function historyAfter(
  { past, future }: ScenarioHistory,
  from: Scenario,
  to: Scenario,
): ScenarioHistory {
  const before = past.at(-1)
  const next = future.at(-1)
  if (before && isSameScenario(before, to)) return { past: past.slice(0, -1), future: [...future, from] }
  if (next && isSameScenario(next, to)) return { past: [...past, from], future: future.slice(0, -1) }
  return { past: [...past, from], future: [] }
}

// UI state: neither shared nor saved. Holds the hovered function, unfolded entries, open panels and
// answers of the worker. Only the theme is remembered.

/** The chosen theme; `system` follows the browser's preference. */
export type Theme = 'light' | 'dark' | 'system'
/** The panel or dialog that is open. */
export type Panel = 'none' | 'share' | 'export' | 'help' | 'notices' | 'palette'

/** Another profile that is compared with the one on screen. */
export interface Baseline {
  readonly opened: ProfileView
  /** The files that it was opened from, including its program. */
  readonly files: readonly File[]
  /** Whether it is the profile before the change; else it is the one after. */
  readonly isEarlier: boolean
}

/** A function's numbers in each run, as read from the files on screen. */
export interface InEachRun {
  readonly files: readonly File[]
  readonly name: FunctionName
  readonly runs: AsyncValue<readonly FunctionInRun[]>
}

/** The lines of a function, for the profile with these files. */
export interface LinesOfFunction {
  readonly of: readonly OfferedFile[]
  readonly f: FunctionIndex
  readonly lines: AsyncValue<FunctionLines>
}

/** The lines that have samples. */
export interface SampledLines {
  readonly of: readonly OfferedFile[]
  readonly lines: AsyncValue<HotLines>
}

/** A profile in the browser's storage. */
export interface RecentProfile {
  /** The same for the same profile, so that it is kept once. */
  readonly id: string
  readonly name: string
  /** Time and samples, as the header shows them. */
  readonly facts: string
  /** When it was last on screen, in milliseconds since 1970. */
  readonly at: number
  /** The view, the selection and the scenario, as a link's hash. */
  readonly hash: string
}

/** What the page shows about the kept profiles. */
export interface RecentProfiles {
  /** Whether the user lets the page keep profiles. */
  readonly isOn: boolean
  /** Newest first; null if the browser allows no storage. */
  readonly profiles: readonly RecentProfile[] | null
  /** Whether the last profile found no room. */
  readonly isFull: boolean
}

/** A newer version of the page that waits to be taken. */
export interface Update {
  /** What has to be opened again after it, as the last attempt to take it found out. */
  readonly lost: readonly string[]
}

/** The UI state. */
export interface UiState {
  readonly theme: Theme
  /** The function under the pointer, which all views highlight. */
  readonly hovered: FunctionIndex | null
  /** The cycle under the pointer, whose members all views highlight. */
  readonly hoveredCycle: CycleIndex | null
  /** The entries unfolded in the call graph; null before they were shown or a link led to one. */
  readonly unfolded: ReadonlySet<EntryIndex> | null
  readonly panel: Panel
  /** Whether the details show how their numbers are computed. */
  readonly hasEquations: boolean
  /** Files dropped on an open profile that wait for the user's choice. */
  readonly dropped: readonly File[]
  /** The problem of a drop that was refused while other files were being opened. */
  readonly refused: Problem | null
  /** The verification of a gprof listing. `part`: fraction done, 0–1. */
  readonly compared: AsyncValue<Comparison, { readonly name: string; readonly part: number }>
  /** The baseline that the profile on screen is compared with. */
  readonly baseline: AsyncValue<
    Baseline,
    { readonly names: readonly string[]; readonly step: StageProgress | null }
  >
  /**
   * The matches of the current query. While more are searched for: those found so far, or those of
   * the previous query.
   */
  readonly found: AsyncValue<SearchResult>
  /**
   * The flat profile's rows in the current sort order; idle: gprof's own order. Items are
   * FunctionIndex.
   */
  readonly sorted: AsyncValue<Uint32Array<ArrayBuffer>>
  /** The scenarios that undo and redo lead to. */
  readonly history: ScenarioHistory
  /** The slider over sets of cuts; null if it is not on screen. */
  readonly breakAt: BreakAt | null
  /** The scenario that is being analyzed for the profile with these files; null if none is. */
  readonly analyzing: {
    readonly scenario: Scenario
    readonly files: readonly OfferedFile[]
    /** Whether it is slow enough to show progress. */
    readonly isSlow: boolean
  } | null
  /**
   * Source positions of functions, if they load after the profile; null if they are unavailable.
   */
  readonly lateSources: AsyncValue<SourceTable | null>
  /** Static calls, once requested; null if they are unavailable. */
  readonly possibleCalls: AsyncValue<PossibleArcs | null>
  /** Of the function that was requested last; null before the first request. */
  readonly inEachRun: InEachRun | null
  /** Of the function that was requested last; null before the first request. */
  readonly functionLines: LinesOfFunction | null
  /** Null before the first request. */
  readonly hotLines: SampledLines | null
  /** Source files that were added after the profile was opened. */
  readonly sourceFiles: readonly File[]
  /** The profiles in the browser's storage; null before they are read. */
  readonly recent: RecentProfiles | null
  /** Whether a worker gives no sign of life although it was asked something. */
  readonly isWorkerSilent: boolean
  /** Null if there is none, or if the user has dismissed it. */
  readonly update: Update | null
}

/** Key in this tab's storage: the id of the kept profile that a reload opens again. */
export const OPEN_IN_TAB = 'gmonscope.open'

const THEME_KEY = 'gmonscope.theme'

function rememberedTheme(): Theme {
  try {
    const value = localStorage.getItem(THEME_KEY)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage may be unavailable; the choice then lasts until the page is closed.
  }
}

const initialUi = (): UiState => ({
  theme: rememberedTheme(),
  hovered: null,
  hoveredCycle: null,
  unfolded: null,
  panel: 'none',
  hasEquations: false,
  dropped: [],
  refused: null,
  compared: IDLE,
  baseline: IDLE,
  found: IDLE,
  sorted: IDLE,
  history: NO_HISTORY,
  breakAt: null,
  analyzing: null,
  lateSources: IDLE,
  possibleCalls: IDLE,
  inEachRun: null,
  functionLines: null,
  hotLines: null,
  sourceFiles: [],
  recent: null,
  isWorkerSilent: false,
  update: null,
})

// The store.

/** The whole state of the page. */
export interface State extends SessionState {
  readonly shared: UrlState
  readonly ui: UiState
}

/** Returns the state of a freshly opened page. */
export const initialState = (): State => ({ ...INITIAL_SESSION, shared: EMPTY_URL_STATE, ui: initialUi() })

/** The store, as a hook and with `getState`, `setState` and `subscribe`. */
export const useStore = create<State>(initialState)

/** Changes part of the UI state. */
export function setUi(patch: Partial<UiState>): void {
  useStore.setState((state) => ({ ui: { ...state.ui, ...patch } }))
}

/** Changes the session. The only way to do so. */
export function dispatch(action: SessionAction): void {
  useStore.setState((state) => reduceSession(state, action))
}

// Actions on the theme and the open panel.

/** Sets the theme, and remembers it in this browser. */
export function setTheme(theme: Theme): void {
  rememberTheme(theme)
  setUi({ theme })
}

/** Returns the theme that follows in the order system, light, dark. */
export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
}

/** Opens a panel, and closes the one that was open. */
export function showPanel(panel: Panel): void {
  setUi({ panel })
}

/** Opens a panel, or closes it if it is open. */
export function togglePanel(panel: Panel): void {
  setUi({ panel: useStore.getState().ui.panel === panel ? 'none' : panel })
}

// Keeps the URL state and the address bar in sync, including the parameters of each view. The only
// file that uses `location` and `history`.

/**
 * Milliseconds. Browsers limit history writes, so the address follows at this pace while the user
 * types or holds an arrow key.
 */
const REPLACE_DELAY_MS = 200

/** Marks the history entries that this page made. */
const OWN = 'gmonscope'

/** Characters of a profile that each link on screen repeats. */
const MOST_IN_HREF = 2000
/** Replaces a longer profile in links on screen. No profile has a dot. */
const SAME_PROFILE = `${ENCLOSED}.`

/** The link on screen that was used last, and its short form. */
let used: { readonly link: Element; readonly short: string; readonly long: string } | null = null

/** Puts the profile into the link that is about to be followed, copied or opened in a tab, and only there. */
function completeLink({ target }: Event): void {
  if (used?.link.getAttribute('href') === used?.long) used?.link.setAttribute('href', used.short)
  used = null
  const link = target instanceof Element ? target.closest('a') : null
  const short = link?.getAttribute('href')
  if (!link || !short?.endsWith(`profile=${SAME_PROFILE}`)) return
  const long = short.slice(0, -SAME_PROFILE.length) + useStore.getState().shared.profile
  link.setAttribute('href', long)
  used = { link, short, long }
}

let startedWith = ''
let pending: ReturnType<typeof setTimeout> | undefined

/** How a link is used: followed, opened in another tab, copied. */
const WAYS = ['click', 'auxclick', 'contextmenu'] as const

/** Reads the hash now and whenever it changes. Returns a function that stops it. */
export function startSync(): () => void {
  startedWith = location.hash
  read()
  window.addEventListener('hashchange', read)
  window.addEventListener('popstate', read)
  for (const how of WAYS) document.addEventListener(how, completeLink, true)
  return () => {
    for (const how of WAYS) document.removeEventListener(how, completeLink, true)
    window.removeEventListener('hashchange', read)
    window.removeEventListener('popstate', read)
    clearTimeout(pending)
  }
}

function read(): void {
  clearTimeout(pending)
  pending = undefined
  useStore.setState({ shared: parseHash(location.hash) })
}

/**
 * Changes the URL state. `how`: `push` for a step that Back should undo; `replace` while typing or
 * moving along.
 */
export function navigate(patch: Partial<UrlState>, how: 'push' | 'replace'): void {
  const shared = { ...useStore.getState().shared, ...patch }
  if (how === 'push') flush()
  useStore.setState({ shared })
  if (how === 'push') {
    write(formatHash(shared), 'push')
  } else {
    clearTimeout(pending)
    pending = setTimeout(flush, REPLACE_DELAY_MS)
  }
}

/** Writes a pending change at once. */
function flush(): void {
  if (pending === undefined) return
  clearTimeout(pending)
  pending = undefined
  write(formatHash(useStore.getState().shared), 'replace')
}

/** Takes over the state of a saved profile, given as a link's hash. */
export function adoptState(hash: string): void {
  const shared = parseHash(hash)
  useStore.setState({ shared })
  write(formatHash(shared), 'replace')
}

/** Returns the address's hash from when the page was opened. */
export function startingHash(): string {
  return startedWith
}

/** Whether the user typed, pasted or clicked the address, and this page did not write it. */
export function isForeignAddress(): boolean {
  return history.state !== OWN
}

function write(hash: string, how: 'push' | 'replace'): void {
  if (hash === location.hash) return
  try {
    if (how === 'push') history.pushState(OWN, '', hash)
    else history.replaceState(OWN, '', hash)
  } catch {
    // In a frame without an address of its own there is no history to write; the state is in the
    // store.
  }
}

/** Returns the whole address, for a link to the view. */
export function currentLink(): string {
  return pageAddress() + formatHash(useStore.getState().shared)
}

/** Returns the page's address without the hash. */
export function pageAddress(): string {
  return location.href.replace(/#.*$/, '')
}

/** Whether the page is a file or on loopback, so that its address opens nothing on other machines. */
export function isPageLocal(): boolean {
  const { protocol, hostname } = location
  return !protocol.startsWith('http') || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

/** Goes one step back in the browser's history, after writing pending changes. */
export function goBack(): void {
  flush()
  history.back()
}

// A view's own parameters in the link: the view parses and formats them, the URL state only carries
// them.

/** Parameters as text, by key. */
export type RawParams = Readonly<Record<string, string>>

/** Converts a view's parameters to and from text. */
export interface ParamsCodec<P> {
  /** The view's id; the keys in the hash are "<view>.<key>". */
  readonly view: string
  /** Never fails: a missing or malformed value gets its default. */
  parse(raw: RawParams): P
  /** Omits values that equal the default, so that links stay short. */
  format(params: P): RawParams
}

/** Returns the view's parameters from the URL state. */
export function readParams<P>(shared: Pick<UrlState, 'params'>, codec: ParamsCodec<P>): P {
  const prefix = `${codec.view}.`
  const raw: Record<string, string> = {}
  for (const [key, value] of Object.entries(shared.params)) {
    if (key.startsWith(prefix)) raw[key.slice(prefix.length)] = value
  }
  return codec.parse(raw)
}

/** Returns `params` of the URL state with this view's parameters replaced. */
export function paramsWith<P>(shared: Pick<UrlState, 'params'>, codec: ParamsCodec<P>, params: P): RawParams {
  const prefix = `${codec.view}.`
  const next: Record<string, string> = {}
  for (const [key, value] of Object.entries(shared.params)) {
    if (!key.startsWith(prefix)) next[key] = value
  }
  for (const [key, value] of Object.entries(codec.format(params))) next[prefix + key] = value
  return next
}

/** Returns the view's parameters, and redraws when they change. */
export function useViewParams<P>(codec: ParamsCodec<P>): P {
  const params = useStore((state) => state.shared.params)
  return useMemo(() => readParams({ params }, codec), [params, codec])
}

/** Changes the view's parameters. `how`: see `navigate`. */
export function setViewParams<P>(codec: ParamsCodec<P>, params: P, how: 'push' | 'replace'): void {
  navigate({ params: paramsWith(useStore.getState().shared, codec, params) }, how)
}

// Values derived from the state, memoised by reference. The computations are in
// workers/core/reports.

/**
 * Returns a function that caches its last answer, and returns it if all arguments are identical.
 */
export function memoiseLast<Asked extends readonly unknown[], Answer>(
  compute: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  let last: { readonly asked: Asked; readonly answer: Answer } | undefined
  return (...asked) => {
    if (!last?.asked.every((value, at) => value === asked[at])) last = { asked, answer: compute(...asked) }
    return last.answer
  }
}

/** The function or cycle that a selection names in a profile; both are null if it names neither. */
export interface Selected {
  readonly f: FunctionIndex | null
  readonly cycle: CycleIndex | null
}

const NOTHING_SELECTED: Selected = { f: null, cycle: null }

/** Returns what a selection names in a profile. */
export const resolveSelection = memoiseLast(
  (opened: ProfileView | null, selection: Selection | null): Selected => {
    if (!opened || !selection) return NOTHING_SELECTED
    const { profile, cycles } = opened.analyzed
    const f = findFunction(profile.functions, selection.name, selection.address)
    if (f === NONE) return NOTHING_SELECTED
    const cycle = selection.isCycle ? (cycles.cycleOf[f] ?? NONE) : NONE
    return cycle === NONE ? { f, cycle: null } : { f: null, cycle }
  },
)

/**
 * Returns the selected function, or null if none or a cycle is selected or this profile lacks that name.
 * The function that names a cycle is selected where it is in none, such as after a cut.
 */
export function selectedOf(opened: ProfileView | null, selection: Selection | null): FunctionIndex | null {
  return resolveSelection(opened, selection).f
}

/** Returns the selected function of this profile, or null. */
export function useSelected(opened: ProfileView): FunctionIndex | null {
  return useStore((state) => selectedOf(opened, state.shared.selected))
}

/** Whether the numbers on screen are for another scenario than the link's. */
export function useIsOutdated({ analyzed }: ProfileView): boolean {
  const scenario = useStore((state) => state.shared.scenario)
  return useMemo(() => !isSameScenario(scenario, analyzed.scenario), [scenario, analyzed.scenario])
}

/** Whether the flat profile's rows are for another order, search or scenario than the link's. */
export function useAreRowsOutdated(opened: ProfileView): boolean {
  const isAsked = useStore(({ ui }) => ui.found.phase === 'loading' || ui.sorted.phase === 'loading')
  return useIsOutdated(opened) || isAsked
}

/**
 * Returns a function that finds the search's matches in a name. A regular expression may never end,
 * so the page runs it only after the worker has finished it.
 */
export function useSearchMark(): (name: string) => readonly MarkRange[] {
  const query = useStore(({ ui: { found }, shared }) => {
    const isSearching = found.phase === 'loading'
    return valueOf(found)?.ok && !(isSearching && isExpression(shared.query)) ? shared.query : ''
  })
  return useMemo(() => marker(query), [query])
}

/**
 * Returns the function's name for a link. A name too long for an address bar is replaced by its
 * address, if that is unique.
 */
export function functionName(opened: ProfileView, f: FunctionIndex): FunctionName {
  const { functions } = opened.analyzed.profile
  if (isLongAt(functions.names, f)) return { name: '', address: functions.address[f] ?? null }
  return {
    name: rawName(functions, f),
    address: isNameShared(functions, f) ? (functions.address[f] ?? null) : null,
  }
}

/** Returns the change of state that leads to a function's entry in the call graph. */
export function entryPatch(shared: UrlState, opened: ProfileView, f: FunctionIndex): Partial<UrlState> {
  const { 'call-graph.as': _arrangement, ...params } = shared.params
  return { view: 'call-graph', selected: functionName(opened, f), params }
}

/**
 * Returns the change of state that leads to the lines of the selected function, or of the function
 * selected with it.
 */
export function functionLinesPatch({ params }: Pick<UrlState, 'params'>): Partial<UrlState> {
  const { 'source.lines': _shows, ...others } = params
  return { view: 'source', params: others }
}

/**
 * Returns the link to the current state with this change, for an `href` on screen: a long profile is put into
 * it when it is used, see `completeLink`.
 */
export function hashFor(shared: UrlState, patch: Partial<UrlState>): string {
  const next = { ...shared, ...patch }
  const isLong = next.profile === shared.profile && next.profile.length > MOST_IN_HREF
  return formatHash(isLong ? { ...next, profile: SAME_PROFILE } : next)
}

/** Returns what a link to a function changes in the state. */
export type FunctionPatch = (shared: UrlState, opened: ProfileView, f: FunctionIndex) => Partial<UrlState>

const selectPatch: FunctionPatch = (_shared, opened, f) => ({ selected: functionName(opened, f) })

/**
 * Returns a function that makes links to functions. Each is made once per state: a link may hold a
 * whole profile.
 */
export function useHrefOf(opened: ProfileView, patch = selectPatch): (f: FunctionIndex) => string {
  const shared = useStore((state) => state.shared)
  return useMemo(() => keptLinks((f) => hashFor(shared, patch(shared, opened, f))), [shared, opened, patch])
}

function keptLinks(linkTo: (f: FunctionIndex) => string): (f: FunctionIndex) => string {
  const links = new Map<FunctionIndex, string>()
  return (f) => {
    const link = links.get(f) ?? linkTo(f)
    links.set(f, link)
    return link
  }
}

// Rows of the flat profile: shown by its view, stepped through by a search, and saved as a table.

/**
 * Returns the sorted rows; only the matches while there is a valid search. Items are FunctionIndex.
 */
export const flatRowsOf = memoiseLast(
  (
    { analyzed, listing }: ProfileView,
    found: SearchResult | null,
    sorted: Uint32Array<ArrayBuffer> | null,
  ) => {
    const rows = sorted ?? listing.flat.printed
    const { length } = analyzed.profile.functions
    if (!found?.ok) return rows
    // An order that the user chose is kept; without one the best matches come first.
    return sorted ? rowsAmong(rows, found.matches, length) : rowsByRank(rows, found, length)
  },
)

// Search matches by function.

/**
 * Returns 1 by FunctionIndex for each match; null without a search. A search may match every
 * function of a large profile, so this is computed once per search.
 */
export function useFound({ analyzed }: ProfileView): Uint8Array | null {
  const found = valueOf(useStore((state) => state.ui.found))
  const { length } = analyzed.profile.functions
  return useMemo(() => (found?.ok ? flags(found.matches, length) : null), [found, length])
}

// Lower bounds of total times, for all bars.

/** Provides the lower bounds of total times, in ticks by function; null until they are known. */
export const CertainTicks = createContext<Float64Array | null>(null)

/**
 * Returns the lower bounds of total times in ticks, by function, see workers/core/reports/certain;
 * null until they are known.
 */
export function useCertain(): Float64Array | null {
  return useContext(CertainTicks)
}

// Actions on the selection, the sort order and the panels: module functions, not hooks. Opening is
// in state/opening.ts.

/** Shows a view, as a new history entry. */
export function showView(view: string): void {
  if (useStore.getState().shared.view !== view) navigate({ view }, 'push')
}

/** Selects a function. `how`: `replace` while moving along a list, `push` for a jump. */
export function select(f: FunctionIndex | null, how: 'push' | 'replace'): void {
  const opened = openedIn(useStore.getState().session)
  if (opened) navigate({ selected: f === null ? null : functionName(opened, f) }, how)
}

/** Selects the function and shows its entry in the call graph. */
export function openEntry(f: FunctionIndex): void {
  const { session, shared } = useStore.getState()
  const opened = openedIn(session)
  if (opened) navigate(entryPatch(shared, opened, f), 'push')
}

/**
 * Returns the order after a click on a column: names start ascending, numbers descending; a second
 * click reverses.
 */
function nextOrder(current: SortOrder | null, column: SortColumn): SortOrder {
  if (current?.column === column) {
    return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' }
  }
  return { column, direction: column === 'name' ? 'ascending' : 'descending' }
}

/** Sorts by a column; sorting by the current one reverses the order. */
export function sortBy(column: SortColumn): void {
  navigate({ sort: nextOrder(useStore.getState().shared.sort, column) }, 'push')
}

/** Searches for function names, and keeps the query in the link. */
export function search(query: string): void {
  navigate({ query }, 'replace')
}

/** Unfolds an entry of the call graph. */
export function unfold(entry: EntryIndex): void {
  const { unfolded } = useStore.getState().ui
  if (!unfolded?.has(entry)) setUi({ unfolded: new Set(unfolded).add(entry) })
}

/** Sets which entries of the call graph are unfolded. */
export function setUnfolded(unfolded: ReadonlySet<EntryIndex>): void {
  setUi({ unfolded })
}

/** Folds all entries of the call graph. */
export function foldAll(): void {
  setUi({ unfolded: new Set() })
}

/** Unfolds these entries. Items are EntryIndex. */
export function unfoldAll(entries: Uint32Array): void {
  setUi({ unfolded: new Set(entries as Iterable<EntryIndex>) })
}

/** Sets the function under the pointer, which all views highlight. */
export function hover(hovered: FunctionIndex | null): void {
  if (useStore.getState().ui.hovered !== hovered) setUi({ hovered })
}
