// Order of unused functions for a linker.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { orderFunctions } from './function-order.ts'
import { effort } from '../../../testing/effort.ts'

// Orders with arcs are compared with gprof's own in the parity tests.
it('puts the unused last, in the order of their addresses, however many they are', () => {
  const unused = Array.from({ length: effort(150_000) }, (_, nth) => `f${nth}`)
  const profile = profileFromText(`${unused.join('; ')}; main -> leaf 2`)
  const order = orderFunctions(analyzeProfile(profile, EMPTY_SCENARIO), null)
  const [main, leaf] = [unused.length, unused.length + 1]
  expect(order.slice(0, 3)).toEqual([leaf, 0, 1])
  expect(order.slice(-2)).toEqual([unused.length - 1, main])
  expect(order).toHaveLength(unused.length + 2)
})
