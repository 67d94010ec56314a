// Source lines of real programs, compiled here and now in every form of debugging information that compilers make: the
// listings that show files equal gprof's, and every address of the program has the file and line that addr2line gives it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastAtOrBelow } from '../core/base/search.ts'
import { readLines } from '../core/formats/dwarf/read.ts'
import { readExecutable } from '../core/formats/elf/read.ts'
import { stringAt, type StringIndex } from '../core/base/string-table.ts'
import { runCommandLine } from '../node/command-line.ts'
import { openFileSource } from '../node/file-source.ts'
import { differenceOf, requireTools, runGprof, runTool } from './live-gprof.ts'
import { runOurs } from './our-gprof.ts'

const PROGRAMS = fileURLToPath(new URL('./programs/', import.meta.url))

/** Several folders, a header with code in it, and static functions of one name in two files. */
const C_FILES: Readonly<Record<string, string>> = {
  'inc/inline.h': `static inline int twice(int x) { int s = 0; for (int i = 0; i < x % 7; i++) s += i * x; return s * 2; }
static int __attribute__((noinline)) shared(int x) { return twice(x) + twice(x + 1); }
`,
  'one/main.c': `#include "../inc/inline.h"
int other(int);
static int __attribute__((noinline)) work(int n) { int s = 0; for (int i = 0; i < n; i++) s += twice(i); return s + shared(n); }
int main(void) { int s = 0; for (int i = 0; i < 3000; i++) s += work(i % 400) + other(i); return s == 1; }
`,
  'two/work.c': `#include "../inc/inline.h"
static int __attribute__((noinline)) work(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= twice(i) + n; return s ^ shared(n); }
int other(int x) { return work(x % 300) + work(3); }
`,
  /** The first function comes from a header: what a line program starts with matters. */
  'two/header-first.c': `#include "first.h"
int main(void) { int s = 0; for (int i = 0; i < 3000; i++) s += first(i); return s == 1; }
`,
  'two/first.h': `static int __attribute__((noinline)) first(int x) { int s = 0; for (int i = 0; i < x; i++) s += i ^ x; return s; }
`,
}

const CXX_FILES: Readonly<Record<string, string>> = {
  'box.hpp': `#include <vector>
template <class T> struct Box {
  std::vector<T> all;
  void add(T one) { all.push_back(one); }
  T sum() const { T s{}; for (auto &one : all) s += one; return s; }
};
extern "C" int plain(int);
`,
  'main.cc': `#include "box.hpp"
#include <algorithm>
namespace { int hidden(int x) { Box<int> b; for (int i = 0; i < x; i++) b.add(i ^ x); std::sort(b.all.begin(), b.all.end()); return b.sum(); } }
static double also(int x) { Box<double> b; for (int i = 0; i < x; i++) b.add(i * 0.5); return b.sum(); }
extern "C" int plain(int x) { return hidden(x) + (int)also(x); }
int main() { long s = 0; for (int i = 0; i < 600; i++) s += plain(i % 300); return s == 1; }
`,
}

const C = ['one/main.c', 'two/work.c']
const CXX = ['main.cc']
const FORTRAN = [`${PROGRAMS}modules.f90`]

interface Case {
  readonly tool: 'gcc' | 'g++' | 'gfortran'
  readonly flags: string
  readonly sources: readonly string[]
  /** Names of static functions the index must show a file for, so that equal is not equally empty. */
  readonly shows?: readonly string[]
}

