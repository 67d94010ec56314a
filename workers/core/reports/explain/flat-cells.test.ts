// The formula of every number has this profile's operands and yields the displayed number.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../analysis/scenario/scenario.ts'
import { assignTicks } from '../../profile/assign-ticks.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { biggestRelative, biggestRelatives } from '../relatives.ts'
import { explainFlatCell } from './flat-cells.ts'
import { profileSummary } from '../profile-summary.ts'
import { timeFacts } from '../function-facts.ts'
import { type EntryColumn, explainArc, explainEntryCell } from '../explain-entry.ts'
import { listProfile } from '../listing/listing.ts'

const analyzed = analyzeProfile(
  profileFromText('main 0; leaf 56; main -> a 1; main -> b 1; a -> leaf 6000; b -> leaf 4000'),
  EMPTY_SCENARIO,
)
const listing = listProfile(analyzed)
const [main, leaf, a] = [0, 1, 2] as FunctionIndex[] as [FunctionIndex, FunctionIndex, FunctionIndex]

describe('explanations', () => {
  it('show how much of a child’s time an arc passes', () => {
    expect(explainArc(analyzed, null, 2 as ArcIndex, 'self')?.formula).toBe(
      '0.336 s = 0.56 s × 6,000 of 10,000 calls',
    )
  })

  it('show self time by samples and rate, and its error', () => {
    const { formula, note } = explainFlatCell(analyzed, null, listing.flat, leaf, 'self')
    expect(formula).toBe('0.56 s = 56 samples ÷ 100 per second')
    expect(note).toContain('± 0.07 s')
  })

  it('have one sample, and parts of one', () => {
    const of = (ticks: number) => {
      const one = analyzeProfile(profileFromText(`main ${ticks}`), EMPTY_SCENARIO)
      return explainFlatCell(one, null, listProfile(one).flat, main, 'percent').formula
    }
    expect(of(1)).toBe('100% = 100 × 1 of 1 sample')
    expect(of(2.5)).toBe('100% = 100 × 2.5 of 2.5 samples')
  })

  it('give an upper limit where no sample was taken, rather than exactly 0', () => {
    expect(explainFlatCell(analyzed, null, listing.flat, main, 'self').note).toBe(
      'No sample caught it: most likely (95%) it took less than 30 ms, the time of three samples.',
    )
    expect(timeFacts(analyzed, null, listing, main)[0]?.value).toBe('0')
    expect(timeFacts(analyzed, null, listing, leaf)[0]?.value).toBe('0.56 ± 0.07 s · 100.0%')
  })

  it('name the part of a time that the call graph shows, where the scenario leaves out some of it', () => {
    const inCallGraph = (scenario: Partial<Scenario>, f: FunctionIndex): string | undefined => {
      const one = analyzeProfile(analyzed.profile, { ...EMPTY_SCENARIO, ...scenario })
      return timeFacts(one, null, listProfile(one), f).find(({ label }) => label === 'In call graph')?.value
    }
    expect(inCallGraph({}, leaf)).toBeUndefined()
    expect(inCallGraph({ timeLeftOut: ['leaf'] }, leaf)).toBe('0 · 0%')
    expect(inCallGraph({ leftOut: ['a'] }, leaf)).toBe('0.22 s · 40.0%')
  })

  it('show time per call in a suitable unit', () => {
    expect(explainFlatCell(analyzed, null, listing.flat, leaf, 'selfPerCall').formula).toBe(
      '56 µs = 0.56 s ÷ 10,000 calls',
    )
  })

  it('show the error of a time per call, per call', () => {
    const noteOf = (f: FunctionIndex, column: 'selfPerCall' | 'totalPerCall') =>
      explainFlatCell(analyzed, null, listing.flat, f, column).note
    // √56 samples are 74.8 ms, over 10,000 calls.
    const off =
      'Sampled, so about ± 7.48 µs per call (one standard deviation, √56 samples). With 95% confidence 42.3 µs to 72.7 µs per call.'
    expect(noteOf(leaf, 'selfPerCall')).toBe(off)
    expect(noteOf(leaf, 'totalPerCall')).toBe(off)
    expect(noteOf(a, 'selfPerCall')).toBe(
      'No sample caught it: most likely (95%) it took less than 30 ms per call, the time of three samples.',
    )
    expect(noteOf(a, 'totalPerCall')).toMatch(/^Assumes/)
  })

  it('say of a function that only calls itself why it has no time per call: its calls were counted', () => {
    const alone = analyzeProfile(profileFromText('main 5; main -> main 3'), EMPTY_SCENARIO)
    const { flat } = listProfile(alone)
    for (const column of ['selfPerCall', 'totalPerCall'] as const)
      expect(explainFlatCell(alone, null, flat, main, column).note).toBe(
        'Not known: the only calls that were counted are those it made to itself.',
      )
  })

  it('separate recursive calls, one or several, also without other callers', () => {
    const noteOf = (arcs: string) => {
      const one = analyzeProfile(profileFromText(`main 5; ${arcs}`), EMPTY_SCENARIO)
      return explainFlatCell(one, null, listProfile(one).flat, leaf, 'calls').note
    }
    expect(noteOf('main -> f 1; f -> f 1')).toBe('Besides, it called itself once; those pass no time.')
    expect(noteOf('main -> f 1; f -> f 2')).toBe('Besides, it called itself 2 times; those pass no time.')
    const alone = analyzeProfile(profileFromText('main 5; main -> main 3'), EMPTY_SCENARIO)
    const listed = listProfile(alone)
    const entry = listed.entries.entryOfFunction[main]
    const cell = explainEntryCell(alone, null, listed, { kind: 'primary', entry }, 'called')
    expect(cell?.formula).toBe('')
    expect(cell?.note).toBe('Besides, it called itself 3 times; those pass no time.')
  })

  it('rest on gprof’s assumption only where time was passed', () => {
    const noteOf = (f: FunctionIndex) =>
      explainFlatCell(analyzed, null, listing.flat, f, 'total').note.slice(0, 7)
    expect(noteOf(main)).toBe('Assumes')
    expect(noteOf(leaf)).toBe('Sampled')
  })

  it('say that calls are not known rather than 0', () => {
    expect(explainFlatCell(analyzed, null, listing.flat, main, 'calls').note).toBe(
      'Not known: nothing counted its calls. It was compiled without -pg, or only called from outside the program.',
    )
  })

  it('say of a function without calls and time that it may never have been called', () => {
    const one = analyzeProfile(profileFromText('main 5; idle 0'), EMPTY_SCENARIO)
    expect(explainFlatCell(one, null, listProfile(one).flat, leaf, 'calls').note).toBe(
      'Not known: nothing counted its calls. It was never called, compiled without -pg, or only called from outside the program.',
    )
  })
})

