// The command line as a person meets it: statuses, help, hints, files, and that the manual says the same as the help.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildElf } from '../testing/builders/build-elf.ts'
import { runTool } from '../testing/gprof/live-gprof.ts'
import { runCommand } from '../testing/gprof/our-command.ts'
import { spellingOf, type Option } from './arguments.ts'
import { COMMANDS } from './commands.ts'
import { OUTPUT } from './output.ts'
import { progressOn } from './progress.ts'
import { SCENARIO_OPTIONS } from './scenario-options.ts'

const ROOT = new URL('../../', import.meta.url)
const PROGRAM = fileURLToPath(new URL('public/sample/islands', ROOT))
const PROFILE = fileURLToPath(new URL('public/sample/gmon.out', ROOT))
const MANUAL = fileURLToPath(new URL('man/gmonscope.1', ROOT))

/** But for `html`, which wants the built page: scripts/pack.mjs runs it as installed. */
const WRITERS = COMMANDS.filter(({ name, options }) => name !== 'html' && options.includes(OUTPUT))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const OTHER_PROGRAM = buildElf({
  text: { address: 0x900000, size: 0x100 },
  symbols: [{ name: 'main', address: 0x900000 }],
})

interface Ended {
  readonly status: number
  readonly out: string
  readonly err: string
}

async function run(args: readonly string[], isTerminal = { stdout: false, stderr: false }): Promise<Ended> {
  const { status, out, err } = await runCommand(args, isTerminal)
  return { status, out: out.toString('latin1'), err: err.toString() }
}

describe('help', () => {
  it('of all commands and of each, on standard output', async () => {
    const { status, out, err } = await run(['--help'])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThan(81)
    for (const { name, options } of COMMANDS) {
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
      const help = await run([name, '--help'])
      expect(help).toMatchObject({ status: 0, err: '' })
      expect((await run(['help', name])).out).toBe(help.out)
      for (const option of options) expect(help.out).toContain(spellingOf(option))
      // What is to be copied stays in one line.
      for (const line of help.out.split('\n'))
        expect(line.length, line).toBeLessThan(line.startsWith('  gmonscope ') ? 93 : 81)
    }
  })

  it('of a command by its other name', async () => {
    const help = await run(['stacks', '--help'])
    expect(await run(['collapsed', '--help'])).toEqual(help)
    expect(await run(['help', 'collapsed'])).toEqual(help)
  })

  it('of gprof too', async () => {
    const help = await run(['gprof', '--help'])
    expect(help).toMatchObject({ status: 0, err: '' })
    expect(await run(['help', 'gprof'])).toEqual(help)
  })

  it('of help is what there is to ask about', async () => {
    const help = await run(['--help'])
    for (const words of [['help'], ['help', 'help'], ['help', '--help'], ['help', '-h']])
      expect(await run(words)).toEqual(help)
  })

  it('is not asked for behind --, where there are files alone', async () => {
    for (const word of ['--help', '-h', '--version']) {
      const { status, out, err } = await run(['json', '--', word])
      expect({ status, out }).toEqual({ status: 1, out: '' })
      expect(err).toContain(`${word} cannot be opened`)
    }
  })

  it('is asked for among other letters, and not by a value', async () => {
    const help = await run(['csv', '--help'])
    for (const words of [
      ['-ho', 'x', PROGRAM, PROFILE],
      ['-hx'],
      ['-o', 'x', '-h'],
      ['--nonsense', '-h'],
      ['-o', '--help'],
    ])
      expect(await run(['csv', ...words])).toEqual(help)
    expect(existsSync('x')).toBe(false)
    const { status, err } = await run(['csv', '-ohelp', 'nothing'])
    expect(status).toBe(1)
    expect(err).toContain('nothing cannot be opened')
  })

  it('without a word, on standard error, as a mistake', async () => {
    expect(await run([])).toEqual({ status: 2, out: '', err: (await run(['--help'])).out })
  })

  it('--version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string }
    for (const words of [['--version'], ['-V'], ['-v'], ['json', '--version'], ['--version', PROGRAM]])
      expect(await run(words)).toEqual({ status: 0, out: `gmonscope ${version}\n`, err: '' })
  })
})

