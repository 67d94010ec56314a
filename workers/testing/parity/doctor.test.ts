// Findings about real programs, compiled and run here: each in a program that provokes it, and not in a healthy twin.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ByteSource } from '../../core/bytes/byte-source.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import type { NoticeCode, NoticeOf } from '../../core/problems/problem.ts'
import { someOf } from '../effort.ts'
import { NOTICE_EXAMPLES } from '../problem-examples.ts'
import { codes, nameOf, open } from '../small-opening.ts'
import { type Built, DoctorBench } from './doctor-bench.ts'
import {
  type DoctorCase,
  ELSEWHERE,
  FINDINGS,
  FORKS,
  HEALTHY,
  INLINED,
  SPEND,
  THUNKS,
} from './doctor-findings.ts'

let folder = ''
let bench: DoctorBench

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-doctor-'))
  bench = new DoctorBench(folder)
})
afterAll(() => rm(folder, { recursive: true }))

function noticeOf<C extends NoticeCode>({ notices }: Opened, code: C): NoticeOf<C> | undefined {
  return notices.find((notice): notice is NoticeOf<C> => notice.code === code)
}

/** Calls of a function, by name. */
function callsOf(opened: Opened, name: string): number {
  const { functions } = opened.contents.plain
  for (let f = 0; f < functions.length; f++)
    if (nameOf(opened, f) === name) return asNumber(functions.calls, f)
  return NaN
}

const asNumber = (column: { readonly [index: number]: number }, at: number): number => column[at] ?? NaN

describe('forked processes', () => {
  it.each([
    // What each child did is distinguished where it differs.
    ['siblings', 4, { load: 3000, parse: 2000, check: 1000, serve: 150, report: 2000 }],
    ['later', 4, { load: 3000, parse: 2000, check: 2500, serve: 153, report: 2000 }],
    // Which process forked the third is not known: 50 calls of serve, before the fork, count twice.
    ['nested', 3, { load: 3000, parse: 2000, check: 1000, serve: 100, report: 2050 }],
  ] as const)('hold the same past, which counts once on request: %s', async (kind, files, once) => {
    const sources = await bench.measure(FORKS, { args: [kind], ofEach: true })
    const plain = await open(sources)
    const first = plain.files.find(({ name }) => name.startsWith('gmon'))
    expect(codes(plain)).toContain('forked-runs')
    expect(codes(plain)).not.toContain('run-twice')
    const { ticks } = plain.contents.plain.totals
    expect(noticeOf(plain, 'forked-runs')).toMatchObject({ files, first: first?.name })
    expect(callsOf(plain, 'load')).toBe(files * 3000)
    const one = await open(sources, { forkedOnce: true })
    expect(codes(one)).toContain('forked-once')
    expect(codes(one)).not.toContain('forked-runs')
    // Time is exact: children take no samples.
    const again = noticeOf(one, 'forked-once')?.samples
    expect(again).toBe(noticeOf(plain, 'forked-runs')?.samples)
    expect(one.contents.plain.totals.ticks).toBe(ticks - (again ?? NaN))
    expect(one.contents.plain.totals.ticks).toBe(first?.samples)
    for (const [name, calls] of Object.entries(once))
      expect([name, callsOf(one, name)]).toEqual([name, calls])
  })

  it('are not suspected in two runs of a deterministic program', async () => {
    const runs: ByteSource[] = []
    for (let nth = 0; nth < 6; nth++) {
      const [program, ...profiles] = await bench.measure(FORKS, { args: ['none'], ofEach: true, nth })
      if (nth === 0 && program) runs.push(program)
      runs.push(...profiles)
    }
    const plain = await open(runs)
    expect(codes(plain)).not.toContain('forked-runs')
    const once = await open(runs, { forkedOnce: true })
    expect(once.contents.plain.totals).toEqual(plain.contents.plain.totals)
    expect(callsOf(once, 'load')).toBe(6 * 3000)
  })

  it('leave one file, and the program says that it forks', async () => {
    const opened = await open(await bench.measure(FORKS, { args: ['siblings'] }))
    expect(noticeOf(opened, 'may-fork')).toEqual({ code: 'may-fork', forker: 'fork' })
  })
})

/** Opens what a case is made of. */
async function openCase(made: DoctorCase): Promise<Opened> {
  const offered = typeof made === 'function' ? await made(bench) : await bench.measure(made)
  return 'sources' in offered ? open(offered.sources, offered.options) : open(offered)
}

/** Programs whose calls are found elsewhere than those of others, with nothing to complain of. */
const UNUSUAL: readonly { readonly name: string; readonly built: Built }[] = [
  // The code of one that counts its calls lies within another, as clang's -flto leaves it.
  { name: 'inlined functions that count their calls', built: INLINED },
  { name: 'calls through pointers by way of a return', built: THUNKS },
]

it('of a program whose time and calls are all in a library is one: neither samples outside nor a longer run', async () => {
  const opened = await open(
    await bench.measure({
      main: `void calc(long); int main(void) { calc(300000); return 0; }`,
      flags: ['-O1', '-Wl,-rpath,$ORIGIN'],
      part: `${SPEND} void inner(long units) { spend(units); } void calc(long units) { inner(units); }`,
      partFlags: ['-O1', '-pg', '-fPIC', '-shared', '-o', 'libpart.so'],
    }),
  )
  expect(opened.notices).toEqual([{ code: 'needs-libraries', libraries: ['libpart.so'] }])
})

describe('a finding', () => {
  it('has a program that provokes it, and a healthy twin', () => {
    const covered = new Set([...FINDINGS.map(({ seen }) => seen.code), ...Object.keys(ELSEWHERE)])
    expect(Object.keys(NOTICE_EXAMPLES).filter((code) => !covered.has(code))).toEqual([])
  })

  it.each(Object.entries(ELSEWHERE))('%s is provoked in %s', async (code, test) => {
    expect(await readFile(test, 'utf8')).toContain(code)
  })

  it.each(someOf(FINDINGS, 3))(
    'is made of $name, and not of a healthy twin',
    async ({ seen, provokes, twin }) => {
      expect((await openCase(provokes)).notices).toContainEqual(expect.objectContaining(seen))
      expect(codes(await openCase(twin))).not.toContain(seen.code)
    },
  )

  it('is not made of a healthy program', async () => {
    expect(codes(await openCase(HEALTHY))).toEqual([])
  })

  it.each(UNUSUAL)('accuses no program for $name', async ({ built }) => {
    const found = codes(await openCase(built))
    for (const code of ['wrong-executable', 'outside-program']) expect(found).not.toContain(code)
  })
})
