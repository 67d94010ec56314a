// Bins that hold code of several functions: the ranges of self time that follow.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asArray } from '../base/columns.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { effort } from '../../testing/effort.ts'
import { nameByAddress } from '../symbols/symbol-table.ts'
import { codes, nameOf, open } from '../../testing/small-opening.ts'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { noticeText } from '../reports/messages/notices.ts'
import { assignTicks } from './build-profile.ts'
import type { FunctionIndex } from './call-graph-profile.ts'
import { candidatesOf, findSharedBins, selfRangeOf } from './shared-bins.ts'

const symbolsAt = (...starts: number[]) => nameByAddress(starts, starts[0], starts[starts.length - 1] + 64)
const record = (low: number, width: number, ...bins: number[]) => ({
  low,
  high: low + width * bins.length,
  bins: Float64Array.from(bins),
})

describe('samples of bins that several functions share', () => {
  it('may belong to each of them, those of other bins to one', () => {
    // 0x100: a alone; 0x108: a and b; 0x110: b alone.
    const shared = findSharedBins([record(0x100, 8, 5, 10, 20)], 4, symbolsAt(0x100, 0x10c, 0x118))
    expect(shared?.ticks).toBe(10)
    expect(shared?.bytesPerBin).toBe(8)
    expect([...asArray(shared!.least)]).toEqual([5, 20, 0])
    expect([...asArray(shared!.most)]).toEqual([15, 30, 0])
    expect(candidatesOf(shared!)).toEqual([
      { f: 0, ticks: 10 },
      { f: 1, ticks: 10 },
    ])
    expect(selfRangeOf({ sharedBins: shared! }, 1 as FunctionIndex)).toEqual({ least: 20, most: 30 })
    expect(selfRangeOf({ sharedBins: shared! }, 2 as FunctionIndex)).toBeNull()
    expect(selfRangeOf({}, 0 as FunctionIndex)).toBeNull()
  })

  it('are not kept where they hardly matter, nor where there are none', () => {
    const symbols = symbolsAt(0x100, 0x10c, 0x118)
    expect(findSharedBins([record(0x100, 8, 995, 5, 0)], 4, symbols)).toBeNull()
    expect(findSharedBins([record(0x100, 4, 5, 10, 20)], 2, symbols)).toBeNull()
    expect(findSharedBins([], 0, symbols)).toBeNull()
    expect(findSharedBins([record(0x100, 8, 5)], Number.NaN, symbols)).toBeNull()
  })

  it('bound what gprof credits, and every truth, in random programs', () => {
    const { below, between } = randomFrom(31)
    for (let turn = 0; turn < effort(400, 60); turn++) {
      const starts = [0x1000]
      while (starts.length < 12) starts.push((starts.at(-1) ?? 0) + 2 * between(1, 40))
      const symbols = symbolsAt(...starts)
      const units = between(2, 64)
      const range = (starts.at(-1) ?? 0) - 0x1000
      const bins = new Float64Array(Math.ceil(range / (2 * units)))
      const truth = new Float64Array(starts.length)
      for (let sample = 0; sample < 100; sample++) {
        const at = 2 * below(range / 2)
        bins[Math.floor(at / (2 * units))]++
        truth[starts.findLastIndex((start) => start <= 0x1000 + at)]++
      }
      const histogram = { low: 0x1000, high: 0x1000 + 2 * units * bins.length, bins }
      const { selfTicks } = assignTicks([histogram], units, symbols, new Uint8Array(starts.length))
      const shared = findSharedBins([histogram], units, symbols)
      if (!shared) continue
      for (let f = 0; f < starts.length - 1; f++) {
        const [least, most] = [shared.least[f as FunctionIndex], shared.most[f as FunctionIndex]]
        expect(least).toBeLessThanOrEqual(truth[f])
        expect(most).toBeGreaterThanOrEqual(truth[f])
        expect(least).toBeLessThanOrEqual(selfTicks[f] + 1e-9)
        expect(most).toBeGreaterThanOrEqual(selfTicks[f] - 1e-9)
      }
    }
  })
})

