// Export to JSON for other programs, in a documented, versioned form (docs/formats/json.md).
import { finish } from '../../base/yielder.ts'
import { arcChildTicks, arcSelfTicks, membersOf } from '../../analysis/arc-times.ts'
import { NONE } from '../../base/columns.ts'
import { jsonText } from '../../base/visible-text.ts'
import { textOfBinary } from '../../base/string-table.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { Scenario } from '../../analysis/scenario/scenario.ts'
import type { ProfileView } from '../../profile-view.ts'
import type { Notice } from '../../problems/problem.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { rawName, readableText } from '../../names/names.ts'
import { type CycleEntry, cycleEntry, type OutsideLine } from '../cycle-entry.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { rangeOfArc, rangeOfTotal } from '../../trust/bounds/certain-parts.ts'
import type { TimeRange } from '../../trust/bounds/folded-self.ts'
import { sourceOf } from '../source-of.ts'

const JSON_FORMAT = 'gmonscope-profile'
/** Incremented when a field changes its meaning or is removed; new fields do not change it. */
const JSON_VERSION = 1

/**
 * Writes the profile as JSON (docs/formats/json.md) in pieces, one row of a table at a time, so that a
 * large one is never one string.
 *
 * @param write receives the pieces in order, before the function returns
 * @param bounds each function and arc also gets the bounds of its time on the
 *   stack; null for none
 */
export function writeJson(
  opened: ProfileView,
  write: (text: string) => void,
  bounds: Bounds | null = null,
): void {
  const { analyzed, notices } = opened
  const { profile, cycles } = analyzed
  const { functions, arcs, totals } = profile
  write('{\n')
  const field = (name: string, value: unknown): void => write(`  "${name}": ${jsonText(value)},\n`)
  field('format', JSON_FORMAT)
  field('version', JSON_VERSION)
  field('name', opened.name)
  field('files', opened.files)
  field('rate', profile.rate)
  field('unit', {
    name: textOfBinary(profile.dimension),
    abbreviation: textOfBinary(profile.abbreviation),
  })
  field('totals', {
    ticks: totals.ticks,
    recordedTicks: totals.recordedTicks,
    unattributedTicks: totals.unattributedTicks,
    graphTicks: analyzed.printedTicks,
    arcRecords: totals.arcRecords,
    droppedArcRecords: totals.droppedArcRecords,
    runs: totals.runs,
  })
  field('scenario', scenarioAsText(analyzed.scenario))
  field('notices', notices.map(noticeAsText))
  table(write, 'functions', functions.length, (row) => ({
    ...functionRow(opened, row as FunctionIndex),
    ...(bounds &&
      boundsRow(bounds, row as FunctionIndex, rangeOfTotal(analyzed, bounds, row as FunctionIndex))),
  }))
  write(',\n')
  table(write, 'arcs', arcs.length, (row) => ({
    ...arcRow(opened, row as ArcIndex),
    ...(bounds &&
      boundsRow(bounds, arcs.child[row as ArcIndex], rangeOfArc(analyzed, bounds, row as ArcIndex))),
  }))
  write(',\n')
  table(write, 'cycles', cycles.length, (row) => cycleRow(opened, row as CycleIndex))
  write('\n}\n')
}

function functionRow({ analyzed, listing }: ProfileView, f: FunctionIndex) {
  const { profile, cycles, times } = analyzed
  const { functions } = profile
  const cycle = cycles.cycleOf[f]
  const source = sourceOf(profile, f)
  return {
    address: functions.isAddressless ? null : `0x${functions.address[f].toString(16)}`,
    rawName: textOfBinary(rawName(functions, f)),
    name: readableText(functions, f),
    static: functions.isStatic[f] === 1,
    file: source?.file ?? null,
    line: source?.line ?? null,
    selfTicks: functions.selfTicks[f],
    childTicks: times.childTicks[f],
    calls: functions.calls[f],
    selfCalls: functions.selfCalls[f],
    cycle: cycle === NONE ? null : cycle + 1,
    index: listing.entries.entryOfFunction[f] + 1,
  }
}

