// Functions and arcs that the graph draws.
import { describe, expect, it } from 'vitest'
import { profileFromText, profileOf } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { finish } from '../../base/yielder.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { DEFAULT_CHOICE, type Expansion, type NodeLinkChoice } from './graph-choice.ts'
import { type HotPath, hotPathOf } from './hot-path.ts'
import { largestRows } from '../../base/largest-rows.ts'
import { listProfile } from '../listing/listing.ts'
import { displayName } from '../../names/names.ts'
import { FunctionGroups } from '../groups.ts'
import { describeDrawn, describeExtent, describeLimits, drawnGroups, explainEmpty } from './drawing-text.ts'
import { profileSummary } from '../profile-summary.ts'
import { listNodeLink } from './node-link.ts'
import type { NodeLink } from './drawing.ts'
import { nodeName } from './node-names.ts'
import { processorTime } from '../../../testing/processor-time.ts'
import { effort } from '../../../testing/effort.ts'

const CALCULATOR = `
main 1; read 9; eval 30; call 20; print 0; help 0; leaf 40
main -> read 1; main -> eval 10; main -> help 2; eval -> call 50; call -> eval 40
eval -> leaf 100; eval -> eval 30; read -> print 3; eval -> print 1`

function analyze(text: string): AnalyzedProfile {
  return analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
}

function named(analyzed: AnalyzedProfile, name: string): FunctionIndex {
  const { functions } = analyzed.profile
  for (let f = 0 as FunctionIndex; f < functions.length; f = (f + 1) as FunctionIndex) {
    if (displayName(functions, f) === name) return f
  }
  throw new Error(`no function ${name}`)
}

const findHotPath = (analyzed: AnalyzedProfile): HotPath => finish(hotPathOf(analyzed))

function list(analyzed: AnalyzedProfile, choice: Partial<NodeLinkChoice> = {}): NodeLink {
  return finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, ...choice }))
}

function names(analyzed: AnalyzedProfile, { nodes }: NodeLink): string[] {
  return nodes.map((node) => displayName(analyzed.profile.functions, node.function))
}