/** What OpenOCD writes for a program of 32 functions of 40 bytes: no arcs, wide or narrow bins. */
const board = (width: number) => {
  const base = 0x4200_0000
  const at = (f: number) => base + 40 * f
  const end = at(32)
  const bins = Array.from({ length: Math.ceil((end - base) / width) }, () => 0)
  const hit = (f: number, samples: number) => (bins[Math.floor((at(f) + 8 - base) / width)] += samples)
  hit(7, 600)
  hit(31, 300)
  const symbols = Array.from({ length: 32 }, (_, f) => ({
    name: `f${`${f}`.padStart(2, '0')}`,
    address: at(f),
    size: 40,
  }))
  return [
    memorySource('app.elf', buildElf({ text: { address: base, size: end - base }, symbols })),
    memorySource(
      'gmon.out',
      buildGmon({
        records: [{ kind: 'histogram', low: base, high: base + width * bins.length, rate: 100, bins }],
      }),
    ),
  ]
}

describe('the notice about shared bins', () => {
  it('names share, width and functions, and gives no advice about -pg or borders', async () => {
    const opened = await open(board(256))
    expect(codes(opened).filter((code) => code !== 'no-arcs')).toEqual(['coarse-bins'])
    const [notice] = opened.notices.filter(({ code }) => code === 'coarse-bins')
    expect(notice).toMatchObject({ ticks: 900, totalTicks: 900, bytesPerBin: 256, lacksProfiler: true })
    const text = noticeText(notice!)
    expect(text.title).toBe('100 % of the samples are in bins that several functions share')
    expect(text.explanation).toContain('256 bytes wide')
    expect(text.remedy).toContain('START END')
    expect(opened.notices.map((one) => noticeText(one).remedy).join()).not.toContain('-pg')
    const f07 = Array.from({ length: 32 }, (_, f) => f).find((f) => nameOf(opened, f) === 'f07') ?? -1
    expect(selfRangeOf(opened.plain, f07 as FunctionIndex)).toEqual({ least: 0, most: 600 })
  })

  it('is not given for narrow bins', async () => {
    const opened = await open(board(8))
    expect(codes(opened)).toEqual(['no-arcs'])
    expect(opened.plain.sharedBins).toBeUndefined()
  })
})

/** Samples itself by profil with a buffer of a few bins, and writes them as a histogram. */
const PROGRAM = `
#include <stdio.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
extern char __executable_start, etext;
volatile unsigned sink;
#define BODY(name, n) __attribute__((noinline)) void name(void) { for (unsigned i = 0; i < (n); i++) sink += i ^ (sink >> 3); }
BODY(quiet, 1000)
BODY(busy, 4000000)
BODY(idle, 1000)
static unsigned short bins[64];
int main(void)
{
  uint64_t low = (uintptr_t)&__executable_start & ~255ull, high = low + 64 * 256;
  profil(bins, sizeof bins, low, 65536 / 128);
  for (clock_t end = clock() + CLOCKS_PER_SEC / 2; clock() < end;) quiet(), busy(), idle();
  profil(0, 0, 0, 0);
  FILE *out = fopen("gmon.out", "wb");
  uint32_t version = 1, count = 64, rate = 100;
  char zeros[12] = {0}, unit[16] = "seconds\\0\\0\\0\\0\\0\\0\\0\\0s";
  fwrite("gmon", 4, 1, out), fwrite(&version, 4, 1, out), fwrite(zeros, 12, 1, out), fputc(0, out);
  fwrite(&low, 8, 1, out), fwrite(&high, 8, 1, out), fwrite(&count, 4, 1, out), fwrite(&rate, 4, 1, out);
  fwrite(unit, 16, 1, out), fwrite(bins, sizeof bins, 1, out);
  return fclose(out);
}
`

it.runIf(process.arch === 'x64' && process.platform === 'linux')(
  'a real profile by profil with a small buffer: the busy function may own all of its bin, its neighbours none or all',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gmonscope-bins-'))
    try {
      writeFileSync(join(folder, 'p.c'), PROGRAM)
      execFileSync('gcc', ['-O1', '-no-pie', '-D_GNU_SOURCE', '-w', 'p.c', '-o', 'p'], { cwd: folder })
      execFileSync('./p', { cwd: folder })
      const source = (name: string) => memorySource(name, new Uint8Array(readFileSync(join(folder, name))))
      const opened = await open([source('p'), source('gmon.out')])
      expect(codes(opened)).toContain('coarse-bins')
      const { functions, totals } = opened.plain
      const rows = Array.from({ length: functions.length }, (_, f) => f as FunctionIndex)
      const range = (name: string) => {
        const f = rows.find((row) => nameOf(opened, row) === name)
        return f === undefined ? null : selfRangeOf(opened.plain, f)
      }
      expect(range('busy')?.most).toBeGreaterThan(0.9 * totals.recordedTicks)
      expect(range('quiet')?.least).toBe(0)
      expect(range('quiet')?.most).toBeGreaterThan(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  30_000,
)
