import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FunctionLocator } from './function-locator.ts'

const addresses = fc.uniqueArray(fc.oneof(fc.nat(300), fc.nat(1 << 20), fc.maxSafeNat()), { minLength: 1 })

it('finds what a scan finds, in tables dense, sparse and lopsided', () => {
  fc.assert(
    fc.property(addresses, fc.array(fc.nat(400)), (unsorted, probes) => {
      const address = Float64Array.from(unsorted).sort()
      const last = address.map((start, at) => (at + 1 < address.length ? address[at + 1] - 1 : start + 9))
      const locator = new FunctionLocator({ length: address.length, address, last })
      const near = [...address].flatMap((start) => [start - 1, start, start + 1])
      for (const probe of [...probes, ...near, -1]) {
        const scanned = address.findLastIndex((start) => start <= probe)
        const expected = scanned >= 0 && probe <= last[scanned] ? scanned : -1
        expect(locator.at(probe)).toBe(expected)
      }
    }),
  )
})
