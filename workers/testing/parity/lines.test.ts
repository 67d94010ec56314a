// Programs compiled with debugging information: everything that shows source lines, printed as gprof prints it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differenceOf, requireTools, runGprof, runTool } from '../gprof/live-gprof.ts'
import { byteWriter } from '../builders/byte-writer.ts'
import { runOurs } from '../gprof/our-command.ts'
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

/** Listings by lines that gprof does not give up on. */
let byLines = 0

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
    if (options.includes('-l')) byLines++
    const difference = differenceOf(theirs, await runOurs(args))
    if (difference !== null) failures.push(`${option.join(' ')}: ${difference}`)
  }
  expect(failures.join('\n')).toBe('')
})

test('there were enough of them by lines', () => {
  expect(byLines).toBeGreaterThanOrEqual(40)
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

const FIRST = `int b(int n) { return n + 1; }
int c(int n)
{
  return b(n) + 2;
}
`
const SECOND = `int c(int);
int unnamed(int n)
{
  return n + 3;
}
int named(int n)
{
  return unnamed(n) + 4;
}
int main(void)
{
  int sum = 0;
  for (int i = 0; i < 9; i++)
    sum += c(i) + named(i);
  return sum == 0;
}
`

test('-x repeats the last count, from one file to the next, and equal counts of one line once', async () => {
  const place = join(folder, 'all-lines')
  const { executable, profiles } = await profileProgram(
    {
      name: 'all lines',
      compiler: 'gcc',
      sources: [
        { file: 'second.c', text: SECOND },
        { file: 'first.c', text: FIRST },
      ],
      flags: ['-g', '-O0'],
      runs: [[]],
      options: [],
    },
    place,
  )
  const [profile = ''] = profiles
  const listed = await runTool('nm', [executable])
  const addressOf = (name: string): number =>
    Number.parseInt(new RegExp(`^(\\w+) T ${name}$`, 'm').exec(listed.stdout)?.[1] ?? '', 16)
  const recorded = [...(await readFile(profile))]
  const failures: string[] = []
  for (const without of [[], ['unnamed'], ['unnamed', 'b'], ['b', 'c'], ['named', 'main', 'b']]) {
    const stripped = `${executable}-${without.join('-')}`
    await runTool('objcopy', [...without.flatMap((name) => ['-N', name]), executable, stripped])
    for (const [at, blocks] of [
      [],
      [
        [addressOf('c') + 1, 9],
        [addressOf('c') + 2, 9],
        [addressOf('c') + 4, 5],
        [addressOf('c') + 5, 5],
        [addressOf('named') + 1, 4],
      ],
      [
        [addressOf('unnamed') + 1, 4],
        [addressOf('unnamed') + 2, 4],
        [addressOf('b') + 1, 7],
        [addressOf('main') + 1, 0],
      ],
    ].entries()) {
      const written = join(place, `gmon.${at}`)
      const out = byteWriter({ wordSize: 8, bigEndian: false })
      out.bytes(Uint8Array.from(recorded))
      if (blocks.length > 0) {
        out.u8(2)
        out.u32(blocks.length)
      }
      for (const [address = 0, count = 0] of blocks) {
        out.word(address)
        out.word(count)
      }
      await writeFile(written, out.done())
      for (const least of [0, 1, 5, 12, 18]) {
        const args = ['-b', '-A', '-x', '-l', '-m', String(least), stripped, written]
        const difference = differenceOf(await runGprof(args, { folder: place }), await runOurs(args))
        if (difference !== null) failures.push(`${without.join(' ')}, ${at}, -m ${least}: ${difference}`)
      }
    }
  }
  expect(failures.join('\n')).toBe('')
})
