// What we write for other tools is opened by those tools, and they show gprof's numbers: callgrind_annotate, go tool pprof,
// Graphviz. speedscope needs a browser: e2e/other-tools.spec.ts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildElf } from '../builders/build-elf.ts'
import { buildGmon } from '../builders/build-gmon.ts'
import { requireTools, runGprof, runTool } from '../gprof/live-gprof.ts'
import { runCommand } from '../gprof/our-command.ts'
import { profileProgram } from '../run-program.ts'
import { PROFILE, PROGRAM } from '../sample-files.ts'

/** Half a hundredth, to which gprof rounds, and a little for what a tool rounds by itself. */
const CLOSE = 0.0052

let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-tools-'))
  await requireTools(['gprof', 'callgrind_annotate', 'dot'])
  // Of the go command only the tool is used; it has no --version.
  const { status, stderr } = await runTool('go', ['version'])
  if (status !== 0) throw new Error(`go does not run: ${stderr}`)
})
afterAll(() => rmSync(folder, { recursive: true }))

async function write(name: string, ...args: string[]): Promise<string> {
  return writeOf([PROGRAM, PROFILE], name, ...args)
}

async function writeOf(files: readonly string[], name: string, ...args: string[]): Promise<string> {
  const path = join(folder, name)
  const { status, err } = await runCommand([...args, '-o', path, ...files])
  expect(err.toString()).toBe('')
  expect(status).toBe(0)
  return path
}

interface Times {
  readonly self: number
  readonly total: number
}

/** Seconds by function, from gprof's flat profile and call graph; members of cycles, and namesakes, are left out. */
async function gprofTimes(...options: string[]): Promise<Map<string, Times>> {
  const { stdout } = await runGprof(['-b', ...options, PROGRAM, PROFILE])
  const times = new Map<string, Times>()
  const seen = new Set<string>()
  const primary = /^\[\d+\]\s+[\d.]+\s+([\d.]+)\s+([\d.]+)(?:\s+[\d+]+)?\s+(\w+) \[\d+\]$/gm
  for (const [, self, children, name = ''] of stdout.matchAll(primary)) {
    if (seen.has(name)) times.delete(name)
    else times.set(name, { self: Number(self), total: Number(self) + Number(children) })
    seen.add(name)
  }
  expect(times.size).toBeGreaterThan(20)
  return times
}

function expectClose(
  found: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, Times>,
  of: keyof Times,
) {
  for (const [name, times] of expected) {
    // Two roundings in a total.
    const close = of === 'total' ? 2 * CLOSE : CLOSE
    expect(Math.abs((found.get(name) ?? 0) - times[of]), `${of} of ${name}`).toBeLessThan(close)
  }
}

