// Scenario options: `--cut parent/child`, `--exclude f`, `--static-arcs`, others. They take raw names, as
// gprof’s options do.
import {
  cutAlso,
  EMPTY_SCENARIO,
  isFactor,
  MOST_FACTOR,
  type Scenario,
  withFactor,
} from '../core/analysis/scenario/scenario.ts'
import { findArcs } from '../core/analysis/apply-scenario.ts'
import { findStandardLibrary, foldFunctions } from '../core/analysis/scenario/fold.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { allNamed } from '../core/profile/name-index.ts'
import type { Opened } from '../core/pipeline/open-profile.ts'
import { baseOf, NO_CODE } from '../core/reports/scenario-text.ts'
import { textOfBinary } from '../core/base/string-table.ts'
import { type Option, type Arguments, UsageError } from './arguments.ts'

/** The option that adds static calls. */
export const STATIC_ARCS: Option = {
  name: 'static-arcs',
  about: "with static calls: those in the program's code that were not\ncounted (gprof -c, found properly)",
}

/** The option that ignores the scenario of a saved profile. */
export const AS_MEASURED: Option = {
  name: 'as-measured',
  about:
    'of a saved profile the plain one: without the cuts and the like it was saved with,\nwhich these options otherwise add to',
}

/** The option that counts once what forked runs share. */
export const FORKED_ONCE: Option = {
  name: 'forked-once',
  about:
    'counts once what profiles of forked processes share: all samples and calls before the fork, which each of them holds',
}

/** All options of a scenario, and of how the profiles are added up. */
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
  {
    name: 'faster',
    value: 'FUNCTION=K',
    about:
      'as if the code of FUNCTION itself ran K times as fast; inf: as if it took no time; all times change (gprof has no option for it)',
  },
  {
    name: 'fold',
    value: 'std',
    about:
      "folds the functions of the C++ standard library into their callers, by gprof's shares: self times of callers become estimates (gprof has no option for it)",
  },
  STATIC_ARCS,
  AS_MEASURED,
  FORKED_ONCE,
]

/**
 * Returns the scenario that the options describe.
 *
 * @throws UsageError
 */
export function scenarioOf(args: Arguments): Scenario {
  const names = (option: string): string[] => args.all(option).map(binaryOf)
  const scenario: Scenario = {
    ...EMPTY_SCENARIO,
    staticArcs: args.has(STATIC_ARCS.name),
    foldStd: args.all('fold').length > 0,
    leftOut: names('exclude'),
    timeLeftOut: names('exclude-time'),
    only: names('only'),
    timeOnly: names('only-time'),
  }
  for (const set of args.all('fold'))
    if (set !== 'std') throw new UsageError(`--fold wants std, not '${set}'`)
  const arcs = args.all('cut').map((text) => {
    const [, parent = '', child = ''] = /^(.*?)\/(.*)$/s.exec(text) ?? []
    if (parent === '' || child === '') throw new UsageError(`--cut wants PARENT/CHILD, not '${text}'`)
    return { parent: binaryOf(parent), child: binaryOf(child) }
  })
  return args.all('faster').reduce(
    (sum, text) => {
      const [, name = '', digits = ''] = /^(.*)=(.*)$/s.exec(text) ?? []
      const factor = digits === 'inf' ? Infinity : /^[\d.]+$/.test(digits) ? Number(digits) : Number.NaN
      if (name === '' || !isFactor(factor))
        throw new UsageError(
          `--faster wants FUNCTION=K with K above 1 and up to ${MOST_FACTOR}, or inf, not '${text}'`,
        )
      return withFactor(sum, binaryOf(name), factor)
    },
    cutAlso(scenario, arcs),
  )
}

/** Converts text to a binary string of its UTF-8 bytes. */
export const binaryOf = (text: string): string => Buffer.from(text).toString('latin1')

/**
 * Returns the scenario with raw names. Where compilers put an underscore before every name
 * (32-bit Windows), `main` is raw `_main`, and people write either. A name that exists as it is
 * stays. Returns the same scenario if all do.
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
  const { leftOut, timeLeftOut, only, timeOnly, cutArcs, faster } = scenario
  const meant = {
    ...scenario,
    leftOut: leftOut.map(rawOf),
    timeLeftOut: timeLeftOut.map(rawOf),
    only: only.map(rawOf),
    timeOnly: timeOnly.map(rawOf),
    cutArcs: cutArcs.map(({ parent, child }) => ({ parent: rawOf(parent), child: rawOf(child) })),
    faster: faster.map(({ name, factor }) => ({ name: rawOf(name), factor })),
  }
  return isChanged ? meant : scenario
}

/**
 * Checks that the scenario's names exist. gprof ignores unknown names, but a mistyped name should
 * not seem to have an effect. Returns the profile that the cuts apply to.
 *
 * @throws UsageError
 */
export function requireKnown({ contents }: Opened, scenario: Scenario): CallGraphProfile {
  const { plain: measured, possible } = contents
  if (scenario.staticArcs && possible === null) throw new UsageError(`--${STATIC_ARCS.name} ${NO_CODE}`)
  const base = baseOf(measured, scenario, possible)
  const plain = scenario.foldStd ? foldFunctions(base, findStandardLibrary(base)).profile : base
  for (const arc of scenario.cutArcs) {
    if (findArcs(plain, [arc]).length > 0) continue
    throw new UsageError(`no call from '${textOfBinary(arc.parent)}' to '${textOfBinary(arc.child)}'`)
  }
  const { leftOut, timeLeftOut, only, timeOnly, faster } = scenario
  const sped = faster.map(({ name }) => name)
  for (const name of [...leftOut, ...timeLeftOut, ...only, ...timeOnly, ...sped]) {
    if (allNamed(plain.functions.names, name).length === 0)
      throw new UsageError(`no function '${textOfBinary(name)}'`)
  }
  return plain
}
