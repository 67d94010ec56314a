// Which arcs a pair of names means.
import { expect, it } from 'vitest'
import { profileOf } from '../../../testing/graph-text.ts'
import { processorTime } from '../../../testing/processor-time.ts'
import { findArcs } from './cut-arcs.ts'

it('a program whose functions all bear one name has its arcs found without comparing each with each', () => {
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
