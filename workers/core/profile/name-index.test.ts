// Finding functions by name, by scan and by sorted order.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringTableOf } from '../base/string-table.ts'
import { allNamed, firstNamed, isNameShared, orderForLookUps } from './name-index.ts'
import type { FunctionIndex } from './call-graph-profile.ts'

const name = fc
  .array(fc.constantFrom('a', 'b', '_', '\xff'), { minLength: 0, maxLength: 5 })
  .map((letters) => letters.join(''))

it('by the order of names and by a scan', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), fc.array(name, { maxLength: 8 }), (names, others) => {
      const table = stringTableOf(names)
      expect(orderForLookUps(table, 1)).toBeNull()
      for (const byName of [null, orderForLookUps(table, 1000)]) {
        for (const wanted of [...names, ...others]) {
          const all = names.flatMap((own, f) => (own === wanted ? [f] : []))
          expect(allNamed(table, wanted, byName)).toEqual(all)
          expect(firstNamed(table, wanted, byName)).toBe(all[0] ?? -1)
        }
        names.forEach((own, f) => {
          const isShared = names.some((other, at) => at !== f && other === own)
          expect(isNameShared(table, f as FunctionIndex, byName)).toBe(isShared)
        })
      }
    }),
  )
})
