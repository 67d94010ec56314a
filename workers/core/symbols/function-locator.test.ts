import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FunctionLocator, symbolAt } from './function-locator.ts'

const addresses = fc.uniqueArray(fc.oneof(fc.nat(300), fc.nat(1 << 20), fc.maxSafeNat()), { minLength: 1 })

it('finds what a scan finds, in tables dense, sparse and lopsided', () => {
  fc.assert(
    fc.property(addresses, fc.nat(), fc.array(fc.nat(400)), (unsorted, gap, probes) => {
      const address = Float64Array.from(unsorted).sort()
      const last = address.map((start, at) =>
        at + 1 < address.length && at !== gap % 20 ? address[at + 1] - 1 : start,
      )
      const locator = new FunctionLocator({ length: address.length, address, last })
      const near = [...address].flatMap((start) => [start - 1, start, start + 1])
      for (const probe of [...probes, ...near, -1]) {
        const scanned = address.findLastIndex((start) => start <= probe)
        const expected = scanned >= 0 && probe <= last[scanned] ? scanned : -1
        expect(locator.at(probe)).toBe(expected)
        expect(symbolAt({ length: address.length, address, last }, probe)).toBe(expected)
      }
    }),
  )
})
