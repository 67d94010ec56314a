// Sentences of the summary that say what takes the time.
import { arcTicks, passesTime } from '../../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { SuggestedCuts } from '../../analysis/cuts/suggest-cuts.ts'
import { groupAt } from '../../base/csr.ts'
import { stringAt } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { HotLines } from '../../profile/lines/hot-lines.ts'
import { isMember } from '../../trust/bounds/certain-parts.ts'
import { listCycles } from '../cycle-rows.ts'
import { hottest, mostCalled } from '../highlights.ts'
import { hotLinesUnder } from '../lines/explain-lines.ts'
import type { Analysis } from '../listing/listing.ts'
import { parentLines } from '../listing/lines-on-request.ts'
import { formatCounted, formatShareOf, shareOf } from '../../quantities.ts'
import { cycleTicksOf } from '../share-ticks.ts'
import { fileOfPath, shownPath } from '../find-source.ts'
import {
  type SummaryInput,
  type SummarySentence,
  timeText,
  nameOf,
  type SummaryPart,
  percent,
  RELIABLE_SAMPLES,
} from './sentence.ts'

/** A caller that gets this part of a function's passed time is named. */
const MAIN_CALLER = 0.75

/** A cycle with this part of all time hides much of who pays. */
const LARGE_CYCLE = 0.1

export function hottestFunction({ analyzed, listing }: SummaryInput): SummarySentence | null {
  const [top] = hottest(analyzed, listing, 1)
  if (!top) return null
  const { profile } = analyzed
  const { selfTicks } = profile.functions
  const time = profile.rate > 0 ? ` (${timeText(analyzed, selfTicks[top.f], top.f)})` : ''
  return {
    kind: 'function',
    parts: [
      nameOf(analyzed, top.f),
      ` takes ${top.percent} of the time${time}`,
      ...callersOf(analyzed, listing, top.f),
    ],
    place: 'call-graph',
    f: top.f,
  }
}

/**
 * Returns whom a function works for. One counted caller is a fact; shares of several callers are
 * gprof's estimate. Calls inside a cycle pass no time: there the most calls count.
 */
function callersOf(
  analyzed: AnalyzedProfile,
  listing: SummaryInput['listing'],
  f: FunctionIndex,
): readonly SummaryPart[] {
  if (isMember(analyzed, f)) {
    const caller = busiestCaller(analyzed, f)
    const cycle = `; it is in cycle ${analyzed.cycles.cycleOf[f] + 1}`
    return caller === null
      ? [`${cycle}.`]
      : [`${cycle}, most often called by `, nameOf(analyzed, caller), '.']
  }
  const { arcs } = analyzed.profile
  let callers = 0
  let passed = 0
  let most = -1
  let main: FunctionIndex | null = null
  for (const row of parentLines(analyzed, listing.lines, f)) {
    const arc = row as Parameters<typeof arcTicks>[1]
    // Static calls have no count.
    if (arcs.parent[arc] === f || !(arcs.count[arc] > 0)) continue
    const ticks = passesTime(analyzed, arc) ? arcTicks(analyzed, arc) : 0
    callers++
    passed += ticks
    if (ticks > most) {
      most = ticks
      main = arcs.parent[arc]
    }
  }
  if (main === null) return ['.']
  if (callers === 1) return ['; its only counted caller is ', nameOf(analyzed, main), '.']
  if (passed > 0 && most >= MAIN_CALLER * passed)
    return [`, by estimate ${percent(most, passed)} of it for `, nameOf(analyzed, main), '.']
  return [`, for ${formatCounted(callers, 'caller')}.`]
}

/** Returns the other function with the most counted calls of `f`; null without one, or if two have as many. */
function busiestCaller({ profile }: AnalyzedProfile, f: FunctionIndex): FunctionIndex | null {
  const { arcs } = profile
  let caller: FunctionIndex | null = null
  let most = 0
  for (const arc of groupAt(profile.arcsByChild, f)) {
    const calls = arcs.count[arc]
    if (arcs.parent[arc] === f || !(calls > 0) || calls < most) continue
    caller = calls === most ? null : arcs.parent[arc]
    most = calls
  }
  return caller
}

export function mostCalledFunction({ analyzed, listing }: SummaryInput): SummarySentence | null {
  const [top] = mostCalled(analyzed, listing, 1)
  if (!top) return null
  const calls = formatCounted(analyzed.profile.functions.calls[top.f], 'counted call')
  return {
    kind: 'calls',
    parts: [nameOf(analyzed, top.f), ` has the most calls: ${calls}.`],
    place: 'call-graph',
    f: top.f,
  }
}

/** Said of a line with enough samples; another line would likely lead in the next run. */
export function hottestLine(analyzed: AnalyzedProfile, measured: HotLines): SummarySentence | null {
  const hot = hotLinesUnder(analyzed, measured)
  const { totals } = analyzed.profile
  if (hot.length === 0 || hot.ticks[0] < RELIABLE_SAMPLES || !(totals.ticks > 0)) return null
  const f = hot.f[0] as FunctionIndex
  const path = stringAt(hot.files, hot.file[0] as Parameters<typeof stringAt>[1])
  const place = `${fileOfPath(shownPath(path))}:${hot.line[0]}`
  return {
    kind: 'line',
    parts: [
      'The hottest line is ',
      { name: place },
      ` with ${formatShareOf(analyzed.profile, hot.ticks[0])}, in `,
      nameOf(analyzed, f),
      '.',
    ],
    place: 'source',
    f: null,
  }
}

/**
 * Returns the cycle with the most time, of which the summary speaks; null if there is no cycle or it has
 * less than a tenth of all time.
 */
export function cycleToCut(analysis: Analysis) {
  if (analysis.analyzed.cycles.length === 0) return null
  const [top] = listCycles(analysis, 1)
  if (!top) return null
  const { analyzed } = analysis
  return shareOf(analyzed.profile, cycleTicksOf(analyzed, top.cycle)) >= LARGE_CYCLE ? top : null
}

export function largestCycle(input: SummaryInput): SummarySentence | null {
  const top = cycleToCut(input)
  if (!top) return null
  const { analyzed, cuts } = input
  return {
    kind: 'cycle',
    parts: [
      `${top.name.replace('cycle', 'Cycle')} (${formatCounted(top.size, 'function')}) hides who pays for ${top.text.share}`,
      ...cutParts(analyzed, top.cycle, cuts),
    ],
    place: 'cycles',
    f: top.first,
  }
}

/** Cuts that keep the way down divide the cycle's time among its callers, if it has any. */
function cutParts(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  cuts: SuggestedCuts | null,
): readonly SummaryPart[] {
  const isEntered = analyzed.cycles.calls[cycle] > 0
  const result = isEntered ? ' shows it and leaves every member a caller.' : ' shows it.'
  const [arc] = cuts?.arcs ?? []
  if (!cuts || arc === undefined) return ['; cutting the calls back', result]
  if (cuts.arcs.length > 1) return [`; cutting ${formatCounted(cuts.arcs.length, 'arc')}`, result]
  const { parent, child } = analyzed.profile.arcs
  return ['; cutting ', nameOf(analyzed, parent[arc]), ' → ', nameOf(analyzed, child[arc]), result]
}
