// Programs against profiles: each real program fits its own profile without an accusation; the profile of another
// program, or of a build whose functions lie one instruction apart, never opens without one.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { openProfile } from '../../core/pipeline/open-profile.ts'
import { requireTools, runTool } from '../gprof/live-gprof.ts'
import { PROGRAMS, type TestProgram } from '../programs/table.ts'
import { profileProgram } from '../run-program.ts'
import { options } from '../small-opening.ts'

interface Built {
  readonly name: string
  readonly executable: string
  readonly profile: string
}

/** Every eighth program: each takes a build of its own. */
const CHOSEN = PROGRAMS.filter((_, at) => at % 8 === 0)
/** Other programs that each profile is opened with. */
const OTHERS = 5
/** Programs with calls in many functions, of which one-instruction rebuilds are made. */
const REBUILT = ['a ring of three', 'several cycles', 'several cycles, with tail calls', 'direct recursion']
const REBUILDS = 8
let folder = ''
const built: Built[] = []

beforeAll(async () => {
  await requireTools(['gcc', 'g++', 'gfortran'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-pairs-'))
  for (const [at, program] of CHOSEN.entries()) built.push(await build(program, String(at)))
}, 1_800_000)

afterAll(async () => {
  if (folder !== '') await rm(folder, { recursive: true })
})

async function build(program: TestProgram, name: string): Promise<Built> {
  const { executable, profiles } = await profileProgram(program, join(folder, name))
  return { name: program.name, executable, profile: profiles[0] ?? '' }
}

const SUSPICIONS = ['wrong-executable', 'outside-program']

/** Codes of notices that accuse a program; the problem's where the pair does not open. */
async function accusations(executable: string, profile: string): Promise<readonly string[]> {
  const sources = [
    memorySource('program', new Uint8Array(await readFile(executable))),
    memorySource('gmon.out', new Uint8Array(await readFile(profile))),
  ]
  const result = await openProfile(sources, options, () => {})
  if (!result.ok) return [result.problem.problem.code]
  return result.value.notices
    .filter(({ code }) => SUSPICIONS.includes(code))
    .map((notice) => JSON.stringify(notice))
}

test('no program is accused beside its own profile', async () => {
  const accused: string[] = []
  for (const { name, executable, profile } of built) {
    const found = await accusations(executable, profile)
    if (found.length > 0) accused.push(`${name}: ${found.join(', ')}`)
  }
  expect(accused).toEqual([])
})

test(`none of ${OTHERS} other programs is silent`, async () => {
  const silent: string[] = []
  for (const [at, own] of built.entries()) {
    for (let step = 1; step <= OTHERS && step < built.length; step++) {
      const other = built[(at + step) % built.length]
      if (!other) continue
      const pair = `${own.name} with ${other.name}`
      if ((await accusations(other.executable, own.profile)).length === 0) silent.push(pair)
    }
  }
  expect(silent).toEqual([])
})

// Padding may absorb the instruction: all functions then begin where they did, and the profile holds no address that moved
// by more than glibc rounds callers' addresses.
test(`none of ${REBUILDS} rebuilds that move a called function by one instruction is silent`, async () => {
  const silent: string[] = []
  const of = REBUILT.flatMap((name) => PROGRAMS.filter((program) => program.name === name))
  const each = REBUILDS / of.length
  for (const [at, program] of of.entries()) {
    const own = await build(program, `rebuilt-${at}`)
    for (const [nth, executable] of (await rebuilds(program, each, `rebuilt-${at}`)).entries())
      if (
        (await accusations(executable, own.profile)).length === 0 &&
        (await symbolsOf(executable)) !== (await symbolsOf(own.executable))
      )
        silent.push(`${program.name}, ${nth}`)
  }
  expect(silent).toEqual([])
})

/** Names and addresses as `nm` prints them, without `main`: the C library calls it, and no profile has that arc. */
async function symbolsOf(executable: string): Promise<string> {
  const { status, stdout, stderr } = await runTool('nm', [executable])
  if (status !== 0) throw new Error(stderr)
  return stdout.replace(/^.* main$/m, '')
}

/** Builds of a program, each with one `nop` before another instruction that calls. */
async function rebuilds(program: TestProgram, count: number, name: string): Promise<readonly string[]> {
  const [source] = program.sources
  if (typeof source !== 'string') throw new Error(`${program.name}: not a file of this folder`)
  const sources = new URL('../programs/', import.meta.url).pathname
  const assembly = join(folder, name, 'program.s')
  const run = async (args: readonly string[]): Promise<void> => {
    const { status, stderr } = await runTool(program.compiler, args, { folder: join(folder, name) })
    if (status !== 0) throw new Error(stderr)
  }
  await run([...program.flags, '-pg', '-S', '-o', assembly, join(sources, source)])
  const lines = (await readFile(assembly, 'utf8')).split('\n')
  const calls = lines.flatMap((line, at) => (/^\t(?:call|bl|jal)\b/.test(line) ? [at] : []))
  const made: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const at = calls[Math.floor((nth * calls.length) / count)] ?? 0
    const changed = join(folder, name, `${nth}.s`)
    const executable = join(folder, name, `program-${nth}`)
    await writeFile(changed, lines.toSpliced(at, 0, '\tnop').join('\n'))
    await run([...program.flags, '-pg', '-o', executable, changed])
    made.push(executable)
  }
  return made
}