describe('the times of a cycle without callers outside', () => {
  const explain = (text: string, column: EntryColumn) => {
    const of = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
    const entry = listProfile(of).entries.entryOfCycle[0 as CycleIndex]
    if (entry === NONE) throw new Error('no entry')
    return explainEntryCell(of, null, listProfile(of), { kind: 'primary', entry }, column)
  }
  const ring = 'main 1; a 5; x 7; main -> a 1; a -> main 1; a -> x 2'

  const why =
    'No function outside calls the cycle. As in gprof, its own time goes to no caller, and is not in gprof’s total of the cycle. Its members have 0.06 s of their own.'

  it('say why its own is none', () => {
    expect(explain(ring, 'self')).toEqual({ title: 'Time in cycle 1 itself', formula: '', note: why })
    expect(explain(ring, 'percent')?.formula).toMatch(/ = \(0 s \+ 0\.07 s\) of /)
    expect(explain(ring, 'percent')?.note).toBe(why)
    expect(explain(ring, 'children')?.formula).toBe('0.07 s = 0.07 s × 2 of 2 calls')
  })

  it('are worked out where somebody does, and its calls are always counted', () => {
    expect(explain(`${ring}; start -> main 1`, 'self')?.formula).toBe('0.06 s = 0.05 s + 0.01 s')
    expect(explain(ring, 'called')?.formula).toBe('0 calls = 0; 2 calls = 1 + 1')
  })

  it('are in its own entry, as the manual has it', () => {
    const of = analyzeProfile(profileFromText(ring), EMPTY_SCENARIO)
    const listed = listProfile(of)
    const entry = listed.entries.entryOfCycle[0 as CycleIndex]
    const cell = explainEntryCell(of, null, listed, { kind: 'primary', entry }, 'self', 'manual')
    expect(cell?.formula).toBe('0.06 s = 0.05 s + 0.01 s')
    expect(cell?.note).toMatch(/^No function outside calls the cycle: its time goes to no caller\./)
  })

  it('are not mentioned where its members have none either', () => {
    expect(explain('main 0; x 7; main -> a 1; a -> main 1; a -> x 1', 'self')?.formula).toBe('0 s = 0 s')
  })
})

