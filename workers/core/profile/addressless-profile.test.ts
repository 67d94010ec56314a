// Tests of profiles without addresses.
import { expect, it } from 'vitest'
import { addresslessProfile } from './addressless-profile.ts'
import { checkProfile } from '../../testing/check-profile.ts'

const arcs = {
  length: 2,
  parent: Int32Array.of(0, 1),
  child: Int32Array.of(1, 1),
  count: Float64Array.of(10, 4),
}
const rows = { names: ['main', 'parse'], selfTicks: Float64Array.of(3, 12), arcs, rate: 100 }

it('counts calls and ticks by the rows, where nothing else is known', () => {
  const profile = addresslessProfile(rows)
  checkProfile(profile)
  expect(profile.functions.calls).toEqual(Float64Array.of(0, 10))
  expect(profile.functions.selfCalls).toEqual(Float64Array.of(0, 4))
  expect(profile.totals).toMatchObject({ ticks: 15, arcRecords: 2, runs: 1 })
  expect(profile).toMatchObject({ hasHistogram: true, hasArcs: true, functions: { isAddressless: true } })
})

it('takes calls and all ticks as given', () => {
  const calls = Float64Array.of(1, 11)
  const { functions, totals } = addresslessProfile({ ...rows, calls, ticks: 20 })
  expect(functions.calls).toEqual(Float64Array.of(1, 11))
  expect(functions.selfCalls).toEqual(Float64Array.of(0, 4))
  expect(totals).toMatchObject({ ticks: 20, recordedTicks: 20 })
})

it('has no histogram without a rate', () => {
  expect(addresslessProfile({ ...rows, rate: 0 }).hasHistogram).toBe(false)
})
