// The largest cycles in words, for forms of other tools that have a place for comments.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { largestRows } from '../../base/largest-rows.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { insideCalls, timesOfCycle } from '../cycle-entry.ts'
import { displayName } from '../../names/names.ts'
import { formatCount, formatCounted, formatSeconds, secondsOf } from '../../quantities.ts'

/** Cycles, and members of a cycle, that are named. */
const MOST_CYCLES = 5
const MOST_MEMBERS = 3

/**
 * Returns the cycles with the most time, each as a line of text: "Cycle 1: 2 functions (b, a), self 1.77 s,
 * callees 0.30 s, 5 calls from outside, 12 inside". A last line has the number of the others.
 */
export function cycleNotes(analyzed: AnalyzedProfile): readonly string[] {
  const { length } = analyzed.cycles
  const ticks = Float64Array.from({ length }, (_, row) => {
    const { self, children } = timesOfCycle(analyzed, row as CycleIndex)
    return self + children
  })
  const rows = largestRows(ticks.keys(), (row) => ticks[row], MOST_CYCLES)
  const notes = rows.map((row) => noteOf(analyzed, row as CycleIndex))
  const others = length - rows.length
  return others > 0 ? [...notes, `Other cycles: ${formatCount(others)}`] : notes
}

function noteOf(analyzed: AnalyzedProfile, cycle: CycleIndex): string {
  const { cycles, profile, times } = analyzed
  const { offsets, items } = cycles.members
  const members = items.subarray(offsets[cycle], offsets[cycle + 1])
  const largest = largestRows(members, (f) => times.propagatedSelf[f as FunctionIndex], MOST_MEMBERS)
  const names = largest.map((f) => displayName(profile.functions, f as FunctionIndex))
  const rest = members.length - largest.length
  if (rest > 0) names.push(`${formatCount(rest)} more`)
  const { self, children } = timesOfCycle(analyzed, cycle)
  const time = (ticks: number): string => formatSeconds(secondsOf(ticks, profile.rate), profile.abbreviation)
  const size = formatCounted(members.length, 'function')
  const calls = `${formatCounted(cycles.calls[cycle], 'call')} from outside, ${formatCount(insideCalls(analyzed, cycle))} inside`
  return `Cycle ${cycle + 1}: ${size} (${names.join(', ')}), self ${time(self)}, callees ${time(children)}, ${calls}`
}
