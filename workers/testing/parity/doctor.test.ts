// Findings about real programs, compiled and run here: each in a program that provokes it, and not in a healthy twin.
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import type { Notice, NoticeCode, NoticeOf } from '../../core/problems/problem.ts'
import { codes, nameOf, open } from '../small-opening.ts'
import { someOf } from '../effort.ts'
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

/** A program of one or two files, as gcc builds it; the second is compiled on its own. */
interface Built {
  readonly main: string
  readonly flags?: readonly string[]
  readonly part?: string
  readonly partFlags?: readonly string[]
}

const SPEND = `
static volatile unsigned long spent;
static void spend(long units) { for (long i = 0; i < 1000 * units; i++) spent += i; }
`
/** A function of a part spends the time, and main spends some. */
const CALLER = `void work(long); int main(void) { for (int i = 0; i < 130; i++) work(4000); return 0; }`
const WORKER = `${SPEND} void work(long units) { spend(units); }`
const SORTER = `
#include <stdlib.h>
static int numbers[1000000];
__attribute__((noinline)) static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  for (volatile int i = 0; i < 10; i++) {}
  return (x > y) - (x < y);
}
__attribute__((noinline)) void fill(void) { for (int i = 0; i < 1000000; i++) numbers[i] = rand(); }
`
const TINY = `
__attribute__((noinline)) int tiny(int x) { __asm__(""); return x + 1; }
int main(void) { volatile int s = 0; for (long i = 0; i < TIMES; i++) s = tiny(s); return s == 1; }
`
const THREADS = `
#include <pthread.h>
${SPEND}
__attribute__((noinline)) static void work(long units) { spend(units); }
void *one(void *units) { work(*(long *)units); return 0; }
int main(void) {
  long units = 20000;
#ifdef ALONE
  one(&units);
#else
  pthread_t thread;
  pthread_create(&thread, 0, one, &units);
  pthread_join(thread, 0);
#endif
  work(units);
  return 0;
}
`
const PLAIN: Built = { main: CALLER, part: WORKER, flags: ['-O1'], partFlags: ['-O1', '-pg'] }

/** Each finding, a program that provokes it, and one that does not; `seen`: what the notice says. */
const FINDINGS: readonly {
  readonly name: string
  readonly seen: Partial<Notice> & Pick<Notice, 'code'>
  readonly provokes: Built
  readonly twin: Built
}[] = [
  {
    name: 'everything was inlined',
    seen: { code: 'no-arcs', counts: true },
    provokes: {
      main: WORKER.replace('void work', 'static void work') + 'int main(void) { work(400000); return 0; }',
      flags: ['-O2'],
    },
    twin: PLAIN,
  },
  {
    name: 'nothing was compiled with -pg',
    seen: { code: 'no-arcs', counts: false },
    provokes: { main: '', part: `${WORKER} int main(void) { work(400000); return 0; }`, partFlags: ['-O0'] },
    twin: PLAIN,
  },
  {
    name: 'a part was not compiled with -pg',
    seen: { code: 'time-without-calls', functions: 1 },
    provokes: {
      main: CALLER.replace('work(4000)', 'step()').replace(
        'void work(long)',
        'void work(long); __attribute__((noinline)) void step(void) { work(4000); }',
      ),
      part: WORKER,
      flags: ['-O1'],
      partFlags: ['-O1'],
    },
    twin: PLAIN,
  },
  {
    name: 'a library calls back',
    seen: { code: 'called-by-library', functions: 1, name: 'compare' },
    provokes: {
      main: `${SORTER} int main(void) { fill(); qsort(numbers, 1000000, sizeof *numbers, compare); return 0; }`,
      flags: ['-O2'],
    },
    twin: {
      main: `${SORTER} int main(void) { int sum = 0; fill(); for (int r = 0; r < 20; r++) for (int i = 1; i < 1000000; i++) sum += compare(numbers, numbers + i); return sum == 1; }`,
      flags: ['-O2'],
    },
  },
  {
    name: 'calls are counted in a shared library',
    seen: { code: 'counting-unseen', calls: 100000000 },
    provokes: { main: TINY, flags: ['-O1', '-DTIMES=100000000'] },
    twin: PLAIN,
  },
  {
    name: 'the counting itself took time',
    seen: { code: 'profiler-time' },
    provokes: { main: TINY, flags: ['-O1', '-static', '-DTIMES=100000000'] },
    twin: { ...PLAIN, flags: ['-O1', '-static'] },
  },
  {
    name: 'threads',
    seen: { code: 'threads', starter: 'pthread_create' },
    provokes: { main: THREADS, flags: ['-O1', '-pthread'] },
    twin: { main: THREADS, flags: ['-O1', '-DALONE'] },
  },
  {
    name: 'few samples',
    seen: { code: 'few-samples' },
    provokes: { main: CALLER.replace('130', '20'), part: WORKER, flags: ['-O1'], partFlags: ['-O1', '-pg'] },
    twin: PLAIN,
  },
  {
    name: 'no samples',
    seen: { code: 'no-samples' },
    provokes: {
      main: CALLER.replace('130', '0'),
      flags: ['-O1'],
      part: `${WORKER} __attribute__((constructor)) static void first(void) { work(0); }`,
      partFlags: ['-O1', '-pg'],
    },
    twin: PLAIN,
  },
  {
    name: 'time in a shared library',
    seen: { code: 'needs-libraries', libraries: ['libpart.so'] },
    provokes: {
      main: CALLER,
      part: WORKER,
      flags: ['-O1', '-Wl,-rpath,$ORIGIN'],
      partFlags: ['-O1', '-pg', '-fPIC', '-shared', '-o', 'libpart.so'],
    },
    twin: PLAIN,
  },
]