describe('the end of the cumulative column', () => {
  /** All samples in one function, whose code has `size` bytes. */
  const measured = (size: number, samples: number): AnalyzedProfile => {
    const symbols = { length: 2, address: Float64Array.of(0x1000, 0x1000 + size), lastIsOpen: false }
    const count = Math.ceil(Math.ceil(size / 2) / 8) * 4
    const bins = new Float64Array(count)
    bins[10] = samples
    const scale = size / 2 / count
    const { selfTicks, total, recorded, attributed } = assignTicks(
      [{ low: 0x1000, bins }],
      scale,
      symbols,
      new Uint8Array(2),
    )
    const profile = profileFromText(`main ${selfTicks[0]}; etext ${selfTicks[1]}; main -> etext 1`)
    const unattributedTicks = Math.max(0, recorded - attributed)
    const totals = { ...profile.totals, ticks: total, recordedTicks: recorded, unattributedTicks }
    return analyzeProfile({ ...profile, totals }, EMPTY_SCENARIO)
  }
  const notes = (of: AnalyzedProfile) => {
    const listed = listProfile(of)
    const [last] = listed.flat.printed.slice(-1) as unknown as FunctionIndex[]
    return [
      profileSummary({ analyzed: of, listing: listed })[0]?.explanation,
      explainFlatCell(of, null, listed.flat, last ?? main, 'cumulative').note,
    ]
  }

  it('is the time of all samples where bins have whole edges, and nothing is said', () => {
    const [header, note] = notes(measured(5152, 1026))
    expect(header).toMatch(/about ± 0\.32 s \(one standard deviation\)$/)
    expect(note).toBe('Stays with the function when you sort differently.')
  })

  it('is more where gprof rounds the edges of bins: both numbers mention the other', () => {
    const [header, note] = notes(measured(5160, 1026))
    const why = 'gprof rounds the edges of the histogram’s bins, so that each time is 0.16% too long.'
    expect(header).toContain(`. The functions’ self times add up to 10.28 s: ${why}`)
    expect(note).toBe(`The time of all samples is 10.26 s: ${why}`)
  })

  it('is less where samples fell outside of every function', () => {
    const profile = profileFromText('main 60; work 40; main -> work 1')
    const totals = { ...profile.totals, ticks: 130, recordedTicks: 130, unattributedTicks: 30 }
    const [header, note] = notes(analyzeProfile({ ...profile, totals }, EMPTY_SCENARIO))
    expect(header).toContain('add up to 1.00 s: 30 samples fell outside of every function.')
    expect(note).toBe('The time of all samples is 1.30 s: 30 samples fell outside of every function.')
  })
})

describe('relatives', () => {
  it('come biggest first', () => {
    const { shown, total } = biggestRelatives(analyzed, null, listing, leaf, 'parents', 1)
    expect(total).toBe(2)
    expect(shown.map(({ name, time, count }) => [name, time, count])).toEqual([['a', '0.34 s', '6,000 ×']])
    expect(biggestRelative(analyzed, listing, main, 'children')).toBe(shown[0]?.f)
  })

  it('do not lead from a function to itself', () => {
    const recursive = analyzeProfile(profileFromText('f 10; f -> f 3'), EMPTY_SCENARIO)
    expect(biggestRelative(recursive, listProfile(recursive), 0 as FunctionIndex, 'children')).toBeNull()
  })
})
