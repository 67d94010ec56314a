// Tests of the order in which profiles of several builds are read.
import { expect, it } from 'vitest'
import { BASE, END, gmon, histogram, ordinary } from '../../testing/small-opening.ts'
import type { GmonRecord } from '../../testing/builders/build-gmon.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import { likelyFirst } from './reading-order.ts'

const longer = () => gmon({ ...histogram(0, 9), high: END + 64 } as GmonRecord)
const LAYOUT = { wordSize: 8, bigEndian: false } as const

it('reads the largest group first, or the one of the range of the program', async () => {
  const profiles = await identifyAll([longer(), ordinary(), ordinary()], () => {})
  const [first, ...others] = profiles
  const order = await likelyFirst(profiles, async () => LAYOUT, 0, null)
  expect(order).toEqual([...others, first])
  expect(await likelyFirst(profiles, async () => LAYOUT, 0, { low: BASE, high: END + 64 })).toBeNull()
  // Addresses as linked.
  expect(await likelyFirst(profiles, async () => LAYOUT, 16, { low: BASE - 16, high: END + 48 })).toBeNull()
  expect(await likelyFirst(others, async () => LAYOUT, 0, null)).toBeNull()
})