describe('a wrong word', () => {
  it.each([
    [['chekc'], "no command 'chekc'; did you mean check?"],
    [['speed'], "no command 'speed'; did you mean speedscope?"],
    [['frobnicate'], "no command 'frobnicate'; gmonscope --help lists them"],
    [['frobnicate', PROFILE], "no command or file 'frobnicate'; gmonscope --help lists the commands"],
    [['json', '--ouput', 'x'], "json has no option '--ouput'; did you mean --output?"],
    [['json', '-q', 'x'], "json has no option '-q'; see gmonscope json --help"],
    [['json', '-o'], '-o wants a value: -o, --output FILE'],
    [['cuts', '--fewest=3', PROGRAM, PROFILE], '--fewest takes no value'],
    [['pprof', '--min', 'x', PROGRAM, PROFILE], "--min wants a number from 0 to 100, not 'x'"],
    [['pprof', '--most', '0', PROGRAM, PROFILE], "--most wants a whole number, at least 1, not '0'"],
    [
      ['view', '--port', '8000.5', PROGRAM, PROFILE],
      "--port wants a whole number from 0 to 65535, not '8000.5'",
    ],
    [['json'], 'which files? An executable and its gmon.out'],
    [['json', PROGRAM, ''], 'the name of a file is empty'],
    [['', PROFILE], 'the name of a file is empty'],
    [['json', '--only', 'nobody', PROGRAM, PROFILE], "no function 'nobody'"],
    [['json', '-o', PROFILE, PROGRAM, PROFILE], `-o ${PROFILE} would overwrite a file that is read`],
    [['json', '-o', '/nowhere/x', PROGRAM, PROFILE], '/nowhere/x cannot be written: no such folder'],
  ])('%j', async (args, says) => {
    expect(await run(args)).toEqual({ status: 2, out: '', err: `gmonscope: ${says}\n` })
  })

  it('is shown, whatever is in it, and moves no cursor', async () => {
    const word = '\x1b[2J\u202e'
    for (const args of [
      [word],
      ['help', word],
      ['json', `--${word}`],
      ['json', '--cut', `${word}/x`, PROGRAM, PROFILE],
      ['check', '--max', `${word}=1%`, PROGRAM, PROFILE],
      ['json', '-o', `/nowhere/${word}`, PROGRAM, PROFILE],
    ]) {
      const { status, err } = await run(args)
      expect(status).toBe(2)
      expect(err).toContain(String.raw`\x1b[2J\u202e`)
      expect(err).not.toContain('\x1b')
    }
  })

  it('a program where the listing should be is told', async () => {
    for (const words of [
      [PROGRAM, PROFILE],
      [PROGRAM, PROGRAM, PROFILE],
    ]) {
      expect(await run(['compare', ...words])).toEqual({
        status: 2,
        out: '',
        err: `gmonscope: ${PROGRAM} is no listing (gprof's flat profile or call graph); that comes first, the program and its profiles after it\n`,
      })
    }
  })

  it('a text that is no listing at all is told so, and not of its headings', async () => {
    const path = join(folder, 'text')
    for (const text of ['', 'hello\n']) {
      writeFileSync(path, text)
      expect(await run(['compare', path, PROGRAM, PROFILE])).toEqual({
        status: 2,
        out: '',
        err: `gmonscope: ${path} is no listing (gprof's flat profile or call graph); that comes first, the program and its profiles after it\n`,
      })
    }
  })

  it('files that cannot be used are another matter', async () => {
    const { status, err } = await run(['json', PROGRAM, join(folder, 'missing')])
    expect(status).toBe(1)
    expect(err).toContain(`${join(folder, 'missing')} cannot be opened: no such file\n  Check its name`)
    expect((await run([PROGRAM, join(folder, 'missing')])).status).toBe(1)
  })

  it('without a profile it is gmon.out in this folder, as with gprof, unless one was named that is no good', async () => {
    writeFileSync(join(folder, 'gmon.out'), readFileSync(PROFILE))
    const empty = join(folder, 'empty.gmon')
    writeFileSync(empty, '')
    const before = process.cwd()
    const named = await run(['csv', PROGRAM, PROFILE])
    try {
      process.chdir(folder)
      expect(await run(['csv', PROGRAM])).toEqual(named)
      expect((await run(['csv', '--exclude', 'root', PROGRAM])).out).not.toBe(named.out)
      expect((await run(['csv', PROGRAM, empty])).status).toBe(1)
    } finally {
      process.chdir(before)
    }
  })

  it('csv begins with a byte order mark if that is asked for', async () => {
    const plain = await run(['csv', PROGRAM, PROFILE])
    expect(await run(['csv', '--bom', PROGRAM, PROFILE])).toEqual({
      ...plain,
      out: `\xef\xbb\xbf${plain.out}`,
    })
  })

  it('-o wants a name', async () => {
    const { status, err } = await run(['csv', '-o', '', PROGRAM, PROFILE])
    expect({ status, err }).toEqual({ status: 2, err: 'gmonscope: -o wants a value: -o, --output FILE\n' })
  })

  it('a file that is no good is named before what is missing for lack of it', async () => {
    const path = join(folder, 'empty')
    writeFileSync(path, '')
    const { status, out, err } = await run(['json', PROGRAM, path])
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toMatch(/^gmonscope: .*empty is empty\n[^]*\ngmonscope: The profile data is still missing\n/)
    // Once, where it is what stands in the way.
    expect((await run(['json', path])).err.match(/is empty/g)).toHaveLength(1)
  })
})

