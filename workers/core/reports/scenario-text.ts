// A scenario as text: one change per line, or the gprof commands that print the same.
import { asArray, NONE } from '../base/columns.ts'
import { findArcs } from '../analysis/apply-scenario.ts'
import { type ArcName, restoreArcs, type Scenario, withFactor } from '../analysis/scenario/scenario.ts'
import { textOfBinary } from '../base/string-table.ts'
import { visibleText } from '../base/visible-text.ts'
import { withStaticArcs } from '../profile/static-arcs.ts'
import type { CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import { firstNamed, type NamesInOrder, orderForLookUps } from '../profile/name-index.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import { displayName } from '../names/names.ts'
import { formatCount, formatCounted, formatSeconds, secondsOf } from '../quantities.ts'
import { isStandardFunction } from '../analysis/scenario/fold.ts'
import { gprofOptionsOf } from '../analysis/scenario/gprof-options.ts'
import { quoted } from './messages/message.ts'
import { factorText, savedTicks, savingText } from './savings.ts'
import type { Folding } from '../analysis/applied-scenario.ts'

/** One change of a scenario. */
export interface Change {
  /**
   * "with", "cut", "without", "without the time of", "only below", "only time below"; "" for a faster
   * function and for the folded library.
   */
  readonly verb: string
  /** "parse → parse_line", or the name of a function. */
  readonly what: string
  /** Text after it: "2× faster", or what folding hides; "" for other changes. */
  readonly outcome: string
  /**
   * How much time that saves, from `savingText`; "" for other changes, and if the function is not in this
   * profile.
   */
  readonly saving: string
  /**
   * Why it changes nothing here, for example because the profile has no such arc or function; ""
   * if it does.
   */
  readonly absence: string
  /** Calls on the cut arcs, and the number of new arcs; "" for other changes. */
  readonly calls: string
  /** The scenario without this change. */
  readonly without: Scenario
}

const LISTS = [
  ['leftOut', 'without'],
  ['timeLeftOut', 'without the time of'],
  ['only', 'only below'],
  ['timeOnly', 'only time below'],
] as const

const NO_OUTCOME = { outcome: '', saving: '' } as const
const NOT_HERE = 'not in this profile'
/** What finding calls in a program requires. */
export const NO_CODE = 'needs the program itself, for x86, Arm, AArch64 or RISC-V'

/** Returns the number of changes in a scenario, as `listChanges` lists them. */
export function countChanges(scenario: Scenario): number {
  const named = LISTS.reduce((sum, [list]) => sum + scenario[list].length, 0)
  return (
    Number(scenario.staticArcs) +
    Number(scenario.foldStd) +
    scenario.cutArcs.length +
    scenario.faster.length +
    named
  )
}

/**
 * Lists the changes of a scenario: static calls, the folded library, cut arcs, excluded or kept functions, factors, in this
 * order.
 *
 * @param measured the profile without the scenario
 * @param possible the static calls; null while they are searched for, 'unknown' if the program's code
 *   cannot be searched
 * @param folding what folding did; null while it is not known
 * @param most only so many, the first, because each contains a scenario of its own
 */
export function listChanges(
  measured: CallGraphProfile,
  scenario: Scenario,
  possible: PossibleArcs | 'unknown' | null,
  folding: Folding | null = null,
  most = Infinity,
): readonly Change[] {
  const changes: Change[] = []
  if (scenario.staticArcs) {
    changes.push({
      ...NO_OUTCOME,
      verb: 'with',
      what: 'static calls',
      absence: possible === 'unknown' ? NO_CODE : '',
      calls: possible === null || possible === 'unknown' ? '' : formatCounted(possible.length, 'arc'),
      without: { ...scenario, staticArcs: false },
    })
  }
  if (scenario.foldStd) {
    changes.push({
      ...NO_OUTCOME,
      verb: '',
      what: 'std::',
      outcome: folding ? foldingText(measured, folding) : 'folded',
      absence: folding?.functions === 0 ? NOT_HERE : '',
      calls: '',
      without: { ...scenario, foldStd: false },
    })
  }
  const plain = baseOf(measured, scenario, possible)
  const cuts = scenario.cutArcs.slice(0, most)
  const byName = orderForLookUps(plain.functions.names, 4 * cuts.length)
  for (const arc of cuts) {
    const rows = findArcs(plain, [arc], byName)
    const count = asArray(plain.arcs.count)
    const calls = rows.reduce((sum, row) => sum + (count[row] ?? 0), 0)
    changes.push({
      ...NO_OUTCOME,
      verb: 'cut',
      what: arcText(plain, arc, byName),
      // Folding makes arcs that were not recorded.
      absence: rows.length > 0 || scenario.foldStd ? '' : NOT_HERE,
      calls: rows.length > 0 ? formatCounted(calls, 'call') : '',
      without: restoreArcs(scenario, [arc]),
    })
  }
  for (const [list, verb] of LISTS) {
    for (const name of scenario[list].slice(0, most)) {
      const without = { ...scenario, [list]: scenario[list].filter((other) => other !== name) }
      const absence = firstNamed(plain.functions.names, name) === NONE ? NOT_HERE : ''
      changes.push({ ...NO_OUTCOME, verb, what: nameText(plain, name), absence, calls: '', without })
    }
  }
  for (const { name, factor } of scenario.faster.slice(0, most)) {
    const isHere = firstNamed(plain.functions.names, name) !== NONE
    changes.push({
      verb: '',
      what: nameText(plain, name),
      outcome: factorText(factor),
      saving: isHere ? savingText(measured, savedTicks(measured, name, factor)) : '',
      absence: isHere ? '' : NOT_HERE,
      calls: '',
      without: withFactor(scenario, name, 1),
    })
  }
  return changes.slice(0, most)
}

/**
 * Returns an arc's readable title, "parse → parse_line", demangled if the profile has such functions.
 *
 * @param plain the profile in which to look up the names; the arc need not be in it
 */
export function arcText(
  plain: CallGraphProfile,
  { parent, child }: ArcName,
  byName: NamesInOrder = null,
): string {
  return `${nameText(plain, parent, byName)} → ${nameText(plain, child, byName)}`
}

/**
 * Returns a readable name for the raw name of a function, demangled if the profile has such a function.
 *
 * @param name raw name, a binary string
 */
export function nameText({ functions }: CallGraphProfile, name: string, byName: NamesInOrder = null): string {
  const f = firstNamed(functions.names, name, byName)
  return f === NONE ? visibleText(textOfBinary(name)) : displayName(functions, f)
}

/** Functions that are searched for the standard library, at most. */
const MOST_SEARCHED = 2000

/**
 * Whether folding has an effect, as far as the first functions say.
 *
 * @param rows FunctionIndex of functions, those with the most time first
 */
export function canFold({ functions }: Pick<CallGraphProfile, 'functions'>, rows: Uint32Array): boolean {
  return rows
    .subarray(0, MOST_SEARCHED)
    .some((f) => functions.calls[f as FunctionIndex] > 0 && isStandardFunction(functions, f as FunctionIndex))
}

/** Returns what folding hides: "folded: 312 functions, 1.84 s, charged to callers by gprof’s shares, …". */
function foldingText({ rate, abbreviation }: CallGraphProfile, { functions, ticks }: Folding): string {
  const time = rate > 0 ? `, ${formatSeconds(secondsOf(ticks, rate), abbreviation)}` : ''
  return functions === 0
    ? 'folded'
    : `folded: ${formatCounted(functions, 'function')}${time}, charged to callers by gprof’s shares, as estimates`
}

/**
 * Returns the profile that the scenario's cuts apply to: as measured, with static arcs if the scenario adds
 * them and they are known.
 *
 * @param possible the static calls; null while they are searched for, 'unknown' if the program's code
 *   cannot be searched
 */
export function baseOf(
  measured: CallGraphProfile,
  { staticArcs }: Scenario,
  possible: PossibleArcs | 'unknown' | null,
): CallGraphProfile {
  if (!staticArcs || possible === null || possible === 'unknown') return measured
  return { ...measured, ...withStaticArcs(measured, possible) }
}

/**
 * A scenario as options of GNU gprof, or as whole commands, whose output is that of the scenario.
 *
 * gprof has the option `-c` for static calls, but it finds others. On x86 it takes any byte that
 * looks like a call for one and never finds a backward call, and it finds again what `-k` cuts.
 * So unless both find the same, gprof gets our own arcs as one more profile, which contains them
 * without a count.
 */

/** A scenario as something to type into a shell. */
export interface GprofText {
  /**
   * Options to append to `gprof`, or whole commands if they need files of ours; quoted for a
   * shell.
   */
  readonly text: string
  readonly kind: 'options' | 'commands'
  /** Whether it takes more than one run. */
  readonly isLong: boolean
  /** Why gprof cannot show exactly this scenario; "" if it can. */
  readonly gap: string
  /** Whether the commands read a profile of static arcs beside the others. */
  readonly needsStaticArcs: boolean
  /** How gprof's own search for calls compares; "" if that does not matter. */
  readonly ownSearch: string
}

/** Names of the files in the commands. */
export interface GprofFiles {
  readonly program: string
  readonly profiles: readonly string[]
}

/** Name of the profile of static arcs in commands. */
export const STATIC_ARCS_FILE = 'static-arcs.gmon'

/**
 * Returns a scenario as options of GNU gprof or, if that takes other files or more than one run, as shell
 * commands joined by "&&". The text is "" for the empty scenario.
 *
 * @param measured the profile without a scenario
 * @param files names of the files for the commands
 * @param possible the static calls; null while they are searched for, 'unknown' if the program's code
 *   cannot be searched. Without them the text is that of a scenario without static calls.
 */
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
    ...(scenario.foldStd ? ['folding std::'] : []),
    ...missing.arcs.map((arc) => arcText(base, arc)),
    ...missing.functions.map((name) => nameText(base, name)),
    ...missing.faster.map(({ name, factor }) => `${nameText(base, name)} ${factorText(factor)}`),
  ]
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : ''
  const common = {
    gap: lost.length === 0 ? '' : `gprof has no option for ${lost.slice(0, 3).join(', ')}${more}`,
    needsStaticArcs,
    ownSearch: needsStaticArcs ? describeSearch(found, scenario) : '',
    isLong: passes.length > 0,
  }
  const words = (list: readonly string[]) => list.map((word) => quoted(textOfBinary(word), word)).join(' ')
  const last = words(isOwn ? ['-c', ...options] : options)
  if (passes.length === 0 && !needsStaticArcs) return { ...common, text: last, kind: 'options' }
  const program = quoted(files.program)
  const profiles = needsStaticArcs ? [...files.profiles, STATIC_ARCS_FILE] : files.profiles
  const inputs = [profiles.map((name) => quoted(name)).join(' '), ...passes.map(() => 'gmon.sum')]
  const command = (list: string, at: number) =>
    ['gprof', list, program, inputs[at]].filter((part) => part !== '').join(' ')
  const commands = passes.map((pass, at) => command(`-s ${words(pass)}`.trimEnd(), at))
  commands.push(command(last, passes.length))
  return { ...common, text: commands.join(' &&\n'), kind: 'commands' }
}

/** `-c` would find cut calls again, however right it is about the rest. */
function isFoundByGprof({ gprof }: PossibleArcs, { cutArcs }: Scenario): boolean {
  return gprof !== null && gprof.isSame && cutArcs.length === 0
}

/**
 * Returns how gprof's own search for calls (`-c`) compares, without a full stop: "gprof’s own -c finds 12
 * of the 40 calls, and 3 that count for nothing".
 */
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
