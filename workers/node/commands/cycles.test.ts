// `gmonscope cycles`: golden files of the manual's cycle and two more programs; what options change.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runAsText } from '../../testing/gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../../testing/sample-files.ts'

const inFolder = (name: string): string =>
  fileURLToPath(new URL(`../../testing/manual-cycle/${name}`, import.meta.url))

const CASES = [
  ['abc', 'abc.gmon', 'abc.txt'],
  ['two', 'two.g1.gmon', 'two.g1.txt'],
  ['two', 'two.g2.gmon', 'two.g2.txt'],
] as const

async function run(program: string, profile: string, ...options: string[]): Promise<string> {
  const { status, out, err } = await runAsText(['cycles', ...options, inFolder(program), inFolder(profile)])
  expect({ status, err }).toEqual({ status: 0, err: '' })
  return out
}

describe('gmonscope cycles', () => {
  it.each(CASES)(
    'prints the call graph of %s and %s as worked out by hand',
    async (program, profile, golden) => {
      expect(await run(program, profile, '--graph')).toBe(readFileSync(inFolder(golden), 'utf8'))
    },
  )

  it('prints the entries of cycles, and of their members on request', async () => {
    const whole = await run('abc', 'abc.gmon', '--graph')
    const [heading = '', ...entries] = entriesIn(whole)
    expect(heading).toMatch(/^index +% time +self +children +called +name$/)
    const [, cycle = '', ofB = '', ofA = ''] = entries.slice(1)
    expect(entriesIn(await run('abc', 'abc.gmon'))).toEqual([heading, cycle])
    expect(entriesIn(await run('abc', 'abc.gmon', '--members'))).toEqual([heading, cycle, ofB, ofA])
  })

  it('prints the entries as gprof does, with all calls of a member', async () => {
    const out = await run('abc', 'abc.gmon', '--as-gprof')
    expect(out).toContain(`[3]     91.7    1.77    0.00       1+5       <cycle 1 as a whole> [3]
                1.02    0.00       3             b <cycle 1> [4]
                0.75    0.00       3             a <cycle 1> [5]
`)
    expect(out).not.toContain('main')
  })

  it('takes a cycle by its number or by a member', async () => {
    const second = await run('two', 'two.g1.gmon', '--of', '2')
    expect(second).toContain('2+17')
    expect(second).not.toContain('1+13')
    expect(await run('two', 'two.g1.gmon', '--of', 'f')).toBe(second)
    expect(await run('two', 'two.g1.gmon', '--of', 'cycle 2', '--of=e')).toBe(second)
    expect(await run('two', 'two.g1.gmon', '--of', '*', '--json')).toBe(
      await run('two', 'two.g1.gmon', '--json'),
    )
  })

  it('says what it does not know', async () => {
    const fails = async (...options: string[]) => {
      const { status, err } = await runAsText([
        'cycles',
        ...options,
        inFolder('two'),
        inFolder('two.g1.gmon'),
      ])
      return `${status} ${err}`
    }
    expect(await fails('--of', '3')).toBe('2 gmonscope: no cycle 3; there are 2 cycles\n')
    expect(await fails('--of', 'main')).toBe("2 gmonscope: 'main' is in no cycle\n")
    expect(await fails('--of', 'nobody')).toBe("2 gmonscope: no function 'nobody'\n")
    expect(await fails('--json', '--graph')).toMatch(/^2 gmonscope: --json prints cycles alone/)
    expect(await fails('--graph', '--of', '1')).toMatch(/^2 gmonscope: --graph prints all entries/)
    expect(await fails('--cut', 'b/a', '--cut', 'c/b', '--cut', 'f/e')).toBe(
      '3 gmonscope: nothing to print: there is no cycle\n',
    )
  })

  it('adds up what the limit leaves out, so that each group keeps its sum', async () => {
    const out = await run('two', 'two.g2.gmon', '--limit', '1')
    expect(out.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
      'index % time self children called name',
      '0.35 0.06 1 (1 more caller)',
      '1.42 0.24 4/5 d [4]',
      '[3] 82.47 1.77 0.30 5+12 <cycle 1 as a whole> [3]',
      '1.02 0.15 3 b <cycle 1> [5]',
      '0.75 0.15 9 (1 more member)',
      '0.30 0.00 6/10 c [7]',
      '-'.repeat(48),
      '',
    ])
    expect(await run('two', 'two.g1.gmon', '--limit', '1')).toMatch(/^1 more cycle: see --limit and --of$/m)
  })

  it('prints JSON with the same numbers', async () => {
    const { cycles, ...head } = JSON.parse(await run('two', 'two.g2.gmon', '--json')) as {
      readonly cycles: readonly unknown[]
    }
    expect(head).toEqual({
      format: 'gmonscope-cycles',
      version: 1,
      name: inFolder('two'),
      rate: 100,
      graphTicks: 251,
    })
    expect(cycles).toEqual([
      {
        number: 1,
        index: 3,
        selfTicks: 177,
        childTicks: expect.closeTo(30) as number,
        calls: 5,
        insideCalls: 12,
        callers: [
          { function: 'main', selfTicks: expect.closeTo(35.4) as number, childTicks: 6, count: 1, of: 5 },
          { function: 'd', selfTicks: expect.closeTo(141.6) as number, childTicks: 24, count: 4, of: 5 },
        ],
        members: [
          { function: 'b', selfTicks: 102, childTicks: 15, insideCalls: 3, selfCalls: 0, calls: 4 },
          { function: 'a', selfTicks: 75, childTicks: 15, insideCalls: 9, selfCalls: 7, calls: 1 },
        ],
        others: [{ function: 'c', selfTicks: 30, childTicks: 0, count: 6, of: 10 }],
      },
    ])
  })

  it('counts static calls, and says what they are', async () => {
    const { out } = await runAsText(['cycles', '--static-arcs', '--graph', PROGRAM, PROFILE])
    expect(out).toMatch(/^ +0\.00 +0\.00 +0\/\d+ .*\(possible, never taken\)$/m)
  })
})

/** The heading, then each entry. */
const entriesIn = (text: string): readonly string[] => {
  const [heading = '', ...lines] = text.split('\n')
  return [
    heading,
    ...lines
      .join('\n')
      .split(`${'-'.repeat(48)}\n`)
      .filter((entry) => entry !== ''),
  ]
}