describe('doubts', () => {
  const cut = (): string => {
    const path = join(folder, 'cut.gmon')
    writeFileSync(path, readFileSync(PROFILE).subarray(0, 500))
    return path
  }
  const other = (): string => {
    const path = join(folder, 'other')
    writeFileSync(path, OTHER_PROGRAM)
    return path
  }

  it('a profile that was left out is told, and the rest is used', async () => {
    const { status, out, err } = await run(['csv', PROGRAM, PROFILE, cut()])
    expect({ status, out }).toEqual({ status: 0, out: (await run(['csv', PROGRAM, PROFILE])).out })
    expect(err).toMatch(/^gmonscope: .*cut\.gmon.*\n  Left out; the rest was used/)
  })

  it('a program that was not measured is told, and no limit is judged by its names', async () => {
    expect(await run(['csv', other(), PROFILE])).toMatchObject({
      status: 0,
      err: expect.stringMatching(/^gmonscope: This may not be the program that was measured\n/) as string,
    })
    const { status, out, err } = await run(['check', '--max', 'main=99%', other(), PROFILE])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toContain('gmonscope: no limit can be judged by the names of another program\n')
  })

  it('a list of symbols that may lack functions is told where the program looks like another', async () => {
    const stripped = join(folder, 'stripped')
    const list = join(folder, 'few.txt')
    await runTool('strip', ['-o', stripped, PROGRAM])
    const { stdout } = await runTool('nm', [PROGRAM])
    writeFileSync(list, stdout.replaceAll(/^.* (?!main$|_init$|_start$)\w+\n/gm, ''))
    const { status, err } = await run(['csv', stripped, list, PROFILE])
    expect(status).toBe(0)
    expect(err).toMatch(/^gmonscope: This may not be the program that was measured\n/)
    expect(err).toContain(`gmonscope: Function names come from ${list}\n`)
    expect(err).toContain('only those static functions that have a section each')
  })
})

