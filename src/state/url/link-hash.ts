// The hash format, version 1: keys v, view, fn or cycle, q, sort, run, profile, those of the scenario,
// "<view>.<key>". Each key falls back to its default separately, so one malformed value does not discard
// the rest.
import type { RunName, SortOrder } from '../../../workers/api/contract.ts'
import { SORT_COLUMNS } from '../../../workers/core/reports/sort-functions.ts'
import { type UrlState, EMPTY_URL_STATE, type FunctionName, type Selection } from './url-state.ts'
import { formatScenario, parseScenarioPart, encodeBytes, decodeBytes, wellFormed } from './scenario-hash.ts'

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
