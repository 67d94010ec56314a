// Ranking the names of two programs together.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringTableOf } from '../base/string-table.ts'
import { finish } from '../base/yielder.ts'
import { NameOrder } from './name-order.ts'
import { rankTogether } from './rank-together.ts'

const named = (names: readonly string[]) => ({ length: names.length, names: stringTableOf(names) })
const collator = new Intl.Collator('en', { numeric: true })

it('numbers the names of both as a language puts them all in order', () => {
  const name = fc.oneof(
    fc.constantFrom('a', 'B', 'f9', 'f10', 'f010', '_Z1fv', 'f()', 'zz', ''),
    fc.string({ maxLength: 4, unit: 'grapheme-ascii' }),
  )
  fc.assert(
    fc.property(fc.array(name, { maxLength: 60 }), fc.array(name, { maxLength: 60 }), (names, otherNames) => {
      const table = named(names)
      const { own, others } = finish(rankTogether(table, new NameOrder(table).ranks(), named(otherNames)))
      const shown = [...names, ...otherNames].map((text) => (text === '_Z1fv' ? 'f()' : text))
      const ranks = [...own, ...others]
      for (const [one, text] of shown.entries())
        for (const [two, other] of shown.entries())
          expect(Math.sign((ranks[one] ?? 0) - (ranks[two] ?? 0)), `${text} ${other}`).toBe(
            Math.sign(collator.compare(text, other)),
          )
    }),
  )
})

it('takes steps however many there are of either', () => {
  const many = (from: number) => named(Array.from({ length: 5000 }, (_, at) => `name_${from + 2 * at}`))
  const table = many(0)
  const steps = rankTogether(table, new NameOrder(table).ranks(), many(1))
  let count = 0
  while (steps.next().done !== true) count++
  expect(count).toBeGreaterThan(50)
})