describe('callgrind_annotate', () => {
  const annotate = async (file: string, inclusive: 'yes' | 'no'): Promise<Map<string, number>> => {
    const args = [`--inclusive=${inclusive}`, '--threshold=100', file]
    const { status, stdout, stderr } = await runTool('callgrind_annotate', args)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const found = new Map<string, number>()
    for (const [, cost = '', name = ''] of stdout.matchAll(
      /^\s*([\d,]+) \([ \d.]+%\)\s+\S+:(\w+)(?: \[.*)?$/gm,
    ))
      found.set(name, Number(cost.replaceAll(',', '')) / 1e6)
    return found
  }

  it('shows gprof’s self and inclusive times', async () => {
    const file = await write('callgrind.out', 'callgrind')
    const expected = await gprofTimes()
    expectClose(await annotate(file, 'no'), expected, 'self')
    expectClose(await annotate(file, 'yes'), expected, 'total')
  })

  it('lists callers and callees with gprof’s counts', async () => {
    const file = await write('callgrind.tree', 'callgrind')
    const { stdout } = await runTool('callgrind_annotate', ['--tree=both', '--inclusive=yes', file])
    expect(stdout).toMatch(/ < +\S*:raise_row \(3,121,824x\)/)
    expect(stdout).toMatch(/ > +\S*:call_function \(3,121,824x\)/)
  })
})

describe('callgrind_annotate, of a program with lines', () => {
  const SOURCE = `#include "busy.h"
KEEP int step(int n) { SPEND(60); return n + 1; }
int main(void) {
  int sum = 0;
  for (int at = 0; at < 1500; at++) {
    sum = step(sum);
    SPEND(120);
  }
  return sum == 12345;
}
`

  it('shows the time of each line, and what its calls take', async () => {
    const busy = fileURLToPath(new URL('../programs/busy.h', import.meta.url))
    const made = await profileProgram(
      {
        name: '',
        compiler: 'gcc',
        sources: [{ file: 'lines.c', text: SOURCE.replace('busy.h', busy) }],
        flags: ['-g', '-O1'],
        runs: [[]],
        options: [],
      },
      folder,
    )
    const files = [made.executable, ...made.profiles]
    const file = await writeOf(files, 'lines.callgrind', 'callgrind')
    const { stdout } = await runTool('callgrind_annotate', ['--auto=yes', '--threshold=100', file])
    const lines = await runCommand(['lines', ...files])
    const ours = new Map<string, number>()
    for (const line of lines.out.toString().split('\n').slice(1)) {
      const [, self = '', code = ''] = /^ *[\d.]+% +([\d.]+) +\S+:\d+ +\w+ +(.*)$/.exec(line) ?? []
      if (code !== '') ours.set(code, (ours.get(code) ?? 0) + Number(self))
    }
    const annotated = stdout.slice(stdout.indexOf('Auto-annotated source'))
    let compared = 0
    for (const [, cost = '', code = ''] of annotated.matchAll(/^\s*([\d,]+) \([ \d.]+%\) {2}\s*(\S.*)$/gm)) {
      const seconds = Number(cost.replaceAll(',', '')) / 1e6
      if (code.startsWith('=>') || !ours.has(code)) continue
      expect(Math.abs(seconds - (ours.get(code) ?? 0)), code).toBeLessThan(CLOSE)
      compared++
    }
    expect(compared).toBeGreaterThan(1)
    expect(annotated).toMatch(
      /\.\s+sum = step\(sum\);\n\s*[\d,]+ \([ \d.]+%\)\s+=> \S*lines\.c:step \(1,500x\)/,
    )
  })
})

describe('go tool pprof', () => {
  const top = async (file: string): Promise<{ self: Map<string, number>; total: Map<string, number> }> => {
    const args = ['tool', 'pprof', '-top', '-nodecount=1000', '-nodefraction=0', '-unit=us', file]
    const { status, stdout, stderr } = await runTool('go', args, { environment: { HOME: folder } })
    expect(status, stderr).toBe(0)
    const self = new Map<string, number>()
    const total = new Map<string, number>()
    const row = /^\s*([\d.]+)(?:us)?\s+[\d.]+%\s+[\d.]+%\s+([\d.]+)(?:us)?\s+[\d.]+%\s+(.+)$/gm
    for (const [, flat, cumulative, name = ''] of stdout.matchAll(row)) {
      self.set(name, Number(flat) / 1e6)
      total.set(name, Number(cumulative) / 1e6)
    }
    return { self, total }
  }

  it('shows gprof’s self and cumulative times, and cycles by their names', async () => {
    const { self, total } = await top(await write('sample.pb.gz', 'pprof'))
    const expected = await gprofTimes()
    expectClose(self, expected, 'self')
    expectClose(total, expected, 'total')
    expect([...total.keys()]).toContain('cycle 2 as a whole')
  })

  it('keeps self times where paths are cut off, and tells how much is', async () => {
    const file = await write('cut.pb.gz', 'pprof', '--min', '20')
    const { self, total } = await top(file)
    expectClose(self, await gprofTimes(), 'self')
    expect(total.get('[merged paths]')).toBeGreaterThan(1)
    const { stdout } = await runTool('go', ['tool', 'pprof', '-comments', file], {
      environment: { HOME: folder },
    })
    expect(stdout).toContain('The stacks are an estimate')
    expect(stdout).toMatch(/not told apart: [1-9]\.\d\d s of 4\.80 s/)
  })

  it('under a scenario shows what gprof shows under it', async () => {
    const { total } = await top(await write('only.pb.gz', 'pprof', '--only', 'define_function'))
    expectClose(total, await gprofTimesOf('define_function'), 'total')
  })

  /** Fewer than twenty functions are left below one. */
  async function gprofTimesOf(root: string): Promise<Map<string, Times>> {
    const { stdout } = await runGprof(['-b', '-q', '-F', root, PROGRAM, PROFILE])
    const [, self, children] = new RegExp(
      String.raw`^\[1\]\s+[\d.]+\s+([\d.]+)\s+([\d.]+).*${root} \[1\]$`,
      'm',
    ).exec(stdout) ?? ['', '', '']
    return new Map([[root, { self: Number(self), total: Number(self) + Number(children) }]])
  }
})

describe('Graphviz', () => {
  it('draws the graph', async () => {
    const { status, stdout, stderr } = await runTool('dot', ['-Tplain', await write('sample.dot', 'dot')])
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toContain('raise_row')
  })
})

describe('names that mean something to these forms', () => {
  const NAMES = [
    'main',
    'semi;colon',
    'two\nlines',
    '(3) like a number',
    'calls=5 7',
    '# comment',
    '<b>markup</b> & "quotes"',
    'fn=(1)',
    ' spaces around ',
    'ends in 42',
    '[rust: slice; 4]',
    'list<int>::add(int)',
    'list<char>::add(char)',
    '\xff\xfe',
    'main',
  ]
  let files: string[] = []

  beforeAll(() => {
    const start = 0x401000
    const symbols = NAMES.map((name, at) => ({ name, address: start + 64 * at }))
    const end = start + 64 * NAMES.length
    const etext = { name: 'etext', address: end, type: 'none' } as const
    files = [join(folder, 'odd'), join(folder, 'odd.gmon')]
    const text = { address: start, size: 64 * NAMES.length }
    writeFileSync(join(folder, 'odd'), buildElf({ text, symbols: [...symbols, etext] }))
    const bins = new Uint16Array((64 * NAMES.length) / 4).fill(2)
    const arcs = NAMES.slice(1).map((_, at) => ({
      kind: 'arc' as const,
      from: start + 64 * at + 8,
      self: start + 64 * (at + 1),
      count: 3,
    }))
    const histogram = { kind: 'histogram', low: start, high: end, bins } as const
    writeFileSync(join(folder, 'odd.gmon'), buildGmon({ records: [histogram, ...arcs] }))
  })

  /** Each has as much time as every other: 16 bins with two samples each. */
  const SELF = 0.32

  it('come through callgrind_annotate', async () => {
    const file = await writeOf(files, 'odd.callgrind', 'callgrind')
    const { status, stdout, stderr } = await runTool('callgrind_annotate', ['--threshold=100', file])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const rows = [...stdout.matchAll(/^\s*([\d,]+) .*%\)\s+\?\?\?:(.*?)(?: \[\])?$/gm)]
    expect(rows.map(([, cost]) => cost)).toEqual(NAMES.map(() => '320,000'))
    const names = rows.map(([, , name]) => name)
    expect(names).toContain('(3) like a number')
    expect(names).toContain('calls=5 7')
    expect(names).toContain('two?lines')
    expect(names).toContain('main@0x401000')
    expect(names).toContain('main@0x401380')
  })

  it('come through pprof', async () => {
    const file = await writeOf(files, 'odd.pb.gz', 'pprof')
    const args = ['tool', 'pprof', '-raw', file]
    const { status, stdout } = await runTool('go', args, { environment: { HOME: folder } })
    expect(status).toBe(0)
    const samples = [...stdout.matchAll(/^\s*(\d+): ((?:\d+ )+)$/gm)]
    expect(samples.map(([, nanoseconds]) => Number(nanoseconds) / 1e9)).toEqual(NAMES.map(() => SELF))
    expect(stdout).toContain('M=1 semi;colon ')
    expect(stdout).toContain('M=1 two?lines ')
    for (const name of ['list<int>::add(int)', 'list<char>::add(char)'])
      expect(stdout).toContain(`M=1 ${name} `)
  })

  it('come through stacks, one line each', async () => {
    const lines = readFileSync(await writeOf(files, 'odd.txt', 'stacks'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual(NAMES.map(() => '320000'))
    lines.forEach((line, at) => expect(line.split(';').length).toBe(at + 1))
    expect(lines[10]).toMatch(/;spaces around;ends in_42;\[rust: slice: 4\] 320000$/)
  })

  it('come through Graphviz', async () => {
    const file = await writeOf(files, 'odd.dot', 'dot', '--min', '0')
    const { status, stderr } = await runTool('dot', ['-Tsvg', file])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
