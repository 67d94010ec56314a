// Static calls of whole programs: every recorded call must be found in the code, and only the
// others are static calls.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { requireTools, runTool } from '../../testing/gprof/live-gprof.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { openProfile, type Opened } from '../pipeline/open-profile.ts'
import { displayName } from '../names/names.ts'
import { staticRelatives } from '../reports/static-calls.ts'
import { findPossibleArcs, type PossibleArcs } from './possible-arcs.ts'
import type { ArcIndex, ArcTable, FunctionIndex } from './call-graph-profile.ts'

const GOLDEN = fileURLToPath(new URL('../../testing/golden/', import.meta.url))

async function open(folder: string, program: string): Promise<Opened> {
  const [elf, gmon] = await Promise.all(
    [program, 'gmon.out'].map(async (name) => Uint8Array.from(await readFile(join(folder, name)))),
  )
  return openBytes(elf, gmon)
}

async function openBytes(elf: Uint8Array<ArrayBuffer>, gmon: Uint8Array<ArrayBuffer>): Promise<Opened> {
  const sources = [memorySource('prog', elf), memorySource('gmon.out', gmon)]
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const result = await openProfile(sources, options, () => {})
  if (!result.ok) throw new Error(result.problem.problem.code)
  return result.value
}

async function possibleOf(
  { contents: { program, plain } }: Pick<Opened, 'contents'>,
  known: ArcTable,
): Promise<PossibleArcs> {
  const profile = { functions: plain.functions, arcs: known }
  const found = program && (await findPossibleArcs(program.source, program.raw, profile, []))
  if (!found) throw new Error('no code')
  return found
}

const NO_ARCS = { length: 0, parent: [], child: [], count: [] } as unknown as ArcTable

function named({ contents: { plain } }: Opened, parent: number, child: number): string {
  const name = (f: number): string => displayName(plain.functions, f as FunctionIndex)
  return `${name(parent)} -> ${name(child)}`
}

describe('the code of a program that ran', () => {
  it.each(['i386', 'aarch64', 'arm-thumb', 'arm-mixed', 'riscv64', 'mingw-x86_64', 'mingw-i686'])(
    'has the arcs that were recorded: %s',
    async (target) => {
      const opened = await open(`${GOLDEN}${target}`, target.startsWith('mingw') ? 'program.exe' : 'program')
      const { arcs } = opened.contents.plain
      const all = await possibleOf(opened, NO_ARCS)
      const inCode = new Set(Array.from(all.parent, (parent, row) => named(opened, parent, all.child[row])))
      const recorded = Array.from({ length: arcs.length }, (_, row) => {
        const arc = row as ArcIndex
        return named(opened, arcs.parent[arc], arcs.child[arc])
      })
      // The program calls these three through a table of pointers.
      const missing = recorded.filter((arc) => !inCode.has(arc))
      expect(missing.filter((arc) => !/^main -> (paint|rig|tidy)$/.test(arc))).toEqual([])
      expect(recorded.length - missing.length).toBeGreaterThan(8)
      const rest = await possibleOf(opened, arcs)
      expect(rest.length).toBe(all.length - (recorded.length - missing.length))
    },
  )

  it('has calls forwards, backwards, to itself and as a last deed that were not taken', async () => {
    await requireTools(['gcc'])
    const folder = await mkdtemp(join(tmpdir(), 'possible-arcs-'))
    try {
      await writeFile(
        join(folder, 'prog.c'),
        `volatile int never, sink; int (*pointer)(int);
int early(int n) { sink++; return n + 1; }
int last(int n);
int busy(int n) { if (never) { busy(never); sink = early(n) + last(n); } sink++; return 1; }
int jumps(int n) { sink++; return last(n); }
int last(int n) { sink += n; return n; }
int main(void) { if (never) jumps(1); pointer = last; pointer(1); return busy(2) - 1; }
`,
      )
      const flags = ['-pg', '-O1', '-foptimize-sibling-calls', '-fno-inline', '-fno-ipa-cp', '-fno-ipa-sra']
      await runTool('gcc', [...flags, '-o', 'prog', 'prog.c'], { folder })
      await runTool(join(folder, 'prog'), [], { folder })
      const opened = await open(folder, 'prog')
      const possible = await possibleOf(opened, opened.contents.plain.arcs)
      const { parent, child } = possible
      const ours = /^(early|last|busy|jumps|main) -> (early|last|busy|jumps)$/
      const found = Array.from(parent, (from, row) => named(opened, from, child[row]))
      expect(found.filter((arc) => ours.test(arc)).toSorted()).toEqual([
        'busy -> busy',
        'busy -> early',
        'busy -> last',
        'jumps -> last',
        'main -> jumps',
      ])
      const busy = Array.from(parent).find(
        (f) => displayName(opened.contents.plain.functions, f as FunctionIndex) === 'busy',
      )
      expect(staticRelatives(possible, (busy ?? -1) as FunctionIndex, 'children', 2)).toMatchObject({
        total: 3,
      })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

it('takes no jump of a function to its own beginning for a call', async () => {
  const [main, leaf] = [0x401000, 0x401010]
  const [call, jump, nop] = [0xe8, 0xe9, 0x90]
  const bytes = new Uint8Array(32).fill(nop)
  const branch = (opcode: number, at: number, to: number): void => {
    bytes[at - main] = opcode
    new DataView(bytes.buffer).setInt32(at - main + 1, to - (at + 5), true)
  }
  branch(jump, main, main)
  branch(jump, main + 5, leaf)
  branch(call, leaf, leaf)
  const elf = buildElf({
    text: { address: main, bytes },
    symbols: [
      { name: 'main', address: main },
      { name: 'leaf', address: leaf },
    ],
  })
  const histogram = { kind: 'histogram' as const, low: main, high: main + 32, bins: [1, 2] }
  const opened = await openBytes(elf, buildGmon({ records: [histogram] }))
  const { parent, child } = await possibleOf(opened, NO_ARCS)
  const found = Array.from(parent, (from, row) => named(opened, from, child[row]))
  expect(found).toEqual(['main -> leaf', 'leaf -> leaf'])
})
