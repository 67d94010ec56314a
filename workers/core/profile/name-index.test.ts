// Finding functions by name, by scan and by sorted order.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderOfStrings } from '../base/order-strings.ts'
import { stringTableOf } from '../base/string-table.ts'
import { setNameOrder, allNamed, firstNamed, isNameShared } from './name-index.ts'
import type { FunctionIndex } from './call-graph-profile.ts'

const name = fc
  .array(fc.constantFrom('a', 'b', '_', '\xff'), { minLength: 0, maxLength: 5 })
  .map((letters) => letters.join(''))

it('whether their order is known, made on the way, or not needed', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), fc.array(name, { maxLength: 8 }), (names, others) => {
      const patient = stringTableOf(names)
      const asked = stringTableOf(names)
      const ordered = stringTableOf(names)
      for (let question = 0; question < 101; question++) firstNamed(asked, '')
      setNameOrder(ordered, orderOfStrings(ordered))
      for (const table of [patient, asked, ordered]) {
        for (const wanted of [...names, ...others]) {
          const all = names.flatMap((own, f) => (own === wanted ? [f] : []))
          expect(allNamed(table, wanted)).toEqual(all)
          expect(firstNamed(table, wanted)).toBe(all[0] ?? -1)
        }
        names.forEach((own, f) => {
          const isShared = names.some((other, at) => at !== f && other === own)
          expect(isNameShared(table, f as FunctionIndex)).toBe(isShared)
        })
      }
    }),
  )
})
