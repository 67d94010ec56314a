// What the manual of gprof says of cycles, rule by rule, on its example and two more programs.
import { finish } from '../../core/base/yielder.ts'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { open } from '../small-opening.ts'
import { profileFromText } from '../graph-text.ts'
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../../core/analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { cycleEntry, type CycleEntry, type OutsideLine } from '../../core/reports/cycle-entry.ts'
import { type Listing, listProfile } from '../../core/reports/listing/listing.ts'
import { displayName } from '../../core/names/names.ts'
import { cycleEntryText, ENTRY_HEADING, functionEntryText } from '../../core/reports/text/cycle-text.ts'

interface Case {
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
}

const FOLDER = new URL('../manual-cycle/', import.meta.url)

async function opened(program: string, profile: string): Promise<Case> {
  const sources = [program, profile].map((name) => memorySource(name, readFileSync(new URL(name, FOLDER))))
  const { analyzed, listing } = await open(sources)
  return { analyzed, listing }
}

let manual: Case
let twoCycles: Case
let twoCallers: Case
beforeAll(async () => {
  manual = await opened('abc', 'abc.gmon')
  twoCycles = await opened('two', 'two.g1.gmon')
  twoCallers = await opened('two', 'two.g2.gmon')
})

function named({ analyzed }: Case, name: string): FunctionIndex {
  const { functions } = analyzed.profile
  for (let f = 0; f < functions.length; f++)
    if (displayName(functions, f as FunctionIndex) === name) return f as FunctionIndex
  throw new Error(`no function ${name}`)
}

const cycleNames = ({ analyzed }: Case): string[] =>
  Array.from({ length: analyzed.cycles.length }, (_, cycle) => {
    const { offsets, items } = analyzed.cycles.members
    return Array.from(items.subarray(offsets[cycle], offsets[cycle + 1]), (f) =>
      displayName(analyzed.profile.functions, f as FunctionIndex),
    )
      .sort()
      .join(' ')
  })

const entryOf = ({ analyzed, listing }: Case, cycle = 0): CycleEntry =>
  finish(cycleEntry(analyzed, listing, cycle as CycleIndex))

/** The entry of a function, with blanks pressed together. */
const linesOf = (one: Case, name: string): string[] =>
  [...functionEntryText(one.analyzed, one.listing, named(one, name), 100)].map(pressed)

const cycleLines = (one: Case, cycle = 0): string[] =>
  [...cycleEntryText(one.analyzed, one.listing, entryOf(one, cycle), 100)].map(pressed)

const pressed = (line: string): string => line.trim().replaceAll(/ +/g, ' ')

/** "main 0.354 0.06 1/5": a line of a function outside, with times in seconds. */
const outside = (one: Case, lines: readonly OutsideLine[]): string[] =>
  lines.map(
    ({ f, self, children, count, of }) =>
      `${nameOf(one, f)} ${seconds(self)} ${seconds(children)} ${count}/${of}`,
  )
const nameOf = ({ analyzed }: Case, f: FunctionIndex): string => displayName(analyzed.profile.functions, f)
const seconds = (ticks: number): number => Number((ticks / 100).toFixed(6))
const add = <Line>(lines: readonly Line[], of: (line: Line) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0)

const drawn = (text: string): Case => {
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  return { analyzed, listing: listProfile(analyzed) }
}

