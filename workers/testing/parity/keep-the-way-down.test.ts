// Cuts that keep the way down, in gprof itself with the copied options.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import type { CycleIndex } from '../../core/analysis/analyzed-profile.ts'
import { suggestCuts } from '../../core/analysis/cuts/suggest-cuts.ts'
import { gprofOptionsOf } from '../../core/analysis/scenario/gprof-options.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { openProfile } from '../../core/pipeline/open-profile.ts'
import { arcName } from '../../core/names/arc-names.ts'
import { HOST } from '../../core/symbols/target-rules.ts'
import { buildElf } from '../builders/build-elf.ts'
import { buildGmon, type GmonArc } from '../builders/build-gmon.ts'
import { effort } from '../effort.ts'
import { requireTools, runGprof } from '../gprof/live-gprof.ts'
import { type Random, randomFrom } from '../random/random.ts'
import { compareScenario } from './compare-scenario.ts'

let folder = ''
beforeAll(async () => {
  await requireTools(['gprof'])
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-way-down-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const START = 0x401000
const SIZE = 64
const startOf = (f: number): number => START + SIZE * f

/** main above all, a tree of calls, and calls back. Now and then a second function without callers. */
function randomFiles(random: Random) {
  const nodes = random.between(4, 12)
  const calls = new Map<string, GmonArc>()
  const add = (from: number, to: number): void => {
    const ends = { from: startOf(from) + 8, self: startOf(to) }
    calls.set(`${from} ${to}`, { ...ends, count: random.between(1, 1000) })
  }
  const others = random.chance(0.2) ? 2 : 1
  for (let f = others; f < nodes; f++) add(random.below(f), f)
  for (let more = random.between(2, nodes); more > 0; more--)
    add(random.between(others, nodes - 1), random.between(others, nodes - 1))
  const end = startOf(nodes)
  const symbols = Array.from({ length: nodes }, (_, f) => ({
    name: f === 0 ? 'main' : `f${f}`,
    address: startOf(f),
  }))
  const etext = { name: 'etext', address: end, type: 'none' } as const
  const text = { address: START, size: end - START }
  const bins = Uint16Array.from({ length: (end - START) / 4 }, () => random.below(5))
  const histogram = { kind: 'histogram', low: START, high: end, bins } as const
  const arcs = Array.from(calls.values(), (arc) => ({ kind: 'arc' as const, ...arc }))
  return {
    executable: buildElf({ text, symbols: [...symbols, etext] }),
    profiles: [buildGmon({ records: [histogram, ...arcs] })],
  }
}

/** Entries without callers, entries of cycles, and the share of main. */
function readGraph(text: string) {
  return {
    spontaneous: text.split('<spontaneous>').length - 1,
    cycles: (text.match(/as a whole>/g) ?? []).length,
    main: Number(/^\[\d+\]\s+([\d.]+).* main \[\d+\]$/m.exec(text)?.[1]),
  }
}

const COUNT = effort(60, 12)

it(
  `${COUNT} profiles have no cycle, no more functions without callers, and the same share of main`,
  { timeout: 60_000 + COUNT * 4000 },
  async () => {
    let [compared, mains] = [0, 0]
    for (let seed = 1; compared < COUNT; seed++) {
      expect(seed).toBeLessThan(20 * COUNT)
      const files = randomFiles(randomFrom(seed))
      const sources = [files.executable, ...files.profiles].map((bytes, at) =>
        memorySource(`file ${at}`, bytes),
      )
      const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0, targetRules: HOST }
      const opened = await openProfile(sources, options, () => {})
      if (!opened.ok) throw new Error(opened.problem.problem.code)
      const {
        contents: { plain },
        analyzed,
      } = opened.value
      const cutArcs = Array.from({ length: analyzed.cycles.length }, (_, cycle) =>
        suggestCuts(analyzed, cycle as CycleIndex).arcs.map((arc) => arcName(analyzed, arc)),
      ).flat()
      if (cutArcs.length === 0) continue
      const scenario = { ...EMPTY_SCENARIO, cutArcs }
      expect(analyzeProfile(plain, scenario).cycles.length).toBe(0)
      const made = gprofOptionsOf(plain, scenario)
      // Several runs with -s are compared in scenarios.test.ts.
      if (made.passes.length > 0 || made.missing.arcs.length > 0) continue
      compared++
      const paths = ['program', 'gmon.out'].map((name) => join(folder, name))
      for (const [at, bytes] of [files.executable, ...files.profiles].entries())
        writeFileSync(paths[at] ?? folder, bytes)
      const before = readGraph((await runGprof(['-b', '-q', ...paths])).stdout)
      const after = readGraph((await runGprof(['-b', '-q', ...made.options, ...paths])).stdout)
      expect(before.cycles, `seed ${seed}`).toBeGreaterThan(0)
      expect([after.cycles, after.spontaneous], `seed ${seed}`).toEqual([0, before.spontaneous])
      if (before.spontaneous === 1 && !Number.isNaN(before.main)) {
        mains++
        expect(after.main, `seed ${seed}`).toBe(before.main)
      }
      expect(await compareScenario({ files, profile: plain, scenario }, made), `seed ${seed}`).toBeNull()
    }
    expect(mains).toBeGreaterThan(COUNT / 2)
  },
)
