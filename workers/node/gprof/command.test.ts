// Every message of gprof; parsing of options; sums that do not wrap.
import { describe, expect, it } from 'vitest'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { buildGmon, type GmonRecord } from '../../testing/builders/build-gmon.ts'
import { HEX_DUMPS, OTHER_DUMPS, WORD_DUMPS } from '../../testing/builders/dump-texts.ts'
import {
  ARC,
  bsd,
  gmon,
  HISTOGRAM,
  histogram,
  program,
  type Content,
} from '../../testing/builders/small-program.ts'
import { collectText } from '../../testing/gprof/written-text.ts'
import { SystemError, type GprofHost } from './host.ts'
import { runGprof } from './command.ts'
import { effort } from '../../testing/effort.ts'

const WHOLE = gmon(HISTOGRAM, ARC)

interface Done {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  readonly written: ReadonlyMap<string, Uint8Array>
}

async function run(
  line: string,
  files: Readonly<Record<string, Content>> = {},
  progress?: GprofHost['progress'],
): Promise<Done> {
  const listing = collectText()
  let stderr = ''
  const written = new Map<string, Uint8Array>()
  const all: Readonly<Record<string, Content>> = { 'a.out': program(), 'gmon.out': WHOLE, ...files }
  const host: GprofHost = {
    stdout: listing.out,
    stderr: (text) => void (stderr += text),
    ...(progress && { progress }),
    open: (name) => {
      const content = all[name]
      if (content === undefined) throw new SystemError('ENOENT')
      const close = (): void => {}
      if (content === 'directory')
        return { source: memorySource(name, new Uint8Array(0)), kind: 'directory', close }
      if ('pipe' in content) return { source: memorySource(name, content.pipe), kind: 'pipe', close }
      return { source: memorySource(name, content), kind: 'file', close }
    },
    standardInput: () => host.open('<standard input>'),
    realPath: (name) => name,
    write: (name, bytes) => {
      if (all[name] === 'directory') throw new SystemError('EACCES')
      written.set(name, bytes)
    },
    sourcePath: '',
    operandsEndOptions: false,
  }
  const status = await runGprof(
    line.split(' ').filter((word) => word !== ''),
    host,
  )
  return { status, stdout: listing.text(), stderr, written }
}

/** Exit status 1, nothing on standard output, and this on standard error. */
async function expectMessage(
  line: string,
  message: string,
  files: Readonly<Record<string, Content>> = {},
): Promise<void> {
  expect(await run(line, files)).toMatchObject({ status: 1, stdout: '', stderr: message })
}

const text = (content: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(content))
const header = (...bytes: number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...gmon().subarray(0, 20), ...bytes])

describe('an image that will not do', () => {
  it.each<[string, string, Record<string, Content>]>([
    ['nosuch', 'nosuch: No such file or directory\n', {}],
    ['-', '-: No such file or directory\n', { '<standard input>': WHOLE }],
    ['folder', 'folder: Success\n', { folder: 'directory' }],
    ['x', 'gprof: x: not in executable format\n', { x: text('#!/bin/sh\n') }],
    ['x', "gprof: can't find .text section in x\n", { x: program({ text: null, symbols: [] }) }],
    ['x', "gprof: file `x' has no symbols\n", { x: program({ symbols: null }) }],
    ['-S list a.out', "gprof: file `list' has no symbols\n", { list: text('0 D data\n') }],
    ['-S folder a.out', "gprof: file `folder' has no symbols\n", { folder: 'directory' }],
    ['-S nosuch a.out', 'gprof: could not open nosuch.\n', {}],
  ])('%s', (line, message, files) => expectMessage(line, message, files))
})

describe('a profile that came off a board as text', () => {
  const printed = OTHER_DUMPS['Intel hex'](WHOLE)

  it.each(Object.entries({ ...HEX_DUMPS, ...WORD_DUMPS, ...OTHER_DUMPS }))(
    '%s: as the profile itself',
    async (_form, textOf) => {
      const found = await run('-b a.out dump', { dump: text(`$ dump\n${textOf(WHOLE)}`) })
      expect(found).toEqual(await run('-b a.out gmon.out'))
      expect(await run('-b a.out -', { '<standard input>': { pipe: text(textOf(WHOLE)) } })).toEqual(found)
    },
  )

  it('several in one log are added up', async () => {
    const twice = await run('-b a.out dump', { dump: text(printed + printed) })
    expect(twice).toEqual(await run('-b a.out gmon.out gmon.out'))
  })

  it('is refused where it is damaged', () =>
    expectMessage('a.out dump', 'gprof: dump cannot be read from line 4 on. Its checksum does not fit.\n', {
      dump: text(withDigit(printed, 4, 'F')),
    }))
})

