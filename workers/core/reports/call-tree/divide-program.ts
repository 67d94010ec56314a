// All recorded samples of a program, divided among its roots with a rest that no call explains.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { asArray, NONE } from '../../base/columns.ts'
import { isStringAt } from '../../base/string-table.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { wholeTicks } from '../../quantities.ts'
import { type Head, listRoots } from '../roots.ts'

/**
 * What the time of a program belongs to besides its roots. `library`: functions that libraries call, such as
 * the comparison of a sort: they call others or themselves, and no caller of theirs counts its calls.
 * `sampled`: functions with samples and no counted calls at all. `outside`: samples in no function.
 * `profiler`: samples in the profiler's own functions. `removed`: time that the scenario removes or excludes.
 */
export type ProgramPart = (typeof PROGRAM_PARTS)[number]

/** All parts of a program. */
export const PROGRAM_PARTS = ['library', 'sampled', 'outside', 'profiler', 'removed'] as const

/** A root of the program, or one of its parts with the roots in it. */
export interface ProgramChild {
  /** Null for a root. */
  readonly part: ProgramPart | null
  /** The root alone, or those of a part, most time first; empty for time of no root. */
  readonly heads: readonly Head[]
  readonly ticks: Ticks
}

/** A program as the root of a tree of callees. */
export interface Program {
  /** All recorded samples; a little more if the functions add up to more, because gprof rounds the edges of bins. */
  readonly ticks: Ticks
  /** Add up to `ticks`: first roots and parts with roots, most time first, then parts without. */
  readonly children: readonly ProgramChild[]
  /** Number of children with roots. */
  readonly sorted: number
}

/** Time below this part of the whole is an error of sums. */
const ROUNDING = 1e-9

/** Names of the function that a program starts with, as in its symbol table. */
const ENTRIES: readonly string[] = ['main', 'MAIN__', '_main']

/** Divides all recorded samples of a profile. Roots without time that call nothing are missing. */
export function divideProgram(analyzed: AnalyzedProfile): Program {
  const { profile } = analyzed
  const heads = listRoots(analyzed).filter(({ ticks, function: f }) => ticks > 0 || hasCalls(analyzed, f))
  const roots: ProgramChild[] = []
  const library: Head[] = []
  const sampled: Head[] = []
  const entry = entryOf(analyzed, heads)
  for (const head of heads) {
    if (head === entry || profile.arcs.length === 0)
      roots.push({ part: null, heads: [head], ticks: head.ticks })
    else if (!hasCalls(analyzed, head.function)) sampled.push(head)
    else if (entry) library.push(head)
    else roots.push({ part: null, heads: [head], ticks: head.ticks })
  }
  for (const [part, some] of [
    ['library', library],
    ['sampled', sampled],
  ] as const) {
    if (some.length > 0) roots.push({ part, heads: some, ticks: sumOf(some) })
  }
  roots.sort((one, other) => other.ticks - one.ticks)
  const rest = timeOfNoRoot(analyzed, sumOf(roots))
  return { ticks: sumOf(roots) + sumOf(rest), children: [...roots, ...rest], sorted: roots.length }
}

const sumOf = (parts: readonly { readonly ticks: Ticks }[]): Ticks =>
  parts.reduce((sum, { ticks }) => sum + ticks, 0)

function timeOfNoRoot({ profile, scenario }: AnalyzedProfile, rooted: Ticks): ProgramChild[] {
  const { functions, totals } = profile
  const whole = wholeTicks(profile)
  const parts: ProgramChild[] = []
  let left = whole - rooted
  const take = (part: ProgramPart, most: Ticks) => {
    const ticks = Math.min(left, most)
    if (!(ticks > whole * ROUNDING)) return
    parts.push({ part, heads: [], ticks })
    left -= ticks
  }
  take('outside', totals.unattributedTicks)
  take('profiler', timeOfProfiler(asArray(functions.isLeftOut), asArray(functions.selfTicks)))
  // Without a scenario it is what rounding leaves.
  const removes = scenario.faster.length + scenario.leftOut.length + scenario.timeLeftOut.length
  const isChanged = removes + scenario.only.length + scenario.timeOnly.length > 0
  if (isChanged) take('removed', left)
  else if (left > whole * ROUNDING) return withMore(parts, left)
  return parts
}

/** Returns the parts with more time outside all functions. */
function withMore(parts: readonly ProgramChild[], ticks: Ticks): ProgramChild[] {
  const outside = parts.find(({ part }) => part === 'outside')
  const others = parts.filter((one) => one !== outside)
  return [{ part: 'outside', heads: [], ticks: ticks + (outside?.ticks ?? 0) }, ...others]
}

function timeOfProfiler(isLeftOut: Uint8Array, selfTicks: Float64Array): Ticks {
  let ticks = 0
  for (let f = isLeftOut.indexOf(1); f >= 0; f = isLeftOut.indexOf(1, f + 1)) ticks += selfTicks[f]
  return ticks
}

/** Returns the root that the program starts with, or null if no root is known to be it. */
function entryOf({ profile, cycles }: AnalyzedProfile, heads: readonly Head[]): Head | null {
  const { names } = profile.functions
  const isEntry = (f: number): boolean => ENTRIES.some((name) => isStringAt(names, f, name))
  for (const head of heads) {
    if (isEntry(head.function)) return head
    const cycle = cycles.cycleOf[head.function]
    if (cycle === NONE) continue
    const { offsets, items } = cycles.members
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) if (isEntry(items[at])) return head
  }
  return null
}

/** Whether calls by the function were counted, or some of it. */
function hasCalls({ profile, cycles }: AnalyzedProfile, f: FunctionIndex): boolean {
  const { functions, arcs, arcsByParent } = profile
  if (cycles.cycleOf[f] !== NONE || functions.calls[f] + functions.selfCalls[f] > 0) return true
  for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
    if (arcs.count[arcsByParent.items[at]] > 0) return true
  }
  return false
}
