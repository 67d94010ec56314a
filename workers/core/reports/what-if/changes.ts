// A scenario in words: one change a line, each with the scenario without it; and the gprof commands that
// print the same.
import { asArray, NONE } from '../../base/columns.ts'
import { findArcs } from '../../analysis/scenario/apply-scenario.ts'
import { type ArcName, restoreArcs, type Scenario } from '../../analysis/scenario/scenario.ts'
import { textOfBinary } from '../../base/string-table.ts'
import { visibleText } from '../../base/text.ts'
import { withStaticArcs } from '../../profile/build-profile.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { firstNamed } from '../../profile/name-index.ts'
import type { PossibleArcs } from '../../profile/possible-arcs.ts'
import { displayName } from '../names/names.ts'
import { formatCount, formatCounted } from '../quantities.ts'
import { gprofOptionsOf } from '../../analysis/scenario/gprof-options.ts'
import { quoted } from '../messages/message.ts'

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

/**
 * A scenario as something to type: options of GNU gprof, or whole commands, whose output is that of the scenario.
 *
 * gprof has an option for calls that were never taken, `-c`, but it finds other ones: on x86 it takes any byte that looks
 * like a call for one, and never finds a call backwards; and what `-k` cuts it finds again. So unless both find the same,
 * gprof is given our own arcs, as one more profile that holds them without a count.
 */

export interface GprofText {
  /** Options to put behind `gprof`, or whole commands one after the other where it takes files of ours; for a shell. */
  readonly text: string
  readonly kind: 'options' | 'commands'
  /** More than one run. */
  readonly isLong: boolean
  /** Why gprof cannot show exactly this scenario; "" if it can. */
  readonly gap: string
  /** The commands read this profile of static arcs beside the others. */
  readonly needsStaticArcs: boolean
  /** How gprof's own search for calls would do; "" where that does not matter. */
  readonly ownSearch: string
}

export interface GprofFiles {
  readonly program: string
  readonly profiles: readonly string[]
}

export const STATIC_ARCS_FILE = 'static-arcs.gmon'

/** @param measured the profile without a scenario */
export function gprofText(
  measured: CallGraphProfile,
  scenario: Scenario,
  files: GprofFiles,
  possible: PossibleArcs | 'unknown' | null,
): GprofText {
  const found = scenario.staticArcs && possible !== null && possible !== 'unknown' ? possible : null
  const isOwn = found !== null && found.length > 0 && isFoundByGprof(found, scenario)
  const needsStaticArcs = found !== null && found.length > 0 && !isOwn
  const base = isOwn ? measured : baseOf(measured, scenario, possible)
  const { passes, options, missing } = gprofOptionsOf(base, scenario)
  const lost = [
    ...missing.arcs.map((arc) => arcText(base, arc)),
    ...missing.functions.map((name) => nameText(base, name)),
  ]
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : ''
  const told = {
    gap: lost.length === 0 ? '' : `gprof has no option for ${lost.slice(0, 3).join(', ')}${more}`,
    needsStaticArcs,
    ownSearch: needsStaticArcs ? describeSearch(found, scenario) : '',
    isLong: passes.length > 0,
  }
  const words = (list: readonly string[]) => list.map((word) => quoted(textOfBinary(word), word)).join(' ')
  const last = words(isOwn ? ['-c', ...options] : options)
  if (passes.length === 0 && !needsStaticArcs) return { ...told, text: last, kind: 'options' }
  const program = quoted(files.program)
  const profiles = needsStaticArcs ? [...files.profiles, STATIC_ARCS_FILE] : files.profiles
  const inputs = [profiles.map((name) => quoted(name)).join(' '), ...passes.map(() => 'gmon.sum')]
  const command = (list: string, at: number) =>
    ['gprof', list, program, inputs[at]].filter((part) => part !== '').join(' ')
  const commands = passes.map((pass, at) => command(`-s ${words(pass)}`.trimEnd(), at))
  commands.push(command(last, passes.length))
  return { ...told, text: commands.join(' &&\n'), kind: 'commands' }
}

/** What is cut `-c` would find again, be it ever so right about the rest. */
function isFoundByGprof({ gprof }: PossibleArcs, { cutArcs }: Scenario): boolean {
  return gprof !== null && gprof.isSame && cutArcs.length === 0
}

/** "gprof’s own -c finds 12 of the 40 calls, and 3 that count for nothing" */
export function describeSearch(
  { gprof, length }: PossibleArcs,
  { cutArcs }: Pick<Scenario, 'cutArcs'>,
): string {
  if (gprof === null) return 'gprof’s own -c may find other calls'
  const { isSame, found, others } = gprof
  if (isSame && cutArcs.length > 0) return 'gprof’s own -c would find again what is cut'
  const calls = `${found === 0 ? 'none' : formatCount(found)} of the ${formatCounted(length, 'call')}`
  if (found === length && others === 0) return 'gprof’s own -c finds these calls in another order'
  return `gprof’s own -c finds ${calls}${others === 0 ? '' : `, and ${formatCount(others)} that count for nothing`}`
}