describe('what the manual says of cycles', () => {
  it('1. functions that call one another, directly or through others, form a cycle', () => {
    expect(cycleNames(drawn('m -> a; a -> b; b -> a'))).toEqual(['a b'])
    expect(cycleNames(drawn('m -> a; a -> x; x -> b; b -> y; y -> a'))).toEqual(['a b x y'])
    expect(cycleNames(drawn('m -> a; a -> b; m -> b'))).toEqual([])
  })

  it('2. cycles that share a function are one cycle', () => {
    expect(cycleNames(drawn('m -> a; a -> b; b -> a; b -> c; c -> b'))).toEqual(['a b c'])
    expect(cycleNames(twoCycles)).toEqual(['a b c', 'e f'])
  })

  it('3. calls that never met on the stack form a cycle, too', () => {
    // The data do not show whether b called a only when a did not call b.
    expect(cycleNames(drawn('m -> a; m -> b; a -> b 1; b -> a 1'))).toEqual(['a b'])
  })

  it('4. cycles are numbered from 1, and members have the number behind their names', () => {
    expect(cycleLines(twoCycles, 0)[1]).toContain('<cycle 1 as a whole>')
    expect(cycleLines(twoCycles, 1)[1]).toContain('<cycle 2 as a whole>')
    for (const [cycle, names] of ['abc', 'ef'].entries())
      for (const name of names) {
        const own = linesOf(twoCycles, name)
        expect(own.filter((line) => line.includes(` ${name} <cycle ${cycle + 1}> [`)).length).toBeGreaterThan(
          0,
        )
        expect(own.some((line) => new RegExp(`(^| )[${names}] \\[`).test(line))).toBe(false)
      }
  })

  it('5. no time passes along calls inside a cycle', () => {
    const { primary, members } = entryOf(manual)
    expect(primary.children).toBe(0)
    expect(members.map(({ self, children }) => self + children)).toEqual([102, 75])
  })

  it('6. the cycle as a whole has an entry', () => {
    expect(cycleLines(manual)).toHaveLength(5)
    const { entries } = manual.listing
    expect(entries.printed).toContain(entries.entryOfCycle[0 as CycleIndex])
  })

  it('7. its primary line has the time spent directly in all members', () => {
    expect(entryOf(manual).primary.self).toBeCloseTo(177)
    expect(cycleLines(manual)[1]).toMatch(/^\[3\] 91\.71 1\.77 0\.00 /)
  })

  it('8. its subroutines are the members, and all other functions that members call', () => {
    expect(cycleLines(manual).slice(2)).toEqual([
      '1.02 0.00 3 b <cycle 1> [4]',
      '0.75 0.00 2 a <cycle 1> [5]',
      '0.00 0.00 6/6 c [6]',
    ])
    expect(outside(twoCallers, entryOf(twoCallers).others)).toEqual(['c 0.3 0 6/10'])
    expect(entryOf(twoCycles).others).toEqual([])
  })

  it('9. its callers are the functions outside that call a member', () => {
    expect(outside(manual, entryOf(manual).callers)).toEqual(['main 1.77 0 1/1'])
    expect(outside(twoCycles, entryOf(twoCycles, 1).callers)).toEqual(['main 0.11 0 2/2'])
    expect(entryOf(drawn('a 5; b 5; a -> b; b -> a')).callers).toEqual([])
  })

  it('10. self time of the primary line is the sum of the members’ lines', () => {
    for (const one of [manual, twoCycles, twoCallers, drawn('a 5; b 5; a -> b; b -> a')]) {
      const { primary, members } = entryOf(one)
      expect(primary.self).toBeCloseTo(add(members, ({ self }) => self))
    }
    expect(seconds(entryOf(twoCycles).primary.self)).toBe(0.6)
  })

  it('11. children of the cycle and its members are functions outside of it', () => {
    const { primary, members, others } = entryOf(twoCallers)
    expect(seconds(primary.children)).toBe(0.3)
    expect(members.map(({ children }) => seconds(children))).toEqual([0.15, 0.15])
    expect(add(others, ({ self, children }) => self + children)).toBeCloseTo(primary.children)
  })

  it('12. children of a member do not hold the time of a member that it calls', () => {
    expect(linesOf(manual, 'a').find((line) => line.startsWith('['))).toBe(
      '[5] 38.86 0.75 0.00 1 a <cycle 1> [5]',
    )
  })

  it('13. the line of a caller estimates the time of the whole cycle for its calls', () => {
    expect(outside(twoCallers, entryOf(twoCallers).callers)).toEqual([
      'main 0.354 0.06 1/5',
      'd 1.416 0.24 4/5',
    ])
    const { primary, callers } = entryOf(twoCallers)
    expect(add(callers, ({ self }) => self)).toBeCloseTo(primary.self)
    expect(add(callers, ({ children }) => children)).toBeCloseTo(primary.children)
  })

  it('14. its calls are those from outside, and those inside with calls of itself', () => {
    const calls = (one: Case, cycle = 0): string => {
      const { primary } = entryOf(one, cycle)
      return `${primary.calls}+${primary.inside}`
    }
    expect(calls(manual)).toBe('1+5')
    expect(calls(twoCycles, 0)).toBe('1+13')
    expect(calls(twoCycles, 1)).toBe('2+17')
    expect(calls(twoCallers)).toBe('5+12')
  })

  it('15. a function that calls itself has the same split', () => {
    const [, primary] = linesOf(drawn('m 1; f 5; m -> f 2; f -> f 7'), 'f').filter(
      (line) => !/^\d+ f/.test(line),
    )
    expect(primary).toMatch(/ 2\+7 f \[/)
  })

  it('16. a member’s line counts its calls by members', () => {
    const inside = (one: Case, cycle = 0): string[] =>
      entryOf(one, cycle).members.map((line) => `${nameOf(one, line.f)} ${line.inside}`)
    expect(inside(manual)).toEqual(['b 3', 'a 2'])
    expect(inside(twoCycles, 0).sort()).toEqual(['a 2', 'b 7', 'c 4'])
    expect(inside(twoCycles, 1).sort()).toEqual(['e 8', 'f 9'])
    expect(inside(twoCallers)).toEqual(['b 3', 'a 9'])
  })

  it('17. these add up to the calls inside the cycle', () => {
    for (const [one, cycle] of [
      [manual, 0],
      [twoCycles, 0],
      [twoCycles, 1],
      [twoCallers, 0],
    ] as const) {
      const { primary, members } = entryOf(one, cycle)
      expect(add(members, ({ inside }) => inside)).toBe(primary.inside)
    }
  })

  it('18. in a member’s own entry other members are callers and subroutines, with their calls', () => {
    expect(linesOf(manual, 'b')).toEqual([
      '3 a <cycle 1> [5]',
      '[4] 52.85 1.02 0.00 0 b <cycle 1> [4]',
      '0.00 0.00 3/6 c [6]',
      '2 a <cycle 1> [5]',
    ])
  })

  it('19. self and children of these lines are blank', () => {
    const [first = ''] = functionEntryText(manual.analyzed, manual.listing, named(manual, 'b'), 100)
    const columns = ENTRY_HEADING.indexOf('called')
    expect(first.slice(0, columns).trim()).toBe('')
    expect(first.trim()).toBe('3             a <cycle 1> [5]')
  })

  it('20. both tables of the manual come out', () => {
    expect(cycleLines(manual)).toEqual([
      '1.77 0.00 1/1 main [1]',
      '[3] 91.71 1.77 0.00 1+5 <cycle 1 as a whole> [3]',
      '1.02 0.00 3 b <cycle 1> [4]',
      '0.75 0.00 2 a <cycle 1> [5]',
      '0.00 0.00 6/6 c [6]',
    ])
    expect(linesOf(manual, 'start')).toContain('[2] 100.00 0.00 1.93 start [2]')
    expect(linesOf(manual, 'main')).toEqual([
      '0.16 1.77 1/1 start [2]',
      '[1] 100.00 0.16 1.77 1 main [1]',
      '1.77 0.00 1/1 a <cycle 1> [5]',
    ])
    expect(linesOf(manual, 'a')).toEqual([
      '2 b <cycle 1> [4]',
      '1.77 0.00 1/1 main [1]',
      '[5] 38.86 0.75 0.00 1 a <cycle 1> [5]',
      '0.00 0.00 3/6 c [6]',
      '3 b <cycle 1> [4]',
    ])
    expect(linesOf(manual, 'c')).toEqual([
      '0.00 0.00 3/6 a <cycle 1> [5]',
      '0.00 0.00 3/6 b <cycle 1> [4]',
      '[6] 0.00 0.00 0.00 6 c [6]',
    ])
  })
})
