// @vitest-environment happy-dom
// Requests for lines: one at a time is answered, and a superseded one does not count as asked.
import { beforeEach, describe, expect, it } from 'vitest'
import type { FunctionLines, HotLines } from '../../../workers/api/contract.ts'
import { fail, type Result, succeed } from '../../../workers/core/base/result.ts'
import { stringTableOf } from '../../../workers/core/base/string-table.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { openExample } from '../../testing/open-example.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openedIn } from '../session.ts'
import { useStore } from '../store.ts'
import { askFunctionLines, askHotLines, hotLinesOf, linesOf, stopLines } from './lines.ts'

const NO_LINES: FunctionLines = { sections: [], unplaced: 0, calls: null }
const NONE_HOT: HotLines = {
  length: 0,
  f: new Uint32Array(0),
  file: new Int32Array(0),
  line: new Uint32Array(0),
  ticks: new Float64Array(0),
  files: stringTableOf([]),
  unplaced: 0,
}

/** Pending requests, oldest first. */
let waiting: { readonly files: number; readonly answer: (result: Result<never, Problem>) => void }[] = []

beforeEach(async () => {
  waiting = []
  const wait = (files: readonly unknown[]): Promise<Result<never, Problem>> =>
    new Promise((answer) => waiting.push({ files: files.length, answer }))
  await openExample({ functionLines: wait, hotLines: () => wait([]) })
})

function shown() {
  const opened = openedIn(useStore.getState().session)
  if (!opened) throw new Error('nothing is open')
  return opened
}

const answer = (at: number, result: Result<unknown, Problem>): void =>
  waiting[at]?.answer(result as Result<never, Problem>)
const lines = (f: number) => linesOf(useStore.getState(), shown(), f as FunctionIndex).phase
const hot = () => hotLinesOf(useStore.getState(), shown()).phase

describe('lines that are asked for', () => {
  it('tell once what of the debugging information was not read', async () => {
    const notice = {
      code: 'sources-left-out',
      problem: { code: 'dwarf/unsupported', file: 'prog', section: '.debug_info', what: 'more units' },
    }
    for (const ask of [
      () => askHotLines(shown()),
      () => askFunctionLines(shown(), 0 as FunctionIndex, false),
    ]) {
      const asked = ask()
      await waitFor(() => expect(waiting).toHaveLength(1))
      answer(0, succeed({ ...NO_LINES, notices: [notice] }))
      await asked
      waiting = []
    }
    expect(shown().notices.filter(({ code }) => code === notice.code)).toEqual([notice])
    expect([lines(0), hot()]).toEqual(['ready', 'ready'])
  })

  it('are there once they are answered', async () => {
    const asked = askFunctionLines(shown(), 0 as FunctionIndex, false)
    expect(lines(0)).toBe('loading')
    await waitFor(() => expect(waiting).toHaveLength(1))
    answer(0, succeed(NO_LINES))
    await asked
    expect(lines(0)).toBe('ready')
    expect(lines(1)).toBe('idle')
  })

  it('are not taken for asked where another question came between', async () => {
    const all = askHotLines(shown())
    const one = askFunctionLines(shown(), 0 as FunctionIndex, false)
    await waitFor(() => expect(waiting).toHaveLength(2))
    answer(0, fail({ code: 'host/cancelled' }))
    answer(1, succeed(NO_LINES))
    await Promise.all([all, one])
    // Showing the lines again requests them again.
    expect([hot(), lines(0)]).toEqual(['idle', 'ready'])
  })

  it('of one function do not take the place of another’s', async () => {
    const first = askFunctionLines(shown(), 0 as FunctionIndex, false)
    const second = askFunctionLines(shown(), 1 as FunctionIndex, false)
    await waitFor(() => expect(waiting).toHaveLength(2))
    answer(0, succeed(NO_LINES))
    await first
    expect([lines(0), lines(1)]).toEqual(['idle', 'loading'])
    answer(1, succeed(NO_LINES))
    await second
    expect(lines(1)).toBe('ready')
  })

  it('say so where they were cancelled, or cannot be read', async () => {
    const cancelled = askHotLines(shown())
    await waitFor(() => expect(waiting).toHaveLength(1))
    stopLines()
    answer(0, succeed(NONE_HOT))
    await cancelled
    expect(hot()).toBe('failed')
    const lost = askHotLines(shown())
    await waitFor(() => expect(waiting).toHaveLength(2))
    answer(1, fail({ code: 'bytes/unreadable', file: 'prog', reason: 'it was moved' }))
    await lost
    expect(hot()).toBe('failed')
  })
})
