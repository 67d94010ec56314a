// Lines in a terminal, for the sample program and its source.
import { cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dwarfSections } from '../../testing/builders/build-dwarf.ts'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { MAIN } from '../../testing/builders/dwarf-opened.ts'
import { runAsText } from '../../testing/gprof/our-command.ts'
import { requireTools, runGprof, runTool } from '../../testing/gprof/live-gprof.ts'
import { PROFILE, PROGRAM } from '../../testing/sample-files.ts'
import { candidatesFor } from '../source-files.ts'

const FILES = [PROGRAM, PROFILE]

let folder = ''
beforeAll(async () => {
  await requireTools(['gprof', 'strip', 'g++'])
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-lines-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) => runAsText(args)

describe('gmonscope lines', () => {
  it('prints the lines of gprof -l in its order of time, with their text', async () => {
    const { status, out } = await run('lines', ...FILES)
    expect(status).toBe(0)
    const rows = out.split('\n').slice(1, -1)
    expect(rows[0]).toMatch(/^ 21\.7% {5}1\.04 {2}evaluate\.c:84 +evaluate +for \(; count < MOST_ARGUMENTS/)
    const { stdout } = await runGprof(['-b', '-p', '-l', ...FILES])
    const theirs = new Map<string, number>()
    for (const line of stdout.split('\n')) {
      const found = /^ *[\d.]+ +[\d.]+ +([\d.]+) .*\(([^()]+:\d+) @ [0-9a-f]+\)$/.exec(line)
      if (found?.[2]) theirs.set(found[2], (theirs.get(found[2]) ?? 0) + Number(found[1]))
    }
    const off = rows.flatMap((row) => {
      const [, seconds = '', place = ''] = row.trim().split(/ +/)
      return Math.abs(Number(seconds) - (theirs.get(place) ?? -1)) < 0.021 ? [] : [row]
    })
    expect(off).toEqual([])
    expect(rows.length).toBeGreaterThan(40)
    expect((await run('lines', '--limit', '3', ...FILES)).out.split('\n')).toHaveLength(5)
  })

  it('prints a function line by line, with the calls of each', async () => {
    const { status, out } = await run('lines', '--of', 'evaluate', ...FILES)
    expect(status).toBe(0)
    const lines = out.split('\n')
    expect(lines[0]).toBe('evaluate, /islands/evaluate.c: 2.71 s self, 4.41 s in all')
    const at = lines.findIndex((line) => line.includes('case BUILTIN:'))
    expect(lines[at]).toMatch(/^ {4}90 {5}0\.00 {5}1\.70 {2}/)
    expect(lines[at + 1]).toBe(`${' '.repeat(26)}→ noise 15,609,120 ×, 0.92 s`)
  })

  it('takes a pattern for several functions, and says where there is none', async () => {
    const { out } = await run('lines', '--of', 'parse_*', ...FILES)
    expect(out.match(/^parse_\w+, .*$/gm)).toHaveLength(3)
    const none = await run('lines', '--of', 'nothing', ...FILES)
    expect([none.status, none.err]).toEqual([2, "gmonscope: no function 'nothing'\n"])
  })

  it('says what of the debugging information was not read', async () => {
    const claim = Buffer.concat([
      Buffer.from('ZLIB'),
      Buffer.from(new BigUint64Array([80_000_000n]).buffer).swap64(),
    ])
    const sections = dwarfSections({ units: [MAIN] }).map(([name, bytes]) =>
      name === '.debug_line' ? (['.zdebug_line', claim] as const) : ([name, bytes] as const),
    )
    const elf = buildElf({
      text: { address: 0x1000, size: 0x100 },
      symbols: [{ name: 'f', address: 0x1000, size: 0x100 }],
      sections: sections.map(([name, bytes]) => ({ name, kind: 'debug', address: 0, bytes })),
    })
    const files = [join(folder, 'claims'), join(folder, 'claims.out')] as const
    writeFileSync(files[0], elf)
    const bins = Array.from({ length: 64 }, () => 1)
    writeFileSync(files[1], buildGmon({ records: [{ kind: 'histogram', low: 0x1000, high: 0x1100, bins }] }))
    expect(await run('lines', ...files)).toMatchObject({
      status: 3,
      err: `gmonscope: ${files[0]} has debugging information that is not read
  Some source files and lines are not known. Section .zdebug_line has 80 MB decompressed, more than any program of this size.
  Compile and link with -gz=none to see source lines.
gmonscope: nothing to print: no line has time
`,
    })
  })

  it('knows C++ functions without what they take, be they in a namespace without a name', async () => {
    const source = join(folder, 'nameless.cc')
    writeFileSync(
      source,
      'namespace { __attribute__((noipa)) int part(int n) { return n; } }\nint main() { return part(0); }\n',
    )
    const program = join(folder, 'nameless')
    await runTool('g++', ['-pg', '-g', '-O0', '-o', program, source])
    await runTool('env', ['-C', folder, program])
    const { out } = await run(
      'lines',
      '--of',
      '(anonymous namespace)::part',
      program,
      join(folder, 'gmon.out'),
    )
    expect(out).toContain('(anonymous namespace)::part(int), ')
  })

  it('looks for source files in the folders that are named, and does without', async () => {
    const place = join(folder, 'elsewhere')
    mkdirSync(join(place, 'more', 'islands'), { recursive: true })
    for (const file of FILES) cpSync(file, join(place, basename(file)))
    const files = [join(place, 'islands'), join(place, 'gmon.out')]
    const bare = await run('lines', '--of', 'root', ...files)
    expect(bare.out).toMatch(/^ {4}25 {5}0\.32 {5}0\.32$/m)
    writeFileSync(join(place, 'more', 'islands', 'evaluate.c'), 'one\n'.repeat(24) + 'the \u001b[2J line\n')
    const found = await run('lines', '--of', 'root', '--source', join(place, 'more'), ...files)
    // Characters that would move a terminal's cursor are escaped.
    expect(found.out).toMatch(/^ {4}25 {5}0\.32 {5}0\.32 {2}the \\x1b\[2J line$/m)
    for (const none of ['nowhere', ...files])
      expect(await run('lines', '--source', none, ...files)).toEqual({
        status: 2,
        out: '',
        err: `gmonscope: --source wants a folder, and '${none}' is none\n`,
      })
  })

  it('opens regular source files only, and none of more than 100 MB', async () => {
    const place = join(folder, 'special')
    mkdirSync(place)
    const source = join(place, 'evaluate.c')
    await runTool('mkfifo', [source])
    // The program's folder contains its sources.
    mkdirSync(join(place, 'bin'))
    const files = FILES.map((file) => join(place, 'bin', basename(file)))
    for (const [at, file] of FILES.entries()) cpSync(file, files[at] ?? '')
    const args = ['lines', '--of', 'root', '--source', place, ...files]
    const piped = await run(...args)
    expect(piped).toMatchObject({ status: 0, err: '' })
    expect(piped.out).toMatch(/^ {4}25 {5}0\.32 {5}0\.32$/m)
    const annotate = ['gprof', '-b', '-A', '-I', place, ...files]
    expect(await run(...annotate)).toMatchObject({ status: 0, out: '' })
    rmSync(source)
    writeFileSync(source, '')
    truncateSync(source, 3 * 2 ** 30)
    expect(await run(...args)).toEqual({
      ...piped,
      err: `gmonscope: ${source} is not read: source files may have 100 MB at most\n`,
    })
    expect((await run(...annotate)).err).toContain(
      `gprof: ${source}: source files of more than 100 MB are not read\n`,
    )
  })

  it('says what a program without debugging information lacks', async () => {
    const plain = join(folder, 'plain')
    await runTool('strip', ['-g', '-o', plain, PROGRAM])
    const { status, err } = await run('lines', plain, PROFILE)
    expect(status).toBe(2)
    expect(err).toContain('wants a program that was compiled with -g')
  })
})

describe('where a source file may be', () => {
  it('is where the compiler had it, then below a folder with as much of its path as there is', () => {
    expect(candidatesFor('/build/src/a.c', ['x'])).toEqual([
      '/build/src/a.c',
      'x/build/src/a.c',
      'x/src/a.c',
      'x/a.c',
    ])
  })

  it('is looked for with no more folders than a path has for a reason', () => {
    const long = candidatesFor('a/'.repeat(20_000) + 'b.c', ['x'])
    expect(long.length).toBeLessThan(50)
    expect(long.at(-1)).toBe('x/b.c')
  })

  it('is never above a folder that was named', () => {
    // On Windows this would contact another machine.
    for (const path of [String.raw`\\host\share\a.c`, '//host/share/a.c', String.raw`/\host\share/a.c`]) {
      const below = ['x/host/share/a.c', 'x/share/a.c', 'x/a.c']
      expect(candidatesFor(path, ['x'], 'win32')).toEqual(below)
      expect(candidatesFor(path, ['x'], 'linux')).toEqual([path, ...below])
    }
    expect(candidatesFor('a.c', ['//host/share'], 'win32').at(-1)).toContain('host/share/a.c')
    expect(candidatesFor('/build/../../etc/a.c', ['x']).slice(1)).toEqual(['x/etc/a.c', 'x/a.c'])
  })
})
