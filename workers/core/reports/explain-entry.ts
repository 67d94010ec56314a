// Explains every number of the call graph’s entries: its meaning, its equation, how certain it is.
import { finish } from '../base/yielder.ts'
import { callsOfHead, passesTime } from '../analysis/arc-times.ts'
import { factorOfFunction } from '../analysis/apply-scenario.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import {
  AS_PRINTED,
  ASSUMPTION,
  explainUnknownCalls,
  type Explanation,
  recursionNote,
} from './explain/explanation.ts'
import {
  explainPassed,
  explainTotal,
  explainTotalOfCycle,
  explainUnentered,
  type TotalNotes,
} from './explain/total.ts'
import type { Bounds } from '../trust/bounds/bounds.ts'
import { explainSampling } from './explain/sampling.ts'
import { explainWhole } from './explain/whole.ts'
import { type Convention, type CycleEntry, cycleEntry, type OutsideLine } from './cycle-entry.ts'
import {
  arcEquation,
  callsEquation,
  childrenEquation,
  selfEquation,
  shareEquation,
} from './entry-equations.ts'
import {
  cycleCallsEquations,
  cycleChildrenEquation,
  cycleSelfEquation,
  memberCallsEquation,
  outsideEquation,
} from './cycle-equations.ts'
import { type Equation, equationText } from './equation.ts'
import type { EntryLine } from './entry-rows.ts'
import type { Listing } from './listing/listing.ts'
import { displayName } from '../names/names.ts'
import { formatCount, formatCounted } from '../quantities.ts'
import { explainJumps, explainStaticCall, isStaticArc } from './static-calls.ts'

type NumberColumn = 'percent' | 'self' | 'children' | 'called'
/** Columns of a call graph entry. */
export type EntryColumn = 'index' | NumberColumn | 'name'

/** Meaning of <spontaneous>. */
const UNSEEN_CALLER = 'Called from code that the profile does not show'

/** Why the time of a cycle is in no caller's line. */
const NO_CALLER =
  'No function outside calls the cycle: its time goes to no caller. GNU gprof prints no entry for it.'

const explained = (title: string, equations: readonly Equation[], note: string): Explanation => ({
  title,
  formula: equations.map(({ operands }) => equationText(operands)).join('; '),
  note,
  equations,
})

const said = (title: string, note: string): Explanation => ({ title, formula: '', note })

/**
 * Explains one cell of a call graph entry. Returns null for names (except `<spontaneous>`) and numbers of
 * entries, and for the percentage of any line but the primary one, which is blank.
 *
 * @param convention whose description the entry follows
 */
export function explainEntryCell(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  listing: Listing,
  line: EntryLine,
  column: EntryColumn,
  convention: Convention = 'gprof',
): Explanation | null {
  if (line.kind === 'spontaneous') return column === 'name' ? said(UNSEEN_CALLER, '') : null
  if (column === 'name' || column === 'index') return null
  switch (line.kind) {
    case 'parent':
    case 'child':
      return explainArc(analyzed, bounds, line.arc, column)
    case 'caller':
    case 'other':
      return column === 'percent'
        ? null
        : explainOutside(analyzed, line.cycle, line.outside, line.kind, column)
    case 'member':
      if (column === 'percent') return null
      return convention === 'manual' && column === 'called'
        ? explainInside(analyzed, line.member)
        : explainFunction(analyzed, bounds, listing, line.member, column, convention)
    case 'primary': {
      const f = listing.entries.functionOf[line.entry]
      if (f !== NONE) return explainFunction(analyzed, bounds, listing, f, column, convention)
      const cycle = listing.entries.cycleOf[line.entry]
      if (cycle === NONE) return null
      return explainCycle(
        analyzed,
        bounds,
        line.cycle ?? finish(cycleEntry(analyzed, listing, cycle)),
        column,
        convention,
      )
    }
  }
}

/**
 * Explains the time that passes along an arc, or the count it is computed from. An arc that passes no time
 * and a static call have one explanation for all columns. Returns null for the percentage of any other arc,
 * which is blank.
 */
