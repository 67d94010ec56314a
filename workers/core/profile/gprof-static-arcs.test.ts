// Code that gprof's search for static calls covers.
import { expect, it } from 'vitest'
import { processorTime } from '../../testing/processor-time.ts'
import { CoveredCode, gprofTargets } from './gprof-static-arcs.ts'

const X86_64 = 62
const SIZE = 16

/** Functions of 16 bytes from 0x1000 on, each with one call of the next at its beginning. */
function program(functions: number) {
  const bytes = new Uint8Array(functions * SIZE + 8)
  for (let f = 0; f < functions; f++) bytes.set([0xe8, SIZE - 5, 0, 0, 0], f * SIZE)
  return { start: 0x1000, bytes }
}

it('of a piece of code only what the first histogram over it covers is searched, whatever their order', () => {
  const text = program(4)
  const range = (low: number, high: number) => ({ low, high })
  const whole = { from: 0x1000, to: 0x1040 }
  const targets = (...histograms: readonly { readonly low: number; readonly high: number }[]): number[] => [
    ...gprofTargets(X86_64, text, new CoveredCode(histograms), whole.from, whole.to),
  ]
  expect(targets(range(0x1000, 0x1040))).toEqual([0x1010, 0x1020, 0x1030])
  expect(targets(range(0x1020, 0x1030), range(0x1000, 0x1020))).toEqual([])
  expect(targets(range(0x1020, 0x1034), range(0x1000, 0x1020))).toEqual([0x1030])
  expect(targets(range(0x1000, 0x1020), range(0x1020, 0x1034))).toEqual([0x1010, 0x1020])
  expect(targets(range(0x1020, 0x1000), range(0x1000, 0x1020))).toEqual([0x1010])
  expect(targets(range(0x2000, 0x3000))).toEqual([])
  expect(targets()).toEqual([])
})

it('sixty thousand histograms are searched in no time', () => {
  const functions = 60_000
  const text = program(functions)
  const histograms = Array.from({ length: functions }, (_, f) => ({
    low: text.start + f * SIZE,
    high: text.start + (f + 1) * SIZE,
  }))
  const worked = processorTime()
  const covered = new CoveredCode(histograms.toReversed())
  let found = 0
  for (const { low, high } of histograms)
    for (const target of gprofTargets(X86_64, text, covered, low, high)) found += target === high ? 1 : 0
  expect(found).toBe(functions - 1)
  expect(worked()).toBeLessThan(3_000)
})
