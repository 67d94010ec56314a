// Each notice, a program of ours that provokes it, and a healthy twin that does not.
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import type { PipelineOptions } from '../../core/pipeline/open-profile.ts'
import type { Notice } from '../../core/problems/problem.ts'
import { choose, type ShareChoice } from '../../core/saved/redact.ts'
import { contentOf } from '../../core/saved/content.ts'
import { saveProfile } from '../../core/saved/save.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { manyFunctions } from '../programs/many-functions.ts'
import { EVERYTHING, putTogether, takeApart } from '../saved-files.ts'
import { open } from '../small-opening.ts'
import {
  type Built,
  type DoctorBench,
  rebinned,
  renamed,
  type Rewriting,
  rewritten,
  textFile,
} from './doctor-bench.ts'

/** Files, and how to open them. */
interface Offered {
  readonly sources: readonly ByteSource[]
  readonly options?: Partial<PipelineOptions>
}

/** A program and its only run, or files made on the bench. */
export type DoctorCase = Built | ((bench: DoctorBench) => Promise<readonly ByteSource[] | Offered>)

/** A finding; `seen`: what the notice says. */
interface Finding {
  readonly name: string
  readonly seen: Partial<Notice> & Pick<Notice, 'code'>
  readonly provokes: DoctorCase
  readonly twin: DoctorCase
}

/** A function that spends time. */
export const SPEND = `
static volatile unsigned long spent;
static void spend(long units) { for (long i = 0; i < 1000 * units; i++) spent += i; }
`
/** A function of a part spends the time, and main spends some. */
const CALLER = `void work(long); int main(void) { for (int i = 0; i < 900; i++) work(4000); return 0; }`
const WORKER = `${SPEND} void work(long units) { spend(units); }`
const SORTER = `
#include <stdlib.h>
static int numbers[1000000];
__attribute__((noinline)) static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  unsigned long product = x;
  // Multiplications wait for one another on every processor.
  for (int i = 0; i < 40; i++) { product *= 2654435761; __asm__("" : "+r"(product)); }
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
/** Functions of different lengths, one after another in memory, or in the opposite order. */
const links = (turned: boolean): string => {
  const defined = Array.from(
    { length: 8 },
    (_, nth) => `KEEP void link${nth}(void) { ${'spent++; '.repeat(10 * nth + 5)} }`,
  )
  const calls = defined.map((_, nth) => `link${nth}();`).join(' ')
  return `#include "busy.h"
${(turned ? defined.toReversed() : defined).join('\n')}
int main(void) { SPEND(${turned ? 40000 : 60000}); for (int i = 0; i < 9; i++) { ${calls} } return 0; }`
}
const UNNAMED = `${SPEND.replace('static void', '__attribute__((no_instrument_function)) static void')} int main(void) { for (int i = 0; i < 900; i++) spend(4000); return 0; }`
const TAIL = `#include "busy.h"
KEEP void leaf(void) { SPEND(100); }
KEEP void middle(void) { SPEND(10); leaf(); }
int main(void) { for (int i = 0; i < 1000; i++) middle(); return 0; }`
const LINE_TABLE = ['-g', '-gz=none', '-O1']

const PLAIN: Built = { main: CALLER, part: WORKER, flags: ['-O1'], partFlags: ['-O1', '-pg'] }
/** Forks as its argument says. */
export const FORKS: Built = { main: '#include "forks.c"', flags: ['-O0'] }
const WEIGHTED: Built = { main: '#include "weighted-runs.c"', flags: ['-O1'] }
const MANY: Built = { main: manyFunctions(100) }
const LINKS: Built = { main: links(false), flags: ['-O0', '-fno-toplevel-reorder'] }
const TURNED: Built = { main: links(true), flags: ['-O0', '-fno-toplevel-reorder'] }
const EXCEPTIONS: Built = { compiler: 'g++', main: '#include "exceptions.cc"', flags: ['-std=c++17', '-O2'] }
const WITH_LINES: Built = { main: `${WORKER} int main(void) { work(400000); return 0; }`, flags: LINE_TABLE }

/** A healthy program, which has no notice at all. */
export const HEALTHY = PLAIN

const onX64 = (flag: string): readonly string[] => (process.arch === 'x64' ? [flag] : [])

/**
 * Functions that count their calls, inlined far behind the start of another: the call of the profiler is written out, as
 * clang's -flto leaves it.
 */
export const INLINED: Built = {
  main: `#include "busy.h"