/** With one digit changed. */
function withDigit(printed: string, number: number, digit: string): string {
  const lines = printed.split('\n')
  lines[number - 1] = `${lines[number - 1].slice(0, 15)}${digit}${lines[number - 1].slice(16)}`
  return lines.join('\n')
}

describe('a profile that will not do', () => {
  it.each<[string, string, Content]>([
    ['nosuch', 'nosuch: No such file or directory\n', WHOLE],
    ['x', 'x: file too short to be a gmon file\n', WHOLE.slice(0, 19)],
    ['x', 'x: file too short to be a gmon file\n', 'directory'],
    ['x -Omagic', "gprof: file `x' has bad magic cookie\n", bsd()],
    ['x -O4.4bsd', "gprof: file `x' has bad magic cookie\n", bsd({ format: 'bsd' })],
    ['x', "gprof: file `x' has unsupported version 2\n", buildGmon({ records: [], version: 2 })],
    ['x', 'gprof: x: found bad tag 7 (file corrupted?)\n', header(7)],
    ['x', 'gprof: x: unexpected end of file\n', header(1, 2, 3)],
    ['x', 'gprof: x: unexpected end of file\n', header(0, 2, 3)],
    ['x', 'gprof: x: unexpected end of file\n', header(2)],
    ['x', 'x: Success\n', header(2, 1, 0, 0, 0, 9)],
    ['x', 'gprof: x: unexpected EOF after reading 63 of 64 samples\n', gmon(HISTOGRAM).slice(0, -2)],
    [
      'gmon.out x',
      "gprof: dimension unit changed between histogram records\ngprof: from 'seconds'\ngprof: to 'ticks'\n",
      histogram({ dimension: 'ticks' }),
    ],
    [
      'gmon.out x',
      "gprof: dimension abbreviation changed between histogram records\ngprof: from 's'\ngprof: to 't'\n",
      histogram({ abbreviation: 't' }),
    ],
    ['gmon.out x', 'gprof: different scales in histogram records', histogram({ high: 0x401200 })],
    ['gmon.out x', 'gprof: overlapping histogram records\n', histogram({ low: 0x401010, high: 0x401110 })],
    ['-Obsd x', "gprof: file 'x' does not appear to be in gmon.out format\n", bsd({ low: 0x402000 })],
    ['x', 'gprof: unexpected EOF after reading 62/64 bins\n', bsd().slice(0, -2)],
    ['x', 'gprof: unexpected EOF after reading -1/64 bins\n', bsd().slice(0, 30)],
    ['-Oprof gmon.out', "gprof: sorry, file format `prof' is not yet supported\n", WHOLE],
    ['gmon.out x', 'x: profiling rate incompatible with first gmon file\n', bsd({ rate: 50 })],
    ['gmon.out x', 'x: incompatible with first gmon file\n', bsd({ high: 0x401104 })],
    ['x', 'x: Illegal seek\n', { pipe: bsd() }],
    ['-p x', 'gprof: gmon.out file is missing histogram\n', gmon(ARC)],
    ['-q x', 'gprof: gmon.out file is missing call-graph data\n', gmon(HISTOGRAM)],
  ])('%s: %s', (line, message, x) => expectMessage(`-b a.out ${line}`, message, { x }))
})

describe('options that will not do', () => {
  it.each([
    ['-r -R map', 'gprof: Only one of --function-ordering and --file-ordering may be specified.\n'],
    ['-Oxyz', 'xyz: unknown file format gprof\n'],
    ['--demangle=latin', "gprof: unknown demangling style `latin'\n"],
    ['@folder', 'gprof: error: @-file refers to a directory\n'],
  ])('%s', (line, message) => expectMessage(line, message, { folder: 'directory' }))

  it.each([
    ['-X', "gprof: invalid option -- 'X'"],
    ['-k', "gprof: option requires an argument -- 'k'"],
    ['--time', "gprof: option '--time' requires an argument"],
    ['--brief=3', "gprof: option '--brief' doesn't allow an argument"],
    ['--foo=3', "gprof: unrecognized option '--foo=3'"],
    ['--e', "gprof: option '--e' is ambiguous; possibilities: '--external-symbol-table' '--exec-counts'"],
    ['--t', "gprof: option '--t' is ambiguous; possibilities: '--table-length' '--time' '--traditional'"],
    [
      '--di',
      "gprof: option '--di' is ambiguous; possibilities: '--directory-path' '--display-unused-functions'",
    ],
  ])('%s, and how to use it', async (line, message) => {
    const { status, stdout, stderr } = await run(line)
    expect({ status, stdout, first: stderr.split('\n')[0] }).toEqual({
      status: 1,
      stdout: '',
      first: message,
    })
    expect(stderr.split('\n').slice(1)).toEqual(['gmonscope gprof --help lists the options', ''])
  })
})

