// `--cut parent/child`, `--exclude f`, `--static-arcs` and the like → a scenario. Names are raw names, as gprof's options take them.
import { cutAlso, EMPTY_SCENARIO, type Scenario } from '../core/analysis/scenario/scenario.ts'
import { findArcs } from '../core/analysis/scenario/apply-scenario.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { allNamed } from '../core/profile/name-index.ts'
import type { Opened } from '../core/pipeline.ts'
import { baseOf, NO_CODE } from '../core/reports/what-if/changes.ts'
import { textOfBinary } from '../core/base/string-table.ts'
import { UsageError, type Arguments, type Option } from './arguments.ts'

export const STATIC_ARCS: Option = {
  name: 'static-arcs',
  about: "with the calls that stand in the program's code and were never taken\n(gprof -c, found properly)",
}

export const AS_MEASURED: Option = {
  name: 'as-measured',
  about:
    'of a saved profile the plain one: without the cuts and the like it was saved with,\nwhich these options otherwise add to',
}

export const SCENARIO_OPTIONS: readonly Option[] = [
  {
    name: 'cut',
    value: 'PARENT/CHILD',
    about: 'as if PARENT had never called CHILD (gprof -k); all of these may be repeated',
  },
  { name: 'exclude', value: 'FUNCTION', about: 'without FUNCTION and its time (gprof -E)' },
  {
    name: 'exclude-time',
    value: 'FUNCTION',
    about: 'without the time of FUNCTION, which still shows (gprof -N)',
  },
  { name: 'only', value: 'FUNCTION', about: 'only FUNCTION and what it calls (gprof -F)' },
  { name: 'only-time', value: 'FUNCTION', about: 'only the time of FUNCTION and what it calls (gprof -n)' },
  STATIC_ARCS,
  AS_MEASURED,
]

/** Errors: UsageError. */
export function scenarioOf(args: Arguments): Scenario {
  const names = (option: string): string[] => args.all(option).map(binaryOf)
  const scenario: Scenario = {
    ...EMPTY_SCENARIO,
    staticArcs: args.has(STATIC_ARCS.name),
    leftOut: names('exclude'),
    timeLeftOut: names('exclude-time'),
    only: names('only'),
    timeOnly: names('only-time'),
  }
  const arcs = args.all('cut').map((text) => {
    const [, parent = '', child = ''] = /^(.*?)\/(.*)$/s.exec(text) ?? []
    if (parent === '' || child === '') throw new UsageError(`--cut wants PARENT/CHILD, not '${text}'`)
    return { parent: binaryOf(parent), child: binaryOf(child) }
  })
  return cutAlso(scenario, arcs)
}

export const binaryOf = (text: string): string => Buffer.from(text).toString('latin1')

/**
 * Where compilers put an underscore before every name (32-bit Windows), `main` is raw `_main`, and people write either. What
 * is a raw name as it stands is taken for that. Answers the same scenario where all are.
 */
export function byRawNames(scenario: Scenario, { functions }: CallGraphProfile): Scenario {
  const { names, namePrefix } = functions
  if (namePrefix === undefined) return scenario
  let isChanged = false
  const rawOf = (name: string): string => {
    if (allNamed(names, name).length > 0 || allNamed(names, namePrefix + name).length === 0) return name
    isChanged = true
    return namePrefix + name
  }
  const { leftOut, timeLeftOut, only, timeOnly, cutArcs } = scenario
  const meant = {
    ...scenario,
    leftOut: leftOut.map(rawOf),
    timeLeftOut: timeLeftOut.map(rawOf),
    only: only.map(rawOf),
    timeOnly: timeOnly.map(rawOf),
    cutArcs: cutArcs.map(({ parent, child }) => ({ parent: rawOf(parent), child: rawOf(child) })),
  }
  return isChanged ? meant : scenario
}

/**
 * gprof passes over what it does not know; a mistyped name should not look like an answer. Answers what the cuts are cut
 * from. Errors: UsageError.
 */
export function requireKnown({ plain: measured, possible }: Opened, scenario: Scenario): CallGraphProfile {
  if (scenario.staticArcs && possible === null) throw new UsageError(`--${STATIC_ARCS.name} ${NO_CODE}`)
  const plain = baseOf(measured, scenario, possible)
  for (const arc of scenario.cutArcs) {
    if (findArcs(plain, [arc]).length > 0) continue
    throw new UsageError(`no call from '${textOfBinary(arc.parent)}' to '${textOfBinary(arc.child)}'`)
  }
  const { leftOut, timeLeftOut, only, timeOnly } = scenario
  for (const name of [...leftOut, ...timeLeftOut, ...only, ...timeOnly]) {
    if (allNamed(plain.functions.names, name).length === 0)
      throw new UsageError(`no function '${textOfBinary(name)}'`)
  }
  return plain
}
