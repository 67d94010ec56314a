// Counts that the compiler moved, in real programs. Tail calls: the jump at the end of a function is not a call that was never
// taken, and recorded arcs that come through it are explained. Inlined functions that count as the one that holds them.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import type { ArcIndex } from '../../core/profile/call-graph-profile.ts'
import { explainArc } from '../../core/reports/explain-entry.ts'
import { displayName } from '../../core/names/names.ts'
import { isStaticArc, staticCallText } from '../../core/reports/static-calls.ts'
import { runTool } from '../gprof/live-gprof.ts'
import { open } from '../small-opening.ts'

const HEAD = `
#define OUT __attribute__((noinline, noclone))
#define BARE __attribute__((noinline, noclone, no_instrument_function))
volatile int s, never; int k;
OUT int leaf(int n) { for (int i = 0; i < 8000000; i++) s = (int)((s ^ i ^ n) * 2654435761u); return s; }
`
/** `other` calls `middle`, which ends in a jump to `leaf`. */
const CHAIN = `${HEAD}
OUT int middle(int n) { k = n; return leaf(n + 1); }
OUT int other(int n) { k += n; return middle(n) + 1; }
int main(void) { int t = 0; for (int i = 0; i < 10; i++) t += other(i); return t == 42; }
`
const OPTIMIZED = ['-O2']

