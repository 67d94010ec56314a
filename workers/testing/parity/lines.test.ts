// Programs compiled with debugging information: everything that shows source lines, printed as gprof prints it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differenceOf, requireTools, runGprof } from '../gprof/live-gprof.ts'
import { runOurs } from '../gprof/our-gprof.ts'
import { PROGRAMS, type TestProgram } from '../programs/table.ts'
import { profileProgram } from '../run-program.ts'

const OPTIONS = [
  ['-q'],
  ['-l'],
  ['-l', '-p'],
  ['-l', '-q', '-z'],
  ['-l', '-T'],
  ['-l', '-C'],
  ['-A'],
  ['-A', '-z', '-t2'],
  ['-A', '-x', '-l'],
  ['-A', '-m', '100', '-L'],
  ['-C', '-z'],
  ['--inline-file-names'],
  ['-L', '-q'],
  ['-c', '-q'],
  ['-a'],
  ['-R', 'map'],
  ['-k', ':main/'],
] as const

/** Where gprof's two passes over the lines disagree it gives up, and we do not: not to be compared. */
const GIVES_UP = /somebody miscounted/

const MAP = 'a.o: 0 T main\na.o: 1 t work\nb.o: 2 T first\nc.o: 3 T second\n'

let folder = ''
beforeAll(async () => {
  await requireTools(['gprof', 'gcc', 'g++'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-lines-'))
  await writeFile(join(folder, 'map'), MAP)
})
afterAll(() => rm(folder, { recursive: true }))

const chosen: readonly TestProgram[] = PROGRAMS.filter(({ name }) =>
  ['a ring of three', 'several cycles', 'clones', 'templates'].some((part) => name.startsWith(part)),
)

test('there are programs to compare', () => {
  expect(chosen.length).toBeGreaterThan(2)
})

test.each(
  chosen.flatMap((program) =>
    ['-gdwarf-4', '-gdwarf-5'].map(
      (debug) => [`${program.name}, ${program.flags.join(' ')} ${debug}`, program, debug] as const,
    ),
  ),
)('%s', async (name, program, debug) => {
  const place = join(folder, name.replaceAll(/\W+/g, '-'))
  const flags = [...program.flags, debug]
  const { executable, profiles } = await profileProgram({ ...program, flags }, place)
  const failures: string[] = []
  for (const option of OPTIONS) {
    const options = option.map((word) => (word === 'map' ? join(folder, 'map') : word))
    const args = ['-b', ...options, executable, ...profiles]
    const theirs = await runGprof(args, { folder: place })
    if (GIVES_UP.test(theirs.stderr)) continue
    const difference = differenceOf(theirs, await runOurs(args))
    if (difference !== null) failures.push(`${option.join(' ')}: ${difference}`)
  }
  expect(failures.join('\n')).toBe('')
})

test('lines that their file does not have', async () => {
  const text =
    '#line 900\nint work(int n) { return n < 2 ? 1 : work(n - 1) + 1; }\nint main(void) { return work(9) - 9; }\n'
  const place = join(folder, 'far-lines')
  const { executable, profiles } = await profileProgram(
    {
      name: 'far',
      compiler: 'gcc',
      sources: [{ file: 'far.c', text }],
      flags: ['-g'],
      runs: [[]],
      options: [],
    },
    place,
  )
  const args = ['-b', '-A', executable, ...profiles]
  const theirs = await runGprof(args, { folder: place })
  expect(theirs.stdout).toMatch(/\n +0 +Executable lines in this file\n/)
  expect(differenceOf(theirs, await runOurs(args))).toBeNull()
})