export function explainArc(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  arc: ArcIndex,
  column: NumberColumn,
): Explanation | null {
  const { arcs, functions, rate } = analyzed.profile
  const parent = arcs.parent[arc]
  const child = arcs.child[arc]
  const from = displayName(functions, parent)
  const to = displayName(functions, child)
  const count = arcs.count[arc]
  if (isStaticArc(analyzed, arc))
    return said(`${from} could call ${to}`, explainStaticCall(analyzed, parent, child))
  if (!passesTime(analyzed, arc)) {
    const why = parent === child ? 'Direct recursion' : 'A call inside the cycle'
    return said(`${formatCounted(count, 'call')} from ${from} to ${to}`, `${why} passes no time.`)
  }
  const cycle = analyzed.cycles.cycleOf[child]
  const target = cycle === NONE ? to : `cycle ${cycle + 1}`
  if (column === 'called') {
    const all = callsOfHead(analyzed, child)
    return {
      ...said(`${from} calls ${to}`, withJumps(analyzed, 'Counted, not sampled.', [arc])),
      formula: `${formatCount(count)} of ${formatCounted(all, 'call')} of ${target}`,
    }
  }
  if (column === 'percent') return null
  if (!(rate > 0)) return said('Time', explainSampling(analyzed, 0))
  if (analyzed.asPrinted) {
    const what = column === 'self' ? 'Self time of' : 'Time inherited by'
    return said(`${what} ${target}, passed to ${from}`, AS_PRINTED)
  }
  return explained(
    column === 'self'
      ? `Self time of ${target} passed to ${from}`
      : `Time ${target} inherited, passed on to ${from}`,
    [arcEquation(analyzed, arc, column)],
    explainPassed(analyzed, bounds, arc, column),
  )
}

/** Adds what the code says of the arcs. */
function withJumps(analyzed: AnalyzedProfile, note: string, arcs: readonly ArcIndex[]): string {
  const jumps = new Set(arcs.map((arc) => explainJumps(analyzed, arc)))
  return [note, ...jumps].filter((part) => part !== '').join(' ')
}

/** Explains a line of a function outside of a cycle in the cycle's entry. */
function explainOutside(
  analyzed: AnalyzedProfile,
  entry: CycleEntry,
  line: OutsideLine,
  kind: 'caller' | 'other',
  column: 'self' | 'children' | 'called',
): Explanation {
  const { functions, rate } = analyzed.profile
  const name = displayName(functions, line.f)
  const cycle = `cycle ${entry.cycle + 1}`
  const head = analyzed.cycles.cycleOf[line.f]
  const other = head === NONE ? name : `cycle ${head + 1}`
  const isCaller = kind === 'caller'
  const target = isCaller ? cycle : other
  if (line.arcs.every((arc) => isStaticArc(analyzed, arc)))
    return isCaller
      ? said(`${name} could call ${cycle}`, 'The calls are in the program’s code and were not counted.')
      : said(`${cycle} could call ${name}`, 'The calls are in the program’s code and were not counted.')
  if (column === 'called')
    return {
      ...said(
        isCaller ? `${name} calls members of ${cycle}` : `Members of ${cycle} call ${name}`,
        withJumps(analyzed, 'Counted, not sampled.', line.arcs.slice(0, MOST_ARCS)),
      ),
      formula: `${formatCount(line.count)} of ${formatCounted(line.of, 'call')} of ${target}`,
    }
  if (!(rate > 0)) return said('Time', explainSampling(analyzed, 0))
  const receiver = isCaller ? name : cycle
  const title =
    column === 'self'
      ? `Self time of ${target} passed to ${receiver}`
      : `Time ${target} inherited, passed on to ${receiver}`
  if (analyzed.asPrinted) return said(title, AS_PRINTED)
  const isOnlyWay = line.count === line.of && line.count > 0
  const note = isOnlyWay ? 'Certain, as far as calls were counted: all came along this line.' : ASSUMPTION
  return explained(
    title,
    [outsideEquation(analyzed, entry, line, kind, column)],
    column === 'self' || !isOnlyWay ? note : '',
  )
}

/** Arcs of a line whose jumps are explained. */
const MOST_ARCS = 3

/** Explains the calls on a member's line in the entry of its cycle. */
function explainInside(analyzed: AnalyzedProfile, f: FunctionIndex): Explanation {
  const name = displayName(analyzed.profile.functions, f)
  return explained(
    `Times ${name} was called by members of the cycle, itself among them`,
    [memberCallsEquation(analyzed, f)],
    'Counted, not sampled. Calls inside a cycle pass no time.',
  )
}

