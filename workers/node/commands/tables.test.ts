// The analysed profile as JSON, with the options of a scenario.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ARCS, writeCyclicProgram } from '../../testing/builders/cyclic-program.ts'
import { runAsText } from '../../testing/gprof/our-command.ts'

let folder = ''
let files: readonly string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-tables-'))
  files = writeCyclicProgram(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) => runAsText(args)

describe('gmonscope json', () => {
  interface Document {
    readonly scenario: {
      readonly cutArcs: readonly object[]
      readonly leftOut: readonly string[]
      readonly faster: readonly object[]
    }
    readonly totals: { readonly graphTicks: number; readonly ticks: number }
    readonly functions: readonly { readonly rawName: string; readonly selfTicks: number }[]
    readonly notices: readonly object[]
    readonly cycles: readonly { readonly members: readonly number[] }[]
    readonly arcs: readonly object[]
  }
  const read = async (...args: string[]): Promise<Document> =>
    JSON.parse((await run('json', ...args, ...files)).out) as Document

  it('takes scenarios', async () => {
    expect((await read()).cycles.length).toBe(1)
    const cut = await read('--cut', 'factor/expr', '--cut=factor/list')
    expect(cut.cycles).toEqual([])
    expect(cut.arcs.length).toBe(ARCS.length - 2)
    expect(cut.scenario.cutArcs).toEqual([
      { parent: 'factor', child: 'expr' },
      { parent: 'factor', child: 'list' },
    ])
    expect((await read('--only', 'list')).totals.graphTicks).toBeLessThan((await read()).totals.graphTicks)
    expect((await read('--exclude', 'list')).scenario.leftOut).toEqual(['list'])
  })

  it('makes functions faster: all times follow, and the last factor of a name counts', async () => {
    const plain = await read()
    const [hot] = plain.functions.toSorted((left, right) => right.selfTicks - left.selfTicks)
    const name = hot?.rawName ?? ''
    const self = hot?.selfTicks ?? 0
    expect(self).toBeGreaterThan(0)
    const faster = await read('--faster', `${name}=3`, '--faster', `${name}=2`)
    expect(faster.scenario.faster).toEqual([{ name, factor: 2 }])
    expect(faster.functions.find(({ rawName }) => rawName === name)?.selfTicks).toBe(self / 2)
    expect(faster.totals.ticks).toBeCloseTo(plain.totals.ticks - self / 2, 6)
    expect(faster.totals.graphTicks).toBeCloseTo(plain.totals.graphTicks - self / 2, 6)
    expect(faster.notices).toEqual(plain.notices)
    const none = await read(`--faster=${name}=inf`)
    expect(none.scenario.faster).toEqual([{ name, factor: null }])
    expect(none.totals.ticks).toBeCloseTo(plain.totals.ticks - self, 6)
  })

  it.each(['main', 'main=1', 'main=0.5', 'main=x', '=2', 'main=2000000', 'main='])(
    '--faster %s is a wrong word',
    async (word) => {
      const { status, err } = await run('json', '--faster', word, ...files)
      expect(status).toBe(2)
      expect(err).toBe(
        `gmonscope: --faster wants FUNCTION=K with K above 1 and up to 1000000, or inf, not '${word}'\n`,
      )
    },
  )

  it('an unknown name is reported, not ignored', async () => {
    expect(await run('json', '--cut', 'main/list', ...files)).toEqual({
      status: 2,
      out: '',
      err: "gmonscope: no call from 'main' to 'list'\n",
    })
    expect((await run('json', '--faster', 'nobody=2', ...files)).err).toBe(
      "gmonscope: no function 'nobody'\n",
    )
    expect((await run('json', '--only', 'nobody', ...files)).err).toBe("gmonscope: no function 'nobody'\n")
    expect((await run('json', '--cut', 'main', ...files)).err).toContain('--cut wants PARENT/CHILD')
  })
})
