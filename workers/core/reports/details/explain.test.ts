// Every number's formula holds: its operands are this profile's and give the number shown.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { explainArc, explainFlatCell } from './explain.ts'
import { biggestRelative, biggestRelatives, timeFacts } from './function-details.ts'
import { listProfile } from '../listing/listing.ts'

const analyzed = analyzeProfile(
  profileFromText('main 0; leaf 56; main -> a 1; main -> b 1; a -> leaf 6000; b -> leaf 4000'),
  EMPTY_SCENARIO,
)
const listing = listProfile(analyzed)
const [main, leaf] = [0, 1] as FunctionIndex[] as [FunctionIndex, FunctionIndex]

describe('explanations', () => {
  it('tell how much of a child’s time an arc passes', () => {
    expect(explainArc(analyzed, 2 as ArcIndex, 'self')?.formula).toBe(
      '0.336 s = 0.56 s × 6,000 of 10,000 calls',
    )
  })

  it('tell self time by samples and rate, and how far it may be off', () => {
    const { formula, note } = explainFlatCell(analyzed, listing.flat, leaf, 'self')
    expect(formula).toBe('0.56 s = 56 samples ÷ 100 per second')
    expect(note).toContain('± 0.07 s')
  })

  it('tell how much time there may be where no sample was, rather than that it is exactly 0', () => {
    expect(explainFlatCell(analyzed, listing.flat, main, 'self').note).toBe(
      'No sample caught it: most likely (95 %) it took less than 30 ms, the time of three samples.',
    )
    expect(timeFacts(analyzed, listing, main)[0]?.value).toBe('0.00 s · 0.0 %')
    expect(timeFacts(analyzed, listing, leaf)[0]?.value).toBe('0.56 ± 0.07 s · 100.0 %')
  })

  it('tell time per call in a unit that fits', () => {
    expect(explainFlatCell(analyzed, listing.flat, leaf, 'selfPerCall').formula).toBe(
      '56 µs = 0.56 s ÷ 10,000 calls',
    )
  })

  it('say that calls are not known rather than 0', () => {
    expect(explainFlatCell(analyzed, listing.flat, main, 'calls').note).toContain('Not known')
  })
})

describe('relatives', () => {
  it('come biggest first', () => {
    const { shown, total } = biggestRelatives(analyzed, listing, leaf, 'parents', 1)
    expect(total).toBe(2)
    expect(shown.map(({ name, time, count }) => [name, time, count])).toEqual([['a', '0.34 s', '6,000 ×']])
    expect(biggestRelative(analyzed, listing, main, 'children')).toBe(shown[0]?.f)
  })

  it('do not lead from a function to itself', () => {
    const recursive = analyzeProfile(profileFromText('f 10; f -> f 3'), EMPTY_SCENARIO)
    expect(biggestRelative(recursive, listProfile(recursive), 0 as FunctionIndex, 'children')).toBeNull()
  })
})
