// In a crowd light arcs are faded; none disappears.
import { expect, it } from 'vitest'
import type { DrawnArc } from '../../../workers/core/reports/graph/drawing.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { arcPresence } from './emphasis.ts'

const arc = (share: number, more: Partial<DrawnArc> = {}): DrawnArc => ({
  arc: 0 as ArcIndex,
  arcs: [0 as ArcIndex],
  parent: 0,
  child: 1,
  count: 1,
  ticks: share,
  share,
  kind: 'ordinary',
  isBack: false,
  isStatic: false,
  isEstimate: false,
  isHot: false,
  ...more,
})

it('few arcs are all in full strength', () => {
  expect([0, 0.01, 1].map((share) => arcPresence(arc(share), false))).toEqual([1, 1, 1])
})

it('among many an arc is as strong as its share, and never gone', () => {
  const shown = [0, 0.01, 0.05, 0.15, 1].map((share) => arcPresence(arc(share), true))
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect(shown[0]).toBeGreaterThanOrEqual(0.3)
  expect(shown.slice(-2)).toEqual([1, 1])
})

it('the hot path stands out whatever passes along it, and calls inside a cycle stay in sight', () => {
  expect(arcPresence(arc(0, { isHot: true }), true)).toBe(1)
  expect(arcPresence(arc(0, { kind: 'cycle' }), true)).toBeGreaterThan(0.5)
})
