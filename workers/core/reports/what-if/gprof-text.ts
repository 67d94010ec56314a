/**
 * A scenario as something to type: options of GNU gprof, or whole commands, whose output is that of the scenario.
 *
 * gprof has an option for calls that were never taken, `-c`, but it finds other ones: on x86 it takes any byte that looks
 * like a call for one, and never finds a call backwards; and what `-k` cuts it finds again. So unless both find the same,
 * gprof is given our own arcs, as one more profile that holds them without a count.
 */
import { gprofOptionsOf } from '../../analysis/scenario/gprof-options.ts'
import type { Scenario } from '../../analysis/scenario/scenario.ts'
import { textOfBinary } from '../../base/string-table.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { PossibleArcs } from '../../profile/code/possible-arcs.ts'
import { formatCount, formatCounted } from '../quantities.ts'
import { quoted } from '../words/for-shell.ts'
import { arcText, baseOf, nameText } from './changes.ts'

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
