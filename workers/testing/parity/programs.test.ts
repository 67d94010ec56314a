// Real programs, compiled and run here and now: gprof and we print the same bytes. So does the sample.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareFiles } from './compare-case.ts'
import { differenceOf, requireTools, runGprof, runTool, type Outcome } from '../gprof/live-gprof.ts'
import { PROGRAMS } from '../programs/table.ts'
import { profileProgram } from '../run-program.ts'
import { PROFILE, PROGRAM } from '../sample-files.ts'

const SAMPLE = [PROGRAM, PROFILE]
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

let folder = ''
let compared = 0

beforeAll(async () => {
  await requireTools(['gcc', 'g++', 'gfortran', 'gprof'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-programs-'))
})

afterAll(async () => {
  console.log(`program parity: ${compared} of ${PROGRAMS.length} programs compared with gprof`)
  if (folder !== '') await rm(folder, { recursive: true })
})

describe('programs, printed as gprof prints them', () => {
  test.concurrent.each(PROGRAMS.map((program, at) => ({ ...program, at })))(
    '$name',
    async ({ at, ...program }) => {
      const { executable, profiles } = await profileProgram(program, join(folder, String(at)))
      const { difference } = await compareFiles([executable, ...profiles], program.options)
      compared++
      expect(difference).toBe('')
    },
  )
})

test('every program was compared', () => {
  expect(compared).toBeGreaterThanOrEqual(12)
  expect(compared).toBe(PROGRAMS.length)
})

test('the sample', async () => {
  const { difference, listings } = await compareFiles(SAMPLE, [['-p'], ['-q'], []])
  expect(difference).toBe('')
  expect(listings.join('')).toContain('<cycle 2 as a whole>')
})

describe('the command as it is installed', () => {
  let command = ''
  const run = (args: readonly string[]): Promise<Outcome> =>
    runTool(process.execPath, [command, 'gprof', ...args])

  // Built into a place of its own, so that it is never an older one.
  beforeAll(async () => {
    await cp(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true })
    command = join(folder, 'bin/gmonscope.mjs')
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
    const args = ['build', '--mode', 'cli', '--logLevel', 'warn', '--outDir', join(folder, 'dist/cli')]
    const built = await runTool(process.execPath, [vite, ...args], {
      folder: ROOT,
      environment: { NODE_ENV: 'production' },
    })
    if (built.status !== 0) throw new Error(built.stderr)
  })

  test.each([['-b', '-p'], ['-b', '-q'], ['-b'], ['-b', '-p', '-q'], ['-bq', '-w', '132']])(
    'prints as gprof: %s %s %s',
    async (...options) => {
      const args = [...options, ...SAMPLE]
      expect(differenceOf(await runGprof(args), await run(args))).toBeNull()
    },
  )

  test.each(['-b -p', '-b -q', '-b', '-b -p -q', '-bq -w 132'])('prints as gprof: %s', async (options) => {
    const args = [...options.split(' '), ...SAMPLE]
    expect(differenceOf(await runGprof(args), await run(args))).toBeNull()
  })

  test.each([
    ['a name that is no UTF-8', 'no-such-\\377'],
    ['a name that is', 'größe'],
  ])('takes words as bytes: %s', async (_, escaped) => {
    const inBytes = (program: string, script = ''): Promise<Outcome> =>
      runTool('sh', ['-c', `exec ${program} ${script} "$(printf '${escaped}')"`])
    const ours = await inBytes(`'${process.execPath}' '${command}'`, 'gprof')
    expect(differenceOf(await inBytes('gprof'), ours)).toBeNull()
  })

  test('is ended by a reader that has gone, as gprof is', async () => {
    const endedBy = (file: string, args: readonly string[]): Promise<NodeJS.Signals | null> =>
      new Promise((resolve) => {
        const unread = openUnreadPipe(join(folder, 'pipe'))
        const child = spawn(file, args, { stdio: ['ignore', unread, 'inherit'] })
        closeSync(unread)
        child.once('close', (_, signal) => resolve(signal))
      })
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const args = ['-b', ...SAMPLE]
    expect(await endedBy('gprof', args)).toBe('SIGPIPE')
    expect(await endedBy(process.execPath, [command, 'gprof', ...args])).toBe('SIGPIPE')
  })

  test('tells of a full disk, where gprof says nothing', async () => {
    for (const own of ['gprof', 'csv', 'save', 'check --max noise=1%']) {
      const line = `'${process.execPath}' '${command}' ${own} '${SAMPLE[0]}' '${SAMPLE[1]}' >/dev/full`
      const { status, stderr } = await runTool('sh', ['-c', line])
      expect(stderr).toBe('gmonscope: standard output cannot be written: no space is left on the disk\n')
      expect(status).toBe(own.startsWith('check') ? 2 : 1)
    }
  })

  test.each([
    { what: 'there is no program', files: ['no-such-program', SAMPLE[1]] },
    { what: 'there is no profile', files: [SAMPLE[0], 'no-such-profile'] },
    { what: 'the program is a profile', files: [SAMPLE[1], SAMPLE[1]] },
  ])('fails as gprof, with nothing on standard output: $what', async ({ files }) => {
    const args = ['-b', '-p', ...files]
    const [theirs, ours] = [await runGprof(args), await run(args)]
    expect([ours.status, ours.stdout]).toEqual([theirs.status, theirs.stdout])
    expect(ours.status).toBe(1)
    expect(ours.stderr).not.toBe('')
  })
})

/** The writing end of a named pipe whose reader is gone before anybody writes: a reader that goes meanwhile may come too late. */
function openUnreadPipe(path: string): number {
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(path, constants.O_WRONLY)
  closeSync(reader)
  return writer
}
