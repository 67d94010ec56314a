// Which cycles of the flame view are open.
import { describe, expect, it } from 'vitest'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import { openedFromText } from '../testing/opened-from-text.ts'
import { parsePath } from './flame-path.ts'
import { closedCycles, withCycle } from './open-cycles.ts'

const ring = (name: string, length: number): string =>
  Array.from({ length }, (_, at) => `${name}${at} 1; ${name}${at} -> ${name}${(at + 1) % length} 1`).join(';')

/** A cycle of six, and one of seven. */
const opened = openedFromText(`${ring('s', 6)}; ${ring('l', 7)}; main -> s0 1; main -> l0 1`)
const { analyzed } = opened
const { cycleOf } = analyzed.cycles
const [small, large] = [cycleOf[0 as keyof typeof cycleOf], cycleOf[6 as keyof typeof cycleOf]] as [
  CycleIndex,
  CycleIndex,
]
const NONE_CHANGED = { open: [], closed: [] }
const closed = (states = NONE_CHANGED as Parameters<typeof closedCycles>[1], path = '') => [
  ...closedCycles(analyzed, states, parsePath(path)),
]
const named = (name: string) => ({ name, address: null })

describe('a cycle', () => {
  it('is open from the start with up to six members', () => expect(closed()).toEqual([large]))

  it('is opened and closed by any member', () => {
    expect(closed({ open: [named('l3')], closed: [] })).toEqual([])
    expect(new Set(closed({ open: [], closed: [named('s2')] }))).toEqual(new Set([small, large]))
    expect(closed({ open: [named('main'), named('nobody')], closed: [named('main')] })).toEqual([large])
  })

  it('is open where a path leads to a member, as links of 0.1.0 do', () => {
    expect(closed(NONE_CHANGED, 'main,l0')).toEqual([large])
    expect(closed(NONE_CHANGED, 'main,l0,l4')).toEqual([])
    expect(closed(NONE_CHANGED, ':heaviest,l0,l4')).toEqual([])
  })

  it('leaves no trace in the link once it is as at the start', () => {
    const one = withCycle(opened, NONE_CHANGED, large, true)
    expect(closed(one)).toEqual([])
    expect(withCycle(opened, one, large, false)).toEqual(NONE_CHANGED)
    const other = withCycle(opened, NONE_CHANGED, small, false)
    expect(closed(other)).toContain(small)
    expect(withCycle(opened, other, small, true)).toEqual(NONE_CHANGED)
  })
})
