// Properties of the diff of any two profiles: pairs, parts of differences, and tables.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asArray } from '../../core/base/columns.ts'
import { finish } from '../../core/base/yielder.ts'
import { changeTableCsv } from '../../core/reports/diff/diff-tables.ts'
import { perCall } from '../../core/reports/diff/diff-text.ts'
import { type BeforeAfter, MEASURES, type Unit, valuesOf } from '../../core/reports/diff/measures.ts'
import { orderRows, withUnchanged } from '../../core/reports/diff/diff-rows.ts'
import { compare, functions, profileFrom, rowsOf } from '../two-profiles.ts'

describe('any two profiles', () => {
  it('are paired the same, whichever is the earlier', () => {
    fc.assert(
      fc.property(functions, functions, (one, two) => {
        const [left, right] = [profileFrom(one), profileFrom(two)]
        const told = ({ pairs }: BeforeAfter, from: 'before' | 'after', to: 'before' | 'after') =>
          rowsOf({ pairs } as BeforeAfter)
            .map((row) => `${pairs[from][row]} ${pairs[to][row]} ${pairs.isLikened[row]}`)
            .sort()
        expect(told(compare(left, right), 'before', 'after')).toEqual(
          told(compare(right, left), 'after', 'before'),
        )
      }),
    )
  })

  it('have each function in one row at the most, and no row of nothing', () => {
    fc.assert(
      fc.property(functions, functions, (one, two) => {
        const { pairs } = compare(profileFrom(one), profileFrom(two))
        const [before, after] = [asArray(pairs.before), asArray(pairs.after)]
        for (const side of [before, after]) {
          const there = [...side].filter((f) => f >= 0)
          expect(new Set(there).size).toBe(there.length)
        }
        before.forEach((f, row) => expect(f >= 0 || after[row] >= 0).toBe(true))
      }),
    )
  })

  it('differ by what comes of more calls and what of dearer ones, and nothing else', () => {
    fc.assert(
      fc.property(functions, functions, fc.constantFrom<Unit>('time', 'share'), (one, two, unit) => {
        const both = compare(profileFrom(one), profileFrom(two))
        for (const row of rowsOf(both)) {
          const values = valuesOf(both, row, 'self', unit)
          const calls = valuesOf(both, row, 'calls', unit)
          const each = perCall(values, calls)
          if (Number.isNaN(each.before) || Number.isNaN(each.after)) continue
          const byCalls = (calls.after - calls.before) * each.before
          const byCost = calls.after * (each.after - each.before)
          expect(byCalls + byCost).toBeCloseTo(values.after - values.before, 9)
        }
      }),
    )
  })

  it('have every function in a table of all, those with numbers first', () => {
    fc.assert(
      fc.property(functions, functions, fc.constantFrom(...MEASURES), (one, two, measure) => {
        const both = compare(profileFrom(one), profileFrom(two))
        const { rows } = finish(orderRows(both, measure, 'time', null))
        const all = [...withUnchanged(both, rows)]
        expect(all.slice(0, rows.length)).toEqual([...rows])
        expect(all.toSorted((a, b) => a - b)).toEqual(rowsOf(both))
        expect(changeTableCsv(both, all, 'time').split('\r\n')).toHaveLength(both.pairs.length + 2)
      }),
    )
  })
})
