// A real profile with wide bins, written by a program that samples itself.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { codes, nameOf, open } from '../../testing/small-opening.ts'
import { memorySource } from '../bytes/byte-source.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { selfRangeOf } from './self-range.ts'

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

it('a real profile by profil with a small buffer: the busy function may own all of its bin, its neighbours none or all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gmonscope-bins-'))
  try {
    writeFileSync(join(folder, 'p.c'), PROGRAM)
    execFileSync('gcc', ['-O1', '-no-pie', '-D_GNU_SOURCE', '-w', 'p.c', '-o', 'p'], { cwd: folder })
    execFileSync('./p', { cwd: folder })
    const source = (name: string) => memorySource(name, new Uint8Array(readFileSync(join(folder, name))))
    const opened = await open([source('p'), source('gmon.out')])
    expect(codes(opened)).toContain('coarse-bins')
    const { functions, totals } = opened.contents.plain
    const rows = Array.from({ length: functions.length }, (_, f) => f as FunctionIndex)
    const range = (name: string) => {
      const f = rows.find((row) => nameOf(opened, row) === name)
      return f === undefined ? null : selfRangeOf(opened.contents.plain, f)
    }
    expect(range('busy')?.most).toBeGreaterThan(0.9 * totals.recordedTicks)
    expect(range('quiet')?.least).toBe(0)
    expect(range('quiet')?.most).toBeGreaterThan(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 30_000)