describe('output', () => {
  it('-o writes what standard output would get, whatever stands after it', async () => {
    for (const { name } of WRITERS) {
      const path = join(folder, `out.${name}`)
      const piped = await run([name, PROGRAM, PROFILE])
      expect(piped, name).toMatchObject({ status: 0, err: '' })
      expect(await run([name, PROGRAM, PROFILE, `--output=${path}`])).toEqual({ status: 0, out: '', err: '' })
      expect(readFileSync(path, 'latin1')).toBe(piped.out)
    }
  })

  it('a file stays as it was if there is nothing to write', async () => {
    const path = join(folder, 'kept')
    writeFileSync(path, 'kept')
    expect((await run(['json', '-o', path, PROGRAM])).status).toBe(1)
    expect(readFileSync(path, 'utf8')).toBe('kept')
  })

  it('a disk that is full is no wrong word', async () => {
    // Only Linux has one at hand.
    if (!existsSync('/dev/full')) return
    for (const { name } of WRITERS)
      expect(await run([name, '-o', '/dev/full', PROGRAM, PROFILE]), name).toEqual({
        status: 1,
        out: '',
        err: 'gmonscope: /dev/full cannot be written to its end: no space is left on the disk\n',
      })
  })

  it('bytes are not for a terminal', async () => {
    for (const name of ['pprof', 'save', 'static-arcs'])
      for (const words of [[], ['-o', '-'], ['-o', '/dev/stdout']]) {
        const { status, out, err } = await run([name, ...words, PROGRAM, PROFILE], {
          stdout: true,
          stderr: false,
        })
        expect({ status, out }).toEqual({ status: 2, out: '' })
        expect(err).toContain('name a file with -o')
      }
    const text = await run(['csv', PROGRAM, PROFILE])
    expect(await run(['csv', '-o', '/dev/stdout', PROGRAM, PROFILE])).toEqual(text)
  })

  it('a run given twice is told where nobody reads it as numbers, and adds up as in gprof', async () => {
    const files = [PROGRAM, PROFILE, PROFILE]
    const { status, out, err } = await run(['csv', ...files])
    expect(status).toBe(0)
    expect(err).toContain(`${PROFILE} is named twice\n`)
    expect(out).not.toBe((await run(['csv', PROGRAM, PROFILE])).out)
    expect(out).not.toContain('twice')
    // gprof says nothing.
    expect(await run(['gprof', '-b', '-p', ...files])).toMatchObject({ status: 0, err: '' })
  })

  it('a saved profile opens like the files it was made of', async () => {
    const path = join(folder, 'sample.gmonscope')
    await run(['save', '-o', path, PROGRAM, PROFILE])
    expect((await run(['csv', path])).out).toBe((await run(['csv', PROGRAM, PROFILE])).out)
  })

  it('a saved profile opens as it was saved, and as measured when asked to', async () => {
    const path = join(folder, 'cut.gmonscope')
    const files = [PROGRAM, PROFILE]
    await run(['save', '-o', path, '--cut', 'main/raise_land', '--exclude-time', 'noise', ...files])
    const saved = await run(['json', path])
    expect(saved.err).toBe('')
    expect(JSON.parse(saved.out)).toMatchObject({ scenario: { cutArcs: [{ parent: 'main' }] } })
    const cut = ['--cut', 'main/raise_land', '--exclude-time', 'noise']
    expect((await run(['csv', path])).out).toBe((await run(['csv', ...cut, ...files])).out)
    expect((await run(['csv', '--as-measured', path])).out).toBe((await run(['csv', ...files])).out)
    const added = await run(['csv', '--exclude', 'clamp', path])
    expect(added.out).toBe((await run(['csv', ...cut, '--exclude', 'clamp', ...files])).out)
    const alone = await run(['csv', '--as-measured', '--exclude', 'clamp', path])
    expect(alone.out).toBe((await run(['csv', '--exclude', 'clamp', ...files])).out)
    expect(added.out).not.toBe(alone.out)
    const told = await run(['csv', path], { stdout: false, stderr: true })
    expect(told.err).toContain('main/raise_land cut, time of noise left out; --as-measured')
    expect(await run(['csv', '--exclude', 'nobody', path])).toMatchObject({ status: 2 })
  })

  it('a listing, saved, gives what the listing gives', async () => {
    const listing = join(folder, 'listing.txt')
    const path = join(folder, 'listing.gmonscope')
    writeFileSync(listing, (await run(['gprof', PROGRAM, PROFILE])).out, 'latin1')
    expect(await run(['save', '-o', path, listing])).toMatchObject({ status: 0, err: '' })
    expect((await run(['csv', path])).out).toBe((await run(['csv', listing])).out)
  })

  it('a profile without time is refused for tools that want time', async () => {
    const { status, err } = await run(['pprof', '--exclude-time', 'main', '--only', 'main', PROGRAM, PROFILE])
    expect(status).toBe(0)
    expect(err).toBe('')
    const none = await run(['pprof', '--only', 'clamp', PROGRAM, PROFILE])
    expect(none.status).toBe(1)
    expect(none.err).toContain('There is no time to write')
  })
})

