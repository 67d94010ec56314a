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
    readonly scenario: { readonly cutArcs: readonly object[]; readonly leftOut: readonly string[] }
    readonly totals: { readonly graphTicks: number }
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

  it('an unknown name is reported, not ignored', async () => {
    expect(await run('json', '--cut', 'main/list', ...files)).toEqual({
      status: 2,
      out: '',
      err: "gmonscope: no call from 'main' to 'list'\n",
    })
    expect((await run('json', '--only', 'nobody', ...files)).err).toBe("gmonscope: no function 'nobody'\n")
    expect((await run('json', '--cut', 'main', ...files)).err).toContain('--cut wants PARENT/CHILD')
  })
})
