// The parts of a function’s entry, line by line if lines are known: integer costs, calls with their
// costs. The parts add up exactly to the function's self time and to each arc's time.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { groupAt } from '../../base/csr.ts'
import { wholeUnits } from './cost-unit.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type AllLines, linesOfFunction } from '../../profile/lines/all-lines.ts'
import { arcTicks } from '../../analysis/arc-times.ts'
import type { FunctionLines } from '../../profile/lines/function-lines.ts'
import { rawName } from '../../names/names.ts'

/** Cost and calls of one line of a function. */
export interface CodePart {
  /** File as a binary string; null for the function's own. */
  readonly file: string | null
  /** Line number, from 1; 0 if unknown, null for the function's own. */
  readonly line: number | null
  /** Self time of the part in cost units, an integer. */
  readonly cost: number
  readonly calls: readonly PartOfArc[]
}

/** The part of an arc that one line called. */
export interface PartOfArc {
  readonly child: FunctionIndex
  /** Calls from this part. */
  readonly count: number
  /** Time that these calls pass, in cost units, an integer. */
  readonly cost: number
}

interface OpenPart extends Omit<CodePart, 'cost' | 'calls'> {
  readonly ticks: number
  readonly calls: PartOfArc[]
}

/**
 * Splits a function's self time and calls into parts: one per line with code, in the order of its line
 * sections. The integer costs add up exactly to its self time and to the time of each arc.
 *
 * @param lines null if unknown; the result is then one part
 * @param perTick cost units per tick; see `smallUnit`
 */
export function codeParts(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  lines: AllLines | null,
  perTick: number,
): readonly CodePart[] {
  const own = lines && linesOfFunction(lines, f, rawName(analyzed.profile.functions, f))
  const whole: OpenPart = { file: null, line: null, ticks: 1, calls: [] }
  const parts = own && own.sections.length > 0 ? partsOfLines(own) : { list: [whole], at: () => whole }
  addCalls(analyzed, f, own?.calls ? own : null, parts.at, perTick)
  const self = analyzed.times.propagatedSelf[f] * perTick
  const measured = parts.list.reduce((sum, { ticks }) => sum + ticks, 0)
  const costs = wholeUnits(
    parts.list.map(({ ticks }) => ticks),
    measured > 0 ? Math.round(self) / measured : 0,
  )
  // A saved profile may lack times of lines although it has the function's.
  if (measured === 0) costs[costs.length - 1] = Math.round(self)
  return parts.list.map(({ file, line, calls }, at) => ({ file, line, cost: costs[at] ?? 0, calls }))
}

interface Parts {
  readonly list: readonly OpenPart[]
  /** Returns the part of the line that makes a call; row −1 is an unknown line. */
  readonly at: (section: number, row: number) => OpenPart
}

function partsOfLines({ sections, unplaced }: FunctionLines): Parts {
  const unknown: OpenPart = { file: null, line: 0, ticks: unplaced, calls: [] }
  const bySection = sections.map(({ file, line, ticks }) =>
    Array.from(line, (number, row): OpenPart => ({ file, line: number, ticks: ticks[row], calls: [] })),
  )
  return {
    list: [...bySection.flat(), unknown],
    at: (section, row) => bySection[section]?.[row] ?? unknown,
  }
}

/** @param lines null if calls are unknown by line */
function addCalls(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  lines: FunctionLines | null,
  partAt: Parts['at'],
  perTick: number,
): void {
  const { arcs, arcsByParent } = analyzed.profile
  const rowsOf = new Map<number, number[]>()
  const calls = lines?.calls
  for (let at = 0; calls && at < calls.length; at++) {
    const rows = rowsOf.get(calls.child[at])
    if (rows) rows.push(at)
    else rowsOf.set(calls.child[at], [at])
  }
  for (const arc of groupAt(arcsByParent, f)) {
    const all = arcs.count[arc]
    if (all === 0) continue
    const child = arcs.child[arc]
    const cost = Math.round(arcTicks(analyzed, arc) * perTick)
    let [counted, given] = [0, 0]
    const add = (part: OpenPart, count: number): void => {
      counted += count
      const next = Math.round((cost * counted) / all)
      part.calls.push({ child, count, cost: next - given })
      given = next
    }
    for (const at of rowsOf.get(child) ?? [])
      if (calls && counted + calls.count[at] <= all)
        add(partAt(calls.section[at], calls.row[at]), calls.count[at])
    if (counted < all) add(partAt(-1, -1), all - counted)
  }
}
