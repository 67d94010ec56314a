// What a function's entry in Callgrind's form is made of, line by line where lines are known: whole costs, and calls with theirs. Parts add
// up to the function's own time and to each arc's, to the last unit.
import { groupAt } from '../../base/csr.ts'
import { arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { linesOfOne, type AllLines } from '../../profile/lines/all-lines.ts'
import type { FunctionLines } from '../../profile/lines/function-lines.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { rawName } from '../names/names.ts'
import { wholeUnits } from './cost-unit.ts'

export interface CodePart {
  /** A binary string; null for wherever the function is. */
  readonly file: string | null
  /** From 1; 0 where it is not known, null for the function's own. */
  readonly line: number | null
  readonly cost: number
  readonly calls: readonly PartOfArc[]
}

export interface PartOfArc {
  readonly child: FunctionIndex
  readonly count: number
  readonly cost: number
}

interface OpenPart extends Omit<CodePart, 'cost' | 'calls'> {
  readonly ticks: number
  readonly calls: PartOfArc[]
}

/** @param lines null where they are not known: then it is one part */
export function codeParts(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  lines: AllLines | null,
  perTick: number,
): readonly CodePart[] {
  const own = lines && linesOfOne(lines, f, rawName(analyzed.profile.functions, f))
  const whole: OpenPart = { file: null, line: null, ticks: 1, calls: [] }
  const parts = own && own.sections.length > 0 ? partsOfLines(own) : { list: [whole], at: () => whole }
  addCalls(analyzed, f, own?.calls ? own : null, parts.at, perTick)
  const self = analyzed.times.propagatedSelf[f] * perTick
  const measured = parts.list.reduce((sum, { ticks }) => sum + ticks, 0)
  const costs = wholeUnits(
    parts.list.map(({ ticks }) => ticks),
    measured > 0 ? Math.round(self) / measured : 0,
  )
  // A profile may have lost its lines' times, and not the function's.
  if (measured === 0) costs[costs.length - 1] = Math.round(self)
  return parts.list.map(({ file, line, calls }, at) => ({ file, line, cost: costs[at] ?? 0, calls }))
}

interface Parts {
  readonly list: readonly OpenPart[]
  /** Where a call stands; −1 where it is not known. */
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

/** @param lines null where calls are not known by line */
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
    let [told, given] = [0, 0]
    const add = (part: OpenPart, count: number): void => {
      told += count
      const next = Math.round((cost * told) / all)
      part.calls.push({ child, count, cost: next - given })
      given = next
    }
    for (const at of rowsOf.get(child) ?? [])
      if (calls && told + calls.count[at] <= all)
        add(partAt(calls.section[at], calls.row[at]), calls.count[at])
    if (told < all) add(partAt(-1, -1), all - told)
  }
}
