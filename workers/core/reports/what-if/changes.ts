// A scenario in words: one change a line, each with the scenario that is without it; and the same as gprof's options.
import { findArcs } from '../../analysis/cut-arcs.ts'
import { gprofOptionsOf } from '../../analysis/gprof-options.ts'
import { restoreArcs, type ArcName, type Scenario } from '../../analysis/scenario.ts'
import { NONE } from '../../base/brand.ts'
import { textOfBinary } from '../../base/string-table.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { firstNamed } from '../../profile/name-index.ts'
import { displayName } from '../names.ts'
import { formatCounted } from '../quantities.ts'

export interface Change {
  /** "cut", "without", "without the time of", "only below", "only time below" */
  readonly verb: string
  /** "parse → parse_line" or a function's name. */
  readonly what: string
  /** False where this profile has no such arc or function: it then changes nothing. */
  readonly isHere: boolean
  /** Calls on the arcs that are cut; "" for other changes. */
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

export function listChanges(plain: CallGraphProfile, scenario: Scenario): readonly Change[] {
  const changes: Change[] = []
  for (const arc of scenario.cutArcs) {
    const rows = findArcs(plain, [arc])
    const count = plain.arcs.count as unknown as Float64Array
    const calls = rows.reduce((sum, row) => sum + (count[row] ?? 0), 0)
    changes.push({
      verb: 'cut',
      what: arcText(plain, arc),
      isHere: rows.length > 0,
      calls: rows.length > 0 ? formatCounted(calls, 'call') : '',
      without: restoreArcs(scenario, [arc]),
    })
  }
  for (const [list, verb] of LISTS) {
    for (const name of scenario[list]) {
      const without = { ...scenario, [list]: scenario[list].filter((other) => other !== name) }
      const isHere = firstNamed(plain.functions.names, name) !== NONE
      changes.push({ verb, what: nameText(plain, name), isHere, calls: '', without })
    }
  }
  return changes
}

/** "parse → parse_line", demangled where the profile has such functions. */
export function arcText(plain: CallGraphProfile, { parent, child }: ArcName): string {
  return `${nameText(plain, parent)} → ${nameText(plain, child)}`
}

export function nameText({ functions }: CallGraphProfile, name: string): string {
  const f = firstNamed(functions.names, name)
  return f === NONE ? textOfBinary(name) : displayName(functions, f)
}

export interface GprofText {
  /** Options to put behind `gprof`, or whole commands one after the other where one run cannot do it; for a shell. */
  readonly text: string
  readonly kind: 'options' | 'commands'
  /** Why gprof cannot show exactly this scenario; "" if it can. */
  readonly gap: string
}

export interface GprofFiles {
  readonly program: string
  readonly profiles: readonly string[]
}

export function gprofText(plain: CallGraphProfile, scenario: Scenario, files: GprofFiles): GprofText {
  const { passes, options, missing } = gprofOptionsOf(plain, scenario)
  const lost = [
    ...missing.arcs.map((arc) => arcText(plain, arc)),
    ...missing.functions.map((name) => nameText(plain, name)),
  ]
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : ''
  const gap = lost.length === 0 ? '' : `gprof has no option for ${lost.slice(0, 3).join(', ')}${more}`
  const words = (list: readonly string[]) => list.map((word) => quoted(textOfBinary(word))).join(' ')
  if (passes.length === 0) return { text: words(options), kind: 'options', gap }
  const program = quoted(files.program)
  const inputs = [files.profiles.map(quoted).join(' '), ...passes.map(() => 'gmon.sum')]
  const commands = passes.map((pass, at) => `gprof -s ${words(pass)} ${program} ${inputs[at]}`)
  commands.push(`gprof ${words(options)} ${program} gmon.sum`)
  return { text: commands.join(' &&\n'), kind: 'commands', gap }
}

/** For a shell: as it is, or between single quotes. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
