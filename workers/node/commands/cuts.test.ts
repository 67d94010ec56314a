import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { runGprof } from '../../testing/gprof/live-gprof.ts'
import { runCommandLine } from '../command-line.ts'

const NAMES = ['main', 'expr', 'term', 'factor', 'list']
const ARCS = [
  ['main', 'expr', 10],
  ['expr', 'term', 30],
  ['term', 'factor', 40],
  ['factor', 'expr', 7],
  ['factor', 'list', 3],
  ['list', 'expr', 5],
] as const

let folder = ''
let files: string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-cuts-'))
  const start = (name: string): number => 0x401000 + 64 * NAMES.indexOf(name)
  const end = 0x401000 + 64 * NAMES.length
  const symbols = NAMES.map((name) => ({ name, address: start(name) }))
  const etext = { name: 'etext', address: end, type: 'none' } as const
  const text = { address: 0x401000, size: 64 * NAMES.length }
  const bins = new Uint16Array((64 * NAMES.length) / 4).fill(1)
  const arcs = ARCS.map(([parent, child, count]) => ({
    kind: 'arc' as const,
    from: start(parent) + 8,
    self: start(child),
    count,
  }))
  files = [join(folder, 'program'), join(folder, 'gmon.out')]
  writeFileSync(join(folder, 'program'), buildElf({ text, symbols: [...symbols, etext] }))
  const histogram = { kind: 'histogram', low: 0x401000, high: end, bins } as const
  writeFileSync(join(folder, 'gmon.out'), buildGmon({ records: [histogram, ...arcs] }))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const status = await runCommandLine(args, {
    stdout: (bytes) => (out += Buffer.from(bytes).toString()),
    stderr: (bytes) => (err += Buffer.from(bytes).toString()),
  })
  return { status, out, err }
}

describe('gmonscope cuts', () => {
  it('prints the cuts with the fewest calls as options, and says that they are proven', async () => {
    const { status, out, err } = await run('cuts', ...files)
    expect(status).toBe(0)
    expect(out).toBe('-k factor/\n')
    expect(err).toContain('# cycle 1, 4 members: 2 arcs, 10 calls; exact: no choice has fewer calls\n')
    expect(err).toContain('#   factor/list, 3 calls\n')
  })

  it('--fewest prints the smallest number of arcs', async () => {
    const { out, err } = await run('cuts', '--fewest', ...files)
    expect(out).toBe('-k expr/term\n')
    expect(err).toContain('1 arc, 30 calls; exact: no choice has fewer arcs')
  })

  it('--members leaves smaller cycles alone', async () => {
    expect((await run('cuts', '--members', '4', ...files)).out).toBe('-k factor/list\n')
    expect((await run('cuts', '--members', '5', ...files)).out).toBe('')
  })

  it('gprof with these options finds no cycle', async () => {
    const { out } = await run('cuts', ...files)
    const { stdout } = await runGprof(['-b', '-q', ...out.trim().split(/\s+/), ...files])
    expect(stdout).toContain('expr')
    expect(stdout).not.toContain('cycle')
  })

  it('says what is wrong with its arguments', async () => {
    expect((await run('cuts', '--members', 'x', ...files)).err).toBe(
      "gmonscope: --members wants a whole number, at least 2, not 'x'\n",
    )
    expect((await run('cuts', '--what', ...files)).status).toBe(2)
  })
})

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

  it('a name that is not there is told, not passed over', async () => {
    expect(await run('json', '--cut', 'main/list', ...files)).toEqual({
      status: 2,
      out: '',
      err: "gmonscope: no call from 'main' to 'list'\n",
    })
    expect((await run('json', '--only', 'nobody', ...files)).err).toBe("gmonscope: no function 'nobody'\n")
    expect((await run('json', '--cut', 'main', ...files)).err).toContain('--cut wants PARENT/CHILD')
  })
})