describe('warnings, which end nothing', () => {
  it('of blocks without -l, once', async () => {
    const blocks: GmonRecord = { kind: 'blocks', blocks: [{ address: 0x401000, count: 1 }] }
    const { status, stderr } = await run('-b a.out x x', { x: gmon(HISTOGRAM, ARC, blocks) })
    expect(status).toBe(0)
    expect(stderr).toBe('gprof: warning: ignoring basic-block exec counts (use -l or --line)\n')
  })

  it('of a processor whose calls are not known', async () => {
    const { status, stderr } = await run('-b -c', { 'a.out': program({ machine: 243 }) })
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'gprof: -c not supported on architecture unknown\n',
    })
  })
})

describe('the command line', () => {
  it('takes operands and options in any order, files of arguments, and the ends of options', async () => {
    const plain = await run('-b -p a.out gmon.out')
    expect(plain.stdout).toContain('work')
    for (const line of [
      'a.out -bp gmon.out',
      '@args',
      '-b --flat -- a.out gmon.out',
      '--br --flat-profile',
    ]) {
      expect((await run(line, { args: text('-b "-p"\na\\.out \'gmon.out\'') })).stdout).toBe(plain.stdout)
    }
  })

  it('takes more words from a file than a call has room for', async () => {
    const cuts = '-k main/work\n'.repeat(effort(100_000, 20_000))
    const many = await run('@cuts a.out', { cuts: text(cuts) })
    expect(many).toMatchObject({ status: 0, stderr: '' })
    expect(many.stdout).toBe((await run('-k main/work a.out')).stdout)
  })

  it('reads the standard input', async () => {
    const plain = await run('-b a.out gmon.out')
    expect((await run('-b a.out -', { '<standard input>': { pipe: WHOLE } })).stdout).toBe(plain.stdout)
  })

  it('explains in our words unless an option forbids it', async () => {
    const brief = await run('-b')
    const whole = await run('')
    expect(whole.stdout.length).toBeGreaterThan(brief.stdout.length)
    expect(brief.stdout).toContain('\t\t\tCall graph\n\n')
    expect(whole.stdout).toContain('\t\t     Call graph (explanation follows)\n\n')
  })
})

describe('gmon.sum', () => {
  it('that may not be written ends the run', () =>
    expectMessage('-s -p a.out gmon.out', 'gmon.sum: Permission denied\n', { 'gmon.sum': 'directory' }))

  const full = gmon(
    { ...HISTOGRAM, bins: Array.from({ length: 64 }, () => 0xffff) },
    { ...ARC, count: 0xffffffff },
  )

  it('wraps as gprof has it wrap', async () => {
    const { written, stdout } = await run('-b -s a.out x x', { x: full })
    expect(stdout).toBe('')
    const again = await run('-b -p a.out gmon.sum', { 'gmon.sum': sumOf(written) })
    expect(again.stdout).toContain('4294967294')
  })

  it('keeps all of it with --wide, in records that add up', async () => {
    const { written } = await run('-b -s --wide a.out x x', { x: full })
    const again = await run('-b -p a.out gmon.sum', { 'gmon.sum': sumOf(written) })
    expect(again.stdout).toBe((await run('-b -p a.out x x', { x: full })).stdout)
  })
})

function sumOf(written: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(written.get('gmon.sum') ?? [])
}

describe('progress', () => {
  const watched = async (line: string): Promise<string[]> => {
    const seen: string[] = []
    const onProgress = ({ file, done, total }: { file: string; done: number; total: number }): void =>
      void seen.push(`${file} ${done}/${total}`)
    await run(line, {}, { onProgress, end: () => void seen.push('end') })
    return seen
  }

  it('is given each of several profiles, and ends also where one of them is unusable', async () => {
    expect(await watched('a.out gmon.out gmon.out')).toEqual(['gmon.out 0/2', 'gmon.out 1/2', 'end'])
    expect(await watched('a.out gmon.out nosuch')).toEqual(['gmon.out 0/2', 'nosuch 1/2', 'end'])
    expect(await watched('a.out gmon.out')).toEqual(['end'])
  })
})
