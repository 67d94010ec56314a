// Checks the arcs: missing ones, tail calls, inlined functions.
import { arcTicks } from '../../analysis/arc-times.ts'
import type { Notice } from '../../problems/problem.ts'
import type { ArcEvidence } from '../../profile/arc-evidence.ts'
import { counterOf } from '../program/linked-libraries.ts'
import type { CallSiteScore } from '../program/call-sites.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { displayName } from '../../names/names.ts'
import { symbolAt } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { type Examined, lacksProfiler, ticksOutside } from './examined.ts'

/**
 * @param isDoubted whether the program is probably the wrong one, whose arcs of course lie outside
 */
export function checkArcs({ analyzed, raw, sum, libraries }: Examined, isDoubted: boolean): Notice[] {
  const { totals, arcs } = analyzed.profile
  const notices: Notice[] = []
  if (totals.arcRecords === 0)
    notices.push({
      code: 'no-arcs',
      ...(raw && { counts: counterOf(raw.symbols) !== '' }),
      ...(lacksProfiler(raw) && { lacksProfiler: true }),
    })
  const ticks = ticksOutside(totals, sum.histograms)
  const outside = ticks > 0.01 * totals.recordedTicks
  // Nothing lies in the wrong program; and calls of libraries lead out of a program without samples.
  const isWrong = isDoubted && arcs.length === 0
  const leadsToLibraries = libraries.length > 0 && totals.recordedTicks === 0
  const dropped = totals.droppedArcRecords > 0.01 * totals.arcRecords
  if (raw && !isWrong && (outside || (dropped && !leadsToLibraries))) {
    notices.push({
      code: 'outside-program',
      ticks,
      totalTicks: totals.recordedTicks,
      droppedArcs: totals.droppedArcRecords,
      totalArcs: totals.arcRecords,
    })
  }
  return notices
}

/** Returns a notice about arcs that lead past the function that jumps to their callee, if much time passes along them. */
export function checkTailCalls({ analyzed, callSites }: Examined): Notice[] {
  if (!callSites || callSites.tailCalls.length === 0) return []
  const { functions, arcs, arcsByParent, totals } = analyzed.profile
  const jumpers = new Map(
    callSites.tailCalls.map(({ caller, callee, jumper }) => [caller * functions.length + callee, jumper]),
  )
  const callers = new Set(callSites.tailCalls.map(({ caller }) => caller as FunctionIndex))
  let [found, calls, ticks, most] = [0, 0, 0, -1]
  let example: readonly FunctionIndex[] = []
  for (const caller of callers) {
    const { offsets, items } = arcsByParent
    for (let at = offsets[caller]; at < offsets[caller + 1]; at++) {
      const arc = items[at]
      const callee = arcs.child[arc]
      const jumper = jumpers.get(caller * functions.length + callee)
      if (jumper === undefined) continue
      const passed = arcTicks(analyzed, arc)
      found++
      calls += arcs.count[arc]
      ticks += passed
      if (passed <= most) continue
      most = passed
      example = [caller, jumper as FunctionIndex, callee]
    }
  }
  if (ticks <= 0.01 * totals.recordedTicks) return []
  const [caller = '', jumper = '', callee = ''] = example.map((f) => displayName(functions, f))
  return [{ code: 'tail-calls', arcs: found, calls, caller, jumper, callee }]
}

/** Returns a notice about functions that count the calls of what was inlined into them, or has no symbol. */
export function checkInlined({ analyzed, callSites }: Examined): Notice[] {
  if (!callSites || callSites.inlined.size === 0) return []
  const { functions } = analyzed.profile
  const [first] = [...callSites.inlined].toSorted(
    ([f], [g]) => functions.calls[g as FunctionIndex] - functions.calls[f as FunctionIndex],
  )
  if (!first) return []
  const [f, sites] = first
  const name = displayName(functions, f as FunctionIndex)
  return [{ code: 'inlined-counts', functions: callSites.inlined.size, name, places: sites.length + 1 }]
}

/** Arcs to places where the code of a function calls the profiler again, beyond its first bytes. */
export function countInlined(
  { from, self }: ArcEvidence,
  symbols: SymbolTable,
  prologue: number,
  inlined: CallSiteScore['inlined'],
): number {
  if (inlined.size === 0) return 0
  const sites = new Set(
    [...inlined].flatMap(([f, places]) => places.filter((site) => site - symbols.address[f] > prologue)),
  )
  return self.reduce(
    (sum, site, arc) => sum + Number(sites.has(site) && symbolAt(symbols, from[arc]) >= 0),
    0,
  )
}
