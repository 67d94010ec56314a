import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { asColumn } from '../../base/as-column.ts'
import type { FunctionTable } from '../../profile/tables.ts'
import { defaultFilter, narrowFilter } from './scenario-filter.ts'
import { EMPTY_SCENARIO } from './scenario.ts'

it('a function of one byte is left out by its name; one that ends before it begins, as gprof has it, is not', () => {
  const drawn = profileFromText('main 1; one 2; none 3; main -> one 1; main -> none 1')
  const { address, last, length } = drawn.functions
  const ends = Float64Array.from({ length }, (_, f) =>
    f === 1 ? address[f as never] : f === 2 ? address[f as never] - 1 : last[f as never],
  )
  const functions: FunctionTable = { ...drawn.functions, last: asColumn(ends) }
  const profile = { ...drawn, functions }
  const base = defaultFilter(profile)
  const { graphWithout, timeWithout, graphOnly } = narrowFilter(base, profile, {
    ...EMPTY_SCENARIO,
    leftOut: ['one', 'none'],
    only: ['none'],
  })
  expect([...(graphWithout ?? [])]).toEqual([0, 1, 0])
  expect([...(timeWithout ?? [])]).toEqual([0, 1, 0])
  expect(graphOnly).toBeNull()
})
