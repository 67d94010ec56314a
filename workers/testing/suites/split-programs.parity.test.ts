// Tests of programs that the machine's own tools split into code and debug file.
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireTools, runTool } from '../gprof/live-gprof.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { openProfile, type Opened } from '../../core/pipeline/open-profile.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { displayName } from '../../core/names/names.ts'
import { sourceOf } from '../../core/reports/source-of.ts'

const SOURCE = `static volatile unsigned sink;
__attribute__((noinline)) static void leaf(unsigned n) {
  for (unsigned i = 0; i < n; i++) sink += i * n;
}
int a(void) { return 1; }
int b(void) { return a() + 1; }
int c(void) { return b() + a() + 1; }
int main(int count) {
  if (count > 1) return c() - 4;
  for (int i = 0; i < 20; i++) leaf(1000000);
  return 0;
}
`

/** Named like the file that `linked` refers to, but of another build. */
const OLD = 'old/anonymous.debug'

let folder = ''
const at = (name: string): string => join(folder, name)

async function run(tool: string, ...args: readonly string[]): Promise<void> {
  expect(await runTool(tool, args, { folder })).toMatchObject({ status: 0 })
}

/**
 * prog and its pieces: `stripped` has neither symbols nor lines; `linked` names its debug file and
 * has no build id.
 */
beforeAll(async () => {
  await requireTools(['gcc', 'objcopy', 'strip'])
  folder = await mkdtemp(join(tmpdir(), 'debug-file-'))
  await writeFile(at('prog.c'), SOURCE)
  await run('gcc', '-pg', '-g', '-Wl,--build-id', '-o', 'prog', 'prog.c')
  await run(at('prog'), 'calls')
  await rename(at('gmon.out'), at('calls.out'))
  await run(at('prog'))
  await run('objcopy', '--only-keep-debug', 'prog', 'prog.debug')
  await run('strip', '-o', 'stripped', 'prog')
  await run('strip', '--strip-debug', '-o', 'lineless', 'prog')
  await run('objcopy', '--remove-section=.note.gnu.build-id', 'prog', 'anonymous')
  await run('objcopy', '--only-keep-debug', 'anonymous', 'anonymous.debug')
  await run('strip', '-o', 'nameless', 'anonymous')
  await run('objcopy', '--add-gnu-debuglink=anonymous.debug', 'nameless', 'linked')
  await run('gcc', '-pg', '-g', '-O2', '-Wl,--build-id', '-o', 'other', 'prog.c')
  await mkdir(at('old'))
  await run('objcopy', '--only-keep-debug', '--remove-section=.note.gnu.build-id', 'other', OLD)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function openAll(...names: readonly string[]) {
  const sources = await Promise.all(
    names.map(async (name) => memorySource(name, Uint8Array.from(await readFile(at(name))))),
  )
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  return openProfile(sources, options, () => {})
}

async function opened(...names: readonly string[]): Promise<Opened> {
  const result = await openAll(...names)
  if (!result.ok) throw new Error(result.problem.problem.code)
  return result.value
}

/** "leaf prog.c:2", of functions with time or calls. */
function placesIn({ analyzed: { profile } }: Opened): readonly string[] {
  const places: string[] = []
  for (let f = 0; f < profile.functions.length; f++) {
    const row = f as FunctionIndex
    const source = sourceOf(profile, row)
    if (profile.functions.calls[row] === 0) continue
    const file = source?.file.slice(source.file.lastIndexOf('/') + 1)
    places.push(`${displayName(profile.functions, row)} ${file}:${source?.line}`)
  }
  return places
}

describe('a debug file dropped beside its program', () => {
  it.each([
    ['by build id', 'stripped', 'prog.debug'],
    ['with symbols of its own', 'lineless', 'prog.debug'],
    ['by the name of the debug file', 'linked', 'anonymous.debug'],
    ['beside the program before it was stripped', 'stripped', 'prog'],
    ['beside the program before it lost its lines alone', 'lineless', 'prog'],
  ])('gives functions and lines: %s', async (_, program, debug) => {
    for (const names of [
      [program, debug, 'gmon.out'],
      ['gmon.out', debug, program],
    ]) {
      const profile = await opened(...names)
      expect(profile.name).toBe(program)
      expect(placesIn(profile)).toEqual(['leaf prog.c:2'])
      expect(Object.fromEntries(profile.files.map(({ name, kind }) => [name, kind]))).toEqual({
        [program]: 'executable',
        [debug]: 'debug',
        'gmon.out': 'profile',
      })
      expect(profile.files.find(({ name }) => name === debug)?.detail).toMatch(`of ${program}`)
    }
  })

  it('has the numbers of the whole program', async () => {
    const whole = await opened('prog', 'gmon.out')
    const split = await opened('stripped', 'prog.debug', 'gmon.out')
    expect(split.analyzed).toEqual(whole.analyzed)
  })

  it.each([
    ['of another build', 'other', 'prog.debug'],
    ['of another build, though the program names it', 'linked', OLD],
    ['of a program that nothing ties it to', 'nameless', 'anonymous.debug'],
    ['without its program, twice', 'anonymous.debug', 'prog.debug'],
    ['with its program beside a third one', 'stripped', 'prog.debug', 'other'],
  ])('is refused: %s', async (_, ...names) => {
    const result = await openAll(...names, 'gmon.out')
    expect(result).toMatchObject({ ok: false, problem: { problem: { code: 'input/several-executables' } } })
  })

  it('is known by the calls where nothing else ties it to its program', async () => {
    const split = await opened('nameless', 'calls.out', 'anonymous.debug')
    expect(split.name).toBe('nameless')
    expect(placesIn(split).toSorted()).toEqual(['a prog.c:5', 'b prog.c:6', 'c prog.c:7'])
    expect(split.files.map(({ kind }) => kind)).toEqual(['executable', 'profile', 'debug'])
  })

  it('does without the program, too', async () => {
    expect(placesIn(await opened('prog.debug', 'gmon.out'))).toEqual(['leaf prog.c:2'])
  })
})
