// The command line as people meet it: its help, and its answers to unknown words.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAsText as run } from '../testing/gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../testing/sample-files.ts'
import { spellingOf } from './arguments.ts'
import { COMMANDS } from './commands.ts'

const PACKAGE = new URL('../../package.json', import.meta.url)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

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
      // Text for copying stays on one line.
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
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
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

  it('a program in place of the listing is reported', async () => {
    for (const words of [
      [PROGRAM, PROFILE],
      [PROGRAM, PROGRAM, PROFILE],
    ]) {
      expect(await run(['verify', ...words])).toEqual({
        status: 2,
        out: '',
        err: `gmonscope: ${PROGRAM} is not a gprof listing (flat profile or call graph): name the listing first, then the program and its profiles\n`,
      })
    }
  })

  it('a text that is no listing at all is reported as such, and not by its headings', async () => {
    const path = join(folder, 'text')
    for (const text of ['', 'hello\n']) {
      writeFileSync(path, text)
      expect(await run(['compare', path, PROGRAM, PROFILE])).toEqual({
        status: 2,
        out: '',
        err: `gmonscope: ${path} is not a gprof listing (flat profile or call graph): name the listing first, then the program and its profiles\n`,
      })
    }
  })

  it('-o wants a name', async () => {
    const { status, err } = await run(['csv', '-o', '', PROGRAM, PROFILE])
    expect({ status, err }).toEqual({ status: 2, err: 'gmonscope: -o wants a value: -o, --output FILE\n' })
  })
})