function explainFunction(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  listing: Listing,
  f: FunctionIndex,
  column: NumberColumn,
  convention: Convention,
): Explanation {
  const { functions } = analyzed.profile
  const isMember = convention === 'manual' && analyzed.cycles.cycleOf[f] !== NONE
  if (column === 'called') {
    const selfCalls = functions.selfCalls[f]
    if (functions.calls[f] + selfCalls === 0)
      return said('Calls', explainUnknownCalls(functions.selfTicks[f] + analyzed.times.childTicks[f]))
    const equation = callsEquation(analyzed, listing, f, convention)
    return explained(
      isMember
        ? 'Times it was called from outside of its cycle, counted, not sampled'
        : 'Times it was called by others, counted, not sampled',
      equation ? [equation] : [],
      recursionNote(selfCalls),
    )
  }
  const { propagatedSelf, propagatedChild } = analyzed.times
  const self = propagatedSelf[f]
  const equation =
    column === 'self'
      ? () => selfEquation(analyzed, f, self, factorOfFunction(analyzed, f))
      : () => childrenEquation(analyzed, listing, f)
  return explainTimes(
    analyzed,
    displayName(functions, f),
    { self, children: propagatedChild[f] },
    explainTotal(analyzed, bounds, f),
    column,
    equation,
    factorOfFunction(analyzed, f),
  )
}

function explainCycle(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  entry: CycleEntry,
  column: NumberColumn,
  convention: Convention,
): Explanation {
  const { cycle, primary } = entry
  if (column === 'called') {
    const [outside, inside] = cycleCallsEquations(analyzed, entry, convention)
    return explained(
      'Calls into the cycle from outside, and between its members',
      [outside, inside],
      convention === 'manual'
        ? 'Calls inside a cycle pass no time. A member’s calls of itself are among them.'
        : 'Calls between members pass no time.',
    )
  }
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const times =
    convention === 'manual'
      ? primary
      : { self: cyclePropagatedSelf[cycle], children: cyclePropagatedChild[cycle] }
  const equation =
    column === 'self'
      ? () => cycleSelfEquation(analyzed, entry)
      : () => cycleChildrenEquation(analyzed, entry)
  const notes = explainTotalOfCycle(analyzed, bounds, cycle)
  const all = explainTimes(analyzed, `cycle ${cycle + 1}`, times, notes, column, equation)
  const unentered = column === 'children' ? '' : explainUnentered(analyzed, cycle)
  if (unentered === '') return all
  if (convention === 'manual') return analyzed.cycles.calls[cycle] > 0 ? all : { ...all, note: NO_CALLER }
  if (column === 'percent') return { ...all, note: unentered }
  return said(all.title, unentered)
}

/**
 * Explains a function's self and child time as a share of all recorded samples, whatever a scenario hides
 * of it.
 */
export function explainTotalShare(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  f: FunctionIndex,
): Explanation {
  const { functions } = analyzed.profile
  const times = { self: functions.selfTicks[f], children: analyzed.times.childTicks[f] }
  const name = displayName(functions, f)
  const none = (): Equation => shareEquation(analyzed, name, times)
  return explainTimes(analyzed, name, times, explainTotal(analyzed, bounds, f), 'percent', none)
}

/** @param equationOf of the self time or the inherited time; not used for a percentage */
function explainTimes(
  analyzed: AnalyzedProfile,
  name: string,
  times: { readonly self: Ticks; readonly children: Ticks },
  notes: TotalNotes,
  column: 'percent' | 'self' | 'children',
  equationOf: () => Equation,
  factor = 1,
): Explanation {
  if (!(analyzed.profile.rate > 0)) return said('Time', explainSampling(analyzed, 0))
  if (analyzed.asPrinted) {
    const what = {
      percent: 'Share of all recorded samples in',
      self: 'Time in',
      children: 'Time inherited by',
    }[column]
    return said(`${what} ${name}`, AS_PRINTED)
  }
  if (column === 'percent')
    return explained(
      `Share of all recorded samples in ${name} and what it calls`,
      [shareEquation(analyzed, name, times)],
      notes.total + explainWhole(analyzed),
    )
  return column === 'self'
    ? explained(`Time in ${name} itself`, [equationOf()], explainSampling(analyzed, times.self, factor))
    : explained(`Time ${name} inherits from what it calls`, [equationOf()], notes.children)
}