const kept = new Map<Built, Promise<ByteSource[]>>()

/** Builds and measures, each program once. */
function measureBuilt(built: Built): Promise<ByteSource[]> {
  const files = kept.get(built) ?? buildAndMeasure(`built${kept.size}`, built)
  kept.set(built, files)
  return files
}

async function buildAndMeasure(
  name: string,
  { main, flags = [], part, partFlags = [] }: Built,
): Promise<ByteSource[]> {
  const own = join(folder, name)
  await mkdir(own)
  const inOwn = async (args: readonly string[]): Promise<void> => {
    const { status, stderr } = await runTool('gcc', args, { folder: own })
    if (status !== 0) throw new Error(`gcc ${args.join(' ')}: ${stderr}`)
  }
  const inputs: string[] = []
  if (part !== undefined) {
    await writeFile(join(own, 'part.c'), part)
    const isShared = partFlags.includes('-shared')
    await inOwn([...partFlags, ...(isShared ? [] : ['-c', '-o', 'part.o']), 'part.c'])
    inputs.push(isShared ? 'libpart.so' : 'part.o')
  }
  if (main !== '') {
    await writeFile(join(own, 'main.c'), main)
    inputs.unshift('main.c')
  }
  await inOwn([...flags, '-pg', '-o', 'program', ...inputs])
  return measure(join(name, 'program'))
}

it('of a program whose time and calls are all in a library is one: neither samples outside nor a longer run', async () => {
  const opened = await open(
    await measureBuilt({
      main: `void calc(long); int main(void) { calc(300000); return 0; }`,
      flags: ['-O1', '-Wl,-rpath,$ORIGIN'],
      part: `${SPEND} void inner(long units) { spend(units); } void calc(long units) { inner(units); }`,
      partFlags: ['-O1', '-pg', '-fPIC', '-shared', '-o', 'libpart.so'],
    }),
  )
  expect(opened.notices).toEqual([{ code: 'needs-libraries', libraries: ['libpart.so'] }])
})

describe('a finding', () => {
  it.each(someOf(FINDINGS, 2))(
    'is made where $name, and not in a healthy twin',
    async ({ seen, provokes, twin }) => {
      const opened = await open(await measureBuilt(provokes))
      expect(opened.notices).toContainEqual(expect.objectContaining(seen))
      expect(codes(await open(await measureBuilt(twin)))).not.toContain(seen.code)
    },
  )

  it('is not made of a healthy program', async () => {
    expect(codes(await open(await measureBuilt(PLAIN)))).toEqual([])
  })
})
