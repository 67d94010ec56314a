// `--cut parent/child`, `--exclude f` and `--only f` → a scenario, and the words that are left. Names are raw names.
import { cutAlso, EMPTY_SCENARIO, type Scenario } from '../core/analysis/scenario.ts'
import { findArcs } from '../core/analysis/cut-arcs.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { allNamed } from '../core/profile/name-index.ts'
import { textOfBinary } from '../core/base/string-table.ts'
import { UsageError } from './open-files.ts'

export interface ScenarioArguments {
  readonly scenario: Scenario
  readonly rest: readonly string[]
}

const OPTIONS = ['--cut', '--exclude', '--only'] as const
type Option = (typeof OPTIONS)[number]

/** Errors: UsageError. */
export function takeScenario(args: readonly string[]): ScenarioArguments {
  let scenario = EMPTY_SCENARIO
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [word, attached] = splitAtFirst(args[at], '=')
    const option = OPTIONS.find((known) => known === word)
    if (args[at] === '--') {
      rest.push(...args.slice(at + 1))
      break
    }
    if (option === undefined) {
      rest.push(args[at])
      continue
    }
    const value = attached ?? args[++at]
    if (value === undefined) throw new UsageError(`${option} wants a name`)
    scenario = withOption(scenario, option, Buffer.from(value).toString('latin1'))
  }
  return { scenario, rest }
}

function splitAtFirst(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function withOption(scenario: Scenario, option: Option, value: string): Scenario {
  if (option === '--exclude') return { ...scenario, leftOut: [...scenario.leftOut, value] }
  if (option === '--only') return { ...scenario, only: [...scenario.only, value] }
  const [parent, child] = splitAtFirst(value, '/')
  if (parent === '' || child === undefined || child === '')
    throw new UsageError(`--cut wants parent/child, not '${textOfBinary(value)}'`)
  return cutAlso(scenario, [{ parent, child }])
}

/** gprof passes over what it does not know; a mistyped name should not look like an answer. Errors: UsageError. */
export function requireKnown(plain: CallGraphProfile, scenario: Scenario): void {
  for (const arc of scenario.cutArcs) {
    if (findArcs(plain, [arc]).length > 0) continue
    throw new UsageError(`no call from '${textOfBinary(arc.parent)}' to '${textOfBinary(arc.child)}'`)
  }
  for (const name of [...scenario.leftOut, ...scenario.only]) {
    if (allNamed(plain.functions.names, name).length === 0)
      throw new UsageError(`no function '${textOfBinary(name)}'`)
  }
}
