// @vitest-environment happy-dom
// Scenarios: a change requests an analysis, a superseded answer is dropped, and undo and Back lead
// to the same state.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { analyzeProfile } from '../../../workers/core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { succeed } from '../../../workers/core/base/result.ts'
import { listProfile } from '../../../workers/core/reports/listing/listing.ts'
import { type AnalysisChange, changeOf } from '../../../workers/core/reports/analysis-change.ts'
import { fakeConnection } from '../../testing/fake-connection.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { historyAfter, NO_HISTORY } from '../ui-state.ts'
import { initialState, useStore } from '../store.ts'
import { openedIn } from '../session.ts'
import { setUnfolded } from '../actions.ts'
import { startEffects } from '../effects.ts'
import { cancelAnalysis, clearScenario, cut, redo, restore, toggleName, undo } from './scenario.ts'
import { open, startOver } from '../opening/open.ts'
import { workers } from '../worker/connection.ts'

const PLAIN = openedFromText()
const arc = (parent: string, child: string) => ({ parent, child })
const opened = () => {
  const now = openedIn(useStore.getState().session)
  if (!now) throw new Error('nothing is open')
  return now
}
const cutNow = () => opened().analyzed.scenario.cutArcs.map(({ parent, child }) => `${parent}/${child}`)

function numbersOf(scenario: Scenario): AnalysisChange {
  const analyzed = analyzeProfile(PLAIN.analyzed.profile, scenario)
  return changeOf({ analyzed, listing: listProfile(analyzed) })
}

const stops: (() => void)[] = []
beforeEach(() => {
  history.replaceState(null, '', '/')
  startOver()
  useStore.setState(initialState())
  workers.connect = () => Promise.resolve(fakeConnection(PLAIN))
  stops.push(startEffects())
})
afterEach(() => stops.splice(0).forEach((stop) => stop()))