describe('the whole profile', () => {
  it('draws what reaches the threshold, heaviest first, and counts the rest', () => {
    const analyzed = analyze(CALCULATOR)
    const drawing = list(analyzed)
    expect(names(analyzed, drawing)).toEqual(['main', 'eval', 'leaf', 'call', 'read'])
    expect(describeExtent(analyzed, drawing)).toBe('5 of 7 functions, 100.0% of self time')
    const main = drawing.nodes[0]
    expect(main).toMatchObject({
      totalTicks: 100,
      selfTicks: 1,
      totalShare: 1,
      callersLeftOut: 0,
      calleesLeftOut: 1,
    })
  })

  it('counts the functions that the header counts, whichever are drawn', () => {
    const analyzed = analyze('unused 0; main 0; work 5; rest 5; main -> work 1; main -> rest 1')
    const header = profileSummary({ analyzed, listing: listProfile(analyzed) }).find(({ text }) =>
      text.endsWith('functions'),
    )
    expect(header?.text).toBe('3 functions')
    for (const choice of [
      {},
      { limit: 1 },
      { focus: named(analyzed, 'work'), callersDepth: 0, calleesDepth: 0 },
    ]) {
      expect(describeExtent(analyzed, list(analyzed, choice))).toContain(' of 3 functions')
    }
  })

  it('says how much is shown, and how much more there is above the threshold or in reach', () => {
    const analyzed = analyze(CALCULATOR)
    const said = (given: Partial<NodeLinkChoice>) => {
      const choice = { ...DEFAULT_CHOICE, ...given }
      return describeDrawn(analyzed, finish(listNodeLink(analyzed, choice)), choice)
    }
    expect(said({})).toBe('Showing 5 of 7 functions, 100.0% of self time.')
    expect(said({ limit: 2 })).toBe('Showing 2 of 7 functions, 70.0% of self time. 3 more are above 1%.')
    expect(said({ limit: 4, threshold: 0 })).toBe(
      'Showing 4 of 7 functions, 91.0% of self time. 1 more is not shown.',
    )
    expect(said({ focus: named(analyzed, 'eval'), limit: 2 })).toMatch(/ \d more (is|are) in reach\.$/)
  })

  it('names the groups of what is drawn, those with most self time first', () => {
    const analyzed = analyze(
      'main 1; io::read 9; io::close 2; calc::eval 30; main -> io::read 1; main -> calc::eval 1',
    )
    expect(
      drawnGroups(new FunctionGroups(analyzed.profile), list(analyzed)).map(({ label }) => label),
    ).toEqual(['calc', 'io', 'Other'])
  })

  it('distinguishes ordinary arcs, arcs inside a cycle and direct recursion', () => {
    const analyzed = analyze(CALCULATOR)
    const drawing = list(analyzed)
    const all = names(analyzed, drawing)
    const arcs = drawing.arcs.map(
      (arc) => `${all[arc.parent]} -> ${all[arc.child]} ${arc.kind} ${arc.ticks} ${arc.count}`,
    )
    expect(arcs.toSorted()).toEqual([
      'call -> eval cycle 0 40',
      'eval -> call cycle 0 50',
      'eval -> eval self 0 30',
      'eval -> leaf ordinary 40 100',
      'main -> eval ordinary 90 10',
      'main -> read ordinary 9 1',
    ])
  })

  it('draws the whole hot path, however little of it reaches the threshold', () => {
    const analyzed = analyze(
      'top 0; a 10; b 9; c 8; d 12; top -> a 1; top -> b 1; top -> c 1; top -> d 1; d -> a 1',
    )
    const drawing = list(analyzed, { threshold: 0.5 })
    expect(names(analyzed, drawing)).toEqual(['top', 'd'])
    expect(drawing.nodes.every((node) => node.isHot)).toBe(true)
  })

  it('of an endless chain of calls the hot path is its beginning, once', () => {
    const functions = 30_000
    const arcs = {
      length: functions - 1,
      parent: Int32Array.from({ length: functions - 1 }, (_, f) => f),
      child: Int32Array.from({ length: functions - 1 }, (_, f) => f + 1),
      count: new Float64Array(functions - 1).fill(1),
    }
    const called = Array.from({ length: functions }, (_, f) => `f${f}`)
    const ticks = new Float64Array(functions).fill(1)
    const analyzed = analyzeProfile(profileOf(called, ticks, arcs), EMPTY_SCENARIO)
    const path = findHotPath(analyzed)
    expect(path.functions).toHaveLength(10_000)
    expect(path.arcs.size).toBe(10_000)
    expect(names(analyzed, list(analyzed))).toEqual(called.slice(0, DEFAULT_CHOICE.limit))
  })

  it('a long way through a cycle is not searched: the hot path has its ends alone', () => {
    const members = 50_000
    const arcs = {
      length: members + 2,
      parent: Int32Array.from({ length: members + 2 }, (_, arc) => (arc <= members ? arc : members / 2)),
      child: Int32Array.from({ length: members + 2 }, (_, arc) =>
        arc < members ? arc + 1 : arc === members ? 1 : members + 1,
      ),
      count: new Float64Array(members + 2).fill(1),
    }
    const called = Array.from({ length: members + 2 }, (_, f) => `f${f}`)
    const ticks = Float64Array.from({ length: members + 2 }, (_, f) => (f === members + 1 ? 1e6 : 0))
    const analyzed = analyzeProfile(profileOf(called, ticks, arcs), EMPTY_SCENARIO)
    let looked = 0
    const { arcsByParent } = analyzed.profile
    const offsets = new Proxy(arcsByParent.offsets, {
      get: (array, key) => (looked++, Reflect.get(array, key, array) as unknown),
    })
    const watched = {
      ...analyzed,
      profile: { ...analyzed.profile, arcsByParent: { ...arcsByParent, offsets } },
    }
    const path = findHotPath(watched)
    expect(path.functions.map((f) => called[f])).toEqual(['f0', 'f1', `f${members / 2}`, `f${members + 1}`])
    expect(path.arcs.size).toBe(2)
    // Each member is visited once, few of them twice.
    expect(looked).toBeLessThan(2 * (members + 20))
  })

  it('follows the hot path through a cycle to where the time is', () => {
    const analyzed = analyze(CALCULATOR)
    const drawing = list(analyzed)
    const all = names(analyzed, drawing)
    const hot = drawing.arcs
      .filter((arc) => arc.isHot)
      .map((arc) => `${all[arc.parent]} -> ${all[arc.child]}`)
    expect(hot.toSorted()).toEqual(['eval -> leaf', 'main -> eval'])
  })

  /** As in a Lua interpreter: 7 calls enter the cycle, 4 of them when the program ends. */
  const interpreter = (script: number, close: number, inside: number): AnalyzedProfile =>
    analyze(
      `main 1; script 2; close 1; free 1; run 50; call 40; main -> script 1; main -> close 1; close -> free 1;
       script -> run ${script}; free -> call ${close}; run -> call ${inside}; call -> run ${inside - 3}`,
    )
  const hotNames = (analyzed: AnalyzedProfile): string[] =>
    findHotPath(analyzed).functions.map((f) => displayName(analyzed.profile.functions, f))
  const stopNote = (analyzed: AnalyzedProfile): string =>
    describeLimits(analyzed, list(analyzed, { threshold: 0 })).join(' ')

  it('the hot path stops where few entries of a cycle decide how its time divides, and says so', () => {
    const analyzed = interpreter(3, 4, 100_000)
    expect(hotNames(analyzed)).toEqual(['main'])
    expect(findHotPath(analyzed).arcs.size).toBe(0)
    expect(stopNote(analyzed)).toBe(
      'The hot path stops at main: only 7 calls enter cycle 1, for 199,997 calls inside. How its time divides among its callers is a guess.',
    )
    const elsewhere = list(analyzed, { focus: named(analyzed, 'free'), callersDepth: 0, calleesDepth: 0 })
    expect(describeLimits(analyzed, elsewhere).join(' ')).not.toContain('hot path')
  })

  it('the hot path goes on into a cycle of many entries, of little work inside, or of one way in', () => {
    const through = ['main', 'close', 'free', 'call', 'run']
    expect(hotNames(interpreter(300, 400, 100_000))).toEqual(through)
    expect(hotNames(interpreter(3, 4, 30))).toEqual(through)
    const single = analyze(
      'main 1; a 1; run 50; call 40; main -> a 1; a -> run 3; a -> call 4; run -> call 900; call -> run 900',
    )
    expect(hotNames(single).slice(0, 2)).toEqual(['main', 'a'])
    for (const analyzed of [interpreter(300, 400, 100_000), interpreter(3, 4, 30), single]) {
      expect(findHotPath(analyzed).stop).toBeNull()
      expect(stopNote(analyzed)).not.toContain('hot path')
    }
  })

  it('the hot path goes on if no division of a cycle’s time would change it', () => {
    const text = (other: number) =>
      `main 1; work ${other}; rest 1; run 5; call 4; main -> work 1; main -> rest 1;
       work -> run 2; rest -> call 1; run -> call 900; call -> run 900`
    expect(hotNames(analyze(text(500)))).toEqual(['main', 'work'])
    expect(hotNames(analyze(text(5)))).toEqual(['main'])
  })

  it('the hot path stops at the member from which the ways into a cycle below part', () => {
    const analyzed = analyze(
      `main 1; loop 1; a 1; b 1; run 50; call 40; main -> loop 1; loop -> a 2; loop -> b 1;
       a -> run 2; b -> call 1; run -> call 900; call -> run 900`,
    )
    expect(hotNames(analyzed)).toEqual(['main', 'loop'])
  })

  it('marks arcs whose time is an estimate: those to a function with other callers', () => {
    const analyzed = analyze(
      'main 1; a 5; b 4; k 9; free 0; main -> a 1; main -> b 1; a -> k 2; b -> k 1; a -> free 1; b -> free 1',
    )
    const drawing = list(analyzed, { threshold: 0 })
    const all = names(analyzed, drawing)
    const estimates = drawing.arcs.filter((arc) => arc.isEstimate)
    expect(estimates.map((arc) => `${all[arc.parent]} -> ${all[arc.child]}`).toSorted()).toEqual([
      'a -> k',
      'b -> k',
    ])
  })

  it('draws nothing when nothing reaches the threshold, and says what would', () => {
    const analyzed = analyze('a 1; b 1; c 1; d 1')
    const choice = { ...DEFAULT_CHOICE, threshold: 0.5 }
    expect(list(analyzed, choice).nodes).toEqual([])
    expect(explainEmpty(analyzed, choice)).toBe('No function reaches 50% of the time. Lower the threshold.')
  })

  it('says why there are no arcs', () => {
    const analyzed = analyze('a 1; b 1')
    const notes = describeLimits(analyzed, list(analyzed)).join(' ')
    expect(notes).toContain('no arcs')
    expect(notes).toContain('-pg')
  })

  it('draws of a fan of start-up calls the largest, and the rest as a stub, where no time was sampled', () => {
    const fan = Array.from({ length: 40 }, (_, i) => `init -> part${i} ${i === 7 ? 3 : 1}`).join(';')
    const analyzed = analyze(`main -> init 1; ${fan}; main -> run 5; run -> step 5`)
    const drawing = list(analyzed, { threshold: 0 })
    const drawn = names(analyzed, drawing)
    expect(drawn.filter((name) => name.startsWith('part'))).toHaveLength(12)
    expect(drawn).toEqual(expect.arrayContaining(['main', 'init', 'run', 'step', 'part7']))
    expect(drawing.nodes[drawn.indexOf('init')]?.calleesLeftOut).toBe(28)
  })

  it('goes by calls when no time was sampled', () => {
    const analyzed = analyze('main -> a 10; a -> b 1000; main -> rare 1')
    const drawing = list(analyzed)
    expect(drawing.measure).toBe('calls')
    expect(names(analyzed, drawing)).toEqual(['a', 'b', 'main'])
  })

  it('keeps to its limit and counts what had no room', () => {
    const text = Array.from({ length: 50 }, (_, i) => `f${i} 10; main -> f${i} 1`).join(';')
    const drawing = list(analyze(text), { limit: 30 })
    expect(drawing.nodes).toHaveLength(30)
    expect(drawing.leftOut.overLimit).toBe(21)
    expect(drawing.nodes.find((node) => node.totalShare === 1)?.calleesLeftOut).toBe(21)
  })
})

