// Tests of functions without a program.
import { expect, it } from 'vitest'
import { arcs, at, gmon, histogram, END } from '../../testing/small-opening.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import { fallbackSymbols } from './fallback-symbols.ts'

it('takes each called address for a function, which ends where the next begins or the samples end', async () => {
  const damaged = memorySource(
    'damaged',
    Uint8Array.from(Buffer.from('gmon\x09\0\0\0'.padEnd(20, '\0'), 'latin1')),
  )
  const profiles = await identifyAll([gmon(histogram(0, 5), ...arcs(0, 0)), damaged], () => {})
  const { length, address, last } = await fallbackSymbols(null, profiles)
  const called = [1, 2, 3, 4, 5].map(at)
  expect(length).toBeGreaterThanOrEqual(called.length)
  expect([...address].slice(-called.length)).toEqual(called)
  expect([...last].at(-1)).toBe(END - 1)
})