/** Compiles, runs and opens a program, with the calls of its code. */
async function measure(code: string, flags: readonly string[]): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'tail-calls-'))
  try {
    await writeFile(join(folder, 'prog.c'), code)
    const built = await runTool(
      'gcc',
      [...flags, '-pg', '-fno-ipa-cp', '-fno-ipa-ra', '-o', 'prog', 'prog.c'],
      {
        folder,
      },
    )
    if (built.status !== 0) throw new Error(built.stderr)
    await runTool(join(folder, 'prog'), [], { folder })
    const files = await Promise.all(
      ['prog', 'gmon.out'].map(async (name) =>
        memorySource(name, Uint8Array.from(await readFile(join(folder, name)))),
      ),
    )
    return await open(files, { scenario: { ...EMPTY_SCENARIO, staticArcs: true } })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The arcs between functions of the program, each with its label or count. */
function arcsOf({ analyzed }: Opened): Record<string, string> {
  const { functions, arcs } = analyzed.profile
  const found: [string, string][] = []
  for (let row = 0; row < arcs.length; row++) {
    const arc = row as ArcIndex
    const [parent, child] = [arcs.parent[arc], arcs.child[arc]]
    const name = `${displayName(functions, parent)} -> ${displayName(functions, child)}`
    if (!/^(main|other|middle|second|bare|leaf) -> (other|middle|second|bare|leaf)$/.test(name)) continue
    found.push([
      name,
      isStaticArc(analyzed, arc) ? staticCallText(analyzed, parent, child) : String(arcs.count[arc]),
    ])
  }
  return Object.fromEntries(found)
}

const noticeOf = ({ notices }: Opened) => notices.find(({ code }) => code === 'tail-calls')

it.each([
  ['as gcc does by default', OPTIMIZED],
  ['at a fixed address', [...OPTIMIZED, '-no-pie', '-fno-pie']],
  ['counted by __fentry__', [...OPTIMIZED, '-mfentry']],
])('a jump that was taken, %s', async (_, flags) => {
  const opened = await measure(CHAIN, flags)
  expect(arcsOf(opened)).toEqual({
    'main -> other': '10',
    'other -> middle': '10',
    'other -> leaf': '10',
    'middle -> leaf': 'tail call, taken',
  })
  expect(noticeOf(opened)).toEqual({
    code: 'tail-calls',
    arcs: 1,
    calls: 10,
    caller: 'other',
    jumper: 'middle',
    callee: 'leaf',
  })
  const { functions, arcs, recordedArcs } = opened.analyzed.profile
  const notes: string[] = []
  for (let row = 0; row < arcs.length; row++) {
    const arc = row as ArcIndex
    if (displayName(functions, arcs.child[arc]) === 'leaf')
      notes.push(
        `${row < recordedArcs ? '' : 'static: '}${explainArc(opened.analyzed, null, arc, 'called')?.note}`,
      )
  }
  expect(notes).toEqual([
    'Counted, not sampled. Calls through the jump at the end of middle count here, too (tail calls).',
    'static: middle jumps to leaf at its end (a tail call). It was taken: such a call counts for the caller of middle, to which leaf returns. gcc’s -fno-optimize-sibling-calls keeps the call.',
  ])
})

it('a call that the compiler keeps', async () => {
  const opened = await measure(CHAIN, [...OPTIMIZED, '-fno-optimize-sibling-calls'])
  expect(arcsOf(opened)).toEqual({ 'main -> other': '10', 'other -> middle': '10', 'middle -> leaf': '10' })
  expect(noticeOf(opened)).toBeUndefined()
})

it.each<readonly [string, string, Record<string, string>]>([
  [
    'by a caller that calls the callee, too',
    `OUT int middle(int n) { k = n; return leaf(n + 1); }
     OUT int other(int n) { k += n; return middle(n) + leaf(n); }
     int main(void) { return other(1) == 42; }`,
    { 'other -> leaf': '2', 'middle -> leaf': 'tail call, perhaps taken' },
  ],
  [
    'of two functions that one caller calls',
    `OUT int middle(int n) { k = n; return leaf(n + 1); }
     OUT int second(int n) { k = n + 2; if (never) return n; return leaf(n + 2); }
     OUT int other(int n) { k += n; return middle(n) + second(n); }
     int main(void) { return other(1) == 42; }`,
    {
      'other -> leaf': '2',
      'middle -> leaf': 'tail call, perhaps taken',
      'second -> leaf': 'tail call, perhaps taken',
    },
  ],
  [
    'through a function that counts no calls',
    `BARE int bare(int n) { k = n; return leaf(n + 1); }
     OUT int middle(int n) { k = n + 3; return bare(n + 1); }
     OUT int other(int n) { k += n; return middle(n) + 1; }
     int main(void) { return other(1) == 42; }`,
    {
      'other -> leaf': '1',
      'bare -> leaf': 'tail call, taken',
      'middle -> bare': 'tail call, perhaps taken',
    },
  ],
  [
    'through a pointer that leads to the function that jumps',
    `OUT int middle(int n) { k = n; return leaf(n + 1); }
     int (*volatile pointer)(int) = middle;
     OUT int other(int n) { k += n; return pointer(n) + 1; }
     int main(void) { return other(1) == 42; }`,
    { 'other -> middle': '1', 'other -> leaf': '1', 'middle -> leaf': 'tail call, perhaps taken' },
  ],
  [
    'that nothing shows to be taken',
    `OUT int middle(int n) { k = n; if (never) return leaf(n + 1); return n; }
     OUT int other(int n) { k += n; return middle(n) + 1; }
     OUT int second(int n) { return leaf(n) + 1; }
     int main(void) { return other(1) + second(1) == 42; }`,
    { 'second -> leaf': '1', 'middle -> leaf': 'possible, never taken' },
  ],
])('a jump %s', async (_, code, expected) => {
  expect(arcsOf(await measure(HEAD + code, OPTIMIZED))).toMatchObject(expected)
})

describe('functions that were inlined with their counting, as older compilers do', () => {
  const inlined = (gap: number): string => `${HEAD}
static inline __attribute__((always_inline, no_instrument_function)) int inner(int n) {
  __asm__ volatile("call mcount" ::: "memory");
  for (int i = 0; i < 3000000; i++) s += i ^ n;
  return s;
}
OUT int other(int n) { k += n; __asm__ volatile(".skip ${gap}, 0x90"); return inner(n) + inner(n + 1) + 1; }
int main(void) { int t = 0; for (int i = 0; i < 10; i++) t += other(i); return t == 42; }
`
  it.each([0, 200])('count as the function that holds them, %i bytes behind its start', async (gap) => {
    const opened = await measure(inlined(gap), ['-O1', '-no-pie', '-fno-pie', '-fno-omit-frame-pointer'])
    expect(arcsOf(opened)).toMatchObject({ 'main -> other': '30' })
    expect(opened.notices.filter(({ code }) => code !== 'few-samples')).toEqual([
      { code: 'inlined-counts', functions: 1, name: 'other', places: 3 },
    ])
  })

  it('as they do not without', async () => {
    const opened = await measure(inlined(0).replace('call mcount', 'nop'), ['-O1'])
    expect(arcsOf(opened)).toMatchObject({ 'main -> other': '10' })
    expect(opened.notices.map(({ code }) => code)).not.toContain('inlined-counts')
  })
})