#if defined __x86_64__
#define COUNT __asm__ volatile("call *mcount@GOTPCREL(%rip)")
#else
#define COUNT
#endif
#define FAR ${'spent++; '.repeat(40)}
KEEP void one(void) { FAR COUNT; FAR COUNT; FAR COUNT; FAR SPEND(100); }
KEEP void two(void) { FAR COUNT; FAR COUNT; FAR COUNT; FAR SPEND(100); }
int main(void) { for (int i = 0; i < 300; i++) { one(); two(); } return 0; }`,
  flags: ['-O0', ...onX64('-mno-red-zone')],
}

/** Calls through pointers by way of a return. */
export const THUNKS: Built = {
  main: '#include "pointers.c"',
  flags: ['-O2', ...onX64('-mindirect-branch=thunk')],
}

const rewrites =
  (how: Rewriting, options?: Partial<PipelineOptions>): DoctorCase =>
  async (bench) => ({
    sources: await rewritten(await bench.measure(PLAIN), how),
    ...(options && { options }),
  })

/** PLAIN, and a second profile of it written in another way. */
const beside =
  (how: Rewriting): DoctorCase =>
  async (bench) => {
    const [program, profile] = await measureTwo(bench)
    const [, other] = await rewritten(await bench.measure(PLAIN, { nth: 2 }), how)
    return [program, profile, await renamed(other ?? profile, 'gmon.out.2')]
  }

async function measureTwo(bench: DoctorBench, built = PLAIN): Promise<readonly [ByteSource, ByteSource]> {
  const [program, profile] = await bench.measure(built)
  if (!program || !profile) throw new Error('no profile')
  return [program, profile]
}

/** PLAIN's program, another profile beside its own. */
const withSecond =
  (second: (bench: DoctorBench) => Promise<ByteSource | undefined>): DoctorCase =>
  async (bench) => {
    const other = await second(bench)
    if (!other) throw new Error('no second profile')
    return [...(await measureTwo(bench)), await renamed(other, 'gmon.out.2')]
  }
const TWO_RUNS = withSecond(async (bench) => (await bench.measure(PLAIN, { nth: 2 }))[1])

/** gprof's listing of a program, changed. */
const listing =
  (change: (text: string) => string = (text) => text, built = PLAIN): DoctorCase =>
  async (bench) => [textFile('gprof.txt', change(await bench.printed(built, 'gprof', 'program', 'gmon.out')))]

/** PLAIN, saved; the file is changed. */
const saved =
  (choice: ShareChoice, change: (file: Uint8Array) => Uint8Array = (file) => file): DoctorCase =>
  async (bench) => {
    const opened = await open(await bench.measure(PLAIN))
    const content = choose(contentOf(opened, { scenario: EMPTY_SCENARIO, view: '' }), choice)
    return [memorySource('plain.gmonscope', new Uint8Array(change(await saveProfile(content))))]
  }

/** Runs of one program, each with its own profile. */
const runs =
  (built: Built, all: readonly (readonly string[])[]): DoctorCase =>
  async (bench) => {
    const [program] = await bench.measure(built, { args: all[0] ?? [], nth: 0 })
    if (!program) throw new Error('no program')
    const profiles: ByteSource[] = []
    for (const [nth, args] of all.entries()) {
      const [, profile] = await bench.measure(built, { args, nth })
      if (profile) profiles.push(await renamed(profile, `gmon.out.${nth}`))
    }
    return [program, ...profiles]
  }

const forked =
  (kind: string, options: Partial<PipelineOptions> = {}): DoctorCase =>
  async (bench) => ({ sources: await bench.measure(FORKS, { args: [kind], ofEach: true }), options })

/** The program of one build beside the profile of another. */
const crossed =
  (program: Built, profile: Built): DoctorCase =>
  async (bench) => [await bench.program(program), (await measureTwo(bench, profile))[1]]

const symbolsOf = async (bench: DoctorBench): Promise<ByteSource> =>
  textFile('symbols.txt', await bench.printed(PLAIN, 'nm', 'program'))

/** Each finding, a program that provokes it, and one that does not. */
export const FINDINGS: readonly Finding[] = [
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
    // Takes no time, and counts next to nothing.
    twin: { main: TINY, flags: ['-O1', '-DTIMES=1000'] },
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
    provokes: { main: CALLER.replace('900', '20'), part: WORKER, flags: ['-O1'], partFlags: ['-O1', '-pg'] },
    twin: PLAIN,
  },
  {
    name: 'no samples',
    seen: { code: 'no-samples' },
    provokes: {
      main: CALLER.replace('900', '0'),
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
      partFlags: ['-O1', '-fPIC', '-shared', '-o', 'libpart.so'],
    },
    twin: PLAIN,
  },
  {
    name: 'calls into a shared library that counts them, too',
    seen: { code: 'outside-program', droppedArcs: 1, totalArcs: 2 },
    provokes: {
      main: `${SPEND} ${CALLER.replace('work(4000)', 'spend(2000), work(100)')}`,
      part: WORKER,
      flags: ['-O0', '-Wl,-rpath,$ORIGIN'],
      partFlags: ['-O1', '-pg', '-fPIC', '-shared', '-o', 'libpart.so'],
    },
    twin: PLAIN,
  },
  {
    name: 'inlined functions that count their calls',
    seen: { code: 'inlined-counts', functions: 2 },
    provokes: INLINED,
    twin: PLAIN,
  },
  {
    name: 'calls that became jumps',
    seen: { code: 'tail-calls', caller: 'main', jumper: 'middle', callee: 'leaf' },
    provokes: { main: TAIL, flags: ['-O2'] },
    twin: { main: TAIL, flags: ['-O2', '-fno-optimize-sibling-calls'] },
  },
  {
    name: 'neither calls nor samples',
    seen: { code: 'empty-profile' },
    provokes: { main: '', part: 'int main(void) { return 0; }', partFlags: ['-O0'] },
    twin: PLAIN,
  },
  {
    name: 'pieces of functions that gprof does not list',
    seen: { code: 'functions-hidden' },
    provokes: { main: '#include "clones.c"', flags: ['-O2'] },
    twin: { main: '#include "clones.c"', flags: ['-O0'] },
  },
  {
    name: 'a function without a name right behind start-up code',
    seen: { code: 'start-up-time', name: 'frame_dummy' },
    provokes: { main: UNNAMED, flags: ['-O0'], after: [['objcopy', '-N', 'spend', 'program']] },
    // Most of its time is of cold parts, behind _init, which have a notice of their own.
    twin: EXCEPTIONS,
  },
  {
    name: 'a scale of 16 bits for a large program',
    seen: { code: 'scale-drift' },
    provokes: { ...PLAIN, flags: ['-O1', '-static'] },
    twin: PLAIN,
  },
  {
    name: 'a process that forks, and one file',
    seen: { code: 'may-fork', forker: 'fork' },
    provokes: (bench) => bench.measure(FORKS, { args: ['siblings'] }),
    twin: PLAIN,
  },
  {
    name: 'forked processes, counted in full',
    seen: { code: 'forked-runs', files: 4 },
    provokes: forked('siblings'),
    twin: runs(FORKS, [['none'], ['none']]),
  },
  {
    name: 'forked processes, their past counted once',
    seen: { code: 'forked-once', files: 4 },
    provokes: forked('siblings', { forkedOnce: true }),
    twin: async (bench) => ({
      sources: await bench.measure(FORKS, { args: ['none'] }),
      options: { forkedOnce: true },
    }),
  },
  {
    name: 'a run that takes longer than those like it',
    seen: { code: 'slow-run', file: 'gmon.out.3', runs: 8 },
    provokes: runs(
      WEIGHTED,
      Array.from({ length: 8 }, (_, nth) => (nth === 3 ? ['1500'] : ['200'])),
    ),
    twin: runs(
      WEIGHTED,
      Array.from({ length: 8 }, () => ['200']),
    ),
  },
  {
    name: 'a run of another build among others',
    seen: { code: 'odd-run', file: 'gmon.out.2' },
    provokes: async (bench) => {
      const own = await measureTwo(bench, LINKS)
      return [...own, await renamed((await measureTwo(bench, TURNED))[1], 'gmon.out.2')]
    },
    twin: runs(LINKS, [[], []]),
  },
  {
    name: 'the profile of another program',
    seen: { code: 'wrong-executable', shift: 0 },
    provokes: crossed(LINKS, MANY),
    twin: LINKS,
  },
  {
    name: 'the profile of a build whose code ends elsewhere',
    seen: { code: 'wrong-executable' },
    provokes: crossed(PLAIN, { ...PLAIN, part: `${WORKER} void more(void) { spend(1); spend(2); }` }),
    twin: PLAIN,
  },
  {
    name: 'the profile of a build with one more instruction',
    seen: { code: 'wrong-executable' },
    provokes: crossed(
      { ...LINKS, main: links(false).replace('SPEND(60000);', 'SPEND(60000); __asm__("nop");') },
      LINKS,
    ),
    twin: LINKS,
  },
  {
    name: 'the same program built without -pg',
    seen: { code: 'wrong-executable', lacksProfiler: true },
    provokes: crossed({ ...PLAIN, partFlags: ['-O1'], withoutProfiler: true }, PLAIN),
    twin: PLAIN,
  },
  {
    name: 'a program that ran elsewhere than it was linked for',
    seen: { code: 'wrong-executable', shift: 0x10000 },
    provokes: async (bench) => rewritten(await bench.measure(LINKS), { moved: 0x10000 }),
    twin: LINKS,
  },
  {
    name: 'samples behind the end of the code',
    seen: { code: 'wrong-executable', beyond: 480 },
    provokes: rewrites({
      histogram: ({ low, high, bins }) => ({
        low: low + 4,
        high: high + 4 * 16,
        bins: Uint16Array.from([...bins.subarray(1), ...Array.from({ length: 16 }, () => 30)]),
      }),
    }),
    twin: rewrites({
      histogram: ({ low, bins }) => ({ low: low + 4, bins: Uint16Array.from(bins.subarray(1)) }),
    }),
  },
  {
    name: 'moved back',
    seen: { code: 'position-independent', shift: 0x10000 },
    provokes: rewrites({ moved: 0x10000 }, { shift: 0x10000 }),
    twin: PLAIN,
  },
  {
    name: 'one run under two names',
    seen: { code: 'run-twice', file: 'gmon.out.2', same: 'gmon.out' },
    provokes: async (bench) => {
      const [program, profile] = await measureTwo(bench, EXCEPTIONS)
      return [program, profile, await renamed(profile, 'gmon.out.2')]
    },
    twin: runs(EXCEPTIONS, [[], []]),
  },
  {
    name: 'a profile that is empty, as a full disk leaves it',
    seen: { code: 'file-skipped' },
    provokes: withSecond(async (bench) => (await bench.measure(PLAIN, { blocks: 0 }))[1]),
    twin: TWO_RUNS,
  },
  {
    name: 'a profile cut within its arcs by a full disk',
    seen: { code: 'gmon/truncated-file', keptHistograms: 1 },
    provokes: async (bench) => {
      const [, whole] = await measureTwo(bench, MANY)
      return bench.measure(MANY, { blocks: Math.floor((whole.size - 1) / 512) })
    },
    twin: MANY,
  },
  {
    name: 'files of a build folder',
    seen: { code: 'files-unused', count: 4 },
    provokes: async (bench) => [
      ...(await bench.measure(PLAIN)),
      ...['README', 'Makefile', 'config.log', 'NEWS'].map((name) => textFile(name, `${name}: all\n`)),
    ],
    twin: async (bench) => [
      ...(await bench.measure(PLAIN)),
      textFile('main.c', CALLER),
      textFile('part.c', WORKER),
    ],
  },
  {
    name: 'bins of a board, which hold several functions',
    seen: { code: 'coarse-bins' },
    provokes: rewrites({ histogram: rebinned(256) }),
    twin: PLAIN,
  },
  {
    name: 'no histogram',
    seen: { code: 'no-histogram' },
    provokes: rewrites({ histogram: () => null }),
    twin: PLAIN,
  },
  {
    name: 'a counter at its limit',
    seen: { code: 'bins-at-ceiling', bins: 1 },
    provokes: rewrites({
      histogram: ({ bins }) => {
        const most = Math.max(...bins)
        return { bins: Uint16Array.from(bins, (ticks) => (ticks === most ? 65535 : ticks)) }
      },
    }),
    twin: PLAIN,
  },
  {
    name: 'a rate that no timer has',
    seen: { code: 'odd-rate', rate: 3 },
    provokes: rewrites({ histogram: () => ({ rate: 3 }) }),
    twin: PLAIN,
  },
  {
    name: 'runs of different rates',
    seen: { code: 'rates-differ', first: 100, other: 1000, file: 'gmon.out.2' },
    provokes: beside({ histogram: () => ({ rate: 1000 }) }),
    twin: TWO_RUNS,
  },
  {
    name: 'bins whose borders gprof rounds',
    seen: { code: 'rounding-loss' },
    provokes: rewrites({ histogram: rebinned(2.5) }),
    twin: PLAIN,
  },
  {
    name: 'the form of BSD',
    seen: { code: 'bsd-format', dialect: '4.4bsd' },
    provokes: rewrites({ as: ({ low, high, bins }, arcs) => ({ format: '4.4bsd', low, high, bins, arcs }) }),
    twin: PLAIN,
  },
  {
    name: 'counters of another width, as on FreeBSD',
    seen: { code: 'counter-width', bits: 64 },
    provokes: rewrites({
      as: ({ low, high, bins }, arcs) => ({ format: '4.4bsd', low, high, bins, arcs, counterField: 64 }),
    }),
    twin: rewrites({ as: ({ low, high, bins }, arcs) => ({ format: '4.4bsd', low, high, bins, arcs }) }),
  },
  {
    name: 'no program',
    seen: { code: 'no-names' },
    provokes: async (bench) => ({
      sources: (await bench.measure(PLAIN)).slice(1),
      options: { withoutNames: true },
    }),
    twin: PLAIN,
  },
  {
    name: 'a list of symbols in place of the program',
    seen: { code: 'symbols-from-list', file: 'symbols.txt' },
    provokes: async (bench) => [await symbolsOf(bench), (await measureTwo(bench))[1]],
    twin: PLAIN,
  },
  {
    name: 'a list of symbols beside a program that has its own',
    seen: { code: 'symbol-list-unused', file: 'symbols.txt' },
    provokes: async (bench) => [await symbolsOf(bench), ...(await bench.measure(PLAIN))],
    twin: PLAIN,
  },
  {
    name: 'damaged line tables',
    seen: { code: 'sources-left-out' },
    provokes: {
      ...WITH_LINES,
      after: [
        ['sh', '-c', 'printf "%64s" damaged >damaged'],
        ['objcopy', '--update-section', '.debug_line=damaged', 'program'],
      ],
    },
    twin: WITH_LINES,
  },
  {
    name: 'a listing beside its profile',
    seen: { code: 'set-aside', file: 'gprof.txt', kind: 'listing' },
    provokes: async (bench) => [
      ...(await bench.measure(PLAIN)),
      textFile('gprof.txt', await bench.printed(PLAIN, 'gprof', 'program', 'gmon.out')),
    ],
    twin: PLAIN,
  },
  { name: 'a listing', seen: { code: 'listing-opened', parts: 'both' }, provokes: listing(), twin: PLAIN },
  {
    name: 'a listing that ends in the middle',
    seen: { code: 'listing-cut' },
    provokes: listing((text) => text.slice(0, text.indexOf('\nIndex by'))),
    twin: listing(),
  },
  {
    name: 'a listing that begins in the middle',
    seen: { code: 'listing-headless' },
    provokes: listing((text) => text.replace(/(call {2}name.*\n).*\n/, '$1'), EXCEPTIONS),
    twin: listing((text) => text, EXCEPTIONS),
  },
  {
    name: 'two listings in one file',
    seen: { code: 'listing-again' },
    provokes: listing((text) => text + text),
    twin: listing(),
  },
  {
    name: 'a listing with merge conflicts',
    seen: { code: 'listing-conflict', mark: '<<<<<<< HEAD' },
    provokes: listing((text) => {
      const row = /^.*\bwork$/m.exec(text)?.[0] ?? ''
      return text.replace(row, `<<<<<<< HEAD\n${row}\n=======\n${row.replace('1', '2')}\n>>>>>>> other`)
    }),
    twin: listing(),
  },
  {
    name: 'a listing with a line that is no row',
    seen: { code: 'listing-unread', lines: 1 },
    provokes: listing((text) => text.replace(/^(.*\bwork)$/m, '$1\n  0.x   1..0 ?? what')),
    twin: listing(),
  },
  {
    name: 'a saved profile without some of it',
    seen: { code: 'shared-in-part', names: 'replaced' },
    provokes: saved({ ...EVERYTHING, names: 'replaced' }),
    twin: saved(EVERYTHING),
  },
  {
    name: 'a saved profile of a later version',
    seen: { code: 'saved-notices-unknown', notices: 1 },
    provokes: saved(EVERYTHING, (file) => {
      const { header, columns } = takeApart(file)
      return putTogether({ header: { ...header, notices: [{ code: 'from-the-future' }] }, columns })
    }),
    twin: saved(EVERYTHING),
  },
]

/** Findings that a command makes of its arguments; the test that provokes each. */
export const ELSEWHERE: Readonly<Partial<Record<Notice['code'], string>>> = {
  'file-twice': 'workers/node/file-identity.test.ts',
}