describe('cycles', () => {
  const ring = Array.from({ length: 40 }, (_, i) => `r${i} ${i}; r${i} -> r${(i + 1) % 40} 5`).join(';')

  it('come open on request, entries and largest members first, up to a cap; the rest is counted', () => {
    const analyzed = analyze(`${ring}; main -> r0 1`)
    const open = [{ member: named(analyzed, 'r3'), isOpen: true }]
    const { nodes, cycles } = list(analyzed, { memberLimit: 10, cycles: open })
    expect(cycles).toHaveLength(1)
    expect(cycles[0]).toMatchObject({ membersLeftOut: 30, totalShare: 1 })
    expect(cycles[0]?.members).toHaveLength(10)
    const drawn = nodes.map((node) => displayName(analyzed.profile.functions, node.function))
    expect(drawn).toEqual(expect.arrayContaining(['r0', 'r39']))
  })

  it('of more than six members are one node, with the sums of their members', () => {
    const analyzed = analyze(
      `${ring}; main 2; leaf 8; main -> r0 1; main -> r5 2; r1 -> leaf 3; r2 -> leaf 4`,
    )
    const { nodes, arcs, cycles, functions } = list(analyzed)
    expect(cycles).toEqual([])
    expect(nodes.map((node) => nodeName(analyzed, node))).toEqual([
      'main',
      'cycle 1: r39 and 39 more',
      'leaf',
    ])
    expect(nodes[1]).toMatchObject({
      closed: 0,
      selfTicks: 780,
      totalTicks: 788,
      callersLeftOut: 0,
      calleesLeftOut: 0,
    })
    expect(arcs.map(({ parent, child, count, arcs: all }) => [parent, child, count, all.length])).toEqual([
      [1, 2, 7, 2],
      [0, 1, 3, 2],
    ])
    expect(functions).toBe(42)
    expect(describeExtent(analyzed, list(analyzed))).toBe(
      '42 of 42 functions (40 in cycle 1), 100.0% of self time',
    )
  })

  it('of up to six members are open, unless they are closed', () => {
    const small = 'main 1; a 5; b 4; main -> a 1; a -> b 3; b -> a 2'
    const analyzed = analyze(small)
    expect(list(analyzed).cycles).toHaveLength(1)
    const closed = list(analyzed, { cycles: [{ member: named(analyzed, 'b'), isOpen: false }] })
    expect(closed.cycles).toEqual([])
    expect(closed.nodes.map((node) => nodeName(analyzed, node))).toEqual(['main', 'cycle 1: a and 1 more'])
  })

  it('are drawn once, whether their members are callers, callees or asked for', () => {
    const analyzed = analyze(`${ring}; main 2; leaf 8; main -> r0 1; r1 -> leaf 3; r2 -> leaf 4`)
    for (const choice of [
      { focus: named(analyzed, 'leaf') },
      { focus: named(analyzed, 'main') },
      { threshold: 0.5, also: [named(analyzed, 'r7'), named(analyzed, 'r8')] },
    ])
      expect(list(analyzed, choice).nodes.filter(({ closed }) => closed === 0)).toHaveLength(1)
  })

  it('mark the calls that lead back up', () => {
    const analyzed = analyze('main 1; a 5; b 4; c 3; main -> a 1; a -> b 3; b -> c 2; c -> a 5; c -> b 1')
    const drawing = list(analyzed, { threshold: 0 })
    const all = names(analyzed, drawing)
    const back = drawing.arcs.filter(({ isBack }) => isBack)
    expect(back.map(({ parent, child }) => `${all[parent]} -> ${all[child]}`).toSorted()).toEqual([
      'c -> a',
      'c -> b',
    ])
  })

  it('without callers outside are as heavy as their members, and hot', () => {
    const analyzed = analyze('main 1; work 5; leaf 4; main -> work 1; work -> main 1; work -> leaf 1')
    const drawing = list(analyzed)
    expect(names(analyzed, drawing)).toEqual(['work', 'leaf', 'main'])
    expect(drawing.cycles).toMatchObject([{ totalShare: 1, totalTicks: 10 }])
    const path = findHotPath(analyzed).functions
    expect(path.map((f) => displayName(analyzed.profile.functions, f))).toContain('work')
  })

  it('open further members when asked', () => {
    const analyzed = analyze(`${ring}; main -> r0 1`)
    const expansion: Expansion = { function: named(analyzed, 'r39'), side: 'members', amount: 20 }
    const { cycles } = list(analyzed, { memberLimit: 10, expanded: [expansion] })
    expect(cycles[0]?.membersLeftOut).toBe(10)
  })

  it('of a large one only what is reached is drawn around a function', () => {
    const analyzed = analyze(`${ring}; main -> r0 1`)
    const around = { focus: named(analyzed, 'r10'), callersDepth: 1, calleesDepth: 1 }
    expect(names(analyzed, list(analyzed, around)).toSorted()).toEqual(['r10', 'r11', 'r9'])
  })
})

