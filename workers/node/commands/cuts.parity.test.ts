// Cuts as options for gprof, with which gprof finds no cycle.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCyclicProgram } from '../../testing/builders/cyclic-program.ts'
import { runGprof } from '../../testing/gprof/live-gprof.ts'
import { runAsText, runCommand } from '../../testing/gprof/our-command.ts'

let folder = ''
let files: readonly string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-cuts-'))
  files = writeCyclicProgram(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) => runAsText(args)

describe('gmonscope cuts', () => {
  it('prints the cuts that keep the way down as options, how good they are, and who pays', async () => {
    const { status, out, err } = await run('cuts', ...files)
    expect(status).toBe(0)
    expect(out).toBe('-k factor/expr\n-k list/expr\n')
    expect(err.split('\n')).toEqual([
      '# cycle 1, 4 members: 2 arcs, 12 calls; exact: no choice that keeps the way down has fewer calls',
      '#   factor/expr, 7 calls',
      '#   list/expr, 5 calls',
      '# no function loses its callers',
      '#   main: 100.0%, after the cuts 100.0%',
      '',
    ])
  })

  it('--goal calls prints the fewest calls, and names functions that lose their callers', async () => {
    const { out, err } = await run('cuts', '--goal', 'calls', ...files)
    expect(out).toBe('-k factor/\n')
    expect(err).toContain('# cycle 1, 4 members: 2 arcs, 10 calls; exact: no choice has fewer calls\n')
    expect(err).toContain('#   factor/list, 3 calls\n')
    expect(err).toContain('# 1 function loses all callers: list\n')
    expect((await run('cuts', '--goal', 'arcs', ...files)).out).toBe('-k expr/term\n')
  })

  it('--fewest prints the smallest number of arcs', async () => {
    const { out, err } = await run('cuts', '--fewest', ...files)
    expect(out).toBe('-k expr/term\n')
    expect(err).toContain('1 arc, 30 calls; exact: no choice has fewer arcs')
  })

  it('--members leaves smaller cycles alone', async () => {
    expect((await run('cuts', '--members', '4', ...files)).out).toBe('-k list/expr\n')
    expect((await run('cuts', '--members', '5', ...files)).out).toBe('')
  })

  it('of a flat profile alone says that no calls are known', async () => {
    const { stdout } = await runGprof(['-b', '-p', ...files])
    const listing = join(folder, 'flat.txt')
    writeFileSync(listing, stdout, 'latin1')
    const { status, out, err } = await run('cuts', listing)
    expect({ status, out, err }).toEqual({
      status: 0,
      out: '',
      err: '# no calls are known, and so no cycle\n',
    })
  })

  it('gprof with these options finds no cycle', async () => {
    const { out } = await run('cuts', ...files)
    const { stdout } = await runGprof(['-b', '-q', ...out.trim().split(/\s+/), ...files])
    expect(stdout).toContain('expr')
    expect(stdout).not.toContain('cycle')
  })

  it('so it does with names that a shell would make something of, and a terminal shows them quoted', async () => {
    const strange = writeCyclicProgram(folder, { expr: 'e$LT$x', term: 't&(~1)' })
    const { out } = await run('cuts', '--fewest', ...strange)
    expect(out).toBe('-k e$LT$x/t&(~1)\n')
    const { stdout } = await runGprof(['-b', '-q', ...out.trim().split(/\s+/), ...strange])
    expect(stdout).toContain('e$LT$x')
    expect(stdout).not.toContain('cycle')
    const seen = await runCommand(['cuts', '--fewest', ...strange], { stdout: true, stderr: true })
    expect(seen.out.toString()).toBe("-k 'e$LT$x/t&(~1)'\n")
    writeCyclicProgram(folder)
  })

  it('names with what moves a cursor are shown without doing so, and exact in a pipe', async () => {
    const hostile = writeCyclicProgram(folder, { expr: "e\x1b[2J\n'", term: 't\xe2\x80\xae' })
    const { out, err } = await run('cuts', '--fewest', ...hostile)
    expect(err).toContain(String.raw`e\x1b[2J\x0a'/t\u202e, 30 calls`)
    expect(out).toBe("-k 'e\x1b[2J\n'\\''/t\u202e'\n")
    const seen = await runCommand(['cuts', '--fewest', ...hostile], { stdout: true, stderr: true })
    expect(seen.out.toString()).toBe(String.raw`-k $'e\x1b[2J\x0a\x27/t\xe2\x80\xae'` + '\n')
    writeCyclicProgram(folder)
  })

  it('says what is wrong with its arguments', async () => {
    expect((await run('cuts', '--members', 'x', ...files)).err).toBe(
      "gmonscope: --members wants a whole number, at least 2, not 'x'\n",
    )
    expect((await run('cuts', '--what', ...files)).status).toBe(2)
    expect((await run('cuts', '--goal', 'best', ...files)).err).toBe(
      "gmonscope: --goal wants way-down, calls, arcs, not 'best'\n",
    )
  })
})
