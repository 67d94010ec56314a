// Finding cut arcs by name, and narrowing what is shown and passes time on.
import { profileFromText, profileOf } from '../../testing/graph-text.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { asColumn } from '../base/columns.ts'
import type { FunctionTable } from '../profile/call-graph-profile.ts'
import { defaultFilter, findArcs, narrowFilter } from './apply-scenario.ts'
import { EMPTY_SCENARIO } from './scenario/scenario.ts'
import { expect, it } from 'vitest'

it('a program whose functions all have one name has its arcs found without comparing each with each', () => {
  const length = 100_000
  const arcs = {
    length: length - 1,
    parent: Int32Array.from({ length: length - 1 }, (_, f) => f),
    child: new Int32Array(length - 1).fill(length - 1),
    count: new Float64Array(length - 1).fill(1),
  }
  const profile = profileOf(
    Array.from({ length }, () => 'f'),
    new Float64Array(length),
    arcs,
  )
  const worked = processorTime()
  expect(findArcs(profile, [{ parent: 'f', child: 'f' }])).toHaveLength(length - 1)
  expect(worked()).toBeLessThan(1000)
})

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