describe('progress', () => {
  afterEach(() => void vi.unstubAllEnvs())

  const drawn = (stderr: boolean): string => {
    let text = ''
    let now = 0
    const isTerminal = { stdout: false, stderr }
    const io = {
      stdout: () => {},
      stderr: (bytes: Uint8Array) => (text += Buffer.from(bytes).toString()),
      isTerminal,
    }
    const progress = progressOn(io, () => now)
    for (; now < 1000; now += 10) progress.onStep({ stage: 'profiles', file: 'x', done: now, total: 1000 })
    progress.end()
    return text
  }

  it('is one line of a terminal, now and then, and gone in the end', () => {
    vi.stubEnv('TERM', 'xterm')
    const text = drawn(true)
    expect(text).toContain('gmonscope: reading profiles 40 %')
    expect(text.split('\r').length).toBeLessThan(12)
    expect(text.endsWith('\r\u001B[K')).toBe(true)
  })

  it('is nothing in a pipe, nor where a line cannot be taken away', () => {
    expect(drawn(false)).toBe('')
    vi.stubEnv('TERM', 'dumb')
    expect(drawn(true)).toBe('')
  })
})

describe('check', () => {
  const check = (...args: string[]): Promise<Ended> => run(['check', ...args, PROGRAM, PROFILE])

  it('keeps quiet about what chance explains, and says how sure it is of the rest', async () => {
    expect((await check('--max-self', 'evaluate=55%')).out).toMatch(
      /^ok\? {7}in itself evaluate: 56\.5 %, at most 55\.0 %; 271\.2 of 480 samples, within the sampling error: at least 51\.\d %/,
    )
    expect(await check('--max-self', 'evaluate=55%')).toMatchObject({ status: 0, err: '' })
    expect((await check('--strict', '--max-self', 'evaluate=55%')).status).toBe(1)
    const far = await check('--max-self', 'evaluate=40%', '--max', 'main=100%')
    expect(far.status).toBe(1)
    expect(far.out).toMatch(
      /^ok {8}in and below main: 99\.6 %, at most 100\.0 %;.*\nEXCEEDED {2}in itself evaluate/,
    )
  })

  it('promises no excess that could not show, and none beside --strict', async () => {
    expect((await check('--max', 'main=100%')).out).toMatch(/; 478\.\d+ of 480 samples\n$/)
    expect((await check('--max', 'main=99.7%')).out).toMatch(/, too few to show any excess\n$/)
    expect((await check('--max', 'main=99%', '--strict')).out).toMatch(/at least/)
    expect((await check('--max', 'main=99.9%', '--strict')).out).toMatch(/samples\n$/)
  })

  it('shows where two numbers differ', async () => {
    expect((await check('--strict', '--max-self', 'evaluate=56.49%')).out).toMatch(
      /: 56\.49\d+ %, at most 56\.49 %;/,
    )
    expect((await check('--strict', '--max-self', 'evaluate=2.71s')).out).toMatch(
      /: 2\.71\d+ s, at most 2\.71 s;/,
    )
  })

  it('takes times, counts and scenarios', async () => {
    expect((await check('--max', 'noise=1s')).status).toBe(0)
    expect((await check('--max', 'noise=300ms')).status).toBe(1)
    expect((await check('--max-calls', 'noise=15609120')).status).toBe(0)
    expect((await check('--max-calls', 'noise=15609119')).status).toBe(1)
    expect((await check('--max', 'evaluate=1%', '--only', 'survey_islands')).status).toBe(0)
  })

  it.each([
    [[], "check wants a limit, such as --max 'parse_*=20%'"],
    [['--max', 'main'], "--max wants PATTERN=LIMIT, such as 'parse_*=20%' or main=1.5s, not 'main'"],
    [['--max', 'main=20'], "--max wants PATTERN=LIMIT, such as 'parse_*=20%' or main=1.5s, not 'main=20'"],
    [['--max-calls', 'main=20%'], "--max-calls wants PATTERN=N, such as new_node=10000, not 'main=20%'"],
    [
      ['--max', 'nobody_*=20%'],
      "no function is called 'nobody_*'; those of shared libraries, and inlined ones, are in no profile",
    ],
  ])('%j is no question', async (args, says) => {
    expect(await check(...args)).toEqual({ status: 2, out: '', err: `gmonscope: ${says}\n` })
  })

  it('a missing file is no excess', async () => {
    expect((await run(['check', '--max', 'main=1%', PROGRAM, join(folder, 'missing')])).status).toBe(2)
  })
})

