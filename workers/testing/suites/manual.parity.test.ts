// The manual agrees with the help.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runTool } from '../gprof/live-gprof.ts'
import { type Option, spellingOf } from '../../node/arguments.ts'
import { SCENARIO_OPTIONS } from '../../node/scenario-options.ts'
import { COMMANDS } from '../../node/commands.ts'
import { OUTPUT } from '../../node/output.ts'

const MANUAL = fileURLToPath(new URL('../../../man/gmonscope.1', import.meta.url))

describe('the manual', () => {
  const source = readFileSync(MANUAL, 'utf8')
  const section = (title: string): string =>
    source.split(/^\.Sh /m).find((part) => part.startsWith(title)) ?? ''
  /** "--min PERCENT", from ".It Fl -min Ar PERCENT". */
  const optionsIn = (part: string): string[] =>
    [...part.matchAll(/^\.It (?:Fl (\S) , )?Fl -(\S+)(?: Ar (\S+))?$/gm)].map(([, short, name, value]) => {
      const long = value === undefined ? `--${name}` : `--${name} ${value}`
      return short === undefined ? long : `-${short}, ${long}`
    })
  const spellings = (options: readonly Option[]): string[] => options.map(spellingOf)

  it('has every command with its options, and no other', () => {
    const parts = section('COMMANDS')
      .split(/^\.Ss /m)
      .slice(1)
    const names = parts.map((part) => part.slice(0, part.indexOf('\n')))
    expect(names.toSorted()).toEqual(['gprof', ...COMMANDS.map(({ name }) => name)].toSorted())
    for (const { name, options } of COMMANDS) {
      // Commands that take all scenario options have them described together.
      const shared = SCENARIO_OPTIONS.every((option) => options.includes(option)) ? SCENARIO_OPTIONS : []
      const own = options.filter((option) => option !== OUTPUT && !shared.includes(option))
      expect(optionsIn(parts[names.indexOf(name)] ?? ''), name).toEqual(spellings(own))
    }
  })

  it('says which of them take -o and scenarios', () => {
    expect(optionsIn(section('SCENARIO OPTIONS'))).toEqual(spellings(SCENARIO_OPTIONS))
    const listed = (text: string): string[] =>
      [...text.matchAll(/^\.Cm ([\w-]+)/gm)].map(([, name = '']) => name)
    const without = (option: Option | undefined): string[] => [
      'gprof',
      ...COMMANDS.filter(({ options }) => option === undefined || !options.includes(option)).map(
        ({ name }) => name,
      ),
    ]
    const [noOutput = ''] = /All but\n[\s\S]*?\ntake\n/.exec(section('COMMANDS')) ?? []
    expect(listed(noOutput).toSorted()).toEqual(without(OUTPUT).toSorted())
    const [noScenario = ''] = /All commands but\n[\s\S]*?\ntake these/.exec(section('SCENARIO OPTIONS')) ?? []
    expect(listed(noScenario).toSorted()).toEqual(without(SCENARIO_OPTIONS[0]).toSorted())
  })

  it('is well formed', async () => {
    expect(await runTool('mandoc', ['-T', 'lint', '-W', 'warning', MANUAL])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  })
})
