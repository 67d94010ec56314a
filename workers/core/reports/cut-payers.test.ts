// Who pays before and after cuts.
import { describe, expect, it } from 'vitest'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { type CutGoal, suggestCuts } from '../analysis/cuts/suggest-cuts.ts'
import { type ArcName, EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { groupAt } from '../base/csr.ts'
import type { CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import { effort } from '../../testing/effort.ts'
import { profileFromText, profileOf } from '../../testing/graph-text.ts'
import { type Random, randomFrom } from '../../testing/random/random.ts'
import { cutPayers, type Payer } from './cut-payers.ts'
import { rawName } from '../names/names.ts'

function cutsOf(analyzed: AnalyzedProfile, goal: CutGoal): ArcName[] {
  const { arcs, functions } = analyzed.profile
  return Array.from({ length: analyzed.cycles.length }, (_, row) =>
    suggestCuts(analyzed, row as CycleIndex, { goal, members: 2, limit: 2_000_000 }).arcs.map((arc) => ({
      parent: rawName(functions, arcs.parent[arc]),
      child: rawName(functions, arcs.child[arc]),
    })),
  ).flat()
}

function analyses(plain: CallGraphProfile, goal: CutGoal) {
  const before = analyzeProfile(plain, EMPTY_SCENARIO)
  const after = analyzeProfile(plain, { ...EMPTY_SCENARIO, cutArcs: cutsOf(before, goal) })
  return { before, after }
}

/** An interpreter: the calls down are fewer than those back. */
const INTERPRETER = `main 1; eval 5; binary 52; apply 26; seq 12; print 4
main -> eval 1; main -> print 1; eval -> binary 29; binary -> eval 57; eval -> apply 5; apply -> eval 9
eval -> seq 2; seq -> eval 8; binary -> print 3`

describe('cutPayers', () => {
  it('says that the fewest calls take the time away from main', () => {
    const plain = profileFromText(INTERPRETER)
    const { before, after } = analyses(plain, 'calls')
    const name = (f: number): string => rawName(plain.functions, f as never)
    const { made, roots, rootsBefore, rootsAfter, callers, waysIn } = cutPayers(
      before,
      after,
      0 as CycleIndex,
      5,
    )
    expect([rootsBefore, rootsAfter, waysIn]).toEqual([1, 4, []])
    expect(made.map(name)).toEqual(['binary', 'apply', 'seq'])
    expect(
      roots.map(({ f, before: was, after: now }) => [name(f), Math.round(was), Math.round(now)]),
    ).toEqual([
      ['main', 100, 2],
      ['binary', 0, 59],
      ['apply', 0, 27],
      ['seq', 0, 13],
    ])
    expect(
      callers.map(({ f, before: was, after: now }) => [name(f), Math.round(was), Math.round(now)]),
    ).toEqual([['main', 98, 0]])
  })

  it('says that all stays with main on the way down', () => {
    const { before, after } = analyses(profileFromText(INTERPRETER), 'way-down')
    const { made, roots, callers } = cutPayers(before, after, 0 as CycleIndex, 5)
    expect([made, roots.length]).toEqual([[], 1])
    for (const { before: was, after: now } of [...roots, ...callers]) expect(now).toBeCloseTo(was)
  })

  it('names the member above all others where nothing calls the cycle', () => {
    const plain = profileFromText(
      'main 1; a 5; b 3; c 2; main -> a 9; a -> main 2; x 1; b -> c 3; c -> b 2; b -> x 1',
    )
    const { before, after } = analyses(plain, 'way-down')
    const { made, waysIn, roots, rootsBefore, rootsAfter } = cutPayers(before, after, null, 5)
    const name = (f: number): string => rawName(plain.functions, f as never)
    expect([rootsBefore, rootsAfter, made]).toEqual([2, 2, []])
    expect(waysIn.map(name)).toEqual(['main', 'b'])
    expect(roots.map(({ f, before: was, after: now }) => [name(f), was, now])).toEqual([
      ['main', 6, 6],
      ['b', 6, 6],
    ])
  })
})

/** main, functions below it, and sometimes others without callers. */
function randomProfile(random: Random): CallGraphProfile {
  const nodes = random.between(4, 30)
  const pairs = new Map<number, number>()
  const add = (from: number, to: number, count: number): void => {
    pairs.set(from * nodes + to, count)
  }
  const isWide = random.chance(0.5)
  const count = (): number => (isWide ? 1 + Math.floor(10 ** (6 * random.next())) : random.between(1, 9))
  for (let f = 1; f < nodes; f++) if (random.chance(0.9)) add(random.below(f), f, count())
  const more = Math.floor(nodes * 2 * random.next())
  for (let arc = 0; arc < more; arc++) add(random.below(nodes), random.between(1, nodes - 1), count())
  // Now and then something calls main, too.
  if (random.chance(0.1)) add(random.between(1, nodes - 1), 0, count())
  const keys = [...pairs.keys()]
  const arcs = {
    length: keys.length,
    parent: Int32Array.from(keys, (key) => Math.floor(key / nodes)),
    child: Int32Array.from(keys, (key) => key % nodes),
    count: Float64Array.from(keys, (key) => pairs.get(key) ?? 0),
  }
  const names = Array.from({ length: nodes }, (_, f) => (f === 0 ? 'main' : `f${f}`))
  return profileOf(
    names,
    Float64Array.from(names, () => random.below(100)),
    arcs,
  )
}

/** Whether no other root reaches a cycle that this one reaches, and this one reaches a cycle. */
function isAlone(analyzed: AnalyzedProfile, f: FunctionIndex, roots: readonly Payer[]): boolean {
  const { cycleOf } = analyzed.cycles
  const cyclesBelow = (root: FunctionIndex): Set<number> =>
    new Set([...below(analyzed, root)].map((one) => cycleOf[one] as number).filter((cycle) => cycle >= 0))
  const own = cyclesBelow(f)
  return (
    own.size > 0 &&
    roots.every((other) => other.f === f || ![...cyclesBelow(other.f)].some((cycle) => own.has(cycle)))
  )
}

function below({ profile }: AnalyzedProfile, f: FunctionIndex): Set<FunctionIndex> {
  const reached = new Set([f])
  // The set grows while it is read.
  for (const one of reached)
    for (const arc of groupAt(profile.arcsByParent, one)) reached.add(profile.arcs.child[arc])
  return reached
}

describe('cuts that keep the way down', () => {
  it('leave no cycle, make no root, and keep what each root pays where one root is above all', () => {
    let [cyclic, mains] = [0, 0]
    const count = effort(500, 100)
    for (let seed = 1; cyclic < count; seed++) {
      const plain = randomProfile(randomFrom(seed))
      const { before, after } = analyses(plain, 'way-down')
      if (before.cycles.length === 0) continue
      cyclic++
      expect(after.cycles.length, `seed ${seed}`).toBe(0)
      const { rootsBefore, rootsAfter, made, roots } = cutPayers(before, after, null, Infinity)
      expect([rootsAfter, made], `seed ${seed}`).toEqual([rootsBefore, []])
      const sum = (side: 'before' | 'after'): number => roots.reduce((all, root) => all + root[side], 0)
      const self = plain.totals.ticks
      expect(sum('before'), `seed ${seed}`).toBeCloseTo(self, 6)
      expect(sum('after'), `seed ${seed}`).toBeCloseTo(self, 6)
      for (const root of roots) {
        if (!isAlone(before, root.f, roots)) continue
        mains++
        expect(root.after, `seed ${seed}`).toBeCloseTo(root.before, 6)
      }
    }
    expect(mains).toBeGreaterThan(count / 2)
  })
})