describe('a scenario', () => {
  it('stands in the link, changes the numbers, and keeps those measured beside them', async () => {
    await open([new File(['x'], 'prog')])
    cut([arc('b', 'a')])
    await waitFor(() => expect(cutNow()).toEqual(['b/a']))
    expect(location.hash).toBe('#v=1&cut=b/a')
    expect(opened().analyzed.cycles.length).toBe(0)
    expect(opened().asMeasured?.analyzed).toBe(PLAIN.analyzed)
    expect(opened().analyzed.profile.functions.names).toBe(PLAIN.analyzed.profile.functions.names)
    restore([arc('b', 'a')])
    await waitFor(() => expect(opened().asMeasured).toBeUndefined())
    expect(opened().analyzed).toBe(PLAIN.analyzed)
  })

  it('is applied before anything is shown when the link has one', async () => {
    history.replaceState(null, '', '/#v=1&cut=b/a&untimed=c')
    window.dispatchEvent(new Event('hashchange'))
    const phases: string[] = []
    stops.push(
      useStore.subscribe(
        ({ session }) =>
          void phases.push(`${session.phase} ${String(openedIn(session)?.analyzed.cycles.length)}`),
      ),
    )
    await open([new File(['x'], 'prog')])
    expect(cutNow()).toEqual(['b/a'])
    expect(phases.filter((phase) => phase.startsWith('ready'))).not.toContain('ready 1')
  })

  it('drops an answer that a newer change has overtaken', async () => {
    const answers: ((change: AnalysisChange) => void)[] = []
    const service = {
      analyze: () =>
        new Promise<ReturnType<typeof succeed<AnalysisChange>>>((resolve) => {
          answers.push((change) => resolve(succeed(change)))
        }),
    }
    workers.connect = () => Promise.resolve(fakeConnection(PLAIN, service))
    await open([new File(['x'], 'prog')])
    cut([arc('b', 'a')])
    cut([arc('m', 'c')])
    await waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.(numbersOf({ ...EMPTY_SCENARIO, cutArcs: [arc('b', 'a'), arc('m', 'c')] }))
    await waitFor(() => expect(cutNow()).toEqual(['b/a', 'm/c']))
    answers[0]?.(numbersOf({ ...EMPTY_SCENARIO, cutArcs: [arc('b', 'a')] }))
    await Promise.resolve()
    expect(cutNow()).toEqual(['b/a', 'm/c'])
  })

  it('that is cancelled leaves the worker at the one on screen, by which it sorts and writes', async () => {
    const asked: string[][] = []
    const connection = fakeConnection(PLAIN)
    const answers: (() => void)[] = []
    const service = {
      analyze: async (scenario: Scenario) => {
        asked.push(scenario.cutArcs.map(({ parent, child }) => `${parent}/${child}`))
        if (asked.length > 1) await new Promise<void>((resolve) => answers.push(resolve))
        return connection.service.analyze(scenario, {})
      },
    }
    workers.connect = () => Promise.resolve(fakeConnection(PLAIN, service))
    await open([new File(['x'], 'prog')])
    cut([arc('b', 'a')])
    await waitFor(() => expect(cutNow()).toEqual(['b/a']))
    cut([arc('m', 'c')])
    await waitFor(() => expect(asked).toHaveLength(2))
    cancelAnalysis()
    answers[0]?.()
    await waitFor(() => expect(asked).toEqual([['b/a'], ['b/a', 'm/c'], ['b/a']]))
    expect([cutNow(), location.hash]).toEqual([['b/a'], '#v=1&cut=b/a'])

    // If the previous scenario is not on screen either, it is requested, and nothing after it.
    cut([arc('m', 'c')])
    cut([arc('m', 'a')])
    cancelAnalysis()
    await waitFor(() => expect(asked).toHaveLength(6))
    answers.forEach((answer) => answer())
    await waitFor(() => expect(cutNow()).toEqual(['b/a', 'm/c']))
    expect(asked.at(-1)).toEqual(['b/a', 'm/c'])
  })

  it('asks once for each change, though the answer takes its time', async () => {
    let asked = 0
    let finish: (value: unknown) => void = () => {}
    const connection = fakeConnection(PLAIN)
    const service = {
      analyze: async (scenario: Scenario) => {
        asked++
        await new Promise((resolve) => (finish = resolve))
        return connection.service.analyze(scenario, {})
      },
    }
    workers.connect = () => Promise.resolve(fakeConnection(PLAIN, service))
    await open([new File(['x'], 'prog')])
    cut([arc('b', 'a')])
    await waitFor(() => expect(useStore.getState().ui.analyzing?.isSlow).toBe(true))
    finish(null)
    await waitFor(() => expect(cutNow()).toEqual(['b/a']))
    expect(useStore.getState().ui.analyzing).toBeNull()
    expect(asked).toBe(1)
  })

  it('keeps opened entries open though they are numbered anew', async () => {
    await open([new File(['x'], 'prog')])
    const entryOf = (name: number) => opened().listing.entries.entryOfFunction[name as never]
    const before = entryOf(2)
    if (before === undefined) throw new Error('no entry')
    setUnfolded(new Set([before]))
    cut([arc('a', 'b')])
    await waitFor(() => expect(cutNow()).toEqual(['a/b']))
    expect([...(useStore.getState().ui.unfolded ?? [])]).toEqual([entryOf(2)])
  })

  it('is undone and redone step by step, and cleared as one step', async () => {
    await open([new File(['x'], 'prog')])
    cut([arc('b', 'a')])
    toggleName('leftOut', 'c')
    expect(location.hash).toBe('#v=1&cut=b/a&without=c')
    undo()
    expect(location.hash).toBe('#v=1&cut=b/a')
    undo()
    expect(location.hash).toBe('#v=1')
    redo()
    redo()
    expect(location.hash).toBe('#v=1&cut=b/a&without=c')
    clearScenario()
    expect(location.hash).toBe('#v=1')
    undo()
    expect(location.hash).toBe('#v=1&cut=b/a&without=c')
    await waitFor(() => expect(cutNow()).toEqual(['b/a']))
  })
})

describe('the history', () => {
  const none = EMPTY_SCENARIO
  const one = { ...EMPTY_SCENARIO, cutArcs: [arc('a', 'b')] }
  const two = { ...EMPTY_SCENARIO, cutArcs: [arc('a', 'b'), arc('b', 'c')] }

  it('takes a step back in the browser for an undo, and a step forward for a redo', () => {
    const there = historyAfter(historyAfter(NO_HISTORY, none, one), one, two)
    const back = historyAfter(there, two, one)
    expect(back).toEqual({ past: [none], future: [two] })
    expect(historyAfter(back, one, two)).toEqual(there)
  })

  it('forgets what could be redone when something else is changed', () => {
    const back = historyAfter(historyAfter(historyAfter(NO_HISTORY, none, one), one, two), two, one)
    const other = { ...EMPTY_SCENARIO, only: ['a'] }
    expect(historyAfter(back, one, other)).toEqual({ past: [none, one], future: [] })
  })
})
