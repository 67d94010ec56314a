// Programs whose debugging information was split off: found, or passed over, where gprof finds it or passes it over.
import { appendFile, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differenceOf, requireTools, runGprof, runTool } from '../gprof/live-gprof.ts'
import { runOurs } from '../gprof/our-command.ts'

const SOURCE = `static volatile int sink;
__attribute__((noinline)) static void leaf(int n)
{
  sink += n;
}
int main(void)
{
  for (int i = 0; i < 9; i++)
    leaf(i);
  return 0;
}
`
const OPTIONS = [['-p', '-q'], ['-q', '-l', '-z'], ['-A'], ['-C', '-z']] as const

let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)

async function run(tool: string, ...args: readonly string[]): Promise<void> {
  expect(await runTool(tool, args, { folder })).toMatchObject({ status: 0, stderr: '' })
}

beforeAll(async () => {
  await requireTools(['gprof', 'gcc', 'objcopy', 'strip'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-debug-files-'))
  await writeFile(at('prog.c'), SOURCE)
  await run('gcc', '-pg', '-g', '-o', 'whole', 'prog.c')
  await run(at('whole'))
  await run('objcopy', '--only-keep-debug', 'whole', 'prog.debug')
  await run('objcopy', '--compress-debug-sections', 'prog.debug', 'packed.debug')
  await run('objcopy', '--compress-debug-sections=zstd', 'prog.debug', 'zstd.debug')
  await run('strip', '--strip-debug', '-o', 'lineless', 'whole')
})
afterAll(() => rm(folder, { recursive: true }))

/** A folder with the program and the link in it; the rest is `arrange`'s. Answers the program. */
async function split(
  name: string,
  debug: string,
  arrange: (place: string) => Promise<unknown>,
): Promise<string> {
  const place = at(name)
  await mkdir(place)
  await run('objcopy', `--add-gnu-debuglink=${debug}`, 'lineless', join(place, 'prog'))
  await arrange(place)
  return join(place, 'prog')
}

test.each<[string, boolean, string, (place: string) => Promise<unknown>]>([
  ['nowhere', false, 'prog.debug', () => Promise.resolve()],
  ['beside', true, 'prog.debug', (place) => copyFile(at('prog.debug'), join(place, 'prog.debug'))],
  ['compressed', true, 'packed.debug', (place) => copyFile(at('packed.debug'), join(place, 'packed.debug'))],
  ['packed by zstd', true, 'zstd.debug', (place) => copyFile(at('zstd.debug'), join(place, 'zstd.debug'))],
  [
    'in .debug',
    true,
    'prog.debug',
    async (place) => {
      await mkdir(join(place, '.debug'))
      await copyFile(at('prog.debug'), join(place, '.debug', 'prog.debug'))
    },
  ],
  [
    'of another build beside, the right one in .debug',
    true,
    'prog.debug',
    async (place) => {
      await mkdir(join(place, '.debug'))
      await copyFile(at('prog.debug'), join(place, '.debug', 'prog.debug'))
      await copyFile(at('prog.debug'), join(place, 'prog.debug'))
      await appendFile(join(place, 'prog.debug'), 'x')
    },
  ],
  ['a folder of that name', false, 'prog.debug', (place) => mkdir(join(place, 'prog.debug'))],
  ['without lines', false, 'lineless', (place) => copyFile(at('lineless'), join(place, 'lineless'))],
  ['by a symbolic link', true, 'prog.debug', (place) => symlink(at('prog.debug'), join(place, 'prog.debug'))],
])('%s', async (name, hasLines, debug, arrange) => {
  const program = await split(name.replaceAll(/\W+/g, '-'), debug, arrange)
  const failures: string[] = []
  for (const options of OPTIONS) {
    const args = ['-b', ...options, program, at('gmon.out')]
    const theirs = await runGprof(args, { folder })
    if (options[0] === '-A') expect(theirs.stdout !== '').toBe(hasLines)
    const difference = differenceOf(theirs, await runOurs(args))
    if (difference !== null) failures.push(`${options.join(' ')}: ${difference}`)
  }
  expect(failures.join('\n')).toBe('')
})