describe('around a function', () => {
  const chain = 'a 1; b 1; c 50; d 1; e 1; a -> b 1; b -> c 1; c -> d 1; d -> e 1; x 9; x -> c 3'

  it('draws callers and callees to a depth', () => {
    const analyzed = analyze(chain)
    const focus = named(analyzed, 'c')
    const depths = (callersDepth: number, calleesDepth: number) =>
      names(analyzed, list(analyzed, { focus, callersDepth, calleesDepth, threshold: 0 })).toSorted()
    expect(depths(0, 0)).toEqual(['c'])
    expect(depths(1, 0)).toEqual(['b', 'c', 'x'])
    expect(depths(2, 1)).toEqual(['a', 'b', 'c', 'd', 'x'])
    expect(depths(2, 2)).toEqual(['a', 'b', 'c', 'd', 'e', 'x'])
  })

  it('leaves out what is too small for the threshold beyond the first step', () => {
    const analyzed = analyze(chain)
    const drawing = list(analyzed, { focus: named(analyzed, 'c'), threshold: 0.05 })
    expect(names(analyzed, drawing)).not.toContain('e')
    expect(names(analyzed, drawing)).toContain('d')
  })

  it('opens stubs, heaviest first', () => {
    const analyzed = analyze(
      `hub 1; ${Array.from({ length: 30 }, (_, i) => `k${i} ${i}; hub -> k${i} 1`).join(';')}`,
    )
    const focus = named(analyzed, 'hub')
    const before = list(analyzed, { focus })
    expect(before.nodes[before.focus]?.calleesLeftOut).toBe(18)
    const after = list(analyzed, { focus, expanded: [{ function: focus, side: 'callees', amount: 10 }] })
    expect(after.nodes[after.focus]?.calleesLeftOut).toBe(8)
  })
})

