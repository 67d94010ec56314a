// Programs against profiles: each real program fits its own profile without an accusation; the profile of another
// program, or of a build whose calls lie one instruction apart, never opens without one.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { readProfile } from '../../core/formats/gmon/read.ts'
import { readExecutable } from '../../core/formats/registry.ts'
import { openProfile } from '../../core/pipeline/open-profile.ts'
import { effort, someOf } from '../effort.ts'
import { requireTools, runTool } from '../gprof/live-gprof.ts'
import { PROGRAMS, type TestProgram } from '../programs/table.ts'
import { profileProgram } from '../run-program.ts'
import { options } from '../small-opening.ts'

interface Built {
  readonly name: string
  readonly executable: string
  readonly profile: string
}

/** Each takes a build of its own. */
const CHOSEN = someOf(PROGRAMS, 8)
/** Other programs that each profile is opened with. */
const OTHERS = effort(20, 5)
/** Programs with calls in many functions, of which one-instruction rebuilds are made. */
const REBUILT = [
  'a ring of three',
  'several cycles',
  'several cycles, with tail calls',
  'direct recursion',
  'function pointers',
  'virtual functions, optimised',
]
const REBUILDS = effort(60, 8)
/** Pairs without a difference in what a profile holds: no arcs, and the code of both begins and ends at the same addresses. */
const ALIKE = ['no arcs with no samples']
let folder = ''
const built: Built[] = []

beforeAll(async () => {
  await requireTools(['gcc', 'g++', 'gfortran', 'objcopy'])
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

const sourceOf = async (path: string) => memorySource(path, new Uint8Array(await readFile(path)))

const SUSPICIONS = ['wrong-executable', 'outside-program']

/** Codes of notices that accuse a program; the problem's where the pair does not open. */
async function accusations(executable: string, profile: string): Promise<readonly string[]> {
  const result = await openProfile([await sourceOf(executable), await sourceOf(profile)], options, () => {})
  if (!result.ok) return [result.problem.problem.code]
  return result.value.notices
    .filter(({ code }) => SUSPICIONS.includes(code))
    .map((notice) => JSON.stringify(notice))
}

test('no program is accused beside its own profile, or beside gprof’s sum of it, whose arcs lead from function to function', async () => {
  const accused: string[] = []
  for (const { name, executable, profile } of built) {
    const sum = join(dirname(profile), 'gmon.sum')
    const { status, stderr } = await runTool('gprof', ['-s', executable, profile], {
      folder: dirname(profile),
    })
    // gprof counts the functions of some C++ programs twice in two ways, and then writes no sum.
    const refused = status !== 0 && stderr.includes('somebody miscounted')
    for (const one of refused ? [profile] : [profile, sum]) {
      const found = await accusations(executable, one)
      if (found.length > 0) accused.push(`${name}, ${basename(one)}: ${found.join(', ')}`)
    }
  }
  expect(accused).toEqual([])
})

test(
  `none of ${OTHERS} other programs is silent`,
  async () => {
    const code = new Map<string, string>()
    for (const { name, executable } of built) code.set(name, await codeOf(executable))
    const silent: string[] = []
    for (const [at, own] of built.entries()) {
      for (let step = 1; step <= OTHERS && step < built.length; step++) {
        const other = built[(at + step) % built.length]
        // Debugging information alone makes no other program.
        if (!other || code.get(own.name) === code.get(other.name)) continue
        const pair = `${own.name} with ${other.name}`
        if (!ALIKE.includes(pair) && (await accusations(other.executable, own.profile)).length === 0)
          silent.push(pair)
      }
    }
    expect(silent).toEqual([])
  },
  effort(900_000, 300_000),
)

/** The bytes of `.text`. */
async function codeOf(executable: string): Promise<string> {
  const text = `${executable}.text`
  const { status, stderr } = await runTool('objcopy', ['-O', 'binary', '-j', '.text', executable, text])
  if (status !== 0) throw new Error(stderr)
  return readFile(text, 'latin1')
}

// A rebuild is another program to a profile if its own run leaves other arcs. Padding may absorb the instruction, and the
// addresses of calls are rounded: else nothing that a profile holds differs.
test(
  `none of ${REBUILDS} rebuilds that move a call by one instruction is silent`,
  async () => {
    const silent: string[] = []
    let told = 0
    const of = REBUILT.flatMap((name) => PROGRAMS.filter((program) => program.name === name))
    for (const [at, program] of of.entries()) {
      const own = await build(program, `rebuilt-${at}`)
      const count = Math.ceil((REBUILDS - at) / of.length)
      for (const [nth, text] of (await rebuilds(program, count, `rebuilt-${at}`)).entries()) {
        const sources = [{ file: 'program.s', text }]
        const other = await build({ ...program, sources }, `rebuilt-${at}-${nth}`)
        if ((await arcsOf(other)) === (await arcsOf(own))) continue
        told++
        if ((await accusations(other.executable, own.profile)).length === 0)
          silent.push(`${program.name}, ${nth}`)
      }
    }
    expect(silent).toEqual([])
    expect(told).toBeGreaterThan(REBUILDS / 4)
  },
  effort(1_800_000, 300_000),
)

/** The addresses of all arcs. */
async function arcsOf({ executable, profile }: Built): Promise<string> {
  const raw = await readExecutable(await sourceOf(executable), true)
  const { arcs } = await readProfile(await sourceOf(profile), raw, () => {})
  return Array.from(arcs.from, (from, arc) => `${from} ${arcs.self[arc]}`)
    .toSorted()
    .join()
}

/** Assembler sources of a program, each with one `nop` before another instruction that calls. */
async function rebuilds(program: TestProgram, count: number, name: string): Promise<readonly string[]> {
  const [source] = program.sources
  if (typeof source !== 'string') throw new Error(`${program.name}: not a file of this folder`)
  const assembly = join(folder, name, 'program.s')
  const path = new URL(`../programs/${source}`, import.meta.url).pathname
  const args = [...program.flags, '-pg', '-S', '-o', assembly, path]
  const { status, stderr } = await runTool(program.compiler, args)
  if (status !== 0) throw new Error(stderr)
  const lines = (await readFile(assembly, 'utf8')).split('\n')
  const calls = lines.flatMap((line, at) => (/^\t(?:call|bl|jal)\b/.test(line) ? [at] : []))
  return Array.from({ length: count }, (_, nth) => {
    const at = calls[Math.floor((nth * calls.length) / count)] ?? 0
    return lines.toSpliced(at, 0, '\tnop').join('\n')
  })
}
