// Diffs of real programs, if gcc is available, and of synthetic ones.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { runAsText, runCommand } from '../../testing/gprof/our-command.ts'
import { namesApart } from './diff.ts'

const START = 0x401000
const SIZE = 0x100

interface Made {
  /** Samples in each function; functions are adjacent. */
  readonly ticks: Readonly<Record<string, number>>
  readonly calls?: readonly (readonly [parent: string, child: string, count: number])[]
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-diff-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Paths of a program and its profile. */
function make(name: string, { ticks, calls = [] }: Made): readonly [program: string, profile: string] {
  const names = Object.keys(ticks)
  const startOf = (one: string): number => START + SIZE * names.indexOf(one)
  const end = START + SIZE * names.length
  const bins = new Uint16Array((end - START) / 4)
  for (const [one, count] of Object.entries(ticks)) bins[(startOf(one) - START) / 4 + 2] = count
  mkdirSync(join(folder, name))
  const paths = [join(folder, name, 'prog'), join(folder, name, 'gmon.out')] as const
  const symbols = names.map((one) => ({ name: one, address: startOf(one) }))
  writeFileSync(paths[0], buildElf({ text: { address: START, size: end - START }, symbols }))
  const arcs = calls.map(([parent, child, count]) => ({
    kind: 'arc' as const,
    from: startOf(parent) + 8,
    self: startOf(child),
    count,
  }))
  const histogram = { kind: 'histogram' as const, low: START, high: end, bins }
  writeFileSync(paths[1], buildGmon({ records: [histogram, ...arcs] }))
  return paths
}

const diff = (...args: readonly string[]) => runAsText(['diff', ...args])

describe('gmonscope diff', () => {
  let before: readonly [string, string]
  let after: readonly [string, string]
  beforeAll(() => {
    before = make('old', {
      ticks: { main: 10, parse: 300, old: 60 },
      calls: [
        ['main', 'parse', 100],
        ['main', 'old', 5],
      ],
    })
    // In another order: addresses do not matter.
    after = make('new', {
      ticks: { parse: 150, fresh: 80, main: 12 },
      calls: [
        ['main', 'parse', 200],
        ['main', 'fresh', 1],
      ],
    })
  })

  it('prints what changed, the greatest change first, and says so by its status', async () => {
    const { status, out } = await diff('-b', before[0], '--before', before[1], ...after)
    expect(out.split('\n').slice(2)).toEqual([
      '        1.28 s less (-34.6%), significant',
      '3 of 4 functions changed significantly.',
      '',
      'Change s  Before s  After s  Ratio  Calls  Per call  Name',
      '  -1.50       3.00     1.50  x0.50  x2.00     x0.25  parse',
      '  +0.80                0.80    new                   fresh',
      '  -0.60       0.60            gone                   old',
      '',
    ])
    expect(status).toBe(1)
  })

  it('shows only what takes more, all functions, another measure, shares', async () => {
    const worse = await diff('--worse', '-b', before[0], '-b', before[1], ...after)
    expect([worse.out.match(/^ .*(?:parse|old|fresh|main)$/gm), worse.status]).toEqual([
      ['  +0.80                0.80    new                   fresh'],
      1,
    ])
    const all = await diff('--all', '-b', before[0], '-b', before[1], ...after)
    expect(all.out).toMatch(/\+0\.02~ .* main\n$/)
    const calls = await diff('--by=calls', '-b', before[0], '-b', before[1], ...after)
    expect(calls.out).toContain('3 of 3 functions changed in calls.')
    const share = await diff('--share', '--by', 'total', '-b', before[0], '-b', before[1], ...after)
    expect(share.out).toContain('Change %')
  })

  it('is quiet about a program compared with itself, and reads an earlier profile by the later program', async () => {
    const { status, out } = await diff('-b', after[1], ...after)
    expect(out).toContain('as long as before\nNo function of 3 changed significantly.\n')
    expect(status).toBe(0)
    expect((await diff('--worse', '-b', before[0], '-b', before[1], ...before)).status).toBe(0)
    // Reported for the later profile only, which was named with it.
    const twice = await diff('-b', after[1], ...after, after[0])
    expect(twice.err.match(/is there twice/g)).toHaveLength(1)
  })

  it('reads each file once, so that any may be a pipe', async () => {
    const plain = await diff('-b', after[1], '--all', ...after)
    const pipe = (name: string, path: string): string => {
      const made = join(folder, name)
      execFileSync('mkfifo', [made])
      createReadStream(path).pipe(createWriteStream(made))
      return made
    }
    const [program, profile] = after
    const both = await diff('-b', pipe('1', profile), '--all', pipe('2', program), pipe('3', profile))
    expect(both).toMatchObject({ status: plain.status, err: '' })
    expect(both.out.replace(join(folder, '2'), program).replace(join(folder, '2'), program)).toBe(plain.out)
  })

  it('takes a pattern in quotes for the earlier files, and does not mix up what a shell made of one without', async () => {
    const runs = ['1', '2', '3'].map((nth) => join(folder, `run.${nth}`))
    for (const run of runs) copyFileSync(after[1], run)
    const [first = '', ...others] = runs
    const [program, profile] = after
    const named = await diff('--all', ...runs.flatMap((run) => ['-b', run]), program, ...runs)
    expect(named.out.match(/ in 3 runs/g)).toHaveLength(2)
    const pattern = join(folder, 'run.?')
    expect(await diff('--all', '-b', pattern, program, pattern)).toEqual(named)
    expect(await diff('--all', `--before=${pattern}`, program, ...runs)).toEqual(named)
    for (const words of [
      ['-b', ...runs, ...after],
      ['-b', program, '-b', ...runs, program],
    ])
      expect(await diff(...words)).toEqual({
        status: 2,
        out: '',
        err: `gmonscope: --before takes one file, but ${others[0]} follows it: quote patterns, as in --before 'old/gmon.*', and name the later program before its profiles\n`,
      })
    for (const words of [
      ['-b', first, profile, program],
      [profile, ...others, program, '-b', first],
      ['-b', first, program, profile, ...others],
    ])
      expect((await diff(...words)).err).not.toContain('quotes')
    expect(await diff('-b', join(folder, 'none.*'), ...after)).toMatchObject({
      status: 2,
      err: expect.stringContaining('none.* cannot be opened: no such file') as string,
    })
  })

  it('compares sums of different numbers of runs by their means', async () => {
    const again = join(folder, 'gmon.2')
    copyFileSync(after[1], again)
    const { status, out } = await diff('--all', '-b', after[0], '-b', after[1], '-b', again, ...after)
    expect(out).toContain(
      'as long as before\n        Times and calls are means of one run: 2 and 1 are compared.',
    )
    expect(out).toMatch(/0\.00~ +1\.50 +1\.50 .* parse\n/)
    expect(status).toBe(0)
  })

  it('takes a saved profile on either side, and writes a table', async () => {
    const saved = join(folder, 'old.gmonscope')
    const { status } = await runCommand(['save', '-o', saved, ...before])
    expect(status).toBe(0)
    const { out } = await diff('--csv', '-b', saved, ...after)
    expect(out.split('\r\n').slice(0, 3)).toEqual([
      'Self before (s),Self after (s),Total before (s),Total after (s),Calls before,Calls after,Name before,Name after',
      '3,1.5,3,1.5,100,200,parse,parse',
      '0,0.8,0,0.8,0,1,,fresh',
    ])
  })

  it('prints Markdown in which a name says nothing but itself', async () => {
    const evil = 'a|b`c`<img src=x>\\|[l](http://x.y)@ada__b__*e*'
    const [program, profile] = make('evil', { ticks: { main: 10, [evil]: 200, parse_all: 90 } })
    const { status, out } = await diff('--markdown', '-b', before[0], '-b', before[1], program, profile)
    expect(status).toBe(1)
    const lines = out.split('\n')
    expect(lines.slice(0, 2)).toEqual([
      '- Before: old&#47;prog: 3.70 s in 1 run',
      '- After: evil&#47;prog: 3.00 s in 1 run',
    ])
    const table = lines.filter((line) => line.startsWith('|'))
    expect(table[1]).toBe('| --: | --: | --: | --: | --: | --: | :-- |')
    for (const line of table) expect(line.match(/\|/g)).toHaveLength(8)
    const row = table.find((line) => line.includes('img')) ?? ''
    expect(row).toContain('<code>a&#124;b&#96;c&#96;&#60;img src=x&#62;&#92;&#124;')
    expect(row.replace(/<\/?code>/g, '')).not.toMatch(/[`<>\\*[@/]/)
    expect(out).toContain('<code>parse_all</code>')
  })

  it('names both sides in Markdown by as much of their paths as distinguishes them', () => {
    const named = (one: string, other: string): string => namesApart(one, other).join(' | ')
    expect(named('/srv/me/old/build/prog', '/srv/me/new/build/prog')).toBe('old/build/prog | new/build/prog')
    expect(named('/srv/me/prog', '/tmp/prog.new')).toBe('prog | prog.new')
    expect(named('old/prog', './prog')).toBe('old/prog | prog')
    expect(named('./a//prog', 'a/prog')).toBe('prog | prog')
    expect(named('C:\\old\\prog.exe', 'C:\\new\\prog.exe')).toBe('old/prog.exe | new/prog.exe')
    expect(named('', 'x')).toBe(' | x')
  })

  it('says what is missing', async () => {
    expect(await diff(...after)).toMatchObject({
      status: 2,
      err: expect.stringContaining('wants an earlier profile'),
    })
    expect(await diff('--by', 'time', '-b', before[0], ...after)).toMatchObject({
      status: 2,
      err: "gmonscope: --by wants self, total or calls, not 'time'\n",
    })
    expect((await diff('-b', join(folder, 'nothing'), ...after)).status).toBe(2)
    expect((await diff('-b', before[0], ...after)).status).toBe(2)
  })
})