describe('speed and order', () => {
  it('gives the same drawing for the same profile', () => {
    expect(list(analyze(CALCULATOR))).toEqual(list(analyze(CALCULATOR)))
  })

  it('takes a moment for very many functions and arcs', () => {
    const functions = effort(200_000)
    const arcs = 5 * functions
    const parent = Int32Array.from({ length: arcs }, (_, a) => Math.floor(((a * 7919) % functions) * 0.6))
    const child = parent.map((from, a) => Math.min(functions - 1, from + 1 + ((a * 104_729) % 5000)))
    const ticks = Float64Array.from({ length: functions }, (_, f) => (f * 31) % 17)
    const count = new Float64Array(arcs).fill(3)
    const analyzed = analyzeProfile(
      profileOf(
        Array.from({ length: functions }, () => 'f'),
        ticks,
        { length: arcs, parent, child, count },
      ),
      EMPTY_SCENARIO,
    )
    list(analyzed, { threshold: 0 })
    const worked = processorTime()
    const drawing = list(analyzed, { threshold: 0 })
    const took = worked()
    console.log(`chose ${drawing.nodes.length} of ${functions} functions in ${took.toFixed(0)} ms`)
    expect(took).toBeLessThan(effort(1500))
    // Selects, finds the largest, counts and adds up; the hot path is cached by now.
    const choice = { ...DEFAULT_CHOICE, threshold: 0 }
    expect([...listNodeLink(analyzed, choice)].length).toBeGreaterThanOrEqual((4 * functions) / 10_000)
  })

  it('pauses while it looks for the hot path, and over calls where no time was sampled', () => {
    const functions = 60_000
    const parent = Int32Array.from({ length: functions }, (_, f) => Math.floor(f / 9))
    const child = Int32Array.from({ length: functions }, (_, f) => Math.min(functions - 1, f + 1))
    const paused = (ticks: number): number => {
      const alike = Array.from({ length: functions }, () => 'f')
      const count = new Float64Array(functions).fill(3)
      const arcs = { length: functions, parent, child, count }
      const profile = profileOf(alike, new Float64Array(functions).fill(ticks), arcs)
      return [...listNodeLink(analyzeProfile(profile, EMPTY_SCENARIO), DEFAULT_CHOICE)].length
    }
    expect(paused(1)).toBeGreaterThanOrEqual((4 * functions) / 10_000)
    expect(paused(0)).toBeGreaterThanOrEqual((6 * functions) / 10_000)
  })

  it('finds the largest rows as sorting would', () => {
    const weights = Array.from({ length: 500 }, (_, row) => (row * 7919) % 101)
    const sorted = [...weights.keys()].toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
    expect(largestRows(weights.keys(), (row) => weights[row] ?? 0, 40)).toEqual(sorted.slice(0, 40))
    expect(largestRows(weights.keys(), (row) => weights[row] ?? 0, 0)).toEqual([])
  })
})