const BOTH = ['work (main.c)', 'work (work.c)']
const cases: readonly Case[] = [
  { tool: 'gcc', flags: '-g -O0', sources: C, shows: [...BOTH, 'twice (main.c)', 'shared (work.c)'] },
  { tool: 'gcc', flags: '-g -O2', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-g3 -O1', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-gdwarf-4 -O2', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-gdwarf-3 -O0', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-gdwarf-2 -O1', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-g -gz -O2', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-gdwarf-4 -gz=zlib-gnu -O2', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-g -gz=zlib-gnu -O2', sources: C },
  { tool: 'gcc', flags: '-g -gdwarf64 -O1', sources: C },
  { tool: 'gcc', flags: '-g -gsplit-dwarf -O1', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-g -gsplit-dwarf -O2', sources: C },
  { tool: 'gcc', flags: '-g -gsplit-dwarf -O2', sources: [...C].reverse(), shows: ['work (work.c)'] },
  { tool: 'gcc', flags: '-g -gz=zlib-gnu -O2', sources: [...C].reverse() },
  { tool: 'gcc', flags: '-gdwarf-4 -gsplit-dwarf -O1', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-g -O2 -flto', sources: C },
  { tool: 'gcc', flags: '-g -O2 -ffunction-sections -Wl,--gc-sections', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-g -O1 -no-pie', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-g -O1 -static', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-g -m32 -O1', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-g1 -O2', sources: C, shows: BOTH },
  { tool: 'gcc', flags: '-O2', sources: C },
  { tool: 'gcc', flags: '-g -O0', sources: ['two/header-first.c'], shows: ['first (header-first.c)'] },
  { tool: 'gcc', flags: '-gdwarf-4 -O0', sources: ['two/header-first.c'], shows: ['first (first.h)'] },
  { tool: 'g++', flags: '-g -O0', sources: CXX, shows: ['also(int) (main.cc)'] },
  { tool: 'g++', flags: '-g -O2', sources: CXX },
  { tool: 'g++', flags: '-gdwarf-4 -O1 -fdebug-types-section', sources: CXX },
  { tool: 'g++', flags: '-gdwarf-2 -O0', sources: CXX, shows: ['also(int) (main.cc)'] },
  { tool: 'gfortran', flags: '-g -O0', sources: FORTRAN },
  { tool: 'gfortran', flags: '-gdwarf-4 -O2', sources: FORTRAN },
]

let folder = ''
let compared = 0
let addresses = 0

beforeAll(async () => {
  await requireTools(['gcc', 'g++', 'gfortran', 'gprof', 'addr2line', 'strip', 'objcopy'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-lines-'))
  for (const [path, text] of Object.entries({ ...C_FILES, ...CXX_FILES })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
})

afterAll(async () => {
  console.log(
    `lines: ${compared} of ${cases.length} programs compared, ${addresses} addresses with addr2line`,
  )
  if (folder !== '') await rm(folder, { recursive: true })
})

async function succeed(tool: string, args: readonly string[], place: string): Promise<string> {
  const { status, stdout, stderr } = await runTool(tool, args, { folder: place })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** The program and its profile, in a folder of its own. */
async function makeProgram(
  { tool, flags, sources }: Case,
  place: string,
): Promise<readonly [string, string]> {
  await mkdir(place, { recursive: true })
  const paths = sources.map((source) => (source.startsWith('/') ? source : join(folder, source)))
  await succeed(tool, [...flags.split(' '), '-pg', '-o', 'program', ...paths], place)
  await succeed('./program', [], place)
  return [join(place, 'program'), join(place, 'gmon.out')]
}

/** Addresses for which addr2line has another answer than we, with both; an answer each for every address of `.text`. */
async function findDifferences(program: string): Promise<readonly string[]> {
  const source = await openFileSource(program)
  try {
    const executable = await readExecutable(source)
    const { textStart, textLast } = executable
    // Every one of a small program; a static one is mostly the C library, which has no lines.
    const step = Math.ceil((textLast - textStart) / 40_000)
    const asked: number[] = []
    for (let address: number = textStart; address <= textLast; address += step) asked.push(address)
    const list = join(dirname(program), 'addresses')
    await writeFile(list, asked.map((address) => `0x${address.toString(16)}`).join('\n'))
    const theirs = (await succeed('addr2line', ['-e', program, `@${list}`], dirname(program))).split('\n')
    const lines = await readLines(source, executable, { gprofQuirks: true })
    const located = await lines?.locate(asked)
    const runs = await lines?.runs(textStart, textLast + 1)
    addresses += asked.length
    const differences: string[] = []
    asked.forEach((address, row) => {
      const their = /^(.*:[1-9]\d*)(?: \(discriminator \d+\))?$/.exec(theirs[row])?.[1] ?? '?'
      const pathOf = (table: typeof located | typeof runs, at: number): string =>
        table === undefined || table.file[at] < 0
          ? '?'
          : `${stringAt(table.files, table.file[at] as StringIndex)}:${table.line[at]}`
      const run = runs ? lastAtOrBelow(runs.start, address) : 0
      const ours = new Set([pathOf(located, row), pathOf(runs, run)])
      if (ours.size > 1 || !ours.has(their)) {
        differences.push(`${address.toString(16)} addr2line ${their} ours ${[...ours].join(' and ')}`)
      }
    })
    return differences
  } finally {
    await source.close()
  }
}

describe('programs with debugging information', { timeout: 60_000 }, () => {
  test.each(cases.map((one, at) => ({ ...one, at })))('$tool $flags $sources', async ({ at, ...one }) => {
    const files = await makeProgram(one, join(folder, `case-${at}`))
    for (const options of [
      ['-b', '-q'],
      ['-b', '-q', '-z'],
    ]) {
      // What it warns of on the way is its own affair.
      const theirs = { ...(await runGprof([...options, ...files])), stderr: '' }
      expect(differenceOf(theirs, await runOurs([...options, ...files]))).toBeNull()
      for (const name of one.shows ?? []) expect(theirs.stdout).toContain(name)
    }
    expect(await findDifferences(files[0])).toEqual([])
    compared++
  })

  test('every program was compared', () => {
    expect(compared).toBe(cases.length)
  })

  test('as JSON, each function that was used has its file and line', async () => {
    const files = await makeProgram(cases[0], join(folder, 'json'))
    const written: string[] = []
    const stdout = (bytes: Uint8Array): void => void written.push(Buffer.from(bytes).toString())
    expect(await runCommandLine(['json', ...files], { stdout, stderr: () => {} })).toBe(0)
    const { functions } = JSON.parse(written.join('')) as {
      readonly functions: readonly { readonly name: string; readonly file: string; readonly line: number }[]
    }
    const where = (name: string): readonly string[] =>
      functions.filter((one) => one.name === name).map((one) => `${one.file}:${one.line}`)
    expect(where('main')).toEqual([`${folder}/one/main.c:4`])
    expect(where('work').toSorted()).toEqual([`${folder}/one/main.c:3`, `${folder}/two/work.c:2`])
    // By the standard, not as gprof has it.
    for (const place of where('twice')) expect(place).toMatch(/\/inc\/inline\.h:1$/)
    expect(where('twice')).toHaveLength(2)
    expect(where('_start')).toEqual(['null:null'])
  })

  test('a program and the debug file split off from it are of one build', async () => {
    const [program] = await makeProgram(cases[0], join(folder, 'split'))
    const place = dirname(program)
    await succeed('objcopy', ['--only-keep-debug', 'program', 'program.debug'], place)
    await succeed('strip', ['-g', '-o', 'program.stripped', 'program'], place)
    const read = async (name: string): Promise<readonly [string, number]> => {
      const source = await openFileSource(join(place, name))
      const { buildId, debugSections } = await readExecutable(source)
      await source.close()
      return [buildId, debugSections.filter(({ name: section }) => section.startsWith('.debug_')).length]
    }
    const [id, count] = await read('program')
    expect(id).toMatch(/^[0-9a-f]{40}$/)
    expect(count).toBeGreaterThan(4)
    expect(await read('program.debug')).toEqual([id, count])
    expect(await read('program.stripped')).toEqual([id, 0])
  })
})
