// Programs of the machine's own compiler, read by us and by the machine's tools: the same symbols, the same records.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireTools, runGprof, runTool } from '../../testing/gprof/live-gprof.ts'
import { binaryString } from '../base/string-table.ts'
import { chunkedSource } from '../bytes/chunked-source.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { readExecutable } from './elf.ts'
import type { RawExecutable } from './format.ts'
import { SymbolBinding, SymbolPlace, SymbolType } from './raw-symbols.ts'
import { guessTarget } from './gmon/guess-target.ts'
import { readProfile } from './gmon/read.ts'
import { identify } from './registry.ts'

const SOURCE = `
static volatile unsigned sink;
static void leaf(unsigned n) { for (unsigned i = 0; i < n; i++) sink += i * n; }
__attribute__((weak)) void branch(unsigned n) { if (n > 1) branch(n - 1); leaf(400000); }
int table[4];
int main(void) { for (int i = 0; i < 20; i++) branch(3); return 0; }
`

let folder = ''
beforeAll(async () => {
  await requireTools(['gcc', 'readelf', 'gprof'])
  folder = await mkdtemp(join(tmpdir(), 'real-program-'))
  await writeFile(join(folder, 'prog.c'), SOURCE)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Compiles and runs the program. */
async function makeProgram(flags: readonly string[]): Promise<{ executable: string; profile: string }> {
  const executable = join(folder, 'prog')
  const profile = join(folder, 'gmon.out')
  await rm(profile, { force: true })
  const compiled = await runTool('gcc', ['-pg', ...flags, '-o', executable, join(folder, 'prog.c')])
  expect(compiled.stderr).toBe('')
  expect((await runTool(executable, [], { folder })).status).toBe(0)
  return { executable, profile }
}

const BINDINGS: Readonly<Record<string, number>> = {
  LOCAL: SymbolBinding.local,
  GLOBAL: SymbolBinding.global,
  WEAK: SymbolBinding.weak,
}
const TYPES: Readonly<Record<string, number>> = {
  NOTYPE: SymbolType.none,
  OBJECT: SymbolType.object,
  FUNC: SymbolType.func,
  SECTION: SymbolType.section,
  FILE: SymbolType.file,
  IFUNC: SymbolType.ifunc,
}

/** "address binding type undefined? name" of each entry of `.symtab`, as readelf has it; section symbols' names left out. */
async function readelfSymbols(executable: string): Promise<readonly string[]> {
  const { stdout } = await runTool('readelf', ['-sW', executable])
  const symtab = stdout.slice(stdout.indexOf("Symbol table '.symtab'"))
  const lines: string[] = []
  for (const line of symtab.split('\n')) {
    const match = /^ *(\d+): ([0-9a-f]+) +\S+ (\w+) +(\w+) +\w+ +(?:\[.*\] )?(\w+) ?(.*)$/.exec(line)
    if (match === null || match[1] === '0') continue
    const [, , address, type, binding, section, name] = match
    const row = [
      Number.parseInt(address, 16),
      BINDINGS[binding] ?? SymbolBinding.other,
      TYPES[type] ?? SymbolType.other,
      section === 'UND',
      type === 'SECTION' ? '' : name.replace(/@.*/, ''),
    ]
    lines.push(row.join(' '))
  }
  return lines
}

function ourSymbols({ symbols }: RawExecutable): readonly string[] {
  const lines: string[] = []
  for (let row = 0; row < symbols.length; row++) {
    const from = symbols.nameOffset[row]
    const name = binaryString(symbols.names, from, symbols.names.indexOf(0, from))
    lines.push(
      [
        symbols.address[row],
        symbols.binding[row],
        symbols.type[row],
        symbols.place[row] === SymbolPlace.undefined,
        symbols.type[row] === SymbolType.section ? '' : name.replace(/@.*/, ''),
      ].join(' '),
    )
  }
  return lines
}

describe.each([
  [['-no-pie']],
  [['-pie', '-fPIE']],
  [['-static']],
  [['-no-pie', '-g', '-O2', '-ffunction-sections']],
])('gcc -pg %s', (flags) => {
  it('has the symbols readelf lists and the records gprof counts', async () => {
    const files = await makeProgram(flags)
    const program = chunkedSource(memorySource('prog', await readFile(files.executable)))
    const executable = await readExecutable(program)
    expect(executable.positionIndependent).toBe(flags.includes('-pie'))
    expect(ourSymbols(executable)).toEqual(await readelfSymbols(files.executable))

    const source = memorySource('gmon.out', await readFile(files.profile))
    expect(await identify(source)).toMatchObject({ kind: 'profile', dialect: 'gnu' })
    const { wordSize, bigEndian } = executable
    expect(await guessTarget(source)).toEqual({ wordSize, bigEndian, certain: true })
    const profile = await readProfile(source, { wordSize, bigEndian })
    expect(profile.damage).toBeNull()

    const counted = (await runGprof(['-i', files.executable, files.profile])).stdout
    const numbers = Array.from(counted.matchAll(/^\t(\d+) /gm), ([, number]) => Number(number))
    const { histogram, arc, basicBlock } = profile.records
    expect([histogram, arc, basicBlock]).toEqual(numbers.slice(0, 3))

    const [{ low, high, rate, dimension }] = profile.histograms
    expect([rate, dimension]).toEqual([100, 'seconds'])
    expect(low).toBeLessThanOrEqual(executable.textStart)
    expect(high).toBeGreaterThanOrEqual(executable.textLast)
    expect(profile.arcs.self.every((address) => address >= low && address < high)).toBe(true)
    expect(Array.from(profile.arcs.count)).toContain(20)
  })
})
