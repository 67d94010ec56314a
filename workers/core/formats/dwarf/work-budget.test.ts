import { beforeEach, expect, it } from 'vitest'
import { ProblemError } from '../../problems/problem-error.ts'
import { WorkBudget } from './work-budget.ts'

const PLACE = { file: 'prog', section: '.debug_info' }
const MB = 1e6

/** Returns the reported problem; null if the work is allowed. */
function told(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof ProblemError && 'what' in error.problem) return error.problem.what
    throw error
  }
}

/** Steps that can be taken, in thousands. */
function stepsLeft(allowance: WorkBudget): number {
  for (let thousands = 0; ; thousands++)
    if (told(() => allowance.spend(1000, PLACE)) !== null) return thousands
}

let allowance: WorkBudget
beforeEach(() => (allowance = new WorkBudget(2 * MB)))

it('a question may take steps by the size of the file, and one more each that took too many a part of that', () => {
  expect(stepsLeft(allowance)).toBe(50_000)
  expect([allowance.isSpent, allowance.isOver]).toEqual([true, false])
  // Who comes last is to be answered, too.
  expect(stepsLeft(allowance)).toBe(1562)
  expect([allowance.isSpent, allowance.isOver]).toEqual([true, true])
  for (let question = 0; question < 2; question++) {
    allowance.startWork()
    expect([allowance.isSpent, allowance.isOver]).toEqual([false, false])
    expect(stepsLeft(allowance)).toBe(1562)
    expect(stepsLeft(allowance)).toBe(0)
  }
})

it('a question that takes no more than that leaves as much to the next', () => {
  for (let question = 0; question < 3; question++) {
    expect(told(() => allowance.spend(50 * MB, PLACE))).toBeNull()
    expect(allowance.isSpent).toBe(false)
    allowance.startWork()
  }
})

it('bytes that are unpacked bring steps with them, for this question and the next ones', () => {
  allowance.unpack(10 * MB, PLACE)
  expect(told(() => allowance.spend(55 * MB, PLACE))).toBeNull()
  expect(told(() => allowance.spend(1, PLACE))).toBe('more to go through than any program of this size')
  const another = new WorkBudget(2 * MB)
  another.unpack(10 * MB, PLACE)
  another.startWork()
  expect(told(() => another.spend(55 * MB, PLACE))).toBeNull()
})

it('sections may be unpacked to so much all together', () => {
  const most = 64 * 1024 * 1024 + 32 * MB
  expect(told(() => allowance.unpack(most - 40 * MB, PLACE))).toBeNull()
  expect(told(() => allowance.unpack(40 * MB + 1, PLACE))).toBe(
    '41 MB decompressed, more than any program of this size',
  )
  expect(told(() => allowance.unpack(40 * MB, PLACE))).toBeNull()
  expect(told(() => allowance.unpack(1, PLACE))).not.toBeNull()
})

it('a table may take so much room', () => {
  const room = 48 * 1024 * 1024 + 4 * MB
  expect(told(() => allowance.bound(room / 16, 16, 'rows', PLACE))).toBeNull()
  expect(told(() => allowance.bound(room / 16 + 1, 16, 'rows', PLACE))).toBe(
    'more rows than any program of this size',
  )
})
