// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { analyzeProfile } from '../../workers/core/analysis/analyze-profile.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario/scenario.ts'
import { listProfile } from '../../workers/core/reports/listing/listing.ts'
import { openedFromText } from '../testing/opened-from-text.ts'
import { cycleSelection, selectCycle, selectedCycleOf } from './selected-cycle.ts'
import { formatHash, parseHash } from './url/link-hash.ts'
import { initialState, useStore } from './store.ts'
import { select } from './actions.ts'
import { selectedOf } from './selectors.ts'

const FIRST = 0 as CycleIndex
const OPENED = openedFromText()

describe('the selection of a cycle', () => {
  beforeEach(() => {
    history.replaceState(null, '', '/')
    useStore.setState({ ...initialState(), session: { phase: 'ready', opened: OPENED } })
  })

  it('is named by a member in the link, and no function is selected', () => {
    selectCycle(FIRST, 'push')
    const { shared } = useStore.getState()
    expect(location.hash).toMatch(/^#v=1&cycle=[ab]$/)
    expect(parseHash(formatHash(shared))).toEqual(shared)
    expect(selectedCycleOf(OPENED, shared.selected)).toBe(FIRST)
    expect(selectedOf(OPENED, shared.selected)).toBeNull()
  })

  it('ends when a function is selected', () => {
    selectCycle(FIRST, 'push')
    const [member] = OPENED.analyzed.cycles.members.items
    select(member ?? null, 'push')
    expect(location.hash).toMatch(/^#v=1&fn=/)
    expect(selectedCycleOf(OPENED, useStore.getState().shared.selected)).toBeNull()
  })

  it('becomes the member that named it once a cut has broken the cycle', () => {
    const analyzed = analyzeProfile(OPENED.analyzed.profile, {
      ...EMPTY_SCENARIO,
      cutArcs: [{ parent: 'b', child: 'a' }],
    })
    const afterCut = { ...OPENED, analyzed, listing: listProfile(analyzed) }
    const selection = cycleSelection(OPENED, FIRST)
    expect(selectedCycleOf(afterCut, selection)).toBeNull()
    expect(selectedOf(afterCut, selection)).toBe(OPENED.analyzed.cycles.members.items[0])
  })

  it('selects nothing in a profile without that name', () => {
    const selection = { name: 'elsewhere', address: null, isCycle: true } as const
    expect(selectedCycleOf(OPENED, selection)).toBeNull()
    expect(selectedOf(OPENED, selection)).toBeNull()
  })
})
