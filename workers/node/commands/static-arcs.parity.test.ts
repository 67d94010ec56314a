// Static calls on the command line: in JSON and DOT, in cycles to cut, and as a profile for
// gprof.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { listingDifference, runGprof } from '../../testing/gprof/live-gprof.ts'
import { runCommand } from '../../testing/gprof/our-command.ts'

const NAMES = ['main', 'read', 'eval', 'fail']
const START = 0x401000
const SIZE = 64
const startOf = (name: string): number => START + SIZE * NAMES.indexOf(name)
const END = START + SIZE * NAMES.length
/** Calls in the code; `fail` was never called, and `eval` calls back. */
const CODE = [
  ['main', 'read'],
  ['read', 'eval'],
  ['read', 'fail'],
  ['eval', 'read'],
] as const
const RECORDED = [
  ['main', 'read', 2],
  ['read', 'eval', 5],
] as const

let folder = ''
let files: string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-static-arcs-'))
  files = [join(folder, 'program'), join(folder, 'gmon.out')]
  const symbols = NAMES.map((name) => ({ name, address: startOf(name) }))
  const etext = { name: 'etext', address: END, type: 'none' } as const
  const bytes = new Uint8Array(END - START).fill(0x90)
  const view = new DataView(bytes.buffer)
  CODE.forEach(([parent, child], row) => {
    const at = startOf(parent) + 8 * row - START
    bytes[at] = 0xe8
    view.setInt32(at + 1, startOf(child) - (START + at + 5), true)
  })
  const text = { address: START, bytes }
  writeFileSync(files[0] ?? '', buildElf({ text, symbols: [...symbols, etext] }))
  const bins = new Uint16Array((END - START) / 4).fill(1)
  const arcs = RECORDED.map(([parent, child, count]) => ({
    kind: 'arc' as const,
    from: startOf(parent) + 8,
    self: startOf(child),
    count,
  }))
  const histogram = { kind: 'histogram', low: START, high: END, bins } as const
  writeFileSync(files[1] ?? '', buildGmon({ records: [histogram, ...arcs] }))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: string[]): Promise<{ status: number; out: Buffer; err: string }> {
  const { status, out, err } = await runCommand(args)
  return { status, out, err: err.toString() }
}

interface Json {
  readonly scenario: { readonly staticArcs: boolean }
  readonly functions: readonly { readonly name: string; readonly cycle: number | null }[]
  readonly arcs: readonly { parent: number; child: number; count: number; recorded?: false }[]
  readonly cycles: readonly unknown[]
}

async function json(...args: string[]): Promise<Json> {
  return JSON.parse((await run('json', ...args, ...files)).out.toString()) as Json
}

const staticArcsOf = ({ arcs, functions }: Json): string[] =>
  arcs
    .filter((arc) => arc.recorded === false)
    .map(({ parent, child }) => `${functions[parent]?.name} -> ${functions[child]?.name}`)

describe('--static-arcs', () => {
  it('adds the calls of the code to json, without a count, and the cycles they make', async () => {
    const plain = await json()
    expect([plain.scenario.staticArcs, staticArcsOf(plain), plain.cycles.length]).toEqual([false, [], 0])
    const whole = await json('--static-arcs')
    expect(whole.scenario.staticArcs).toBe(true)
    expect(staticArcsOf(whole)).toEqual(['read -> fail', 'eval -> read'])
    expect(whole.arcs.filter((arc) => arc.recorded === false).map(({ count }) => count)).toEqual([0, 0])
    expect(whole.cycles.length).toBe(1)
  })

  it('such an arc can be cut as any other', async () => {
    const cut = await json('--static-arcs', '--cut', 'eval/read')
    expect([staticArcsOf(cut), cut.cycles.length]).toEqual([['read -> fail'], 0])
    const { status, err } = await run('json', '--cut', 'eval/read', ...files)
    expect([status, err]).toEqual([2, "gmonscope: no call from 'eval' to 'read'\n"])
  })

  it('draws them dotted', async () => {
    const { out } = await run('dot', '--static-arcs', ...files)
    const dotted = out.toString().match(/-> n\d+ \[[^\]]*style="dotted"/g)
    expect(dotted?.length).toBe(2)
    expect((await run('dot', ...files)).out.toString()).not.toContain('dotted')
  })

  it('says why there are none', async () => {
    const list = join(folder, 'names.txt')
    writeFileSync(
      list,
      NAMES.map((name) => `${startOf(name).toString(16).padStart(16, '0')} T ${name}\n`).join(''),
    )
    const { status, err } = await run('json', '--static-arcs', list, files[1] ?? '')
    expect(status).toBe(2)
    expect(err).toBe('gmonscope: --static-arcs needs the program itself, for x86, Arm, AArch64 or RISC-V\n')
  })
})

describe('gmonscope cuts --static-arcs', () => {
  it('takes cycles apart that only calls never taken make, and gprof does so with the same options', async () => {
    expect((await run('cuts', ...files)).err).toBe('# there is no cycle\n')
    const { out, err } = await run('cuts', '--static-arcs', ...files)
    expect(out.toString()).toBe('-k eval/read\n')
    expect(err).toContain('#   eval/read, possible, never taken\n')
    expect(err).toContain('#   gmonscope static-arcs EXECUTABLE GMON... > static-arcs.gmon\n')
    expect(err).toContain("(gprof's own -c finds 1 of the 2 calls)")
    const arcs = join(folder, 'static-arcs.gmon')
    writeFileSync(arcs, (await run('static-arcs', ...files)).out)
    const theirs = await runGprof(['-b', '-q', ...files, arcs])
    expect(theirs.stdout).toContain('cycle 1')
    const cut = await runGprof(['-b', '-q', ...out.toString().trim().split(' '), ...files, arcs])
    expect(cut.stdout).not.toContain('cycle')
  })
})

describe('gmonscope static-arcs', () => {
  it('writes a profile that gprof and we read alike, beside the others', async () => {
    const arcs = join(folder, 'more.gmon')
    writeFileSync(arcs, (await run('static-arcs', ...files)).out)
    const theirs = await runGprof(['-b', ...files, arcs])
    const ours = await run('gprof', '-b', ...files, arcs)
    expect(
      listingDifference(theirs, { status: ours.status, stdout: ours.out.toString(), stderr: '' }),
    ).toBeNull()
    expect(theirs.stdout).toMatch(/0\/0 +fail/)
    expect(theirs.stdout).toMatch(/cycle 1 as a whole/)
  })

  it('says what is wrong with its arguments', async () => {
    const { status, err } = await run('static-arcs', '-x')
    expect(status).toBe(2)
    expect(err).toMatch(/^gmonscope: static-arcs has no option '-x'/)
  })
})
