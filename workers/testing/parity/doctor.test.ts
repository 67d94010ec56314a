// Findings about real programs, compiled and run here: each in a program that provokes it, and not in a healthy twin.
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import type { NoticeCode, NoticeOf } from '../../core/problems/problem.ts'
import { codes, nameOf, open } from '../small-opening.ts'
import { runTool } from '../gprof/live-gprof.ts'
import { PROGRAMS_FOLDER } from '../run-program.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-doctor-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Compiles and links in `folder`; each line is a command. */
async function build(...commands: readonly (readonly [tool: string, ...args: string[]])[]): Promise<void> {
  for (const [tool, ...args] of commands) {
    const { status, stderr } = await runTool(tool, ['-I', PROGRAMS_FOLDER, ...args], { folder })
    if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr}`)
  }
}

const programFile = (name: string): string => join(PROGRAMS_FOLDER, name)

let measured = 0

/** Runs a program in a folder of its own; returns the program and what it wrote, in the order of the processes. */
async function measure(
  program: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<ByteSource[]> {
  const own = join(folder, `run${measured++}`)
  await mkdir(own)
  const { status, stderr } = await runTool(join(folder, program), args, { folder: own, environment })
  if (status !== 0) throw new Error(`${program}: exit status ${status}\n${stderr}`)
  const written = (await readdir(own)).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const read = async (path: string, name: string): Promise<ByteSource> =>
    memorySource(name, new Uint8Array(await readFile(path)))
  return Promise.all([
    read(join(folder, program), program),
    ...written.map((name) => read(join(own, name), name)),
  ])
}

function noticeOf<C extends NoticeCode>({ notices }: Opened, code: C): NoticeOf<C> | undefined {
  return notices.find((notice): notice is NoticeOf<C> => notice.code === code)
}

/** Calls of a function, by name. */
function callsOf(opened: Opened, name: string): number {
  const { functions } = opened.plain
  for (let f = 0; f < functions.length; f++)
    if (nameOf(opened, f) === name) return asNumber(functions.calls, f)
  return NaN
}

const asNumber = (column: { readonly [index: number]: number }, at: number): number => column[at] ?? NaN

describe('forked processes', () => {
  beforeAll(() => build(['gcc', '-O0', '-pg', '-o', 'forks', programFile('forks.c')]))
  const ofEach = { GMON_OUT_PREFIX: 'gmon' }

  it.each([
    // What each child did is distinguished where it differs.
    ['siblings', 4, { load: 3000, parse: 2000, check: 1000, serve: 150, report: 2000 }],
    ['later', 4, { load: 3000, parse: 2000, check: 2500, serve: 153, report: 2000 }],
    // Which process forked the third is not known: 50 calls of serve, before the fork, count twice.
    ['nested', 3, { load: 3000, parse: 2000, check: 1000, serve: 100, report: 2050 }],
  ] as const)('hold the same past, which counts once on request: %s', async (kind, files, once) => {
    const sources = await measure('forks', [kind], ofEach)
    const plain = await open(sources)
    const first = plain.files.find(({ name }) => name.startsWith('gmon'))
    expect(codes(plain)).toContain('forked-runs')
    expect(codes(plain)).not.toContain('run-twice')
    const { ticks } = plain.plain.totals
    expect(noticeOf(plain, 'forked-runs')).toMatchObject({ files, first: first?.name })
    expect(callsOf(plain, 'load')).toBe(files * 3000)
    const one = await open(sources, { forkedOnce: true })
    expect(codes(one)).toContain('forked-once')
    expect(codes(one)).not.toContain('forked-runs')
    // Time is exact: children take no samples.
    const again = noticeOf(one, 'forked-once')?.samples
    expect(again).toBe(noticeOf(plain, 'forked-runs')?.samples)
    expect(one.plain.totals.ticks).toBe(ticks - (again ?? NaN))
    expect(one.plain.totals.ticks).toBe(first?.samples)
    for (const [name, calls] of Object.entries(once))
      expect([name, callsOf(one, name)]).toEqual([name, calls])
  })

  it('are not suspected in two runs of a deterministic program', async () => {
    const runs = await measure('forks', ['none'], ofEach)
    for (let run = 0; run < 5; run++) runs.push(...(await measure('forks', ['none'], ofEach)).slice(1))
    const plain = await open(runs)
    expect(codes(plain)).not.toContain('forked-runs')
    const once = await open(runs, { forkedOnce: true })
    expect(once.plain.totals).toEqual(plain.plain.totals)
    expect(callsOf(once, 'load')).toBe(6 * 3000)
  })

  it('leave one file, and the program says that it forks', async () => {
    const opened = await open(await measure('forks', ['siblings']))
    expect(noticeOf(opened, 'may-fork')).toEqual({ code: 'may-fork', forker: 'fork' })
  })
})
