// The graph's settings in the link.
import type { LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import { DEFAULT_CHOICE, type Expansion } from '../../../workers/core/reports/graph/graph-choice.ts'
import { formatFunctionName, parseFunctionName } from '../../state/url/link-hash.ts'
import type { FunctionName } from '../../state/url/url-state.ts'
import type { ParamsCodec } from '../../state/url/view-params.ts'

/** A stub that was clicked, with the number of neighbours that it adds. */
export interface OpenStub {
  readonly side: Expansion['side']
  readonly amount: number
  readonly name: FunctionName
}

/** A cycle that was opened or closed, named by a member. */
export interface CycleSwitch {
  readonly name: FunctionName
  readonly isOpen: boolean
}

/** The graph's parameters in the link. */
export interface GraphParams {
  /** The layout; `auto` leaves it to the page (`chooseLayout`). */
  readonly layout: LayoutStyle | 'auto'
  readonly scope: 'whole' | 'around'
  /** Share of the time, 0–1. */
  readonly threshold: number
  readonly callersDepth: number
  readonly calleesDepth: number
  /** Largest number of functions. */
  readonly limit: number
  readonly open: readonly OpenStub[]
  readonly cycles: readonly CycleSwitch[]
  /** Functions drawn in addition. */
  readonly also: readonly FunctionName[]
}

/** The choices of the threshold, as shares of the time. */
export const THRESHOLDS = [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5] as const
/** The choices of the largest number of functions. */
export const LIMITS = [15, 25, 40, 60, 100, 150, 200] as const
/** Functions drawn at most by default: so many have legible names. */
const DEFAULT_LIMIT = 25
/** The limits of the page: members of one cycle leave room for others. */
export const LIMITS_OF_PAGE = { limit: DEFAULT_LIMIT, memberLimit: 12 }
/** The same beside the list, where the picture is small. */
export const LIMITS_OF_PANE = { limit: 8, memberLimit: 3 }
/** Largest depth of callers and callees. */
export const MOST_DEPTH = 6

/** The default parameters. */
export const DEFAULT_PARAMS: GraphParams = {
  layout: 'auto',
  scope: 'whole',
  threshold: DEFAULT_CHOICE.threshold,
  callersDepth: DEFAULT_CHOICE.callersDepth,
  calleesDepth: DEFAULT_CHOICE.calleesDepth,
  limit: DEFAULT_LIMIT,
  open: [],
  cycles: [],
  also: [],
}

/**
 * Codec of the parameters. Keys: layout=force or layered, scope=around, min=<percent>, up, down, most,
 * open=<side>:<amount>:<name>,…, cycles=<open or closed>:<name>,…, also=<name>,…
 */
export const graphParams: ParamsCodec<GraphParams> = {
  view: 'force-graph',
  parse: (raw) => ({
    layout: raw['layout'] === 'layered' || raw['layout'] === 'force' ? raw['layout'] : DEFAULT_PARAMS.layout,
    scope: raw['scope'] === 'around' ? 'around' : DEFAULT_PARAMS.scope,
    threshold: parseNumber(raw['min'], 0, 100, DEFAULT_PARAMS.threshold * 100) / 100,
    callersDepth: Math.round(parseNumber(raw['up'], 0, MOST_DEPTH, DEFAULT_PARAMS.callersDepth)),
    calleesDepth: Math.round(parseNumber(raw['down'], 0, MOST_DEPTH, DEFAULT_PARAMS.calleesDepth)),
    limit: Math.round(parseNumber(raw['most'], 1, 200, DEFAULT_PARAMS.limit)),
    open: (raw['open'] ?? '').split(',').flatMap(parseStub),
    cycles: (raw['cycles'] ?? '').split(',').flatMap(parseSwitch),
    also: (raw['also'] ?? '').split(',').flatMap((name) => parseFunctionName(name) ?? []),
  }),
  format: (params) => ({
    ...(params.layout === DEFAULT_PARAMS.layout ? {} : { layout: params.layout }),
    ...(params.scope === 'around' ? { scope: 'around' } : {}),
    ...(params.threshold === DEFAULT_PARAMS.threshold
      ? {}
      : { min: String(Number((params.threshold * 100).toPrecision(12))) }),
    ...(params.callersDepth === DEFAULT_PARAMS.callersDepth ? {} : { up: String(params.callersDepth) }),
    ...(params.calleesDepth === DEFAULT_PARAMS.calleesDepth ? {} : { down: String(params.calleesDepth) }),
    ...(params.limit === DEFAULT_PARAMS.limit ? {} : { most: String(params.limit) }),
    ...(params.open.length === 0 ? {} : { open: params.open.map(formatStub).join(',') }),
    ...(params.cycles.length === 0 ? {} : { cycles: params.cycles.map(formatSwitch).join(',') }),
    ...(params.also.length === 0 ? {} : { also: params.also.map(formatFunctionName).join(',') }),
  }),
}

function formatStub({ side, amount, name }: OpenStub): string {
  return `${side}:${amount}:${formatFunctionName(name)}`
}

function parseStub(text: string): OpenStub[] {
  const [side, amount = '', name = ''] = text.split(':')
  const fn = parseFunctionName(name)
  const count = Number(amount)
  if (!fn || !Number.isInteger(count) || count < 1) return []
  if (side !== 'callers' && side !== 'callees' && side !== 'members') return []
  return [{ side, amount: count, name: fn }]
}

function formatSwitch({ name, isOpen }: CycleSwitch): string {
  return `${isOpen ? 'open' : 'closed'}:${formatFunctionName(name)}`
}

function parseSwitch(text: string): CycleSwitch[] {
  const [state, name = ''] = text.split(':')
  const fn = parseFunctionName(name)
  return fn && (state === 'open' || state === 'closed') ? [{ name: fn, isOpen: state === 'open' }] : []
}

function parseNumber(text: string | undefined, least: number, most: number, otherwise: number): number {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return value >= least && value <= most ? value : otherwise
}

/**
 * Returns the parameters after a click on a stub: adds these neighbours. A click on the remaining
 * stub adds the next ones.
 */
export function openStub(
  params: GraphParams,
  side: OpenStub['side'],
  name: FunctionName,
  amount: number,
): GraphParams {
  const isSame = (stub: OpenStub): boolean =>
    stub.side === side && stub.name.name === name.name && stub.name.address === name.address
  const before = params.open.find(isSame)
  const stub = { side, name, amount: (before?.amount ?? 0) + amount }
  return { ...params, open: [...params.open.filter((other) => !isSame(other)), stub] }
}
