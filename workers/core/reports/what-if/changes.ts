// A scenario in words: one change a line, each with the scenario that is without it.
import { asArray } from '../../base/as-column.ts'
import { findArcs } from '../../analysis/scenario/apply-scenario.ts'
import { restoreArcs, type ArcName, type Scenario } from '../../analysis/scenario/scenario.ts'
import { NONE } from '../../base/brand.ts'
import { textOfBinary } from '../../base/string-table.ts'
import { visibleText } from '../../base/visible-text.ts'
import { withStaticArcs } from '../../profile/code/with-static-arcs.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { firstNamed } from '../../profile/name-index.ts'
import type { PossibleArcs } from '../../profile/code/possible-arcs.ts'
import { displayName } from '../names/names.ts'
import { formatCounted } from '../quantities.ts'

export interface Change {
  /** "with", "cut", "without", "without the time of", "only below", "only time below" */
  readonly verb: string
  /** "parse → parse_line" or a function's name. */
  readonly what: string
  /** Why it changes nothing here, as where this profile has no such arc or function; "" if it does. */
  readonly absence: string
  /** Calls on the arcs that are cut, and how many arcs are new; "" for other changes. */
  readonly calls: string
  /** The scenario as it is when this change is taken back. */
  readonly without: Scenario
}

const LISTS = [
  ['leftOut', 'without'],
  ['timeLeftOut', 'without the time of'],
  ['only', 'only below'],
  ['timeOnly', 'only time below'],
] as const

const NOT_HERE = 'not in this profile'
/** What it takes to find calls in a program. */
export const NO_CODE = 'needs the program itself, for x86, Arm, AArch64 or RISC-V'

/** How many changes there are to list. */
export function countChanges(scenario: Scenario): number {
  const named = LISTS.reduce((sum, [list]) => sum + scenario[list].length, 0)
  return Number(scenario.staticArcs) + scenario.cutArcs.length + named
}

/**
 * @param possible the calls never taken; null as long as they are looked for
 * @param most so many at most: each holds a scenario of its own
 */
export function listChanges(
  measured: CallGraphProfile,
  scenario: Scenario,
  possible: PossibleArcs | 'unknown' | null,
  most = Infinity,
): readonly Change[] {
  const changes: Change[] = []
  if (scenario.staticArcs) {
    changes.push({
      verb: 'with',
      what: 'calls never taken',
      absence: possible === 'unknown' ? NO_CODE : '',
      calls: possible === null || possible === 'unknown' ? '' : formatCounted(possible.length, 'arc'),
      without: { ...scenario, staticArcs: false },
    })
  }
  const plain = baseOf(measured, scenario, possible)
  for (const arc of scenario.cutArcs.slice(0, most)) {
    const rows = findArcs(plain, [arc])
    const count = asArray(plain.arcs.count)
    const calls = rows.reduce((sum, row) => sum + (count[row] ?? 0), 0)
    changes.push({
      verb: 'cut',
      what: arcText(plain, arc),
      absence: rows.length > 0 ? '' : NOT_HERE,
      calls: rows.length > 0 ? formatCounted(calls, 'call') : '',
      without: restoreArcs(scenario, [arc]),
    })
  }
  for (const [list, verb] of LISTS) {
    for (const name of scenario[list].slice(0, most)) {
      const without = { ...scenario, [list]: scenario[list].filter((other) => other !== name) }
      const absence = firstNamed(plain.functions.names, name) === NONE ? NOT_HERE : ''
      changes.push({ verb, what: nameText(plain, name), absence, calls: '', without })
    }
  }
  return changes.slice(0, most)
}

/** "parse → parse_line", demangled where the profile has such functions. */
export function arcText(plain: CallGraphProfile, { parent, child }: ArcName): string {
  return `${nameText(plain, parent)} → ${nameText(plain, child)}`
}

export function nameText({ functions }: CallGraphProfile, name: string): string {
  const f = firstNamed(functions.names, name)
  return f === NONE ? visibleText(textOfBinary(name)) : displayName(functions, f)
}

const bases = new WeakMap<PossibleArcs, CallGraphProfile>()

/** What the scenario's cuts are cut from: the profile as measured, with the arcs of the code where the scenario has them. */
export function baseOf(
  measured: CallGraphProfile,
  { staticArcs }: Scenario,
  possible: PossibleArcs | 'unknown' | null,
): CallGraphProfile {
  if (!staticArcs || possible === null || possible === 'unknown') return measured
  const known = bases.get(possible)
  if (known) return known
  const made = { ...measured, ...withStaticArcs(measured, possible) }
  bases.set(possible, made)
  return made
}
