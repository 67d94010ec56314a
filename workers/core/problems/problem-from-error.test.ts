// Tests of problems from thrown values: engines word environment failures each in their own way.
import { expect, it } from 'vitest'
import { reclassifyBug, problemFromError } from './problem-from-error.ts'
import { ProblemError } from './problem-error.ts'

const URL = 'https://a.example/assets/Cycles-E2CHLqni.js'

it.each([
  `Failed to fetch dynamically imported module: ${URL}`,
  `error loading dynamically imported module: ${URL}`,
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/Cycles-DK4Ary74.css',
])('%s: a part of the page did not come', (message) => {
  expect(problemFromError(new TypeError(message))).toEqual({ code: 'host/part-missing', message })
})

it.each(['Array buffer allocation failed', 'out of memory', 'Out of memory'])('%s', (message) => {
  expect(problemFromError(new RangeError(message))).toEqual({ code: 'host/worker-lost', message })
})

it('what else is thrown is a mistake of ours', () => {
  expect(problemFromError(new Error('broken invariant'))).toMatchObject({
    code: 'bug',
    message: 'broken invariant',
  })
})

it('a problem stays what it is', () => {
  const problem = { code: 'bytes/unreadable', file: 'out of memory', reason: 'out of memory' } as const
  expect(problemFromError(new ProblemError(problem))).toBe(problem)
  expect(reclassifyBug(problem)).toBe(problem)
})
