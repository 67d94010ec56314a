// Functions that gprof counts for another.
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import type { Notice } from '../problems/problem.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { displayName } from '../names/names.ts'
import { countedWith } from './counted-with.ts'

const { functions } = profileFromText('main 1; solve 5; main -> solve 2')
const NOTICES: readonly Notice[] = [
  { code: 'few-samples', samples: 6, rate: 100 },
  {
    code: 'functions-hidden',
    functions: 3,
    names: ['solve._omp_fn.0', 'init.part.0', 'solve._omp_fn.1'],
    neighbours: ['solve', 'start', 'solve'],
    ticks: 5,
  },
]

it('returns those that a notice names for that function, and no others', () => {
  const told = Array.from({ length: functions.length }, (_, f) => [
    displayName(functions, f as FunctionIndex),
    countedWith(functions, f as FunctionIndex, NOTICES),
  ])
  expect(Object.fromEntries(told)).toEqual({ main: [], solve: ['solve._omp_fn.0', 'solve._omp_fn.1'] })
  expect(countedWith(functions, 0 as FunctionIndex, NOTICES.slice(0, 1))).toEqual([])
})