/** @param f function whose upper bound the range has */
function boundsRow(bounds: Bounds, f: FunctionIndex, { least, most }: TimeRange) {
  const isLoose = least < most && bounds.isLoose[f] === 1
  return { leastTicks: least, mostTicks: most, ...(isLoose && { mostIsExact: false }) }
}

function arcRow({ analyzed }: ProfileView, arc: ArcIndex) {
  const { arcs, recordedArcs } = analyzed.profile
  return {
    parent: arcs.parent[arc],
    child: arcs.child[arc],
    count: arcs.count[arc],
    selfTicks: arcSelfTicks(analyzed, arc),
    childTicks: arcChildTicks(analyzed, arc),
    ...(arc < recordedArcs ? {} : { recorded: false }),
  }
}

function cycleRow({ analyzed, listing }: ProfileView, cycle: CycleIndex) {
  const { cycles, times } = analyzed
  const entry = finish(cycleEntry(analyzed, listing, cycle))
  return {
    number: cycle + 1,
    index: listing.entries.entryOfCycle[cycle] + 1,
    members: [...membersOf(cycles, cycle)],
    selfTicks: times.cycleSelfTicks[cycle],
    childTicks: times.cycleChildTicks[cycle],
    calls: cycles.calls[cycle],
    internalCalls: cycles.internalCalls[cycle],
    entry: cycleEntryRow(entry, (f) => f),
  }
}

/**
 * Returns a cycle's entry as the manual of gprof describes it, as JSON: times in ticks.
 *
 * @param reference the row of a function in the table, or its name
 */
export function cycleEntryRow(
  { primary, callers, members, others }: CycleEntry,
  reference: (f: FunctionIndex) => unknown,
) {
  const outside = ({ f, self, children, count, of }: OutsideLine) => ({
    function: reference(f),
    selfTicks: self,
    childTicks: children,
    count,
    of,
  })
  return {
    selfTicks: primary.self,
    childTicks: primary.children,
    calls: primary.calls,
    insideCalls: primary.inside,
    callers: callers.map(outside),
    members: members.map((line) => ({
      function: reference(line.f),
      selfTicks: line.self,
      childTicks: line.children,
      insideCalls: line.inside,
      selfCalls: line.selfCalls,
      calls: line.outside,
    })),
    others: others.map(outside),
  }
}

/** The line of a listing is the only binary string in notices. */
const noticeAsText = (notice: Notice): Notice =>
  notice.code === 'listing-unread' ? { ...notice, text: textOfBinary(notice.text) } : notice

/** JSON has no Infinity: the factor of a function that takes no time is written as null. */
function scenarioAsText({
  staticArcs,
  foldStd,
  cutArcs,
  leftOut,
  timeLeftOut,
  only,
  timeOnly,
  faster,
}: Scenario): Scenario {
  const texts = (names: readonly string[]): string[] => names.map(textOfBinary)
  return {
    staticArcs,
    foldStd,
    cutArcs: cutArcs.map(({ parent, child }) => ({
      parent: textOfBinary(parent),
      child: textOfBinary(child),
    })),
    leftOut: texts(leftOut),
    timeLeftOut: texts(timeLeftOut),
    only: texts(only),
    timeOnly: texts(timeOnly),
    faster: faster.map(({ name, factor }) => ({ name: textOfBinary(name), factor })),
  }
}

function table(
  write: (text: string) => void,
  name: string,
  length: number,
  rowOf: (row: number) => unknown,
): void {
  write(`  "${name}": [`)
  for (let row = 0; row < length; row++) write(`${row === 0 ? '' : ','}\n    ${jsonText(rowOf(row))}`)
  write(length === 0 ? ']' : '\n  ]')
}
