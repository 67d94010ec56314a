// The graph's parameters in the link: how much is drawn, around what, and which stubs are open.
import { formatFunctionName, type FunctionName, parseFunctionName } from '../../state/url-state.ts'
import type { ParamsCodec } from '../../state/url-sync.ts'
import type { LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import { DEFAULT_CHOICE, type Expansion } from '../../../workers/core/reports/graph/selection.ts'

/** A stub that was clicked, with the number of neighbours that it adds. */
export interface OpenStub {
  readonly side: Expansion['side']
  readonly amount: number
  readonly name: FunctionName
}

/** The graph's parameters in the link. */
export interface GraphParams {
  readonly layout: LayoutStyle
  readonly scope: 'whole' | 'around'
  /** Share of the time, 0–1. */
  readonly threshold: number
  readonly callersDepth: number
  readonly calleesDepth: number
  /** Null for the default, which depends on the window's width. */
  readonly limit: number | null
  readonly open: readonly OpenStub[]
}

/** The choices of the threshold, as shares of the time. */
export const THRESHOLDS = [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5] as const
/** The choices of the largest number of functions. */
export const LIMITS = [30, 40, 60, 100, 150, 200] as const
/** Largest depth of callers and callees. */
export const MOST_DEPTH = 6

/** The default parameters. */
export const DEFAULT_PARAMS: GraphParams = {
  layout: 'force',
  scope: 'whole',
  threshold: DEFAULT_CHOICE.threshold,
  callersDepth: DEFAULT_CHOICE.callersDepth,
  calleesDepth: DEFAULT_CHOICE.calleesDepth,
  limit: null,
  open: [],
}

/**
 * Codec of the parameters. Keys: layout=layered, scope=around, min=<percent>, up, down, most,
 * open=<side>:<amount>:<name>,…
 */
export const graphParams: ParamsCodec<GraphParams> = {
  view: 'force-graph',
  parse: (raw) => ({
    layout: raw['layout'] === 'layered' ? 'layered' : DEFAULT_PARAMS.layout,
    scope: raw['scope'] === 'around' ? 'around' : DEFAULT_PARAMS.scope,
    threshold: parseNumber(raw['min'], 0, 100, DEFAULT_PARAMS.threshold * 100) / 100,
    callersDepth: Math.round(parseNumber(raw['up'], 0, MOST_DEPTH, DEFAULT_PARAMS.callersDepth)),
    calleesDepth: Math.round(parseNumber(raw['down'], 0, MOST_DEPTH, DEFAULT_PARAMS.calleesDepth)),
    limit: Math.round(parseNumber(raw['most'], 1, 200, 0)) || null,
    open: (raw['open'] ?? '').split(',').flatMap(parseStub),
  }),
  format: (params) => ({
    ...(params.layout === DEFAULT_PARAMS.layout ? {} : { layout: params.layout }),
    ...(params.scope === 'around' ? { scope: 'around' } : {}),
    ...(params.threshold === DEFAULT_PARAMS.threshold
      ? {}
      : { min: String(Number((params.threshold * 100).toPrecision(12))) }),
    ...(params.callersDepth === DEFAULT_PARAMS.callersDepth ? {} : { up: String(params.callersDepth) }),
    ...(params.calleesDepth === DEFAULT_PARAMS.calleesDepth ? {} : { down: String(params.calleesDepth) }),
    ...(params.limit === null ? {} : { most: String(params.limit) }),
    ...(params.open.length === 0 ? {} : { open: params.open.map(formatStub).join(',') }),
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
