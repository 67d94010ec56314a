// Runs a made-up program whose stacks are known → the profile that gcc -pg would leave of it, and each function's true time.
import type { CallGraphProfile } from '../../core/profile/call-graph-profile.ts'
import { profileOf } from '../graph-text.ts'
import type { Random } from '../random/random.ts'

export interface SimulatedProgram {
  readonly profile: CallGraphProfile
  /** By function: time while it was on the stack, in ticks. */
  readonly inclusive: Float64Array
  /** By arc: time while a call along it was on the stack, in ticks. */
  readonly arcInclusive: Float64Array
  /** By function: 1 if it is compiled without -pg, so that nothing counts its calls. */
  readonly isUncounted: Uint8Array
}

export interface SimulationOptions {
  readonly functions: number
  /** Share of functions compiled without -pg, 0–1. */
  readonly uncounted: number
  /** Probability that a call goes to any function rather than one further down: what makes cycles. */
  readonly backward: number
  /** Share of call sites that call through a shared library, so that nothing counts their calls, 0–1. */
  readonly callbacks?: number
}

const MOST_CALLS = 4000
const MOST_DEPTH = 40

interface Site {
  readonly callee: number
  /** Calls for one call of the caller, on average. */
  readonly calls: number
  /** What a call from here costs, times the callee's usual cost: gprof assumes that all calls cost the same. */
  readonly cost: number
  /** Whether it calls through a shared library. */
  readonly isCallback: boolean
}

/**
 * Every sample is exact: a tick is a unit of time, so that nothing but the missing stacks separates gprof's figures from
 * the truth. Functions call one another by random sites; calls cost what their site says.
 */
export function simulateProgram(random: Random, options: SimulationOptions): SimulatedProgram {
  const { functions: length } = options
  const sites = Array.from({ length }, (_, f) => sitesOf(f, random, options))
  const cost = Array.from({ length }, () => (random.chance(0.2) ? 0 : random.below(20)))
  const isUncounted = Uint8Array.from({ length }, (_, f) =>
    f > 0 && random.chance(options.uncounted) ? 1 : 0,
  )
  const self = new Float64Array(length)
  const inclusive = new Float64Array(length)
  const counts = new Map<number, number>()
  const arcTimes = new Map<number, number>()

  interface Frame {
    readonly f: number
    /** The recorded arc that it was called along; -1 for none. */
    readonly arc: number
    readonly factor: number
    site: number
    left: number
  }
  const stack: Frame[] = []
  const depthOf = new Int32Array(length)
  let calls = 0
  const enter = (f: number, factor: number, isCallback: boolean): void => {
    calls++
    const caller = stack.at(-1)
    const isCounted = caller !== undefined && isUncounted[f] === 0 && !isCallback
    const arc = isCounted ? caller.f * length + f : -1
    if (isCounted) counts.set(arc, (counts.get(arc) ?? 0) + 1)
    stack.push({ f, arc, factor, site: -1, left: 0 })
    depthOf[f]++
    const ticks = Math.round((cost[f] ?? 0) * factor)
    self[f] += ticks
    for (let other = 0; other < length; other++) if (depthOf[other] > 0) inclusive[other] += ticks
    for (const on of new Set(stack.map((frame) => frame.arc)))
      arcTimes.set(on, (arcTimes.get(on) ?? 0) + ticks)
  }
  enter(0, 1, false)
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const own = sites[frame.f] ?? []
    if (frame.left > 0 && stack.length < MOST_DEPTH && calls < MOST_CALLS) {
      frame.left--
      const site = own[frame.site]
      if (site) enter(site.callee, site.cost, site.isCallback)
    } else if (frame.site + 1 < own.length) {
      frame.site++
      const mean = own[frame.site]?.calls ?? 0
      frame.left = Math.floor(mean) + (random.chance(mean % 1) ? 1 : 0)
    } else {
      depthOf[frame.f]--
      stack.pop()
    }
  }

  const arcs = [...counts].map(([arc, count]) => ({
    parent: Math.floor(arc / length),
    child: arc % length,
    count,
  }))
  const names = Array.from({ length }, (_, f) => (f === 0 ? 'main' : `f${f}`))
  const profile = profileOf(names, self, {
    length: arcs.length,
    parent: Int32Array.from(arcs, ({ parent }) => parent),
    child: Int32Array.from(arcs, ({ child }) => child),
    count: Float64Array.from(arcs, ({ count }) => count),
  })
  const arcInclusive = Float64Array.from(
    arcs,
    ({ parent, child }) => arcTimes.get(parent * length + child) ?? 0,
  )
  return { profile, inclusive, arcInclusive, isUncounted }
}

function sitesOf(
  f: number,
  random: Random,
  { functions, backward, callbacks = 0 }: SimulationOptions,
): Site[] {
  return Array.from({ length: random.below(4) + (f === 0 ? 2 : 0) }, () => {
    const isBackward = f > 0 && random.chance(backward)
    const below = functions - f - 1
    const callee = isBackward || below === 0 ? 1 + random.below(functions - 1) : f + 1 + random.below(below)
    return {
      callee,
      calls: isBackward ? 0.3 : 0.3 + random.below(15) / 10,
      cost: [0, 0.2, 1, 1, 3][random.below(5)] ?? 1,
      isCallback: callbacks > 0 && random.chance(callbacks),
    }
  })
}