describe('the manual', () => {
  const source = readFileSync(MANUAL, 'utf8')
  const section = (title: string): string =>
    source.split(/^\.Sh /m).find((part) => part.startsWith(title)) ?? ''
  /** "--min PERCENT", from ".It Fl -min Ar PERCENT". */
  const optionsIn = (part: string): string[] =>
    [...part.matchAll(/^\.It (?:Fl (\S) , )?Fl -(\S+)(?: Ar (\S+))?$/gm)].map(([, short, name, value]) => {
      const long = value === undefined ? `--${name}` : `--${name} ${value}`
      return short === undefined ? long : `-${short}, ${long}`
    })
  const spellings = (options: readonly Option[]): string[] => options.map(spellingOf)

  it('has every command with its options, and no other', () => {
    const parts = section('COMMANDS')
      .split(/^\.Ss /m)
      .slice(1)
    const names = parts.map((part) => part.slice(0, part.indexOf('\n')))
    expect(names.toSorted()).toEqual(['gprof', ...COMMANDS.map(({ name }) => name)].toSorted())
    for (const { name, options } of COMMANDS) {
      // Those that take all scenario options have them described together.
      const shared = SCENARIO_OPTIONS.every((option) => options.includes(option)) ? SCENARIO_OPTIONS : []
      const own = options.filter((option) => option !== OUTPUT && !shared.includes(option))
      expect(optionsIn(parts[names.indexOf(name)] ?? ''), name).toEqual(spellings(own))
    }
  })

  it('says which of them take -o and scenarios', () => {
    expect(optionsIn(section('SCENARIO OPTIONS'))).toEqual(spellings(SCENARIO_OPTIONS))
    const listed = (text: string): string[] =>
      [...text.matchAll(/^\.Cm ([\w-]+)/gm)].map(([, name = '']) => name)
    const without = (option: Option | undefined): string[] => [
      'gprof',
      ...COMMANDS.filter(({ options }) => option === undefined || !options.includes(option)).map(
        ({ name }) => name,
      ),
    ]
    const [noOutput = ''] = /All but\n[\s\S]*?\ntake\n/.exec(section('COMMANDS')) ?? []
    expect(listed(noOutput).toSorted()).toEqual(without(OUTPUT).toSorted())
    const [noScenario = ''] = /All commands but\n[\s\S]*?\ntake these/.exec(section('SCENARIO OPTIONS')) ?? []
    expect(listed(noScenario).toSorted()).toEqual(without(SCENARIO_OPTIONS[0]).toSorted())
  })

  it('is well formed', async () => {
    expect(await runTool('mandoc', ['-T', 'lint', '-W', 'warning', MANUAL])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  })
})
